"""The full-screen table: whatever the game, it shows a `TableModel` and lets a person answer."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, Protocol

from rich.text import Text
from textual import events

from bessemer.faces.language import said_lines, tr
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.table.answers.drafts import AnswerDraft
from bessemer.table.events import Event, Listen, MatchEnded, Stopped
from bessemer.table.model import TableModel
from bessemer.table.notices import Notice
from bessemer.table.taking_back import WishNews, may_take_back, wish_number
from bessemer.terminal.after_match import WISHES, AfterMatch, Analyse, no_analysis
from bessemer.terminal.at_once import may_send_at_once
from bessemer.terminal.dialogs import Confirm, Pages, TypedLine, log_pages
from bessemer.terminal.drawing import Lines, drawing_of, help_of
from bessemer.terminal.keys import (
    BACK_KEYS,
    KEYS_HELP,
    PAGE_KEYS,
    POINT_KEYS,
    asked_back,
    asked_to_resign,
    key_name,
    keys_of,
    note_wish,
)
from bessemer.terminal.layout import LayoutApp, Room, Screenful
from bessemer.terminal.panel import note_lines, panel_lines, waiting_for
from bessemer.terminal.style import DIM, STRONG, paragraph
from bessemer.terminal.widgets import Chosen, Pressed

_TICK: Final = 0.25
_THINK_SECONDS: Final = 2.0


class Client(Protocol):
    """The part of a `MatchClient` that the table needs."""

    async def run(self) -> None:
        """Report what happens until the match is over."""

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Answer the decision of this turn."""

    async def resign(self) -> None:
        """Give the seat up."""

    async def take_back(self, wish: int = 0, *, decline: bool = False) -> None:
        """Wish to take the last move back, or answer such a wish."""

    def answer_soon(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """The same, while the client reports the decision."""


Connect = Callable[[Listen], Client]
"""Makes a client that reports to its listener."""


class TableApp(LayoutApp[AfterMatch]):
    """A table that somebody plays at, or looks at; the answer is what that person wants next."""

    def __init__(
        self,
        model: TableModel,
        connect: Connect,
        offers: frozenset[AfterMatch] = frozenset(),
        analyse: Analyse = no_analysis,
    ) -> None:
        """`offers` are the wishes that can be had here, apart from leaving: with KEEP the match waits for the person."""
        super().__init__()
        self._analyse = analyse
        self._offers = offers
        self._model = model
        self._client = connect(self._hear)
        self._cursor = ""
        self._pointed: AnswerDraft | None = None
        """The answer in the making for which the cursor was moved by hand."""
        self._taken: dict[tuple[int, int], str] = {}
        """The answer at each step, for a person who comes back to it."""
        self._taken_in = 0
        """In which turn that was."""
        self._is_thinking = False
        self._clocks_shown: tuple[str, ...] = ()
        self._news = WishNews()

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._client.run(), name="client")
        self.set_interval(_TICK, self._tick)

    def _hear(self, event: Event) -> None:
        model, turn = self._model, self._model.turn
        model.hear(event)
        if (due := model.due()) is not None:
            self._client.answer_soon(*due)
        note_wish(model, self._news)
        if isinstance(event, MatchEnded | Stopped):
            self.bell()
        if model.turn != turn and model.lesson is not None and model.lesson.is_new:
            self._open("i")
        self.redraw()

    # --- Drawing --------------------------------------------------------------------------------------

    def _tick(self) -> None:
        """Let the clocks run; nothing else has changed. A table without a clock is left alone."""
        model, room = self._model, self.room
        clocks = model.clocks()
        if clocks == self._clocks_shown:
            return
        self._clocks_shown = clocks
        if model.game is not None and model.view is not None and not model.is_over:
            self.part("players").show(self._players(room.width))
            self.part("heading").show([self._heading(room.whole)])

    def screenful(self, room: Room) -> Screenful:
        self._keep_cursor()
        model, width = self._model, room.width
        shown = Screenful(
            heading=self._heading(room.whole),
            banner=self._banner(room.whole),
            picture=self._picture(width - 1),
            players=self._players(width),
            panel=[],
            log=model.log,
            keys=keys_of(model, self._offers),
        )
        if model.game is not None and model.view is not None and not model.is_over:
            shown = shown._replace(
                own=drawing_of(model.game).own(model.shown, width),
                notes=note_lines(model.game.rules.name, model.shown, room.side),
            )
        above = (shown.banner, shown.picture, shown.own, shown.players)
        left = room.height - 2 - sum(map(len, above))
        panel = panel_lines(model, self._cursor, width - 2, left, is_thinking=self._is_thinking)
        return shown._replace(panel=panel)

    def _heading(self, width: int) -> Text:
        model = self._model
        if model.game is None or model.view is None or model.match is None:
            return Text(f" {tr('Bessemer: connecting to the referee …')}", STRONG)
        left = f" {model.match.game.capitalize()} · {model.game.face.heading(model.view)} · "
        right, own = "", model.players.own
        if model.is_over:
            left += tr("the match is over")
        elif model.turn and not model.is_sent:
            left += tr("your turn")
            if own is not None and (clocks := model.clocks()):
                right = f"{tr('your clock {time}', time=clocks[own])} "
        else:
            left += waiting_for(model)
        gap = " " * max(1, width - len(left) - len(right))
        return Text(f"{left}{gap}{right}", STRONG, no_wrap=True)

    def _banner(self, width: int) -> Lines:
        if not self._model.away or self._model.is_over:
            return []
        why = self._model.away
        return paragraph(
            tr("Connection lost: {why}. Trying again; your answer is kept.", why=why), width, STRONG
        )

    def _picture(self, width: int) -> Lines:
        model = self._model
        if model.game is None or model.view is None:
            return [Text(f" {tr('Waiting for the table …')}", DIM)]
        if model.result is not None:
            lines = [
                line for text in model.result_lines() for line in paragraph(text, width, STRONG)
            ]
            return [
                *lines,
                Text(),
                *drawing_of(model.game).holdings(model.view, model.players, width),
            ]
        return drawing_of(model.game).table(
            model.shown, model.players, width, model.draft, self._cursor
        )

    def _players(self, width: int) -> Lines:
        model = self._model
        if model.game is None or model.view is None or model.result is not None:
            return []  # at the end the results stand above, and the order of play says nothing
        clocks = model.clocks()
        return drawing_of(model.game).players(
            model.shown, model.players, width, clocks, model.waiting()
        )

    # --- What the person does -------------------------------------------------------------------------

    def _words(self) -> list[str]:
        question = self._model.question
        return [choice.word for choice in question.choices] if question else []

    def _keep_cursor(self) -> None:
        """Keep the cursor on an answer of the question that is asked; of an old one, where it was."""
        question, words = self._model.question, self._words()
        if self._taken_in != self._model.turn:
            self._taken_in, self._taken, self._cursor = self._model.turn, {}, ""
        if self._cursor not in words:
            taken = self._taken.get(self._step, "")
            default = question.default if question else ""
            self._cursor = taken if taken in words else default

    async def _choose(self, word: str, *, is_pointed: bool = False) -> None:
        model, before = self._model, self._model.draft
        self._taken[self._step] = word
        if not model.choose(word) or before is None or model.draft is None:
            return
        is_alone = model.plan is not None and not model.plan.earlier
        if is_alone and may_send_at_once(before, model.draft, word, is_pointed=is_pointed):
            await self._send()

    @property
    def _step(self) -> tuple[int, int]:
        """Which question is open, among all of a plan."""
        plan = self._model.plan
        return (len(plan.stages), len(plan.drafts)) if plan is not None else (0, 0)

    async def on_key(self, event: events.Key) -> None:
        if len(self.screen_stack) == 1:
            event.stop()
            event.prevent_default()
            await self._press(event.character or event.key, event.key)

    async def on_pressed(self, message: Pressed) -> None:
        await self._press(message.key, message.key.lower())

    async def on_chosen(self, message: Chosen) -> None:
        if self._model.question is not None:
            await self._choose(message.word)
            self.redraw()

    async def _press(self, sign: str, key: str) -> None:
        model, question = self._model, self._model.question
        by_key = {choice.key: choice.word for choice in question.choices} if question else {}
        if sign in by_key:
            await self._choose(by_key[sign])
        elif key in POINT_KEYS:
            self._move_cursor(POINT_KEYS[key])
        elif key in PAGE_KEYS:
            self.scroll_table(PAGE_KEYS[key])
            return
        elif key == "enter":
            await self._enter()
        elif key in BACK_KEYS:
            model.undo()
        elif key == "escape":
            model.restart()
        elif sign == "s":
            self._suggest()
        elif sign == "n" and model.may_go_on:
            model.go_on()
        else:
            self._open("q" if key == "ctrl+c" else sign)
        self.redraw()

    def _move_cursor(self, ahead: int) -> None:
        words = self._words()
        if words:
            there = words.index(self._cursor) + ahead if self._cursor in words else min(0, ahead)
            self._cursor = words[there % len(words)]
            self._pointed = self._model.draft

    async def _enter(self) -> None:
        model = self._model
        if model.ready_move is not None:
            await self._send()
        elif model.question is not None and self._cursor:
            is_pointed = self._pointed is not None and self._pointed is model.draft
            await self._choose(self._cursor, is_pointed=is_pointed)

    async def _send(self) -> None:
        if (answer := self._model.send()) is not None:
            await self._client.answer(*answer)

    def _suggest(self) -> None:
        model = self._model
        if not model.is_asked or self._is_thinking:
            return
        if not model.may_suggest:
            model.notice = Notice(tr("Suggestions are not allowed in this match."), is_bad=True)
            return
        self._is_thinking = True
        self.run_worker(self._think(model.turn), name="suggestion")

    async def _think(self, turn: int) -> None:
        model = self._model
        assert model.game is not None
        try:
            found = await asyncio.to_thread(model.suggestion, _THINK_SECONDS)
        finally:
            self._is_thinking = False
        if model.turn == turn:
            model.take(found.move, tr("Suggested: {why}.", why=found.why))
        self.redraw()

    def _open(self, sign: str) -> None:
        """Open the page or the question that a key stands for."""
        model = self._model
        if model.result is not None and (wish := WISHES.get(sign)) in self._offers:
            if wish is AfterMatch.ANALYSE:
                self.run_worker(self._show_analysis(), name="analysis", exclusive=True)
            else:
                self.exit(wish)
            return
        match sign:
            case "l":
                self.push_screen(Pages(tr("The log"), log_pages(model.log), at_end=True))
            case "c" if model.game is not None and model.view is not None:
                wide = Pages.text_width(self.size.width)
                cards = drawing_of(model.game).holdings(model.view, model.players, wide)
                self.push_screen(Pages(tr("Everybody's cards"), cards))
            case "i" if model.lesson is not None:
                wide = Pages.text_width(self.size.width)
                told = [
                    line for text in model.lesson.lines for line in (*paragraph(text, wide), Text())
                ]
                self.push_screen(Pages(model.lesson.title, told))
            case "?" | "h":
                about = help_of(model.game) if model.game is not None else ()
                self.push_screen(Pages(tr("Help"), log_pages([*said_lines(KEYS_HELP), "", *about])))
            case ":" if model.is_asked:
                assert model.game is not None
                example = model.game.rules.format(model.game.drafts.default_move(model.shown))
                self.push_screen(
                    TypedLine(tr("a move, such as: {example}", example=example)), self._typed
                )
            case "R" if model.may_resign:
                self.push_screen(Confirm(*asked_to_resign()), self._resign)
            case "B" if may_take_back(model):
                self.push_screen(Confirm(*asked_back(model)), self._take_back)
            case "q":
                self._ask_to_leave()
            case _:
                model.notice = Notice(
                    tr("{key} does nothing here; ? shows the keys.", key=key_name(sign))
                )

    def _ask_to_leave(self) -> None:
        model = self._model
        if model.is_over or model.players.own is None or model.is_taught:
            self.exit(AfterMatch.LEAVE)
        elif AfterMatch.KEEP in self._offers:
            text = tr("Leave the table? The match waits for you, and you can go on another time.")
            answers = {
                "y": tr("go on another time"),
                "g": tr("give the match up"),
                "n": tr("stay"),
            }
            self.push_screen(Confirm(text, answers), self._leave)
        else:
            text = tr("Leave the table? Your clock runs on, and the default move is made for you.")
            self.push_screen(Confirm(text, {"y": tr("yes"), "n": tr("no")}), self._leave)

    async def _show_analysis(self) -> None:
        """The analysis of the match that is over, in a window over the table."""
        page = Pages(tr("Analysis"), [Text(tr("Analysing the match …"), DIM)])
        self.push_screen(page)
        page.show(log_pages([await self._analyse(Pages.text_width(self.size.width))]))

    def _leave(self, answer: str | None) -> None:
        if answer == "y":
            self.exit(AfterMatch.KEEP if AfterMatch.KEEP in self._offers else AfterMatch.LEAVE)
        elif answer == "g":
            self.exit(AfterMatch.GIVE_UP)

    def _resign(self, answer: str | None) -> None:
        if answer == "y":
            self.run_worker(self._call(self._client.resign()), name="resign")

    def _take_back(self, answer: str | None) -> None:
        if answer in ("y", "d"):
            number = wish_number(self._model)
            self.run_worker(self._call(self._client.take_back(number, decline=answer == "d")))

    async def _call(self, call: Coroutine[Any, Any, None]) -> None:
        try:
            await call
        except CallFailed as error:
            self._model.notice = Notice(str(error), is_bad=True)
        self.redraw()

    def _typed(self, text: str | None) -> None:
        model = self._model
        if not text or model.game is None or not model.turn:
            return
        move = model.game.typing.parse(model.shown, text.strip())
        if move is None:
            model.choose(text.strip())
        elif not model.take(move) and model.plan is not None and not model.plan.earlier:
            # The referee shall say what is wrong with it, in its own words.
            turn = model.turn
            model.sent()
            self.run_worker(self._client.answer(turn, move))
        self.redraw()
