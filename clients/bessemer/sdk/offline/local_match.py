"""
A match among bots in this process: by the real rules, without a network or a clock.

Whatever a bot does wrong is raised, with what it answered and why that was refused.
"""

import asyncio
import inspect
import time
import traceback
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Outcome, Seat
from bessemer.sdk.bot import Bot, MatchEnd, MatchStart
from bessemer.sdk.move_types import what_is_wrong
from bessemer.sdk.program.bot_checks import UnusableBot, check_game
from bessemer.sdk.view import UNLIMITED, AnyView, SeatMove, view_class

_SHOWN: Final = 5
"""The number of legal moves shown to the author of an illegal one."""


class BotFault(AssertionError):
    """A bot did what a referee would refuse; the message says what, where and why."""


class LocalMatch(NamedTuple):
    """A match that was played to its end."""

    outcome: Outcome
    moves: tuple[SeatMove, ...]
    """In the order made."""
    seconds: tuple[float, ...]
    """By seat: how long each thought, in all."""
    state: Any
    """At the end."""


def play_locally(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - any game's
    bots: Sequence[Bot],
    *,
    options: Mapping[str, str],
    clock: float = UNLIMITED,
    match_id: str = "local",
) -> LocalMatch:
    """
    Play a match to its end, from a state at its first decision.

    Bots see the `options` of the game as texts, and `clock` at every decision; nobody is timed out.

    Raises:
        BotFault: a bot made an illegal move, or raised an exception, which is then the cause.
    """
    view_type, players = view_class(game.name), tuple(type(bot).__name__ for bot in bots)
    moves: list[SeatMove] = []
    told, seconds = [0] * len(bots), [0.0] * len(bots)
    asking = BotAsker()
    try:
        for seat, bot in enumerate(bots):
            try:
                check_game(bot, game.name)
            except UnusableBot as error:
                raise BotFault(f"seat {seat}: {error}") from None
            asking.tell(bot, "begin", MatchStart(match_id, game.name, seat, players, options))
        while asked := game.decisions(state):
            seat = asked[0].seat
            view = view_type(game.view(state, seat), clock)
            news = moves[told[seat] : number_open(game, state, seat, moves)]
            told[seat] += len(news)
            view.read_moves = partial(tuple, news)
            began = time.perf_counter()
            move = asking.ask(bots[seat], view)
            seconds[seat] += time.perf_counter() - began
            try:
                state = game.apply(state, seat, move)
            except IllegalMove as error:
                raise _fault(bots[seat], view, move, str(error)) from None
            except (AttributeError, LookupError, TypeError, ValueError) as error:
                raise _fault(bots[seat], view, move, f"no move at all: {error}") from None
            moves.append(SeatMove(seat, move))
        outcome = game.outcome(state)
        assert outcome is not None, "nobody is asked now"
        for seat, bot in enumerate(bots):
            asking.tell(bot, "end", MatchEnd(match_id, seat, *outcome, "", ()))
    finally:
        asking.close()
    return LocalMatch(outcome, tuple(moves), tuple(seconds), state)


def number_open(game: AnyGame, state: Any, seat: Seat, moves: Sequence[SeatMove]) -> int:  # noqa: ANN401
    """How many of these moves the seat may know: all before the first that is still sealed."""
    number = len(moves)
    for other in game.sealed(state):
        if other != seat:
            last = next(n for n in reversed(range(len(moves))) if moves[n].seat == other)
            number = min(number, last)
    return number


class BotAsker:
    """Asks bots and waits for the answers of those that are async; the others cost nothing more."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()

    def tell(self, bot: Bot, method: str, news: MatchStart | MatchEnd) -> None:
        """
        Call `begin` or `end` of a bot that has it.

        Raises:
            BotFault: it raised an exception, which is the cause.
        """
        if (told := getattr(bot, method, None)) is not None:
            self._call(told, news, f"seat {news.seat} ({type(bot).__name__}), {method}")

    def ask(self, bot: Bot, view: AnyView) -> Any:  # noqa: ANN401 - to be checked
        """
        The bot's answer, whatever that is.

        Raises:
            BotFault: it raised an exception, which is the cause.
        """
        return self._call(bot.decide, view, _place(bot, view))

    def close(self) -> None:
        """End the event loop."""
        self._runner.close()

    def _call(self, method: Any, about: object, place: str) -> Any:  # noqa: ANN401 - a bot's
        try:
            answer = method(about)
            return self._runner.run(_awaited(answer)) if inspect.isawaitable(answer) else answer
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            raise BotFault(
                f"{place}: the bot raised {type(error).__name__}: {error} "
                f"({Path(where.filename).name}, line {where.lineno})"
            ) from error


async def _awaited(answer: Any) -> Any:  # noqa: ANN401 - any game's
    return await answer


def checked_move(bot: Bot, view: AnyView, move: Any) -> Any:  # noqa: ANN401 - any game's
    """
    `move`, which the bot answered, if it is legal.

    Raises:
        BotFault: it is not, or it is no move at all.
    """
    try:
        refusal = view.why_illegal(move)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise _fault(bot, view, move, f"no move at all: {error}") from None
    if refusal is not None:
        raise _fault(bot, view, move, str(refusal))
    return move


def _fault(bot: Bot, view: AnyView, move: object, why: str) -> BotFault:
    why = what_is_wrong(view.game.name, move) or why
    legal = [f"    {view.game.format(legal)}" for legal in view.legal_moves(_SHOWN)]
    try:
        answer = view.game.format(move)
    except (AttributeError, LookupError, TypeError, ValueError):  # something else than a move
        answer = repr(move)
    return BotFault(
        "\n".join(
            (
                f"{_place(bot, view)}: {why}",
                f"  it answered: {answer}",
                "  legal would be, among others:",
                *legal,
            )
        )
    )


def _place(bot: Bot, view: AnyView) -> str:
    return f"seat {view.seat} ({type(bot).__name__}), round {view.round}, {view.phase}"
