"""Why a build is refused, and what would be allowed; asked only when it is."""

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.geography import (
    COAL,
    INDUSTRY,
    IRON,
    PLACE_IDS,
    SPACE,
    SPACE_IDS,
    SYMBOL,
    TOWN_OF,
    TOWN_SPOTS,
    bits,
)
from bessemer.games.brass.board.stacks import BUILDABLE, TOPS, Tile, tile_text
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Build
from bessemer.games.brass.network.sites import (
    INDUSTRY_CARDS,
    TOWN_CARDS,
    allowed_spaces,
    may_overbuild_others,
    open_spaces,
    sites,
)
from bessemer.games.brass.network.supply import (
    TRACK,
    coal_price,
    coal_sources,
    iron_cost,
    iron_sources,
)
from bessemer.games.brass.refusals import (
    Code,
    check_card,
    no_coal,
    overspent,
    wrong_source,
)
from bessemer.games.brass.state import Board, Hand


def refusal(board: Board, seat: Seat, hand: Hand, move: Build) -> IllegalMove:
    """The first rule that `move` breaks: the cards, the tile, the space, the cubes, the money."""
    check_card(hand, move.card)
    if move.second_card:
        error = _second_card_refusal(board, hand, move)
        if error:
            return error
    industry = INDUSTRY.get(move.industry)
    kind = None
    if industry is not None:
        kind = BUILDABLE[board.era][industry][board.players[seat].stacks[industry]]
    if industry is None or kind is None:
        return _tile_refusal(board, seat, move, industry)
    error = _space_refusal(board, seat, move, kind)
    error = error or _card_refusal(board, seat, hand, move, industry)
    return error or _supply_refusal(board, seat, move, kind)


def _second_card_refusal(board: Board, hand: Hand, move: Build) -> IllegalMove | None:
    if board.actions != 2:
        return IllegalMove(
            Code.TWO_ACTIONS,
            f"{move.second_card} as a second card takes a second action, and there is one left",
            part="second_card",
            card=move.second_card,
        )
    left = list(hand)
    left.remove(move.card)
    try:
        check_card(tuple(left), move.second_card, "second_card")
    except IllegalMove as error:
        return error
    return None


def _tile_refusal(board: Board, seat: Seat, move: Build, industry: int | None) -> IllegalMove:
    kind = None
    if industry is not None:
        kind = TOPS[industry][board.players[seat].stacks[industry]]
    possible = tuple(name for name, number in INDUSTRY.items() if open_spaces(board, seat, number))
    if industry is None:
        code, why = Code.NO_SUCH_INDUSTRY, f"there is no industry {move.industry}"
    elif kind is None:
        code, why = Code.STACK_EMPTY, f"the stack of {move.industry} is empty"
    elif not kind.level:
        code, why = Code.NEVER_BUILT, f"{move.industry} 0 is never built: develop it away"
    else:
        code = Code.WRONG_ERA
        why = f"{move.industry} {kind.level} is not built in the {board.era} era"
    return IllegalMove(
        code,
        f"{why}; what can be built: {', '.join(possible) or 'nothing'}",
        part="industry",
        card=move.industry,
        allowed=possible,
    )


def _space_refusal(board: Board, seat: Seat, move: Build, kind: TileKind) -> IllegalMove | None:
    player, industry = board.players[seat], kind.industry
    fitting = sites(board, player, kind)
    space = SPACE.get(move.space)
    if space is not None and fitting >> space & 1:
        return None
    tile = None if space is None else board.land.tiles[space]
    if space is None or not SETTINGS[len(board.players)].spots >> space & 1:
        code, why = Code.NO_SUCH_SPACE, f"there is no space {move.space}"
    elif not SYMBOL[industry] >> space & 1:
        code, why = Code.WRONG_SYMBOL, f"{move.space} does not show {move.industry}"
    elif tile is not None:
        code, why = _overbuild_refusal(board, seat, tile, kind, space)
    elif board.era is Era.CANAL and TOWN_SPOTS[space] & player.tiles:
        code = Code.ONE_PER_TOWN
        why = "in the canal era a player has one tile in a town"
    else:
        code, why = Code.PORT_ORDER, "the first port space of the town is still empty"
    possible = open_spaces(board, seat, industry)
    if not move.second_card:
        possible &= allowed_spaces(board, player, move.card, industry)
    names = tuple(SPACE_IDS[number] for number in bits(possible))
    return IllegalMove(code, f"{move.space}: {why}", part="space", card=move.space, allowed=names)


def _overbuild_refusal(
    board: Board, seat: Seat, tile: Tile, kind: TileKind, space: int
) -> tuple[Code, str]:
    there = f"{tile_text(tile)} is there"
    others = tile.owner != seat
    if tile.industry != kind.industry or (others and tile.industry not in (COAL, IRON)):
        return Code.SPACE_TAKEN, there
    if tile.level >= kind.level:
        return Code.LEVEL_TOO_LOW, f"{there}, and the new tile is of level {kind.level}"
    if others and not may_overbuild_others(board, kind.industry):
        cube = INDUSTRIES[kind.industry]
        return Code.CUBES_LEFT, f"{there}, and {cube} is still to be had on a tile or the track"
    if others and board.era is Era.CANAL and TOWN_SPOTS[space] & board.players[seat].tiles:
        return Code.ONE_PER_TOWN, "in the canal era a player has one tile in a town"
    return Code.PORT_ORDER, "the first port space of the town is still empty"


def _card_refusal(
    board: Board, seat: Seat, hand: Hand, move: Build, industry: int
) -> IllegalMove | None:
    player, space = board.players[seat], SPACE[move.space]
    serving = tuple(
        card
        for card in dict.fromkeys(hand)
        if allowed_spaces(board, player, card, industry) >> space & 1
    )
    if move.second_card or move.card in serving:
        return None
    if move.card in TOWN_CARDS:
        code, why = Code.WRONG_TOWN, "is for that town alone"
    elif INDUSTRY_CARDS[move.card] != industry:
        code, why = Code.WRONG_INDUSTRY, "is for that industry alone"
    else:
        code, why = Code.OUT_OF_REACH, f"reaches only as far as the network of seat {seat}"
    return IllegalMove(
        code,
        f"the card {move.card} {why}; for {move.industry} at {move.space} there is "
        f"{' or '.join(serving) or 'none in the hand'}",
        part="card",
        card=move.card,
        allowed=serving,
    )


def _supply_refusal(board: Board, seat: Seat, move: Build, kind: TileKind) -> IllegalMove:
    town = TOWN_OF[SPACE[move.space]]
    coal = coal_sources(board, town) if kind.coal else ()
    iron = iron_sources(board) if kind.iron else ()
    if kind.coal and not coal:
        return no_coal(PLACE_IDS[town], "space")
    needed = kind.cost + (iron_cost(board) if kind.iron else 0)
    if coal == (TRACK,):
        needed += coal_price(board)
    money = board.players[seat].money
    if needed > money:
        return overspent(needed, money, f"{move.industry} {kind.level} at {move.space}")
    wrong = wrong_source(Code.WRONG_COAL, "coal", move.coal, coal, "coal")
    right = wrong.allowed or ("",)
    if move.coal not in right:
        return wrong
    return wrong_source(Code.WRONG_IRON, "iron", move.iron, iron, "iron")
