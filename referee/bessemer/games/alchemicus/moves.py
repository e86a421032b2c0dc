"""
The kinds of move.

Moves name kinds of cards, never single cards: a payment is a multiset of kinds, its order means
nothing. Buildings are named by their place in their owner's row, fields by their place in the outer
circle, both from 0. Each kind comes with its canonical text, with a % for every field, in their order;
`notation.py` writes and reads them.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind

Cards = tuple[Kind, ...]

MoveT = TypeVar("MoveT")


TEXTS: Final[dict[type, str]] = {}
"""By kind of move: its text, with gaps for its fields."""


def _written(text: str) -> Callable[[type[MoveT]], type[MoveT]]:
    """
    A kind of move with this text.

    Moves of different kinds are never equal; as plain tuples of the same fields they would be.
    """

    def kind_of_move(move: type[MoveT]) -> type[MoveT]:
        # Any: assigned to a class of tuples, whose own comparison knows nothing of kinds.
        kind: Any = move
        kind.__eq__ = _is_same
        kind.__ne__ = _is_other
        kind.__hash__ = _hash
        TEXTS[move] = text
        return move

    return kind_of_move


def _is_same(move: tuple[object, ...], other: object) -> bool:
    return type(move) is type(other) and tuple.__eq__(move, other)


def _is_other(move: tuple[object, ...], other: object) -> bool:
    return not _is_same(move, other)


def _hash(move: tuple[object, ...]) -> int:
    return hash((type(move), *move))


@_written("pass")
class Pass(NamedTuple):
    """Do no more: stop playing Noctis cards, accept, end the action, decline, play no Gloria."""


@_written("draw")
class DrawBase(NamedTuple):
    """Draw a card of the base deck."""


@_written("take % for %")
class DrawBank(NamedTuple):
    """Give up `fee` and take an open card of the bank."""

    card: Kind
    fee: Kind


@_written("draw noctis for %")
class DrawNoctis(NamedTuple):
    """Give up `fee` and draw a card of the Noctis deck."""

    fee: Kind


@_written("golem on %%")
class Golem(NamedTuple):
    """Put a Golem under an own building."""

    building: int
    pay: Cards = ()


@_written("golem at %%")
class FieldGolem(NamedTuple):
    """Lay a Golem on a field of the outer circle; only in the Race."""

    field: int
    pay: Cards = ()


@_written("mutabilus from %.% to %%")
class Mutabilus(NamedTuple):
    """Take the herb or ore on another's building and put it on an own one."""

    seat: Seat
    building: int
    into: int
    pay: Cards = ()


@_written("spiritus on %.%%")
class Spiritus(NamedTuple):
    """Put a Spiritus on another's building."""

    seat: Seat
    building: int
    pay: Cards = ()


@_written("homunculus undoes %.%%")
class Undo(NamedTuple):
    """With a Homunculus turn another's good into what it was made of."""

    seat: Seat
    building: int
    pay: Cards = ()


@_written("homunculus banishes %.%%")
class Banish(NamedTuple):
    """With a Homunculus discard one Spiritus from a building."""

    seat: Seat
    building: int
    pay: Cards = ()


@_written("pactum%")
class Pactum(NamedTuple):
    """Draw three Noctis cards."""

    pay: Cards = ()


@_written("infamia on %%")
class Infamia(NamedTuple):
    """Take a Fame from another player, or in the Race forbid them the sale of gold."""

    seat: Seat
    pay: Cards = ()


@_written("give golem %")
class GiveGolem(NamedTuple):
    """Defend against Infamia with the Golem under an own building."""

    building: int


@_written("give%")
class GiveCards(NamedTuple):
    """Defend against Infamia with cards."""

    pay: Cards


@_written("place %")
class Place(NamedTuple):
    """Put the pawn on a field, in the first turn."""

    field: int


@_written("move %%")
class Walk(NamedTuple):
    """Move the pawn; in the Race `pay` is what is paid beside the Gloria cards."""

    distance: int
    pay: Cards = ()


@_written("reward %")
class Reward(NamedTuple):
    """From which deck to draw for passing the Spirit's field."""

    noctis: bool


@_written("clear %%")
class ClearInfamia(NamedTuple):
    """Get rid of so many Infamia cards; only in the Race."""

    number: int
    pay: Cards


@_written("build %%%")
class Build(NamedTuple):
    """Build a card of the hand; with twelve buildings it takes the place of `demolish`."""

    card: Kind
    pay: Cards = ()
    demolish: int | None = None


@_written("spirit to %%")
class MoveSpirit(NamedTuple):
    """Move the Spirit; in the centre it may rob a player who owns a Domo."""

    to: Kind
    victim: Seat | None = None


@_written("acquire%")
class Acquire(NamedTuple):
    """Gain raw goods on all sources; on which, only where there are too few cards for all."""

    buildings: tuple[int, ...] = ()


@_written("transport % to %")
class Transport(NamedTuple):
    """Carry the good of one own building to another."""

    building: int
    into: int


@_written("transmute")
class Transmute(NamedTuple):
    """Run all processors."""


@_written("sell % from % at % for %")
class Sell(NamedTuple):
    """Sell the good on an own building through an own outlet, for Fame or for cards."""

    good: Good
    building: int
    outlet: int
    fame: bool


@_written("buy to %%")
class BuyBack(NamedTuple):
    """Buy the good on offer and put it on an own building."""

    into: int
    pay: Cards


@_written("gift%")
class Gift(NamedTuple):
    """Give cards away for a Fame."""

    pay: Cards


@_written("gloria%")
class PlayGloria(NamedTuple):
    """Play a Gloria for a Fame."""

    pay: Cards


@_written("discard%")
class DiscardDown(NamedTuple):
    """Discard what the hand has too much."""

    cards: Cards


NoctisMove = (
    Golem | FieldGolem | Mutabilus | Spiritus | Undo | Banish | Pactum | Infamia
)  # fmt: skip
Move = (
    Pass
    | DrawBase
    | DrawBank
    | DrawNoctis
    | NoctisMove
    | GiveGolem
    | GiveCards
    | Place
    | Walk
    | Reward
    | ClearInfamia
    | Build
    | MoveSpirit
    | Acquire
    | Transport
    | Transmute
    | Sell
    | BuyBack
    | Gift
    | PlayGloria
    | DiscardDown
)

_UNORDERED: Final = frozenset({"pay", "cards", "buildings"})
"""The fields whose order means nothing."""


def canonical(move: Move) -> Move:
    """Of the moves that mean the same, the one with payments and other sets in order."""
    # Any: the fields of any kind of move.
    fields: Any = move
    unordered = _UNORDERED.intersection(fields._fields)
    same: Move = fields._replace(**{name: tuple(sorted(getattr(move, name))) for name in unordered})
    return same
