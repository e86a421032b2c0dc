"""
Alchemicus' views, both ways, once for every decision.

Each player, pile of discards and memory of a pile is encoded again only if the part of the board
behind it is another object than before.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.options import Options
from bessemer.games.alchemicus.phases import Phase
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
from bessemer.v1 import alchemicus_pb2, move_pb2
from bessemer.wire.bounds import ANY
from bessemer.wire.codec import Codec
from bessemer.wire.encode import (
    JoinedViews,
    ViewPart,
    Whole,
    field,
    number_field,
    numbers_field,
    present_field,
)
from bessemer.wire.enums import NamedEnum, NumberedEnum

KINDS: Final = NumberedEnum(Kind, alchemicus_pb2.AlchemicusKind.DESCRIPTOR)
_PASSED: Final = (Phase.LANDING, Phase.TURN_END)
"""Nobody ever sees a match there."""
PHASES: Final = NamedEnum[Phase](
    [phase for phase in Phase if phase not in _PASSED], alchemicus_pb2.AlchemicusPhase.DESCRIPTOR
)
_CODEC: Final = Codec(
    ANY,
    parts={"AlchemicusBuilding": Building, "AlchemicusLying": Lying},
    enums={"AlchemicusKind": Kind, "AlchemicusGood": Good},
    names={"backs": "noctis_cards"},
    absent={"field": OFF},
)
_PLAYER: Final = _CODEC.record(Player, alchemicus_pb2.AlchemicusPlayer)
_OFFER: Final = _CODEC.record(Offer, alchemicus_pb2.AlchemicusOffer)
_SHUFFLE: Final = _CODEC.record(Shuffle, alchemicus_pb2.AlchemicusShuffle)


# --- Writing -------------------------------------------------------------------------------------


def view_writer() -> JoinedViews:
    """An encoder for one match."""
    return JoinedViews(
        3,
        (
            _head,
            _Players().of,
            _cards("discard", 7),
            _cards("bank", 8),
            _pile,
            _cards("noctis_discard", 10),
            _turn,
            Whole(Board._fields.index("shuffles"), _shuffles).of,
        ),
        _own,
    )


def _cards(name: str, number: int) -> ViewPart:
    """Cards that lie open, which are the board's field `name`."""
    return Whole(Board._fields.index(name), lambda cards: KINDS.encode_list(number, cards)).of


def _head(board: Board) -> bytes:
    """Phase, who must decide, whose turn it is, who began, and the Spirit."""
    return _head_of(board.phase, board.waiting, board.active, board.table.start, board.spirit)


@cache
def _head_of(
    phase: Phase, waiting: tuple[Seat, ...], active: Seat, start: Seat, spirit: Kind
) -> bytes:
    """There are few of them."""
    return (
        (b"" if phase in _PASSED else PHASES.encode(1, phase))
        + numbers_field(2, waiting)
        + number_field(3, active)
        + number_field(4, start)
        + KINDS.encode(5, spirit)
    )


class _Players:
    """The open part of each seat, and the cards that everybody knows to be in its hand."""

    def __init__(self) -> None:
        self._players: tuple[Player, ...] = ()
        self._shown: tuple[tuple[Kind, ...], ...] = ()
        self._entries: list[bytes] = []

    def of(self, board: Board) -> bytes:
        players, shown, entries = board.players, board.shown, self._entries
        if len(players) != len(entries):
            entries[:] = map(_player, players, shown)
        elif players is not self._players or shown is not self._shown:
            for seat, player in enumerate(players):
                if player is not self._players[seat] or shown[seat] is not self._shown[seat]:
                    entries[seat] = _player(player, shown[seat])
        self._players, self._shown = players, shown
        return b"".join(entries)


def _player(player: Player, shown: tuple[Kind, ...]) -> bytes:
    return field(6, _PLAYER.encode(player) + KINDS.encode_list(8, shown))


def _pile(board: Board) -> bytes:
    """The number of cards in the draw pile."""
    return number_field(9, board.pile)


def _turn(board: Board) -> bytes:
    """The Noctis pile, the Golems on fields, and what a turn has brought so far."""
    offer, winner = board.offer, board.winner
    return (
        number_field(11, board.noctis_pile)
        + numbers_field(12, board.golems)
        + numbers_field(13, board.traded)
        + (b"" if offer is None else field(14, _OFFER.encode(offer)))
        + number_field(15, board.ending)
        + (b"" if winner == NOBODY else present_field(16, winner))
    )


def _shuffles(shuffles: tuple[Shuffle | None, Shuffle | None]) -> bytes:
    """The memory that everybody can have of each pile."""
    base, noctis = shuffles
    return (b"" if base is None else field(17, _SHUFFLE.encode(base))) + (
        b"" if noctis is None else field(18, _SHUFFLE.encode(noctis))
    )


def _own(view: View) -> bytes:
    """The last fields of a view: the ones that one seat alone sees."""
    held, drawn, known = view.recalled
    memory = KINDS.encode_list(1, held) + KINDS.encode_list(2, drawn)
    for cards in known:
        memory += field(3, KINDS.encode_list(1, cards))
    return KINDS.encode_list(19, view.hand) + (field(20, memory) if memory else b"")


# --- Reading -------------------------------------------------------------------------------------


def read_view(message: move_pb2.View, seat: int | None, options: Options) -> View:
    """The view of `seat`; a spectator's is `None`."""
    view = message.alchemicus
    seated = [_read_player(player.SerializeToString()) for player in view.players[:]]
    board = Board(
        table=_table(options, Seat(view.start_seat)),
        phase=PHASES.members[view.phase],
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        active=Seat(view.active_seat),
        spirit=KINDS.members[view.spirit],
        players=tuple([player for player, _ in seated]),
        discard=_read_kinds(view.discard),
        bank=_read_kinds(view.bank),
        pile=view.pile,
        noctis_discard=_read_kinds(view.noctis_discard),
        noctis_pile=view.noctis_pile,
        golems=tuple(view.golems[:]),
        traded=tuple(view.traded[:]),
        offer=_OFFER.read(view.offer) if view.HasField("offer") else None,
        ending=view.ending,
        winner=Seat(view.winner_seat) if view.HasField("winner_seat") else NOBODY,
        shown=tuple([shown for _, shown in seated]),
        shuffles=(
            _SHUFFLE.read(view.shuffle) if view.HasField("shuffle") else None,
            _SHUFFLE.read(view.noctis_shuffle) if view.HasField("noctis_shuffle") else None,
        ),
    )
    own = view.own_memory
    known = tuple([_read_kinds(cards.cards) for cards in own.known])
    recalled = Recalled(_read_kinds(own.held), _read_kinds(own.drawn), known)
    return View(None if seat is None else Seat(seat), board, _read_kinds(view.own_hand), recalled)


@lru_cache(maxsize=64)
def _table(options: Options, start: Seat) -> Table:
    return Table(options, start)


def _read_kinds(values: Sequence[int]) -> tuple[Kind, ...]:
    return tuple([KINDS.members[value] for value in values[:]])


@lru_cache(maxsize=1024)
def _read_player(encoded: bytes) -> tuple[Player, tuple[Kind, ...]]:
    """The open part of a seat, and the cards known to be in its hand; most are as they were."""
    message = alchemicus_pb2.AlchemicusPlayer.FromString(encoded)
    return _PLAYER.read(message), _read_kinds(message.shown)
