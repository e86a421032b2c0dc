"""A bot that asks a model: any function from text to text."""

import asyncio
import contextlib
import inspect
import logging
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

from bessemer.faces.players import Players
from bessemer.faces.refusals import refusal_text
from bessemer.sdk.bot import MatchEnd, MatchStart
from bessemer.sdk.view import AnyView, SeatMove
from bessemer.table.answers.drafts import AnswerDraft, NotPossible
from bessemer.table.games import TableGame, table_game
from bessemer.text.answers import Move, NamedChoice, Rules, read_answer
from bessemer.text.costs import ModelCosts, tokens_of
from bessemer.text.prompts import LEAST_TOKENS, Situation, prompt, quoted_players

Complete = Callable[[str], str | Awaitable[str]]
"""A model: a prompt in, an answer out; it may be `async`."""

_log: Final = logging.getLogger("bessemer.text")
# What a model costs is in the bot's log even where only warnings are wanted.
_log.setLevel(logging.INFO)
_SHARE_OF_CLOCK: Final = 0.8
"""A decision takes at most so much of the time that is left, so that the default move is not too late."""
_SHOWN: Final = 200
_NOT_READ: Final = "it names none of the choices"


class TextBot:
    """Plays one seat of one match, of any game."""

    runs_inline = False
    max_thinking = 1

    def __init__(
        self, complete: Complete, *, tokens: int = 3000, attempts: int = 3, seconds: float = 120.0
    ) -> None:
        """
        A bot that asks `complete` until it knows a whole move.

        Args:
            complete: the model; one that raises an exception is asked again.
            tokens: the most of a prompt, by four characters each.
            attempts: after so many refused or missing answers to a decision it plays the default move.
            seconds: the most for a decision; less where the clock is shorter.

        Raises:
            ValueError: there is too little of something.
        """
        if tokens < LEAST_TOKENS:
            raise ValueError(f"a prompt needs {LEAST_TOKENS} tokens or more, not {tokens}")
        if attempts < 1 or seconds <= 0:
            raise ValueError("a model needs at least one attempt, and some time")
        self._complete = complete
        self._tokens, self._attempts, self._seconds = tokens, attempts, seconds
        self._names: tuple[str, ...] = ()
        self._since: list[SeatMove] = []
        self._tells_rules = True
        self.costs = ModelCosts()
        """Of the match so far."""

    def begin(self, match: MatchStart) -> None:
        """The match begins."""
        self._names = match.players

    def end(self, match: MatchEnd) -> None:
        """The match is over: its costs are in the log."""
        _log.info("match %s: %s", match.match_id, self.costs)

    async def decide(self, view: AnyView) -> Any:  # noqa: ANN401 - any game's move
        """The model's move, or the default move if it finds none."""
        self._since += view.moves_since()
        game, used = table_game(view.game.name), ModelCosts(decisions=1)
        draft = game.drafts.begin(view.seen)
        if draft.made.choice is None:  # nothing to ask
            return draft.made.move
        began = time.monotonic()
        try:
            async with asyncio.timeout(min(self._seconds, view.time_left() * _SHARE_OF_CLOCK)):
                move = await self._asked(game, view, draft, used)
        except TimeoutError:
            used.failed += 1
            _log.warning("%s: no answer in time", _place(view))
            move = None
        if move is None:
            used.defaults += 1
            move = view.default_move()
            _log.warning("%s: the default move, %s", _place(view), view.game.format(move))
        used.seconds = time.monotonic() - began
        self._since.clear()
        self.costs.add(used)
        view.note(used)
        view.report_model(**used.figures())
        return move

    async def _asked(
        self, game: TableGame, view: AnyView, draft: AnswerDraft, used: ModelCosts
    ) -> Any:  # noqa: ANN401
        """The move that the model finds; `None` after too many attempts."""
        players = quoted_players(self._names, view.seat)
        example, refusal = view.game.format(view.default_move()), ""
        while (question := draft.question) is not None:
            told = Situation(
                view.seen, draft, question, self._since, example, refusal, self._tells_rules
            )
            answer = await self._completed(prompt(game, players, told, self._tokens), view, used)
            if answer is None:
                refusal = ""
            else:
                self._tells_rules = False
                found = read_answer(view.game, question, answer)
                if isinstance(found, Rules) and not told.tells_rules:
                    self._tells_rules, refusal = True, ""
                    continue
                if isinstance(found, Move):
                    if not (refusal := _why_not(game, view, players, found.move)):
                        return found.move
                elif isinstance(found, NamedChoice) and not found.why_not:
                    try:
                        draft, refusal = draft.chosen(found.text), ""
                        continue
                    except NotPossible as error:
                        refusal = str(error)
                else:
                    refusal = (
                        players.in_names(found.why_not)
                        if isinstance(found, NamedChoice)
                        else _NOT_READ
                    )
                used.illegal += 1
                shown = answer[-_SHOWN:]
                _log.info("%s: answer refused: %s: %r", _place(view), refusal, shown)
            if used.illegal + used.failed >= self._attempts:
                return None
        return draft.move

    async def _completed(self, text: str, view: AnyView, used: ModelCosts) -> str | None:
        """The model's answer; `None` if it failed, which is logged."""
        used.prompts += 1
        used.tokens_in += tokens_of(text)
        try:
            answer = await _call(self._complete, text)
        except Exception as error:  # noqa: BLE001 - a model may fail in any way, and the match goes on
            used.failed += 1
            _log.warning("%s: the model raised %s: %s", _place(view), type(error).__name__, error)
            return None
        if not isinstance(answer, str):
            raise TypeError(f"the model answers with a text, not {type(answer).__name__}")
        used.tokens_out += tokens_of(answer)
        return answer


def _why_not(game: TableGame, view: AnyView, players: Players, move: Any) -> str:  # noqa: ANN401
    """Why the rules refuse a move; empty if they take it."""
    refused = view.why_illegal(move)
    return "" if refused is None else refusal_text(game.rules.name, refused.sentences, players)


def _place(view: AnyView) -> str:
    return f"round {view.round}, {view.phase}"


async def _call(complete: Complete, text: str) -> Any:  # noqa: ANN401 - to be checked
    """Ask a model; one that is not async runs on a thread, where it holds up nobody."""
    if inspect.iscoroutinefunction(complete):
        return await complete(text)
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Any] = loop.create_future()

    def settle(answer: object, error: BaseException | None) -> None:
        if answered.done():  # nobody waits for it any longer
            return
        if error is None:
            answered.set_result(answer)
        else:
            answered.set_exception(error)

    def work() -> None:
        answer: object = None
        failure: BaseException | None = None
        try:
            answer = complete(text)
        except BaseException as error:  # noqa: BLE001 - sys.exit() too: somebody waits
            failure = error if isinstance(error, Exception) else RuntimeError(repr(error))
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits for it
            loop.call_soon_threadsafe(settle, answer, failure)

    # A daemon: a model that never answers does not keep the process alive.
    threading.Thread(target=work, name="model", daemon=True).start()
    answer = await answered
    return await answer if inspect.isawaitable(answer) else answer
