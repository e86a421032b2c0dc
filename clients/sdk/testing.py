"""
A referee for tests: whole matches by the real rules, in this process, without a network.

    referee = FakeReferee(seed=7)
    match = referee.play(MyBot(), RandomBot(), RandomBot())
    assert match.ranks[0] == 1

    view = referee.view("plan", round=2)
    assert MyBot().plan(view) == …

The same seed and the same bots give the same match. Whatever a bot does wrong is raised, with what
it answered and why that was refused.
"""

import asyncio
import inspect
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from clients.sdk.bot import Bot, MatchEnd, MatchStart
from clients.sdk.furnace_bot import FurnaceBot
from clients.sdk.furnace_view import UNLIMITED, FurnaceView
from referee.games.chance import Chance
from referee.games.errors import IllegalMove
from referee.games.furnace.moves import Move
from referee.games.furnace.rules import FURNACE
from referee.games.furnace.state import Phase, State
from referee.games.game import Seat

__all__ = ["BotFault", "FakeReferee", "IdleBot", "PlayedMatch", "RandomBot"]

_NO_OPTIONS: Final[Mapping[str, str]] = MappingProxyType({})
_MATCH_ID: Final = "test"
_SHOWN: Final = 5
"""So many legal moves are shown to whoever made an illegal one."""


class BotFault(AssertionError):
    """A bot did what a referee would refuse; the message says what, where and why."""


class IdleBot(FurnaceBot):
    """An opponent that does as little as the rules permit."""

    is_quick = True


class RandomBot(FurnaceBot):
    """An opponent that plays anything legal; the same seed, the same moves."""

    is_quick = True

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - no secret

    def decide(self, view: FurnaceView) -> Move:
        return view.random_move(self._rng)


class PlayedMatch(NamedTuple):
    """A match that was played to its end; everything is by seat."""

    ranks: tuple[int, ...]
    """1 the best; ties share (1, 1, 3)."""
    scores: tuple[int, ...]
    """The money."""
    moves: tuple[tuple[Seat, str], ...]
    """Who played what, as text: "bid 3 on C07"."""
    seconds: tuple[float, ...]
    """How long each thought, in all."""
    final: FurnaceView
    """The table at the end, as seat 0 sees it."""


