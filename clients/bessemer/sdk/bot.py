"""The contract of a bot of any game, the news that it gets of a match, and the line that runs it."""

from __future__ import annotations  # so that `help()` says `Move`, and not all that it may be

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Final, Generic, NamedTuple, NoReturn, Protocol, TypeVar, overload

from bessemer.sdk.view import AnyView


class Bot(Protocol):
    """
    Plays one seat of one match.

    Only `decide` is needed; it may be `async`. `begin(MatchStart)` and `end(MatchEnd)` are called
    if they are there, and `runs_inline` is heeded: see `BotBase`.
    """

    def decide(self, view: Any) -> Any:  # noqa: ANN401 - views and moves are the game's own
        """The move for the decision that `view` is asked for, or an awaitable of it."""


class MatchStart(NamedTuple):
    """The facts of a match when the seat is taken."""

    match_id: str
    game: str
    seat: int
    players: tuple[str, ...]
    """By seat; "" for one that nobody has taken yet."""
    options: Mapping[str, str]
    """All options of the game, also those left at their defaults."""


class MatchEnd(NamedTuple):
    """How the match ended."""

    match_id: str
    seat: int
    ranks: tuple[int, ...]
    """By seat, 1 the best, ties share (1, 1, 3); empty if the match was aborted."""
    scores: tuple[int, ...]
    """By seat: money, victory points, Fame; empty if the match was aborted."""
    message: str
    """A sentence about an abnormal end."""
    faults: tuple[str, ...]
    """The faults of our own bot: exceptions, refused moves, answers that came too late."""

    @property
    def rank(self) -> int | None:
        """Ours; `None` if the match was aborted."""
        return self.ranks[self.seat] if self.ranks else None

    @property
    def score(self) -> int | None:
        """Ours; `None` if the match was aborted."""
        return self.scores[self.seat] if self.scores else None


ViewT = TypeVar("ViewT", bound=AnyView)
MoveT = TypeVar("MoveT")
ParamsT = TypeVar("ParamsT")


class BotBase(Generic[ViewT, MoveT]):
    """Plays one seat of one match. Without a method of its own it does as little as may be."""

    runs_inline = False
    """
    Whether every decision takes less than about a millisecond.

    Such a bot is asked on the event loop; any other thinks on a thread of its own, so that it
    holds up nobody. The thread costs about 0.1 ms a decision.
    """

    max_thinking = 1
    """
    How many decisions it can think about at once, if it does not run inline.

    On a ladder a bot plays many matches at the same time. It is asked no more at once than this; the
    others wait, on nobody's clock. More than one helps only a bot that leaves processors idle.
    """

    _needed: ClassVar[Sequence[str]] = ()
    """The game's decisions without which no bot gets anywhere: its author is told if one is left out."""

    version = ""
    """On a ladder each version is rated as a player of its own: change it when the bot plays better."""

    def begin(self, match: MatchStart) -> None:
        """Called once, before the first decision, when the seat is taken."""

    def end(self, match: MatchEnd) -> None:
        """Called once, when the match is over."""

    def decide(self, view: ViewT) -> MoveT:
        """The move for whatever is asked, from the method that has the phase's name."""
        move: MoveT = getattr(self, view.phase.replace("-", "_"))(view)
        return move


Taker = Callable[[Callable[..., Bot], Any], NoReturn]
"""Takes what makes bots, and the numbers that it is given, or nothing."""
_INSTEAD: Final[ContextVar[Taker | None]] = ContextVar("instead of running", default=None)


@contextmanager
def instead_of_running(take: Taker) -> Iterator[None]:
    """Let `run` call `take` with what it is given: for callers that want a program's bots only."""
    reset = _INSTEAD.set(take)
    try:
        yield
    finally:
        _INSTEAD.reset(reset)


@overload
def run(new_bot: Callable[[], Bot], words: Sequence[str] | None = None) -> list[MatchEnd]: ...


@overload
def run(
    new_bot: Callable[[ParamsT], Bot], words: Sequence[str] | None = None, *, params: ParamsT
) -> list[MatchEnd]: ...


def run(
    new_bot: Callable[..., Bot],
    words: Sequence[str] | None = None,
    *,
    params: Any = None,
) -> list[MatchEnd]:
    """
    Play the seats that the environment or the command line name, and log how it ended.

    Args:
        new_bot: makes a bot for each seat; the class will do.
        words: the command line; the program's own if it is not given.
        params: an object of a frozen dataclass of numbers. Bots are made as `new_bot(params)`, and
            each number is an option: `./my_bot.py --depth 3`.

    Raises:
        SystemExit: 2 if it is not clear what to play, 1 if a seat could not be played to its end.
    """
    if (take := _INSTEAD.get()) is not None:
        take(new_bot, params)
    from bessemer.sdk.program import running  # noqa: PLC0415 - gRPC, when it is needed and not before

    return running.run(new_bot, words, params)
