"""
Brass's views as bytes, once for every decision.

The view is cut into pieces: the tiles, each player, the cards played and what is left. A piece is
encoded anew only if the part of the board behind it is another object than before; all pieces joined
are the message, byte for byte as protobuf itself would write it.
"""

from functools import lru_cache
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES
from bessemer.games.brass.board.geography import LINK_IDS, SPACE_IDS, bits
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.state import Board, Phase, Player, View
from bessemer.v1 import brass_pb2
from bessemer.wire.wire import field, number_field, varint

_ERAS: Final = {Era.CANAL: brass_pb2.BRASS_ERA_CANAL, Era.RAIL: brass_pb2.BRASS_ERA_RAIL}
_PHASES: Final = {
    Phase.ACTION: brass_pb2.BRASS_PHASE_ACTION,
    Phase.SALE: brass_pb2.BRASS_PHASE_SALE,
    Phase.SHORTFALL: brass_pb2.BRASS_PHASE_SHORTFALL,
    Phase.OVER: brass_pb2.BRASS_PHASE_OVER,
}
_VIEW: Final = 2
"""The field of `View` that is Brass's."""

_CARDS: Final = frozenset(card for table in FIGURES.tables for card in table.cards)
_DISCARDS: Final = {card: field(15, card.encode()) for card in _CARDS}
_HANDS: Final = {card: field(16, card.encode()) for card in _CARDS}
_LINKS: Final = tuple(field(6, link.encode()) for link in LINK_IDS)


class BrassViewWriter:
    """Encodes the views of one match; see `ViewWriter`. They may come in any order."""

    def __init__(self) -> None:
        # The parts of the board that the pieces were made of: at first those of an empty table.
        self._board: Board | None = None
        self._players: tuple[Player, ...] = ()
        self._cards: tuple[int, ...] = ()
        self._tiles: tuple[Tile | None, ...] = (None,) * len(SPACE_IDS)
        self._discards: tuple[str, ...] = ()
        # The pieces.
        self._player_pieces: list[bytes] = []
        self._tile_pieces = [b""] * len(SPACE_IDS)
        self._discards_piece = b""
        # The pieces joined: what everybody sees.
        self._shared = b""

    def write(self, view: View) -> bytes:
        """`view` as a serialised `bessemer.v1.View`."""
        _, board, hand = view
        if board is not self._board:
            self._take(board)
        return field(_VIEW, self._shared + b"".join([_HANDS[card] for card in hand]))

    def _take(self, board: Board) -> None:
        """Bring all pieces up to date and join them."""
        if board.players is not self._players or board.cards is not self._cards:
            self._take_players(board.players, board.cards)
        if board.land.tiles is not self._tiles:
            self._take_tiles(board.land.tiles)
        if board.discards is not self._discards:
            self._discards = board.discards
            self._discards_piece = b"".join([_DISCARDS[card] for card in board.discards])
        self._shared = b"".join(
            (
                _head(*board[:7]),
                *self._player_pieces,
                *self._tile_pieces,
                _tracks(board.coal, board.iron, board.cotton, board.drawn, board.deck),
                self._discards_piece,
            )
        )
        self._board = board

    def _take_players(self, players: tuple[Player, ...], cards: tuple[int, ...]) -> None:
        self._player_pieces = list(map(_player, players, cards))
        self._players, self._cards = players, cards

    def _take_tiles(self, tiles: tuple[Tile | None, ...]) -> None:
        pieces, old = self._tile_pieces, self._tiles
        for space, tile in enumerate(tiles):
            if tile is not old[space]:
                pieces[space] = b"" if tile is None else _tile(space, tile)
        self._tiles = tiles


# What the rules allow but few of is kept, within bounds.


@lru_cache(maxsize=4096)
def _head(
    era: Era,
    number: int,
    phase: Phase,
    order: tuple[Seat, ...],
    turn: int,
    actions: int,
    waiting: tuple[Seat, ...],
) -> bytes:
    """Where the match stands: what a view begins with."""
    return b"".join(
        (
            number_field(1, _ERAS[era]),
            number_field(2, number),
            number_field(3, _PHASES[phase]),
            _small_numbers(4, order),
            number_field(5, turn),
            number_field(6, actions),
            _small_numbers(7, waiting),
        )
    )


@lru_cache(maxsize=4096)
def _player(player: Player, cards: int) -> bytes:
    """What one seat owns."""
    money, income, points, spent, stacks, _, links = player
    payload = b"".join(
        (
            # Below 0 a number is written as if it had 64 bits.
            number_field(1, money) if money >= 0 else b"\x08" + varint(money + (1 << 64)),
            number_field(2, income),
            number_field(3, points),
            number_field(4, spent),
            _small_numbers(5, stacks),
            *[_LINKS[link] for link in bits(links)],
            number_field(7, cards),
        )
    )
    return field(8, payload)


@lru_cache(maxsize=4096)
def _tile(space: int, tile: Tile) -> bytes:
    """A tile on the map."""
    owner, industry, level, cubes, flipped = tile
    payload = b"".join(
        (
            field(1, SPACE_IDS[space].encode()),
            number_field(2, owner),
            field(3, INDUSTRIES[industry].encode()),
            number_field(4, level),
            number_field(5, cubes),
            number_field(6, flipped),
        )
    )
    return field(9, payload)


@lru_cache(maxsize=4096)
def _tracks(coal: int, iron: int, cotton: int, drawn: tuple[int, ...], deck: int) -> bytes:
    """The two demand tracks, the distant market and the deck."""
    return b"".join(
        (
            number_field(10, coal),
            number_field(11, iron),
            number_field(12, cotton),
            _small_numbers(13, drawn),
            number_field(14, deck),
        )
    )


def _small_numbers(number: int, values: tuple[int, ...]) -> bytes:
    """A list of numbers: packed, and each below 128 is one byte."""
    return field(number, bytes(values)) if values else b""
