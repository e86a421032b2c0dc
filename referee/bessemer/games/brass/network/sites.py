"""Where an industry tile may lie: empty spaces, overbuilding, and what a card allows."""

from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES, TileKind
from bessemer.games.brass.board.geography import (
    COAL,
    INDUSTRY,
    IRON,
    PLACE,
    PORT,
    PORT_ORDER,
    SPOTS,
    SYMBOL,
    bits,
)
from bessemer.games.brass.board.stacks import BUILDABLE
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.network.connections import card_reach, coal_reach, towns
from bessemer.games.brass.network.supply import coal_price, iron_cost
from bessemer.games.brass.state import Board, Player

TOWN_CARDS: Final = {
    place.id: SPOTS[PLACE[place.id]] for place in FIGURES.places if place.kind == "town"
}
"""The spaces that each town's card allows."""
INDUSTRY_CARDS: Final = INDUSTRY
"""The industry that each industry card allows."""


def openings(board: Board, seat: Seat) -> list[int]:
    """By industry: what `open_spaces` says."""
    player, tops = board.players[seat], BUILDABLE[board.era]
    iron, found = iron_cost(board), []
    for industry, left in enumerate(player.stacks):
        kind = tops[industry][left]
        if kind is None or player.money < kind.cost + kind.iron * iron:
            found.append(0)
        else:
            found.append(
                _supplied(board, player, kind, player.money - kind.cost - kind.iron * iron)
            )
    return found


def open_spaces(board: Board, seat: Seat, industry: int) -> int:
    """Every space where `seat` can put, supply and pay its next tile, whatever the card; as bits."""
    player = board.players[seat]
    kind = BUILDABLE[board.era][industry][player.stacks[industry]]
    if kind is None:
        return 0
    purse = player.money - kind.cost - kind.iron * iron_cost(board)
    return 0 if purse < 0 else _supplied(board, player, kind, purse)


def _supplied(board: Board, player: Player, kind: TileKind, purse: int) -> int:
    """Those of the sites that get coal, if it is needed, at the price that `purse` can pay."""
    spaces = sites(board, player, kind)
    if kind.coal and spaces:
        by_mine, by_track = coal_reach(board.land)
        spaces &= by_mine | by_track if purse >= coal_price(board) else by_mine
    return spaces


def sites(board: Board, player: Player, kind: TileKind) -> int:
    """The spaces on which a tile of this kind may lie, as bits."""
    land, industry = board.land, kind.industry
    first, second, third, fourth, fifth = land.kinds
    taken = first | second | third | fourth | fifth
    spaces = SYMBOL[industry] & SETTINGS[len(board.players)].spots & ~taken
    closed = towns(player.tiles) if board.era is Era.CANAL else 0
    spaces &= ~closed
    same = land.kinds[industry]
    if same:
        if own := same & player.tiles:
            spaces |= _higher(board, own, kind)
        if may_overbuild_others(board, industry):
            spaces |= _higher(board, same & ~player.tiles & ~closed, kind)
    if industry == PORT:
        # RULING brass-port-order: nor may a port replace one there.
        for first_port, others in PORT_ORDER:
            if not taken & first_port:
                spaces &= ~others
    return spaces


def _higher(board: Board, spaces: int, kind: TileKind) -> int:
    """Those of `spaces` whose tile is of a lower level than `kind`."""
    found = 0
    for space in bits(spaces):
        tile = board.land.tiles[space]
        if tile is not None and tile.level < kind.level:
            found |= 1 << space
    return found


def may_overbuild_others(board: Board, industry: int) -> bool:
    """Whether this kind of cube is to be had neither from a tile nor from the track."""
    if industry not in (COAL, IRON):
        return False
    track = board.coal if industry == COAL else board.iron
    return not track and not board.land.kinds[industry] & board.land.face_up


def allowed_spaces(board: Board, player: Player, card: str, industry: int) -> int:
    """The spaces on which `card` allows a tile of `industry`, as bits."""
    if card in TOWN_CARDS:
        return TOWN_CARDS[card]
    if INDUSTRY_CARDS[card] != industry:
        return 0
    # RULING brass-overbuild-reach: replacing a tile needs the same reach as building one.
    return card_reach(board.era, player.links, player.tiles)