class FakeReferee:
    """Plays matches with these options, this seed and this clock."""

    def __init__(
        self,
        *,
        seed: int = 0,
        options: Mapping[str, str] = _NO_OPTIONS,
        clock: float = UNLIMITED,
    ) -> None:
        """
        A referee whose matches are all the same.

        Args:
            seed: what the cards fall by.
            options: of the game, as `bessemer games` lists them: `{"chain": "on"}`.
            clock: what `view.clock` says at every decision. Nobody is timed out.
        """
        self._seed = seed
        self._options = dict(options)
        self._clock = clock

    def play(self, *bots: Bot) -> PlayedMatch:
        """
        Play a match among `bots`, seat 0 first.

        Raises:
            BotFault: a bot made an illegal move, or raised an exception, which is then the cause.
            BadOption: such a match cannot be played.
        """
        state = self._set_up(len(bots))
        moves, seconds = [], [0.0] * len(bots)
        with asyncio.Runner() as runner:  # for bots that are async; the others never wake it
            for seat, bot in enumerate(bots):
                _tell(bot, "begin", self._start(seat, bots), runner)
            while asked := FURNACE.decisions(state):
                seat = asked[0].seat
                view = FurnaceView(FURNACE.view(state, seat), self._clock)
                began = time.perf_counter()
                move = _ask(bots[seat], view, runner)
                seconds[seat] += time.perf_counter() - began
                try:
                    state = FURNACE.apply(state, seat, move)
                except IllegalMove as error:
                    raise _fault(bots[seat], view, move, str(error)) from None
                except (AttributeError, LookupError, TypeError, ValueError) as error:
                    raise _fault(bots[seat], view, move, f"no move at all: {error}") from None
                moves.append((seat, str(move)))
            outcome = FURNACE.outcome(state)
            assert outcome is not None, "nobody is asked any more"
            for seat, bot in enumerate(bots):
                end = MatchEnd(_MATCH_ID, seat, outcome.ranks, outcome.scores, "", ())
                _tell(bot, "end", end, runner)
        final = FurnaceView(FURNACE.view(state, Seat(0)), self._clock)
        return PlayedMatch(outcome.ranks, outcome.scores, tuple(moves), tuple(seconds), final)

    def view(
        self,
        phase: str = "bid",
        *,
        round: int = 1,  # noqa: A002 - the game's own word
        seat: int | None = None,
        seats: int = 3,
    ) -> FurnaceView:
        """
        What a seat sees when it is asked in this phase, after random play.

        Args:
            phase: "bid", "compensation", "placement" (then the chain variant is played) or "plan".
            round: at the earliest in this round.
            seat: who is asked; anybody if it is not given.
            seats: how many play.

        Raises:
            LookupError: it does not come to that in a match by this seed: try another.
        """
        wanted = Phase(phase)
        for view in self.views(seats, chain=wanted is Phase.PLACEMENT):
            if view.phase is wanted and view.round >= round and seat in (None, view.seat):
                return view
        who = "nobody is" if seat is None else f"seat {seat} is never"
        raise LookupError(f"by seed {self._seed} {who} asked for a {phase} from round {round} on")

    def view_after(self, moves: int, *, seats: int = 3) -> FurnaceView:
        """
        What the next seat sees after so many random moves.

        Raises:
            LookupError: the match is over by then.
        """
        for number, view in enumerate(self.views(seats)):
            if number == moves:
                return view
        raise LookupError(f"by seed {self._seed} the match is over before {moves} moves")

    def views(self, seats: int = 3, *, chain: bool = False) -> Iterator[FurnaceView]:
        """Every decision of a match that is played at random, as the seat sees it."""
        rng = random.Random(self._seed)  # noqa: S311 - no secret
        state = self._set_up(seats, {"chain": "on"} if chain else {})
        while asked := FURNACE.decisions(state):
            seat = asked[0].seat
            yield FurnaceView(FURNACE.view(state, seat), self._clock)
            state = FURNACE.apply(state, seat, FURNACE.sample_move(state, seat, rng.randrange))

    def _set_up(self, seats: int, more: Mapping[str, str] = _NO_OPTIONS) -> State:
        options = FURNACE.options({**self._options, **more})
        return FURNACE.setup(options, seats, Chance(f"test {self._seed}".encode()))

    def _start(self, seat: int, bots: Sequence[Bot]) -> MatchStart:
        names = tuple(type(bot).__name__ for bot in bots)
        options = FURNACE.option_texts(FURNACE.options(self._options))
        return MatchStart(_MATCH_ID, FURNACE.name, seat, names, options)


def _tell(bot: Bot, method: str, news: object, runner: asyncio.Runner) -> None:
    if (told := getattr(bot, method, None)) is not None:
        said = told(news)
        if inspect.isawaitable(said):
            runner.run(_awaited(said))


def _ask(bot: Bot, view: FurnaceView, runner: asyncio.Runner) -> Any:  # noqa: ANN401 - to be checked
    try:
        answer = bot.decide(view)
        return runner.run(_awaited(answer)) if inspect.isawaitable(answer) else answer
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        raise BotFault(f"{_place(bot, view)}: the bot raised {why}") from error


async def _awaited(answer: Any) -> Any:  # noqa: ANN401 - any game's
    return await answer


def _fault(bot: Bot, view: FurnaceView, move: object, why: str) -> BotFault:
    legal = [f"    {shown}" for shown in view.legal_moves(_SHOWN)]
    try:
        answer = str(move)
    except TypeError:  # a move of the right kind, filled with something else
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


def _place(bot: Bot, view: FurnaceView) -> str:
    return f"seat {view.seat} ({type(bot).__name__}), round {view.round}, {view.phase}"
