"""
What every game offers: pure functions on frozen values.

A state is a value. Nothing here changes one: `apply` returns the next. Whatever is drawn by chance
is drawn from the `Chance` inside the state, so a seed and the moves are the whole match.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, NewType, Protocol, TypeVar

from bessemer.engine.chance import Chance

if TYPE_CHECKING:
    from bessemer.engine.scripts import Script

Seat = NewType("Seat", int)
"""A place in a match, 0 to n-1, clockwise."""

Below = Callable[[int], int]
"""Answers `below(n)` with an integer from 0 to n-1: how the choices of a sampled move are made."""


class Decision(NamedTuple):
    """One seat is asked for one kind of move now."""

    seat: Seat
    kind: str


class Outcome(NamedTuple):
    """How a match ended, by seat."""

    ranks: tuple[int, ...]
    """1 is best; seats that stay tied share a rank and leave a gap (1, 1, 3)."""
    scores: tuple[int, ...]
    """What the game counts first: money, victory points, fame."""


class Option(NamedTuple):
    """A switch of a game, as `bessemer games` lists it."""

    name: str
    values: tuple[str, ...]
    default: str
    meaning: str
    bounds: tuple[int, int] | None = None
    """The least and the most that a player may choose for a match of its own; `None` for anything."""


OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
ViewT = TypeVar("ViewT")


class Game(Protocol[OptionsT, StateT, MoveT, ViewT]):
    """
    The rules of one game.

    The contracts written here hold for every game in the catalogue; one suite tests them all
    (`tests/games/test_conformance.py`).
    """

    @property
    def name(self) -> str:
        """The game's name in the catalogue, in commands and in replays."""

    @property
    def rules_version(self) -> int:
        """Raised by every change that could make an old replay illegal or different."""

    @property
    def seats(self) -> range:
        """How many may play."""

    @property
    def option_list(self) -> tuple[Option, ...]:
        """Every option with its values and its default."""

    @property
    def decision_kinds(self) -> tuple[str, ...]:
        """Every kind of decision that a seat may be asked for; see `Decision.kind`."""

    def options(self, given: Mapping[str, str]) -> OptionsT:
        """
        The options written as `given`, the others by default.

        Raises:
            BadOption: an unknown name or a value that it cannot have.
        """

    def option_texts(self, options: OptionsT) -> dict[str, str]:
        """All `options` as text: `options(option_texts(o)) == o`."""

    def setup(self, options: OptionsT, seats: int, chance: Chance) -> StateT:
        """
        The state at the first decision.

        Raises:
            BadOption: these options cannot be played by so many seats.
        """

    def decisions(self, state: StateT) -> tuple[Decision, ...]:
        """
        Who must decide now and what, by seat; empty exactly when the match is over.

        Seats listed together decide at the same time, none knowing the others' moves.
        """

    def sealed(self, state: StateT) -> tuple[Seat, ...]:
        """
        The seats whose last move nobody else may know yet.

        Simultaneous moves are made one after the other but stay sealed until the last is in.
        """

    def legal_moves(self, state: StateT, seat: Seat) -> Iterator[MoveT]:
        """
        Every move that `seat` may make now, lazily and in a stable order; none if it is not asked.

        Composite moves can be astronomically many: take what is needed, never exhaust it blindly.
        """

    def sample_move(self, state: StateT, seat: Seat, below: Below) -> MoveT:
        """
        A legal move built from the choices of `below`, without listing them all.

        Every legal move can come out (up to the order of parts whose order means nothing), not
        each equally likely. This is what random play and roll-outs live on.
        """

    def script(self, view: ViewT) -> "Script[MoveT]":
        """
        The small choices that lead the view's seat to a move; see `bessemer.engine.scripts`.

        All paths together are the legal moves, each once, of moves that mean the same the canonical
        one. Nothing but the view is looked at; whatever is offered leads to a legal move.
        """

    def canonical(self, view: ViewT, move: MoveT) -> MoveT:
        """Of all legal moves that have the same effect as `move`, the one that a path leads to."""

    def apply(self, state: StateT, seat: Seat, move: MoveT) -> StateT:
        """
        The state after `move`: the one authority on what is legal. It never repairs a move.

        Raises:
            IllegalMove: the move is refused as a whole.
        """

    def default_move(self, state: StateT, seat: Seat) -> MoveT:
        """The move of a seat that does not answer: legal, and as little as the rules permit."""

    def view(self, state: StateT, seat: Seat | None) -> ViewT:
        """What `seat` may see; `None` is a spectator. Carries no chance and nothing hidden."""

    def resample(self, view: ViewT, chance: Chance) -> StateT:
        """A full state that looks like `view`, what the view hides drawn from `chance`."""

    def unseen(self, state: StateT, seat: Seat) -> tuple[object, ...]:
        """
        All that `seat` does not see: what `resample` draws from chance, and chance itself.

        While it stays the same, nothing hidden has come to light; see `bessemer.engine.foresight`.
        """

    def outcome(self, state: StateT) -> Outcome | None:
        """The result, or `None` while somebody must decide."""

    def standing(self, state: StateT) -> Outcome:
        """The result if the match ended now; once it is over, the `outcome`."""

    def follow_up(self, options: OptionsT, scores: Sequence[int]) -> Mapping[str, str]:
        """
        The options by which a match that ended with these scores decides who begins the next one.

        Empty where the rulebook has nothing of the kind. They may be chosen for the same players in the
        same seats.
        """

    def parse(self, text: str) -> MoveT:
        """
        The move that `text` is the canonical text of.

        Raises:
            MalformedMove: no move is written so.
        """

    def format(self, move: MoveT) -> str:
        """The canonical text of `move`: `parse(format(move)) == move`."""


@cache
def asked(kind: str, seats: tuple[Seat, ...]) -> tuple[Decision, ...]:
    """The decisions of these seats, all of this kind; there are few, so each is built once."""
    return tuple(Decision(seat, str(kind)) for seat in seats)


def ranks(standings: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Each entry's rank, the greatest first; equal entries share a rank (1, 1, 3)."""
    return tuple(1 + sum(other > own for other in standings) for own in standings)
