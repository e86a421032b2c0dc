"""Why a canal or a rail is refused, and what would be allowed; asked only when it is."""

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import LINK, LINK_IDS, LINKS, PLACE, PLACE_IDS, bits
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.moves import Canal, Rail
from bessemer.games.brass.network.supply import TRACK, coal_price, coal_sources
from bessemer.games.brass.refusals import Code, no_coal, overspent, wrong_source
from bessemer.games.brass.state import Board


def canal_refusal(board: Board, seat: Seat, move: Canal, open_links: int, cost: int) -> IllegalMove:
    """The first rule that a canal breaks."""
    error = _era_refusal(board, Era.CANAL) or _link_refusal(
        board, seat, move.link, open_links, "link"
    )
    return error or overspent(cost, board.players[seat].money, f"the canal {move.link}")


def rail_refusal(
    board: Board, seat: Seat, rail: Rail, open_links: int, cost: int, part: str
) -> IllegalMove:
    """The first rule that one rail breaks: the era, the link, its end, its coal, the money."""
    error = _era_refusal(board, Era.RAIL) or _link_refusal(
        board, seat, rail.link, open_links, f"{part}.link"
    )
    if error:
        return error
    ends = tuple(PLACE_IDS[place] for place in LINKS[LINK[rail.link]].ends)
    if rail.end not in ends:
        return IllegalMove(
            Code.WRONG_END,
            f"the rail {rail.link} does not end at {rail.end}; it ends at {' and '.join(ends)}",
            part=f"{part}.end",
            card=rail.end,
            allowed=ends,
        )
    sources = coal_sources(board, PLACE[rail.end])
    if not sources:
        return no_coal(rail.end, f"{part}.end")
    needed = cost + (coal_price(board) if sources == (TRACK,) else 0)
    money = board.players[seat].money
    if needed > money:
        return overspent(needed, money, f"the rail {rail.link}", part)
    return wrong_source(Code.WRONG_COAL, "coal", rail.coal, sources, f"{part}.coal")


def _era_refusal(board: Board, era: Era) -> IllegalMove | None:
    if board.era is era:
        return None
    return IllegalMove(Code.WRONG_ERA, f"in the {board.era} era no {era} is built")


def _link_refusal(
    board: Board, seat: Seat, name: str, open_links: int, part: str
) -> IllegalMove | None:
    link = LINK.get(name)
    eras = SETTINGS[len(board.players)].eras
    there, ever = eras[board.era].links, eras[Era.CANAL].links | eras[Era.RAIL].links
    if link is not None and open_links >> link & 1:
        return None
    if not board.players[seat].markers:
        code, why = Code.NO_MARKER, f"seat {seat} has no link marker left for {name}"
    elif link is None or not ever >> link & 1:
        code, why = Code.NO_SUCH_LINK, f"there is no link {name}"
    elif not there >> link & 1:
        other = Era.RAIL if board.era is Era.CANAL else Era.CANAL
        code, why = Code.WRONG_ERA, f"{name} takes a {other} alone, not a {board.era}"
    elif board.land.links >> link & 1:
        code, why = Code.LINK_TAKEN, f"{name} is built already"
    else:
        code, why = Code.LINK_APART, f"seat {seat} has nothing at either end of {name}"
    names = tuple(LINK_IDS[number] for number in bits(open_links))
    return IllegalMove(
        code,
        f"{why}; open to it: {', '.join(names) or 'none'}",
        part=part,
        card=name,
        allowed=names,
    )
