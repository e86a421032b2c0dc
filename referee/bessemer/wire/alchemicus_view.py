"""
Alchemicus' views as bytes, once for every decision.

The view is cut into pieces, one for each player, each pile of discards and each memory of a pile. A
piece is encoded anew only if the part of the board behind it is another object than before; all
pieces joined are the message, byte for byte as protobuf itself would write it.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, Generic, TypeVar

from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.state import Board, Player, Shuffle, View
from bessemer.wire.alchemicus_pieces import (
    encode_head,
    encode_kinds,
    encode_own,
    encode_player,
    encode_shuffle,
    encode_table,
    encode_turn,
)
from bessemer.wire.wire import field

PartT = TypeVar("PartT")

_NEVER_SEEN: Final = object()


class _Piece(Generic[PartT]):
    """One part of the board, encoded; parts are immutable, so the same object has not changed."""

    __slots__ = ("_encode", "_encoded", "_part")

    def __init__(self, encode: Callable[[PartT], bytes]) -> None:
        self._encode = encode
        self._part: object = _NEVER_SEEN
        self._encoded = b""

    def of(self, part: PartT) -> bytes:
        """`part` as bytes."""
        if part is not self._part:
            self._part, self._encoded = part, self._encode(part)
        return self._encoded


class AlchemicusViewWriter:
    """Encodes the views of one match; see `ViewWriter`. They may come in any order."""

    def __init__(self) -> None:
        self._board: Board | None = None
        self._players: tuple[Player, ...] = ()
        self._shown: tuple[tuple[Kind, ...], ...] = ()
        self._player_pieces: list[bytes] = []
        self._discard = _Piece[tuple[Kind, ...]](partial(encode_kinds, 7))
        self._bank = _Piece[tuple[Kind, ...]](partial(encode_kinds, 8))
        self._noctis_discard = _Piece[tuple[Kind, ...]](partial(encode_kinds, 10))
        self._shuffle = _Piece[Shuffle | None](partial(encode_shuffle, 17))
        self._noctis_shuffle = _Piece[Shuffle | None](partial(encode_shuffle, 18))
        # The pieces joined: what everybody sees, and the whole message for a spectator.
        self._shared = b""
        self._message = b""

    def write(self, view: View) -> bytes:
        """`view` as a serialised `bessemer.v1.View`."""
        seat, board, hand, recalled = view
        if board is not self._board:
            self._take(board)
        if seat is None:
            return self._message
        return field(3, self._shared + encode_own(hand, recalled))

    def _take(self, board: Board) -> None:
        """Bring all pieces up to date and join them."""
        self._take_players(board.players, board.shown)
        base, noctis = board.shuffles
        self._shared = b"".join(
            (
                encode_head(
                    board.phase, board.waiting, board.active, board.table.start, board.spirit
                ),
                *self._player_pieces,
                self._discard.of(board.discard),
                self._bank.of(board.bank),
                encode_table(
                    board.pile,
                    self._noctis_discard.of(board.noctis_discard),
                    board.noctis_pile,
                    board.golems,
                ),
                encode_turn(board.traded, board.offer, ending=board.ending, winner=board.winner),
                self._shuffle.of(base),
                self._noctis_shuffle.of(noctis),
            )
        )
        self._message = field(3, self._shared)
        self._board = board

    def _take_players(
        self, players: tuple[Player, ...], shown: tuple[tuple[Kind, ...], ...]
    ) -> None:
        pieces = self._player_pieces
        if len(players) != len(pieces):
            pieces[:] = map(encode_player, players, shown)
        else:
            for seat, player in enumerate(players):
                if player is not self._players[seat] or shown[seat] is not self._shown[seat]:
                    pieces[seat] = encode_player(player, shown[seat])
        self._players, self._shown = players, shown
