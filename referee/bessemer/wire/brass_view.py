"""
Brass's views, both ways, once for every decision.

Tiles, players and discards are encoded again only if the part of the board behind them is another
object than before.
"""

from functools import lru_cache
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY, LINK, LINK_IDS, SPACE, SPACE_IDS, bits
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.options import Options
from bessemer.games.brass.state import Board, Phase, Player, View, land_of, make
from bessemer.v1 import brass_pb2, move_pb2
from bessemer.wire.encode import Each, JoinedViews, Whole, field, number_field, small_numbers_field
from bessemer.wire.enums import NamedEnum

_ERAS: Final = NamedEnum(Era, brass_pb2.BrassEra.DESCRIPTOR)
_PHASES: Final = NamedEnum(Phase, brass_pb2.BrassPhase.DESCRIPTOR)
_CARDS: Final = frozenset(card for table in FIGURES.tables for card in table.cards)
_DISCARDS: Final = {card: field(15, card.encode()) for card in _CARDS}
_HANDS: Final = {card: field(16, card.encode()) for card in _CARDS}
_LINKS: Final = tuple(field(6, link.encode()) for link in LINK_IDS)
_DISCARDS_PLACE: Final = 15
"""The place of `Board.discards`."""


# --- Writing -------------------------------------------------------------------------------------


def view_writer() -> JoinedViews:
    """An encoder for one match."""
    tiles, discards = Each(_tile), Whole(_DISCARDS_PLACE, _discards)
    return JoinedViews(
        2,
        (
            lambda board: _head(*board[:7]),
            _Players().of,
            lambda board: tiles.of(board.land.tiles),
            lambda board: _tracks(board.coal, board.iron, board.cotton, board.drawn, board.deck),
            discards.of,
        ),
        _hand,
    )


class _Players:
    """The belongings of every player, and the number of cards they hold."""

    def __init__(self) -> None:
        self._players: tuple[Player, ...] = ()
        self._cards: tuple[int, ...] = ()
        self._encoded = b""

    def of(self, board: Board) -> bytes:
        players, cards = board.players, board.cards
        if players is not self._players or cards is not self._cards:
            self._players, self._cards = players, cards
            self._encoded = b"".join(map(_player, players, cards))
        return self._encoded


def _discards(cards: tuple[str, ...]) -> bytes:
    return b"".join([_DISCARDS[card] for card in cards])


def _hand(view: View) -> bytes:
    return b"".join([_HANDS[card] for card in view.hand])


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
    return b"".join(
        (
            _ERAS.encode(1, era),
            number_field(2, number),
            _PHASES.encode(3, phase),
            small_numbers_field(4, order),
            number_field(5, turn),
            number_field(6, actions),
            small_numbers_field(7, waiting),
        )
    )


@lru_cache(maxsize=4096)
def _player(player: Player, cards: int) -> bytes:
    money, income, points, spent, stacks, _, links = player
    payload = b"".join(
        (
            number_field(1, money),
            number_field(2, income),
            number_field(3, points),
            number_field(4, spent),
            small_numbers_field(5, stacks),
            *[_LINKS[link] for link in bits(links)],
            number_field(7, cards),
        )
    )
    return field(8, payload)


@lru_cache(maxsize=4096)
def _tile(space: int, tile: Tile | None) -> bytes:
    if tile is None:
        return b""
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
    return b"".join(
        (
            number_field(10, coal),
            number_field(11, iron),
            number_field(12, cotton),
            small_numbers_field(13, drawn),
            number_field(14, deck),
        )
    )


# --- Reading -------------------------------------------------------------------------------------


def read_view(message: move_pb2.View, seat: int | None, _options: Options) -> View:
    """The view of `seat`; a spectator's is `None`."""
    view = message.brass
    seated = view.players[:]
    links = [_read_links(player) for player in seated]
    land, owned = land_of(map(_read_tile, view.tiles[:]), sum(links), len(seated))
    board = Board(
        era=_ERAS.members[view.era],
        round=view.round,
        phase=_PHASES.members[view.phase],
        order=tuple(map(Seat, view.turn_order[:])),
        turn=view.turn,
        actions=view.actions_left,
        waiting=tuple(map(Seat, view.waiting_seats[:])),
        players=tuple(map(_read_player, seated, owned, links)),
        land=land,
        coal=view.coal_cubes,
        iron=view.iron_cubes,
        cotton=view.cotton_marker,
        drawn=tuple(view.distant_drawn[:]),
        cards=tuple([player.hand_size for player in seated]),
        deck=view.deck_size,
        discards=tuple(view.discards[:]),
    )
    return View(None if seat is None else Seat(seat), board, tuple(view.hand[:]))


def _read_links(message: brass_pb2.BrassPlayer) -> int:
    """The links of a seat, as bits; no two seats have the same."""
    return sum([1 << LINK[link] for link in message.links[:]])


def _read_tile(message: brass_pb2.BrassTile) -> tuple[int, Tile]:
    industry = INDUSTRY[message.industry]
    tile = (message.owner, industry, message.level, message.cubes, message.flipped)
    return SPACE[message.space], make(Tile, tile)


def _read_player(message: brass_pb2.BrassPlayer, tiles: int, links: int) -> Player:
    return Player(
        money=message.money,
        income=message.income_space,
        points=message.points,
        spent=message.spent,
        stacks=tuple(message.stacks[:]),
        tiles=tiles,
        links=links,
    )
