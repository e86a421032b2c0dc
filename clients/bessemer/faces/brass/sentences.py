"""The table of Brass in sentences."""

from bessemer.faces.brass.names import (
    cards_text,
    kind_text,
    link_name,
    needs_text,
    next_tiles,
    place_name,
    pounds,
)
from bessemer.faces.players import Players
from bessemer.games.brass import scoring
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import LINK_IDS, PLACES, SPACES, SPOTS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.supply import coal_price, iron_price
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.state import Board, Phase, View


def describe_table(view: View, players: Players) -> list[str]:
    """The era, the markets, every town, the links, and each player; then the own hand."""
    board = view.board
    setting = SETTINGS[len(board.players)]
    order = ", ".join(players.title(seat) for seat in board.order)
    told = [
        f"The {board.era} era, round {board.round} of {setting.rounds}. Order: {order}.",
        f"Coal market: {board.coal} cubes, the next costs £{coal_price(board)}.",
        f"Iron market: {board.iron} cubes, the next costs £{iron_price(board)}.",
        _distant(board),
    ]
    told += [
        _town(board, number, players)
        for number, place in enumerate(PLACES)
        if place.spaces and setting.spots & SPOTS[number]
    ]
    told += _links(board, players)
    told += [_player(board, seat, players) for seat in range(len(board.players))]
    if view.seat is not None:
        told += _own(view)
    return told


def describe_result(view: View, players: Players) -> list[str]:
    """What the Rail era scored, by source; the rest was scored at the end of the Canal era."""
    board = view.board
    if board.phase is not Phase.OVER:
        return []
    values = scoring.place_values(board.land)
    told = []
    for seat, player in enumerate(board.players):
        links = scoring.link_points(player, values)
        tiles = scoring.tile_points(player, board.land)
        money = player.money // scoring.POUNDS_PER_POINT
        canals = player.points - links - tiles - money
        told.append(
            f"{players.title(seat)} has {player.points} points: {canals} from the Canal era, then "
            f"{tiles} for tiles, {links} for links and {money} for {pounds(player.money)}."
        )
    return told


def _distant(board: Board) -> str:
    if board.cotton >= CLOSED:
        return "The distant market is closed."
    drawn = ", ".join(map(str, board.drawn)) or "none"
    bonus = BONUS[board.cotton]
    return (
        f"A sale to the distant market now brings {bonus} income spaces more; tiles drawn: {drawn}."
    )


def _town(board: Board, number: int, players: Players) -> str:
    parts = []
    for space in PLACES[number].spaces:
        tile = board.land.tiles[space]
        position = SPACES[space].id.partition(".")[2]
        if tile is None:
            takes = " or ".join(INDUSTRIES[industry] for industry in SPACES[space].industries)
            what = f"empty for {takes}"
        else:
            what = tile_sentence(tile, players)
        parts.append(what if position == "only" else f"{position} {what}")
    return f"{place_name(PLACES[number].id)}: {'; '.join(parts)}."


def tile_sentence(tile: Tile, players: Players) -> str:
    """A tile with its owner and how it stands."""
    what = f"{INDUSTRIES[tile.industry]} {tile.level} of {players.title(tile.owner)}"
    if tile.flipped:
        return f"{what}, flipped"
    return f"{what}, {tile.cubes} cubes" if tile.cubes else f"{what}, not flipped"


def _links(board: Board, players: Players) -> list[str]:
    kind = "Canals" if board.era is Era.CANAL else "Rails"
    told = []
    for seat, player in enumerate(board.players):
        if player.links:
            names = ", ".join(link_name(LINK_IDS[link]) for link in bits(player.links))
            told.append(f"{kind} of {players.title(seat)}: {names}.")
    there = SETTINGS[len(board.players)].eras[board.era].links
    free = ", ".join(link_name(LINK_IDS[link]) for link in bits(there & ~board.land.links))
    return [*told, f"Free {kind.lower()}: {free or 'none'}."]


def _player(board: Board, seat: int, players: Players) -> str:
    player = board.players[seat]
    tiles = ", ".join(
        f"{left} {name}" for name, left in zip(INDUSTRIES, player.stacks, strict=True)
    )
    return (
        f"{players.title(seat)} has {pounds(player.money)}, spent £{player.spent} in this round, "
        f"income {INCOME[player.income]}, {player.points} points, {board.cards[seat]} cards, "
        f"{player.markers} links left, tiles left: {tiles}."
    )


def _own(view: View) -> list[str]:
    assert view.seat is not None, "a spectator has no hand"
    tiles = [
        f"{kind_text(kind)} ({needs_text(kind)})"
        for kind in next_tiles(view.board.players[view.seat])
    ]
    return [
        f"Your next tiles: {', '.join(tiles) or 'none'}.",
        f"Your hand: {', '.join(cards_text(view.hand)) or 'empty'}. Deck: {view.board.deck} cards.",
    ]
