"""
Alchemicus for bot authors: messages as the values of `bessemer.games.alchemicus`, and back.

    options = ALCHEMICUS.options(joined.match.options)
    view = read_view(decision.view, seat, options)
    answer.move.CopyFrom(write_move(Walk(3)))
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, get_args

from bessemer.engine.errors import MalformedMove
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Move, Pass
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import (
    NOBODY,
    OFF,
    Board,
    Building,
    Lying,
    Offer,
    Player,
    Recalled,
    Shuffle,
    Table,
    View,
)
from bessemer.sdk.alchemicus import AlchemicusView
from bessemer.sdk.view import UNLIMITED
from bessemer.v1 import alchemicus_pb2, match_pb2, move_pb2

__all__ = ["read_decision", "read_move", "read_view", "write_move"]

GAME: Final = ALCHEMICUS
"""Its rules."""

_KINDS: Final = dict(enumerate(Kind, 1))
_GOODS: Final = dict(enumerate(Good, 1))
_PHASES: Final = {
    alchemicus_pb2.AlchemicusPhase.Value(f"ALCHEMICUS_PHASE_{phase.name}"): phase
    for phase in Phase
    if phase not in (Phase.LANDING, Phase.TURN_END)  # nobody ever sees a match there
}


def _field_of(move: type[Any]) -> str:
    """A move's field has its name; `pass` is a word of Python's own and can be no field's."""
    words = "PassOn" if move is Pass else move.__name__
    return re.sub(r"(?<!^)(?=[A-Z])", "_", words).lower()


_FIELDS: Final[dict[type[Any], str]] = {move: _field_of(move) for move in get_args(Move)}
_MOVES: Final = {name: move for move, name in _FIELDS.items()}
# What is not a plain number or flag, by the name of the field.
_KIND_FIELDS: Final = frozenset({"card", "fee", "to"})
_KINDS_FIELDS: Final = frozenset({"cards", "pay"})
_NUMBERS_FIELDS: Final = frozenset({"buildings"})
_GOOD_FIELDS: Final = frozenset({"good"})
_OPTIONAL_FIELDS: Final = frozenset({"demolish", "victim"})


# --- Views ---------------------------------------------------------------------------------------


def read_view(message: move_pb2.View, seat: int | None, options: Options) -> View:
    """What `seat` sees; a spectator's seat is `None`."""
    view = message.alchemicus
    seated = [_player(player.SerializeToString()) for player in view.players[:]]
    board = Board(
        table=_table(options, Seat(view.start_seat)),
        phase=_PHASES[view.phase],
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        active=Seat(view.active_seat),
        spirit=_KINDS[view.spirit],
        players=tuple([player for player, _ in seated]),
        discard=_kinds(view.discard),
        bank=_kinds(view.bank),
        pile=view.pile,
        noctis_discard=_kinds(view.noctis_discard),
        noctis_pile=view.noctis_pile,
        golems=tuple(view.golems[:]),
        traded=tuple(view.traded[:]),
        offer=_offer(view.offer) if view.HasField("offer") else None,
        ending=view.ending,
        winner=Seat(view.winner_seat) if view.HasField("winner_seat") else NOBODY,
        shown=tuple([shown for _, shown in seated]),
        shuffles=(
            _shuffle(view.shuffle) if view.HasField("shuffle") else None,
            _shuffle(view.noctis_shuffle) if view.HasField("noctis_shuffle") else None,
        ),
    )
    own = view.own_memory
    known = tuple([_kinds(cards.cards) for cards in own.known])
    recalled = Recalled(_kinds(own.held), _kinds(own.drawn), known)
    return View(None if seat is None else Seat(seat), board, _kinds(view.own_hand), recalled)


def read_decision(message: match_pb2.Decision, seat: int, options: Options) -> AlchemicusView:
    """What `seat` sees, as its bot is shown it."""
    left = message.time_left
    clock = left.seconds + left.nanos * 1e-9 if message.HasField("time_left") else UNLIMITED
    return AlchemicusView(read_view(message.view, seat, options), clock)


