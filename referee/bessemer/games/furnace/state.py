"""
The state of a match: what lies open on the table, and the little that does not.

Everything public is one value, the `Board`; a view is that board and the seat's own sealed answer.
So whatever a rule can be asked about a state, a bot can ask about its view.
"""

from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.options import Options

T = TypeVar("T")

make: Final = tuple.__new__
"""`make(Disc, (seat, value))` is `Disc(seat, value)` at a third of the cost: for the hot paths."""

AGENT: Final = Seat(2)
"""The Agent of a two-player match bids like a third seat, but nobody sits there."""

Answer = Compensation | ChainPlacement | ProductionPlan
"""A move that is made at the same time as others and stays sealed until the last is in."""


class Phase(StrEnum):
    """What the match is waiting for; each phase asks for one kind of move."""

    BID = "bid"
    COMPENSATION = "compensation"
    PLACEMENT = "placement"
    PLAN = "plan"
    OVER = "over"

    __hash__ = str.__hash__  # an enum's own is a call in Python, and every move looks phases up


class Table(NamedTuple):
    """What is fixed in the set-up and never changes."""

    options: Options
    startups: tuple[str, ...]
    capitalists: tuple[Capitalist | None, ...]
    """By seat; the Agent, last, owns none."""
    discs: tuple[tuple[int, ...], ...]
    """By seat, ascending; the Agent's last."""


class Disc(NamedTuple):
    """A capital disc on a card."""

    seat: Seat
    value: int


class Row(NamedTuple):
    """The companies on offer, left to right, and the discs on them."""

    cards: tuple[str, ...]
    stacks: tuple[tuple[Disc, ...], ...]
    """The discs on each card in the order placed."""
    taken: int
    """What the stacks close, as bits; see `auction.row_of`. Legality is asked far more often than a
    disc is placed, so it is kept beside the stacks that it follows from."""


class Claim(NamedTuple):
    """What a seat is owed on one card: an extraction `times` over, or 0 to `times` processings."""

    card: str
    effect: Effect
    times: int


class Player(NamedTuple):
    """What one seat owns."""

    stock: Stock
    companies: tuple[str, ...]
    """In the order won, within a round in row order."""
    upgraded: tuple[str, ...]
    """Which of them show their upgraded side, by id."""
    line: tuple[str, ...]
    """The chain variant's line, start-up included; otherwise empty."""


class Board(NamedTuple):
    """All that lies open on the table."""

    table: Table
    round: int
    phase: Phase
    first: Seat
    """Who holds the first-player token."""
    waiting: tuple[Seat, ...]
    """Who must decide now."""
    row: Row
    hands: tuple[tuple[int, ...], ...]
    """Those of `table.discs` that are not placed."""
    players: tuple[Player, ...]
    gone: tuple[str, ...]
    """The companies that left the game."""
    die: int
    """What the Agent's die showed last in this auction, 0 before the first roll."""
    owed: tuple[tuple[Claim, ...], ...]
    """
    By seat, from left to right: the compensations, from the last bid until they are paid.

    With two players a last entry is what the Agent's discs would get; nobody pays it, and no client
    is sent it.
    """


class Sealed(NamedTuple):
    """An answer, and the player that it leads to: answers of different seats never interact."""

    answer: Answer
    player: Player


class State(NamedTuple):
    """The board and what nobody, or not everybody, may see."""

    board: Board
    pile: tuple[str, ...]
    """The companies still to come, the next to be dealt first."""
    sealed: tuple[Sealed | None, ...]
    """By seat: the answers of this phase that are in while others are not."""
    chance: Chance


class View(NamedTuple):
    """What one seat sees; a spectator's seat is `None`."""

    seat: Seat | None
    board: Board
    answer: Answer | None
    """The seat's own answer, while it is sealed."""


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """`items` with another one at `place`; through a list, which is thrice as fast as slices."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)
