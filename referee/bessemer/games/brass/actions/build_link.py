"""The second action: build a canal, one rail or two."""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Below, Seat
from bessemer.games.brass import refusals
from bessemer.games.brass.board import geography
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import Canal, Rail, Rails
from bessemer.games.brass.network import supply
from bessemer.games.brass.network.connections import bordering, coal_reach
from bessemer.games.brass.refusals import Code
from bessemer.games.brass.state import Board, Hand, make
from bessemer.games.brass.turn import Turn

CANAL_COST: Final = FIGURES.costs["canal"]
FIRST_RAIL_COST: Final = FIGURES.costs["rail"]
SECOND_RAIL_COST: Final = FIGURES.costs["two_rails"] - FIRST_RAIL_COST
"""The extra cost of a second rail in the same action."""

Track = tuple[int, int]
"""A link, and the place at that end of it to which the coal comes."""


# --- The rules of a link ---------------------------------------------------------------------------

_LINK_RULES: Final[Sequence[refusals.Rule]] = (
    refusals.Rule(Code.NO_MARKER, say("seat {seat} has no link marker left for {link}")),
    refusals.Rule(Code.NO_SUCH_LINK, say("there is no link {link}")),
    refusals.Rule(Code.WRONG_ERA, say("{link} takes a {kind} alone, not a {other}")),
    refusals.Rule(Code.LINK_TAKEN, say("{link} is built already")),
    refusals.Rule(Code.LINK_APART, say("seat {seat} has nothing at either end of {link}")),
)
_NO_LINK: Final = len(geography.LINKS)
"""A number that is in no set of links."""


def _allowed_by_each(board: Board, seat: Seat) -> tuple[int, ...]:
    """The links that each of `_LINK_RULES` allows, as bits."""
    player, setting = board.players[seat], SETTINGS[len(board.players)]
    return (
        -1 if player.markers else 0,
        setting.links,
        setting.eras[board.era].links,
        ~board.land.links,
        bordering(player.links, player.tiles),
    )


def open_links(board: Board, seat: Seat) -> int:
    """The links on which `seat` may put a marker, as bits; coal and money left aside."""
    marked, there, in_era, free, bordered = _allowed_by_each(board, seat)
    return marked & there & in_era & free & bordered


def _checked_link(board: Board, seat: Seat, era: Era, name: str, part: str) -> int:
    """The number of the link; refuses one on which `seat` may not put a marker in `era`."""
    if board.era is not era:
        why = say("in the {era} era no {kind} is built", era=board.era, kind=era)
        raise IllegalMove(Code.WRONG_ERA, why)
    link = geography.LINK.get(name, _NO_LINK)
    if open_links(board, seat) >> link & 1:
        return link
    broken = refusals.first_broken(_LINK_RULES, _allowed_by_each(board, seat), link)
    other = Era.RAIL if era is Era.CANAL else Era.CANAL
    why = broken.sentence.about(seat=seat, link=name, kind=other, other=era)
    names = tuple(geography.LINK_IDS[number] for number in geography.bits(open_links(board, seat)))
    raise IllegalMove(
        broken.code,
        why,
        say("open to it: {links}", links=names),
        part=part,
        card=name,
        words=names,
    )


# --- Canals --------------------------------------------------------------------------------------


def open_canals(board: Board, seat: Seat) -> int:
    """The canals that `seat` can build and pay, as bits."""
    if board.era is not Era.CANAL or board.players[seat].money < CANAL_COST:
        return 0
    return open_links(board, seat)


def sample_canal(turn: Turn, canals: int, below: Below) -> Canal:
    """One of `canals`, all equally likely."""
    link = geography.LINK_IDS[geography.pick(canals, below(canals.bit_count()))]
    return make(Canal, (link, turn.any_card(below)))


def canal_built(board: Board, seat: Seat, hand: Hand, move: Canal) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    refusals.check_card(hand, move.card)
    link = _checked_link(board, seat, Era.CANAL, move.link, "link")
    money = board.players[seat].money
    if money < CANAL_COST:
        why = say("the canal {link} costs £{needed}, and there is £{money}")
        about = why.about(link=move.link, needed=CANAL_COST, money=money)
        raise refusals.overspent(CANAL_COST, money, about)
    editor = BoardEditor(board)
    editor.pay(seat, CANAL_COST)
    editor.lay_link(seat, link)
    return editor.board()


