"""The table of Brass in sentences."""

from bessemer.faces.brass.names import (
    cards_text,
    era_name,
    industry_name,
    kind_text,
    link_name,
    needs_text,
    next_tiles,
    place_name,
    position_name,
    pounds,
)
from bessemer.faces.language import tr, tr_in, trn
from bessemer.faces.players import Players
from bessemer.games.brass import scoring
from bessemer.games.brass.actions.sell_cotton import BONUS, CLOSED
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import LINK_IDS, PLACES, SPACES, SPOTS, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.network.supply import coal_price, iron_price
from bessemer.games.brass.state import Board, Phase, View


def describe_table(view: View, players: Players) -> list[str]:
    """The era, the markets, every town, the links, and each player; then the own hand."""
    board = view.board
    setting = SETTINGS[len(board.players)]
    order = ", ".join(players.title(seat) for seat in board.order)
    told = [
        tr(
            "The {era} era, round {round} of {rounds}. Order: {order}.",
            era=era_name(board.era),
            round=board.round,
            rounds=setting.rounds,
            order=order,
        ),
        trn(
            "Coal market: {n} cube, the next costs £{price}.",
            "Coal market: {n} cubes, the next costs £{price}.",
            board.coal,
            price=coal_price(board),
        ),
        trn(
            "Iron market: {n} cube, the next costs £{price}.",
            "Iron market: {n} cubes, the next costs £{price}.",
            board.iron,
            price=iron_price(board),
        ),
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
    """The points of the Rail era by source; the rest was scored at the end of the Canal era."""
    board = view.board
    if board.phase is not Phase.OVER:
        return []
    values = scoring.place_values(board.land)
    told = []
    for seat, player in enumerate(board.players):
        links = scoring.link_points(player, values)
        tiles = scoring.tile_points(player, board.land)
        money = scoring.money_points(player, board.era)
        canals = player.points - links - tiles - money
        told.append(
            trn(
                "{player} has {n} point: {canals} from the Canal era, then {tiles} for tiles, "
                "{links} for links and {money} for {pounds}.",
                "{player} has {n} points: {canals} from the Canal era, then {tiles} for tiles, "
                "{links} for links and {money} for {pounds}.",
                player.points,
                player=players.title(seat),
                canals=canals,
                tiles=tiles,
                links=links,
                money=money,
                pounds=pounds(player.money),
            )
        )
    return told


def _distant(board: Board) -> str:
    if board.cotton >= CLOSED:
        return tr("The distant market is closed.")
    return trn(
        "A sale to the distant market now brings {n} income space more; tiles drawn: {drawn}.",
        "A sale to the distant market now brings {n} income spaces more; tiles drawn: {drawn}.",
        BONUS[board.cotton],
        drawn=", ".join(map(str, board.drawn)) or tr_in("tiles", "none"),
    )


def _town(board: Board, number: int, players: Players) -> str:
    parts = []
    for space in PLACES[number].spaces:
        tile = board.land.tiles[space]
        position = SPACES[space].id.partition(".")[2]
        what = _empty(space) if tile is None else tile_sentence(tile, players)
        if position != "only":
            what = tr("{position} {tile}", position=position_name(position), tile=what)
        parts.append(what)
    return f"{place_name(PLACES[number].id)}: {'; '.join(parts)}."


def _empty(space: int) -> str:
    one, *more = (industry_name(INDUSTRIES[industry]) for industry in SPACES[space].industries)
    return (
        tr("empty for {one} or {other}", one=one, other=more[0])
        if more
        else tr("empty for {one}", one=one)
    )


def tile_sentence(tile: Tile, players: Players) -> str:
    """A tile with its owner and how it stands."""
    named = {
        "tile": f"{industry_name(INDUSTRIES[tile.industry])} {tile.level}",
        "player": players.title(tile.owner),
    }
    if tile.flipped:
        return tr("{tile} of {player}, flipped", **named)
    if not tile.cubes:
        return tr("{tile} of {player}, not flipped", **named)
    return trn("{tile} of {player}, {n} cube", "{tile} of {player}, {n} cubes", tile.cubes, **named)


def _links(board: Board, players: Players) -> list[str]:
    is_canal = board.era is Era.CANAL
    told = []
    for seat, player in enumerate(board.players):
        if player.links:
            names = ", ".join(link_name(LINK_IDS[link]) for link in bits(player.links))
            named = {"player": players.title(seat), "links": names}
            told.append(
                tr("Canals of {player}: {links}.", **named)
                if is_canal
                else tr("Rails of {player}: {links}.", **named)
            )
    there = SETTINGS[len(board.players)].eras[board.era].links
    free = ", ".join(link_name(LINK_IDS[link]) for link in bits(there & ~board.land.links))
    free = free or tr_in("links", "none")
    return [
        *told,
        tr("Free canals: {links}.", links=free)
        if is_canal
        else tr("Free rails: {links}.", links=free),
    ]


def _player(board: Board, seat: int, players: Players) -> str:
    player = board.players[seat]
    tiles = ", ".join(
        tr("{left} {industry}", left=left, industry=industry_name(name))
        for name, left in zip(INDUSTRIES, player.stacks, strict=True)
    )
    return tr(
        "{player} has {money}, spent £{spent} in this round, income {income}, {points}, {cards}, "
        "{links}, tiles left: {tiles}.",
        player=players.title(seat),
        money=pounds(player.money),
        spent=player.spent,
        income=INCOME[player.income],
        points=trn("{n} point", "{n} points", player.points),
        cards=trn("{n} card", "{n} cards", board.cards[seat]),
        links=trn("{n} link left", "{n} links left", player.markers),
        tiles=tiles,
    )


def _own(view: View) -> list[str]:
    assert view.seat is not None, "a spectator has no hand"
    tiles = [
        f"{kind_text(kind)} ({needs_text(kind)})"
        for kind in next_tiles(view.board.players[view.seat])
    ]
    return [
        tr("Your next tiles: {tiles}.", tiles=", ".join(tiles) or tr_in("tiles", "none")),
        trn(
            "Your hand: {hand}. Deck: {n} card.",
            "Your hand: {hand}. Deck: {n} cards.",
            view.board.deck,
            hand=", ".join(cards_text(view.hand)) or tr_in("hand", "empty"),
        ),
    ]