@lru_cache(maxsize=64)
def _table(options: Options, start: Seat) -> Table:
    return Table(options, start)


def _kinds(values: Sequence[int]) -> tuple[Kind, ...]:
    # A slice of a repeated field is a list, made at once; going through the field takes thrice as
    # long.
    return tuple([_KINDS[value] for value in values[:]])


@lru_cache(maxsize=1024)
def _player(encoded: bytes) -> tuple[Player, tuple[Kind, ...]]:
    """
    What is seen of a seat, and which of its cards everybody knows.

    To compare bytes is quicker by far than to read fields, and most players are as they were.
    """
    message = alchemicus_pb2.AlchemicusPlayer.FromString(encoded)
    player = Player(
        fame=message.fame,
        field=message.field if message.HasField("field") else OFF,
        turns=message.turns,
        buildings=tuple([_building(building) for building in message.buildings[:]]),
        infamia=message.infamia,
        cards=message.cards,
        backs=message.noctis_cards,
    )
    return player, _kinds(message.shown)


def _building(message: alchemicus_pb2.AlchemicusBuilding) -> Building:
    goods = tuple([_lying(lying) for lying in message.goods[:]])
    return Building(_KINDS[message.kind], goods, message.golem, message.spiritus)


def _lying(message: alchemicus_pb2.AlchemicusLying) -> Lying:
    return Lying(_GOODS[message.good], tuple(message.cards[:]))


def _offer(message: alchemicus_pb2.AlchemicusOffer) -> Offer:
    return Offer(_lying(message.lying), message.price)


def _shuffle(message: alchemicus_pb2.AlchemicusShuffle) -> Shuffle:
    return Shuffle(
        pool=_kinds(message.pool),
        shown=_kinds(message.shown),
        outside=_kinds(message.outside),
        goods=tuple(message.goods[:]),
        held=tuple(message.held[:]),
        drawn=tuple(message.drawn[:]),
        robbed=tuple(message.robbed[:]),
    )


# --- Moves ---------------------------------------------------------------------------------------


def write_move(move: Move) -> move_pb2.Move:
    """
    `move` as a message.

    Raises:
        TypeError: it is none of Alchemicus.
    """
    if type(move) not in _FIELDS:
        raise TypeError(f"not a move of alchemicus: {move!r:.80}")
    message = move_pb2.Move()
    inner = getattr(message.alchemicus, _FIELDS[type(move)])
    inner.SetInParent()
    # Any: the fields of 28 kinds of move.
    value: Any
    for name, value in zip(move._fields, move, strict=True):
        if name in _KIND_FIELDS or name in _GOOD_FIELDS:
            setattr(inner, name, value + 1)  # in messages 0 means "not set"
        elif name in _KINDS_FIELDS:
            getattr(inner, name).extend([card + 1 for card in value])
        elif name in _NUMBERS_FIELDS:
            getattr(inner, name).extend(value)
        elif value is not None:
            setattr(inner, name, value)
    return message


def read_move(message: move_pb2.Move) -> Move:
    """
    The move in `message`, of which a referee has made sure that it is one.

    Raises:
        MalformedMove: it is none of Alchemicus.
    """
    name = message.alchemicus.WhichOneof("move")
    if name is None:
        other = message.WhichOneof("move")
        raise MalformedMove(f"not a move of alchemicus: {other or 'nothing is set'}")
    inner, kind = getattr(message.alchemicus, name), _MOVES[name]
    move: Move = kind(*[_read_field(inner, part) for part in kind._fields])
    return move


def _read_field(message: Any, name: str) -> Any:  # noqa: ANN401 - a field of any kind of move
    value = getattr(message, name)
    if name in _KIND_FIELDS:
        return _KINDS[value]
    if name in _GOOD_FIELDS:
        return _GOODS[value]
    if name in _KINDS_FIELDS:
        return _kinds(value)
    if name in _NUMBERS_FIELDS:
        return tuple(value)
    if name in _OPTIONAL_FIELDS and not message.HasField(name):
        return None
    return value
