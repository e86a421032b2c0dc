"""
The state of a match: what lies open on the table, and what does not.

Everything public is one value, the `Board`. What a seat may do follows from the board and its own
hand, so whatever a rule can be asked about a state, a bot can ask about its view.
"""

from typing import Final, NamedTuple

from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase

make: Final = tuple.__new__
"""`make(Player, fields)` is `Player(*fields)` at a third of the cost: for the hot paths."""

OFF: Final = -1
"""Where a pawn is before its first turn."""

NOBODY: Final = Seat(-1)

Hand = tuple[Kind, ...]
"""A hand, the latest card first; so the first copy of a kind is the one that came last."""


class Lying(NamedTuple):
    """A good on a building. `cards` number the face-down cards it is made of; two for gold."""

    good: Good
    cards: tuple[int, ...]


class Building(NamedTuple):
    """A building of a player, and what lies on and under it."""

    kind: Kind
    goods: tuple[Lying, ...] = ()
    """At most one; in a Labrium a tincture and a metal side by side, in this order."""
    golems: int = 0
    """It is guarded while one is left."""
    spiritus: int = 0


class Player(NamedTuple):
    """The part of one seat that everybody sees."""

    fame: int
    field: int
    turns: int
    """The number of finished turns."""
    buildings: tuple[Building, ...]
    infamia: int
    """Infamia cards that lie beside the player, in the Race."""
    cards: int
    """The number of cards in the hand."""
    backs: int
    """The number of Noctis cards among them."""


class Offer(NamedTuple):
    """A good that was sold for cards and that others may buy."""

    lying: Lying
    price: int


class Shuffle(NamedTuple):
    """The memory that everybody can have of a pile since it was made of the discards."""

    pool: tuple[Kind, ...]
    """All its cards, by kind."""
    shown: tuple[Kind, ...]
    """Those that came out of it for all to see."""
    outside: tuple[Kind, ...]
    """Those that everybody knows not to be in it: they lay open then, or were turned up since."""
    goods: tuple[int, ...]
    """The face-down cards that lay on buildings then and still do."""
    held: tuple[int, ...]
    """The number of cards of this deck that each hand had then."""
    drawn: tuple[int, ...]
    """The number that each hand drew from the pile since."""
    robbed: tuple[int, ...]
    """The number that each hand stole since."""


class Table(NamedTuple):
    """The facts fixed in the set-up, which never change."""

    options: Options
    start: Seat


class Board(NamedTuple):
    """All that lies open on the table."""

    table: Table
    phase: Phase
    waiting: tuple[Seat, ...]
    """The seat that must decide now; nobody at the end."""
    active: Seat
    """Whose turn it is."""
    spirit: Kind
    """The kind that the Spirit blocks; Domo is the centre."""
    players: tuple[Player, ...]
    discard: tuple[Kind, ...]
    bank: tuple[Kind, ...]
    pile: int
    """The number of cards in the draw pile."""
    noctis_discard: tuple[Kind, ...]
    noctis_pile: int
    golems: tuple[int, ...]
    """The fields of the outer circle on which a Golem lies, in the Race."""
    traded: tuple[int, ...]
    """In a sale: the outlet of each good sold so far."""
    offer: Offer | None
    """The good that may be bought now."""
    ending: bool
    """Whether the last round is being played."""
    winner: Seat
    """The seat that sold gold in the Race, or `NOBODY`."""
    shown: tuple[tuple[Kind, ...], ...]
    """By seat: cards that everybody knows to be in that hand."""
    shuffles: tuple[Shuffle | None, Shuffle | None]
    """Of the base and of the Noctis pile; `None` before its first."""


class Recalled(NamedTuple):
    """The memory of one seat alone."""

    held: tuple[Kind, ...] = ()
    """The own hand when each pile was last shuffled."""
    drawn: tuple[Kind, ...] = ()
    """The cards drawn from each pile since."""
    known: tuple[tuple[Kind, ...], ...] = ()
    """By seat: cards in that hand that not everybody knows of; empty if there are none at all."""


class State(NamedTuple):
    """The board and what nobody, or not everybody, may see."""

    board: Board
    hands: tuple[Hand, ...]
    pile: tuple[Kind, ...]
    """The next card last."""
    noctis_pile: tuple[Kind, ...]
    faces: tuple[int, ...]
    """The kind of each face-down card on a building, by its number; `FREE` where there is none."""
    recalled: tuple[Recalled, ...]
    chance: Chance


class View(NamedTuple):
    """The things one seat sees and remembers; a spectator's seat is `None`, and its hand empty."""

    seat: Seat | None
    board: Board
    hand: Hand
    recalled: Recalled


FREE: Final = -1
"""A number that no face-down card has now."""
