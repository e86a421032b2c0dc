"""
The state of a match: what lies open on the table, and what does not.

Everything public is one value, the `Board`; a view is that board and the seat's own hand. So
whatever a rule can be asked about a state, a bot can ask about its view.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.tables import Era

T = TypeVar("T")

make: Final = tuple.__new__
"""`make(Tile, fields)` is `Tile(*fields)` at a third of the cost: for the hot paths."""

Hand = tuple[str, ...]
"""Cards by name, in alphabetical order."""


class Phase(StrEnum):
    """The decision that the match waits for."""

    ACTION = "action"
    SALE = "sale"
    SHORTFALL = "shortfall"
    OVER = "over"

    __hash__ = str.__hash__  # an enum's own is a call in Python, and every move looks phases up


class Player(NamedTuple):
    """The possessions of one seat, except its cards."""

    money: int
    income: int
    """The space of the income track, 0 to 99; `income.INCOME` says how many pounds that is."""
    points: int
    spent: int
    """In this round: it decides the next turn order."""
    stacks: tuple[int, ...]
    """The tiles left in the stack of each industry."""
    tiles: int
    """The spaces with a tile of this seat, as bits."""
    links: int
    """The links of this seat, as bits."""

    @property
    def markers(self) -> int:
        """The link markers left."""
        return FIGURES.markers - self.links.bit_count()


class Land(NamedTuple):
    """
    What is built on the map.

    Legality is asked far more often than something is built, so what the tiles say of themselves
    is kept beside them as bits: `BoardEditor` changes both together.
    """

    tiles: tuple[Tile | None, ...]
    """By space."""
    kinds: tuple[int, ...]
    """By industry: the spaces with a tile of it."""
    face_up: int
    """The spaces with a tile that has not flipped. A mine or works there has cubes."""
    links: int
    """The links built, of all seats."""


class Board(NamedTuple):
    """All that lies open on the table."""

    era: Era
    round: int
    """From 1 in each era."""
    phase: Phase
    order: tuple[Seat, ...]
    """The turn order of this round."""
    turn: int
    """Whose turn it is, or who pays a shortfall, by place in the order; after the end 0."""
    actions: int
    """How many of its actions the seat whose turn it is has left."""
    waiting: tuple[Seat, ...]
    """Who must decide now."""
    players: tuple[Player, ...]
    land: Land
    coal: int
    """The cubes on the coal track."""
    iron: int
    """The cubes on the iron track."""
    cotton: int
    """How far the cotton marker has come down."""
    drawn: tuple[int, ...]
    """The distant tiles drawn in this era."""
    cards: tuple[int, ...]
    """How many cards each seat holds."""
    deck: int
    """How many cards are left to draw."""
    discards: tuple[str, ...]
    """The cards played in this era."""


class State(NamedTuple):
    """The board and what nobody, or not everybody, may see."""

    board: Board
    hands: tuple[Hand, ...]
    deck: tuple[str, ...]
    """The next card to be drawn first."""
    aside: tuple[str, ...]
    """The cards that were set aside at the start of the era."""
    distant: tuple[int, ...]
    """The distant tiles not drawn yet, the next first."""
    chance: Chance


class View(NamedTuple):
    """All that one seat sees; a spectator has neither a seat nor a hand."""

    seat: Seat | None
    board: Board
    hand: Hand


def land_of(
    tiles: Iterable[tuple[int, Tile]], links: int, seats: int
) -> tuple[Land, tuple[int, ...]]:
    """The land with these tiles on its spaces, and the spaces of each seat's tiles, as bits."""
    there: list[Tile | None] = [None] * len(FIGURES.spaces)
    kinds, face_up, owned = [0] * len(INDUSTRIES), 0, [0] * seats
    for space, tile in tiles:
        owner, industry, _, _, flipped = tile
        bit = 1 << space
        there[space] = tile
        kinds[industry] |= bit
        owned[owner] |= bit
        if not flipped:
            face_up |= bit
    return make(Land, (tuple(there), tuple(kinds), face_up, links)), tuple(owned)


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """`items` with another one at `place`; through a list, which is thrice as fast as slices."""
    changed = list(items)
    changed[place] = item
    return tuple(changed)
