"""The pieces that a view of Alchemicus is joined of, each encoded as protobuf would."""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import (
    NOBODY,
    OFF,
    Building,
    Lying,
    Offer,
    Player,
    Recalled,
    Shuffle,
)
from bessemer.v1 import alchemicus_pb2
from bessemer.wire.wire import field, number_field, varint

KIND_VALUES: Final[Mapping[Kind, alchemicus_pb2.AlchemicusKind.ValueType]] = {
    kind: alchemicus_pb2.AlchemicusKind.Value(f"ALCHEMICUS_KIND_{kind.name}") for kind in Kind
}
PHASE_VALUES: Final[Mapping[Phase, alchemicus_pb2.AlchemicusPhase.ValueType]] = {
    phase: alchemicus_pb2.AlchemicusPhase.Value(f"ALCHEMICUS_PHASE_{phase.name}")
    for phase in Phase
    if phase not in (Phase.LANDING, Phase.TURN_END)  # nobody ever sees a match there
}

_SHIFTED: Final = bytes((value + 1) % 256 for value in range(256))
"""Kinds and goods count from 0, their values in messages from 1."""

_FIELD_TAG: Final = varint(2 << 3)
_WINNER_TAG: Final = varint(16 << 3)
# A field that says whether it is set is written also if it holds 0.


def encode_kinds(number: int, kinds: Iterable[Kind]) -> bytes:
    """A list of cards: packed, each one byte."""
    values = bytes(kinds)
    return field(number, values.translate(_SHIFTED)) if values else b""


def encode_numbers(number: int, values: tuple[int, ...]) -> bytes:
    """A list of numbers from 0 up: packed."""
    return field(number, b"".join(map(varint, values))) if values else b""


@cache
def encode_head(
    phase: Phase, waiting: tuple[Seat, ...], active: Seat, start: Seat, spirit: Kind
) -> bytes:
    """What a view begins with; there are few of them."""
    return (
        number_field(1, PHASE_VALUES[phase])
        + encode_numbers(2, waiting)
        + number_field(3, active)
        + number_field(4, start)
        + number_field(5, KIND_VALUES[spirit])
    )


def encode_player(player: Player, shown: tuple[Kind, ...]) -> bytes:
    """What everybody sees of a seat."""
    fame, place, turns, buildings, infamia, cards, backs = player
    payload = b"".join(
        (
            number_field(1, fame),
            b"" if place == OFF else _FIELD_TAG + varint(place),
            number_field(3, turns),
            *map(_building, buildings),
            number_field(5, infamia),
            number_field(6, cards),
            number_field(7, backs),
            encode_kinds(8, shown),
        )
    )
    return field(6, payload)


@lru_cache(maxsize=8192)
def _building(building: Building) -> bytes:
    """Buildings of a few kinds with a few goods: they come again and again."""
    kind, goods, golem, spiritus = building
    payload = number_field(1, KIND_VALUES[kind])
    for lying in goods:
        payload += field(2, _lying(lying))
    return field(4, payload + number_field(3, golem) + number_field(4, spiritus))


def _lying(lying: Lying) -> bytes:
    return number_field(1, lying.good + 1) + encode_numbers(2, lying.cards)


def encode_table(
    pile: int, noctis_discard: bytes, noctis_pile: int, golems: tuple[int, ...]
) -> bytes:
    """Piles, the Noctis discards and the Golems on fields."""
    return (
        number_field(9, pile)
        + noctis_discard
        + number_field(11, noctis_pile)
        + encode_numbers(12, golems)
    )


def encode_turn(
    traded: tuple[int, ...], offer: Offer | None, *, ending: bool, winner: Seat
) -> bytes:
    """What a turn has brought so far: sales, the offer, the end."""
    return (
        encode_numbers(13, traded)
        + (b"" if offer is None else field(14, _offer(offer)))
        + number_field(15, ending)
        + (b"" if winner == NOBODY else _WINNER_TAG + varint(winner))
    )


def _offer(offer: Offer) -> bytes:
    return field(1, _lying(offer.lying)) + number_field(2, offer.price)


def encode_shuffle(number: int, shuffle: Shuffle | None) -> bytes:
    """What everybody can remember of a pile."""
    if shuffle is None:
        return b""
    pool, shown, outside, goods, held, drawn, robbed = shuffle
    return field(
        number,
        encode_kinds(1, pool)
        + encode_kinds(2, shown)
        + encode_kinds(3, outside)
        + encode_numbers(4, goods)
        + encode_numbers(5, held)
        + encode_numbers(6, drawn)
        + encode_numbers(7, robbed),
    )


def encode_own(hand: tuple[Kind, ...], recalled: Recalled) -> bytes:
    """What one seat alone sees: the last fields of a view."""
    held, drawn, known = recalled
    memory = encode_kinds(1, held) + encode_kinds(2, drawn)
    for cards in known:
        memory += field(3, encode_kinds(1, cards))
    return encode_kinds(19, hand) + (field(20, memory) if memory else b"")