# --- Rails ---------------------------------------------------------------------------------------


def open_rails(board: Board, seat: Seat, cost: int) -> list[Track]:
    """Every rail that `seat` can build for `cost` and its coal, from each end that gets coal."""
    purse = board.players[seat].money - cost
    if board.era is not Era.RAIL or purse < 0:
        return []
    fed, bought = coal_reach(board.land)
    if purse >= supply.coal_price(board):
        fed |= bought
    found = []
    for link in geography.bits(open_links(board, seat)):
        if geography.END_SPOTS[link] & fed:
            start, end = geography.LINKS[link].ends
            if geography.SPOTS[start] & fed:
                found.append((link, start))
            if geography.SPOTS[end] & fed:
                found.append((link, end))
    return found


def sample_rails(turn: Turn, tracks: list[Track], below: Below) -> Rails:
    """One rail or two, as likely; each link and end equally likely, then the mine."""
    board, seat = turn.board, turn.seat
    first = _sample_rail(board, tracks, below)
    between = laid(board, seat, first, FIRST_RAIL_COST)
    more = open_rails(between, seat, SECOND_RAIL_COST)
    second = _sample_rail(between, more, below) if more and below(2) else None
    return make(Rails, (first, second, turn.any_card(below)))


def _sample_rail(board: Board, tracks: list[Track], below: Below) -> Rail:
    link, end = tracks[below(len(tracks))]
    sources = supply.coal_sources(board, end)
    source = sources[0] if len(sources) == 1 else sources[below(len(sources))]
    return make(
        Rail, (geography.LINK_IDS[link], geography.PLACE_IDS[end], supply.SOURCE_IDS[source])
    )


def rails_built(board: Board, seat: Seat, hand: Hand, move: Rails) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    refusals.check_card(hand, move.card)
    _check_rail(board, seat, move.first, FIRST_RAIL_COST, "first")
    board = laid(board, seat, move.first, FIRST_RAIL_COST)
    if move.second is not None:
        _check_rail(board, seat, move.second, SECOND_RAIL_COST, "second")
        board = laid(board, seat, move.second, SECOND_RAIL_COST)
    return board


def _check_rail(board: Board, seat: Seat, rail: Rail, cost: int, part: str) -> None:
    """Refuses a rail that cannot be the next one."""
    link = _checked_link(board, seat, Era.RAIL, rail.link, f"{part}.link")
    ends = tuple(geography.PLACE_IDS[place] for place in geography.LINKS[link].ends)
    if rail.end not in ends:
        raise IllegalMove(
            Code.WRONG_END,
            say("the rail {link} does not end at {thing}", link=rail.link, thing=rail.end),
            say("it ends at {things}", things=ends),
            part=f"{part}.end",
            card=rail.end,
            words=ends,
        )
    # RULING brass-rail-end: only the named end counts, and the rail itself does not yet.
    sources = supply.coal_sources(board, geography.PLACE[rail.end])
    if not sources:
        raise refusals.no_coal(rail.end, f"{part}.end")
    needed, money = cost, board.players[seat].money
    if sources == (supply.TRACK,):
        needed += supply.coal_price(board)
    if needed > money:
        why = say("the rail {link} costs £{needed}, and there is £{money}")
        raise refusals.overspent(
            needed, money, why.about(link=rail.link, needed=needed, money=money), part
        )
    refusals.check_source(Code.WRONG_COAL, "coal", rail.coal, sources, f"{part}.coal")


def laid(board: Board, seat: Seat, rail: Rail, cost: int) -> Board:
    """The board after one legal rail."""
    editor = BoardEditor(board)
    editor.take_coal(seat, supply.SOURCE[rail.coal])
    editor.pay(seat, cost)
    editor.lay_link(seat, geography.LINK[rail.link])
    return editor.board()
