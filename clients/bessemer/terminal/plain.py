"""
The table in plain lines, for pipes, scripts and screen readers.

Events are told line by line; a decision is a question, and the next line of the input is its
answer: a key or a word from the list, a move in its canonical text, or one of the words of `HELP`.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TextIO

from bessemer.faces.language import key, said_lines, tr
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.table import events
from bessemer.table.answers.drafts import DraftQuestion
from bessemer.table.events import Event
from bessemer.table.model import TableModel
from bessemer.table.taking_back import WishNews, wish_number
from bessemer.terminal.drawing import drawing_of, help_of

Print = Callable[[str], None]
Answer = Callable[[int, Any], Awaitable[None]]
Resign = Callable[[], Awaitable[None]]
TakeBack = Callable[[int, bool], Awaitable[None]]
"""Wishes, agrees to the wish of this number, or declines it."""

_THINK_SECONDS: Final = 2.0
HELP: Final = (
    key(
        "Answer with a key or a word from the list, or type a whole move. Other words:\n"
        "  undo      take the last step back       restart   take all steps back\n"
        "  suggest   let a program answer          default   play the default move\n"
        "  show      the table again               cards     everybody's cards\n"
        "  log       all that happened             send      send what is complete (or an empty line)\n"
        "  back      take a move back, or agree    decline   do not agree to that\n"
        "  resign    give up: the others play on   quit      leave the table\n"
        "  ?         this"
    ),
)


class PlainTable:
    """Prints what happens in lines, and lets lines answer."""

    def __init__(
        self,
        model: TableModel,
        say: Print,
        answer: Answer,
        resign: Resign,
        *,
        prompts: bool,
        take_back: TakeBack | None = None,
    ) -> None:
        self._model = model
        self._say = say
        self._answer = answer
        self._resign = resign
        self._take_back = take_back
        self._news = WishNews()
        self._may_resign = False
        """Whether the person has said so once, and must say it again."""
        self._prompts = prompts
        """Whether somebody types; otherwise a line is read only when it is needed."""
        self._told = 0
        self._has_asked = False
        self._is_wanted = asyncio.Event()
        """Set while a line of input is wanted."""
        self.has_left = False
        if prompts:
            self._is_wanted.set()

    # --- What is told ---------------------------------------------------------------------------------

    def hear(self, event: Event) -> None:
        model, was_away = self._model, bool(self._model.away)
        model.hear(event)
        self._tell_log()
        self._tell_wish()
        match event:
            case events.DecisionAsked() if model.is_asked:  # else what was planned for it is sent
                self._show()
                for text in model.lesson.lines if model.lesson is not None else ():
                    self._say(f"» {text}")
                self._ask()
            case events.AnswerRefused() if model.notice is not None:
                self._say(model.notice.text)
                self._ask()
            case events.AnswerAccepted():
                self._say(tr("Your answer is accepted."))
            case events.ConnectionLost(why) if not was_away:
                self._say(tr("Connection lost: {why}. Trying again; your answer is kept.", why=why))
            case events.ConnectionBack():
                self._say(tr("The referee is back; the match continues."))
            case events.MovesSeen() if model.notice is not None and not model.turn:
                self._say(model.notice.text)
                model.notice = None
            case events.Resigned() if model.notice is not None:
                self._say(model.notice.text)
            case events.MatchEnded():
                self._say(tr("The match is over."))
                for text in model.result_lines():
                    self._say(text)
            case events.Stopped(why):
                self._say(tr("The referee ended the connection: {why}", why=why))

    def _tell_wish(self) -> None:
        if said := self._news.told(self._model):
            self._say(tr("{said} Type back to agree, decline to refuse.", said=said))

    def _tell_log(self) -> None:
        for entry in self._model.log[self._told :]:
            self._say(entry)
        self._told = len(self._model.log)

    def _show(self) -> None:
        model = self._model
        if model.game is not None and model.view is not None:
            for text in model.game.face.describe_table(model.view, model.players):
                self._say(text)

    def _ask(self) -> None:
        """Say what is asked now, and let a line of input come."""
        model = self._model
        if (question := model.question) is not None:
            own, clocks = model.players.own, model.clocks()
            text = question.text
            if own is not None and clocks:
                text = tr("{question} [{time} left]", question=text, time=clocks[own])
            self._say(text)
            self._say(_choices(question))
            if not self._has_asked:
                self._has_asked = True
                self._say(
                    f"  {tr('? lists what else you can type; s suggests an answer, q leaves.')}"
                )
        elif model.ready_move is not None:
            said = tr(
                "Complete: {move}. Empty line or send sends it; undo goes back.",
                move=model.ready_text,
            )
            more = (
                f" {tr('next: plan your next move before you send this one.')}"
                if model.may_go_on
                else ""
            )
            self._say(said + more)
        else:
            return
        self._is_wanted.set()

    # --- What is typed --------------------------------------------------------------------------------

    async def obey(self, lines: "asyncio.Queue[str | None]") -> None:
        """Take lines until the person leaves or the input ends; `None` is its end."""
        while not self._model.is_over:
            await self._is_wanted.wait()
            text = await lines.get()
            if text is None or text == "quit" or (text == "q" and not self._is_choice(text)):
                self.has_left = True
                ended = tr("The input ended: you left the table.")
                self._say(tr("You left the table.") if text else ended)
                return
            if not self._prompts:
                self._is_wanted.clear()
            await self._take(text)

    async def _take(self, text: str) -> None:
        model = self._model
        confirmed, self._may_resign = self._may_resign, text == "resign"
        if self._told_about(text):
            pass
        elif text == "resign" and model.may_resign:
            if confirmed:
                await self._call(self._resign())
                return
            self._say(tr("Type resign again to give up. You will be last; the others play on."))
        elif text in ("back", "decline") and self._take_back and not self._is_choice(text):
            await self._call(self._take_back(wish_number(model), text == "decline"))
            return
        elif not model.is_asked:
            self._say(tr("It is not your turn; wait."))
            return
        elif text == "undo":
            if not model.undo():
                self._say(tr("There is nothing to take back."))
        elif text == "restart":
            model.restart()
        elif text == "next" and model.may_go_on:
            model.go_on()
        elif text == "suggest" or (text == "s" and not self._is_choice(text)):
            await self._suggest()
        elif await self._answered(text):
            return
        self._ask()

    async def _call(self, call: Awaitable[None]) -> None:
        try:
            await call
        except CallFailed as error:
            self._say(str(error))
            self._ask()

    def _told_about(self, text: str) -> bool:
        """Show what `text` asks for; whether it is a word for that."""
        model = self._model
        if model.game is None or model.view is None:
            return False
        if text in ("?", "help"):
            shown = [*said_lines(HELP), *help_of(model.game)]
        elif text == "show":
            shown = model.game.face.describe_table(model.shown, model.players)
        elif text == "cards":
            pictured = drawing_of(model.game).holdings(model.shown, model.players, 100)
            shown = [drawn.plain.rstrip() for drawn in pictured]
        elif text == "log":
            shown = model.log
        else:
            return False
        for part in shown:
            self._say(part)
        return True

    async def _answered(self, text: str) -> bool:
        """Take `text` as an answer; whether the whole move is on its way."""
        model = self._model
        assert model.game is not None
        if text in ("", "send"):
            if (answer := model.send()) is not None:
                await self._answer(*answer)
                return True
            default = model.question.default if model.question is not None else ""
            return self._chose(default) if default else False
        if text == "default":
            move = model.game.drafts.default_move(model.shown)
        else:
            move = None if self._is_choice(text) else model.game.typing.parse(model.shown, text)
            if move is None:
                return self._chose(text)
        if model.plan is not None and model.plan.earlier:
            if not model.take(move) and model.notice is not None:
                self._say(model.notice.text)
            return False
        # Whole moves go to the referee as they are: it explains best what is wrong with one.
        turn = model.turn
        model.sent()
        await self._answer(turn, move)
        return True

    def _is_choice(self, text: str) -> bool:
        question = self._model.question
        return question is not None and any(text in choice[:2] for choice in question.choices)

    def _chose(self, text: str) -> bool:
        model, question = self._model, self._model.question
        by_key = {choice.key: choice.word for choice in question.choices} if question else {}
        if not model.choose(by_key.get(text, text)) and model.notice is not None:
            self._say(model.notice.text)
        return False

    async def _suggest(self) -> None:
        model = self._model
        if not model.may_suggest or model.game is None:
            self._say(tr("Suggestions are not allowed in this match."))
            return
        found = await asyncio.to_thread(model.suggestion, _THINK_SECONDS)
        if model.take(found.move, found.why):
            self._say(tr("Suggested: {why}.", why=found.why))


def _choices(question: DraftQuestion) -> str:
    parts = []
    for choice in question.choices:
        if choice.why_not:
            continue
        said = choice.label or choice.word
        parts.append(said if said == choice.key else f"{choice.key} {said}")
    answers = ", ".join(parts)
    if question.default:
        default = question.default
        answers = tr("{answers} (empty line: {default})", answers=answers, default=default)
    return f"  {answers}"


def read_lines(stream: TextIO, loop: asyncio.AbstractEventLoop) -> "asyncio.Queue[str | None]":
    """The lines of `stream` as they come, read beside the loop; at its end comes `None`."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody listens
            with suppress(OSError):  # the terminal has hung up
                for text in stream:
                    loop.call_soon_threadsafe(lines.put_nowait, text.strip())
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, name="input", daemon=True).start()
    return lines
