"""The pieces that a view of Furnace is joined of, each encoded as protobuf would."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final, TypeVar, assert_never

from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import VALUES
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.options import SEATS
from bessemer.games.furnace.state import Answer, Claim, Disc, Phase, Player, Table
from bessemer.v1 import furnace_pb2
from bessemer.wire.furnace_moves import write_move
from bessemer.wire.furnace_setup import effect_message
from bessemer.wire.wire import field, number_field

K = TypeVar("K")

_PHASES: Final = {
    Phase.BID: furnace_pb2.FURNACE_PHASE_BID,
    Phase.COMPENSATION: furnace_pb2.FURNACE_PHASE_COMPENSATION,
    Phase.PLACEMENT: furnace_pb2.FURNACE_PHASE_PLACEMENT,
    Phase.PLAN: furnace_pb2.FURNACE_PHASE_PLAN,
    Phase.OVER: furnace_pb2.FURNACE_PHASE_OVER,
}


class Kept(dict[K, bytes]):
    """Encodes each key once: for keys of which the rules allow but few. Quicker than `cache`."""

    def __init__(self, encode: Callable[[K], bytes]) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, key: K) -> bytes:
        self[key] = encoded = self._encode(key)
        return encoded


def _openings(number: int) -> Kept[int]:
    """By length: what stands before a payload of so many bytes in the field `number`."""
    return Kept(lambda length: field(number, bytes(length)).removesuffix(bytes(length)))


def _small_numbers(number: int, values: tuple[int, ...]) -> bytes:
    """A list of seats or discs: packed, and each number below 128 is one byte."""
    return field(number, bytes(values)) if values else b""


def _head(key: tuple[int, Phase, Seat, tuple[Seat, ...]]) -> bytes:
    number, phase, first, waiting = key
    return (
        number_field(1, number)
        + number_field(2, _PHASES[phase])
        + number_field(3, first)
        + _small_numbers(4, waiting)
    )


def _agent(key: tuple[tuple[int, ...], int]) -> bytes:
    hand, die = key
    return field(8, _small_numbers(1, hand) + number_field(2, die))


VIEW_OPENINGS: Final = _openings(1)
HEADS: Final = Kept(_head)
"""By round, phase, first player and who must decide: what a view begins with."""
AGENTS: Final = Kept(_agent)
"""By the discs in hand and the die."""

_ROW_CARD_OPENINGS: Final = _openings(5)
_PLAYER_OPENINGS: Final = _openings(6)
_HANDS: Final = Kept[tuple[int, ...]](partial(_small_numbers, 7))
_DISCS: Final = tuple(
    tuple(field(2, number_field(1, seat) + number_field(2, value)) for value in (0, *VALUES))
    for seat in range(max(SEATS))
)
"""By seat and value: a disc on a card of the row."""
_AMOUNTS: Final = tuple(
    tuple(number_field(number, amount) for amount in range(256))
    for number in range(1, 1 + len(Stock._fields))
)
"""By resource and amount; hardly anybody ever holds more."""


def encode_row_card(card: str, stack: tuple[Disc, ...]) -> bytes:
    """A company on offer, and the discs on it."""
    payload = _card(card)
    for seat, value in stack:
        payload += _DISCS[seat][value]
    return _ROW_CARD_OPENINGS[len(payload)] + payload


def encode_player(owned: bytes, hand: tuple[int, ...], claims: bytes) -> bytes:
    """A player: what is owned, then the discs in hand, then the claims."""
    payload = owned + _HANDS[hand] + claims
    return _PLAYER_OPENINGS[len(payload)] + payload


def encode_name(table: Table, seat: int) -> bytes:
    """A player's start-up and capitalist, which never change."""
    capitalist = table.capitalists[seat]
    startup = field(1, table.startups[seat].encode())
    return startup + field(2, capitalist.value.encode()) if capitalist else startup


def encode_owned(name: bytes, player: Player) -> bytes:
    """A player up to the line: all but discs and claims, which change in the auction."""
    stock, companies, upgraded, line = player
    owned = name + field(3, _stock(stock))
    if companies:
        owned += encode_texts(4, companies)
    if upgraded:
        owned += encode_texts(5, upgraded)
    if line:
        owned += encode_texts(6, line)
    return owned


def _stock(stock: Stock) -> bytes:
    try:
        return b"".join([encoded[amount] for encoded, amount in zip(_AMOUNTS, stock, strict=True)])
    except IndexError:
        return b"".join([number_field(number, amount) for number, amount in enumerate(stock, 1)])


def encode_claims(claims: tuple[Claim, ...]) -> bytes:
    """What a player is owed."""
    return b"".join(map(_claim, claims))


# Anybody may write a deck, so what depends on cards is kept within bounds.


@lru_cache(maxsize=2048)
def _card(card: str) -> bytes:
    return field(1, card.encode())


@lru_cache(maxsize=2048)
def encode_texts(number: int, texts: tuple[str, ...]) -> bytes:
    """A list of cards."""
    return b"".join([field(number, text.encode()) for text in texts])


@lru_cache(maxsize=2048)
def _claim(claim: Claim) -> bytes:
    message = furnace_pb2.FurnaceClaim(
        card=claim.card, effect=effect_message(claim.effect), times=claim.times
    )
    return field(8, message.SerializeToString())


def encode_own_answer(answer: Answer) -> bytes:
    """The seat's own sealed answer, the last field of a view."""
    move = write_move(answer)
    match answer:
        case Compensation():
            return field(9, move.furnace.compensation.SerializeToString())
        case ChainPlacement():
            return field(10, move.furnace.chain_placement.SerializeToString())
        case ProductionPlan():
            return field(11, move.furnace.production_plan.SerializeToString())
        case _:
            assert_never(answer)
