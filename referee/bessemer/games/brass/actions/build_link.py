"""The second action: build a canal, one rail or two."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.brass.actions.link_refusals import canal_refusal, rail_refusal
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.geography import (
    END_SPOTS,
    LINK,
    LINK_IDS,
    LINKS,
    PLACE,
    PLACE_IDS,
    SPOTS,
    bits,
    pick,
)
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import Canal, Rail, Rails
from bessemer.games.brass.network.connections import bordering, coal_reach
from bessemer.games.brass.network.supply import SOURCE, SOURCE_IDS, coal_price, coal_sources
from bessemer.games.brass.refusals import check_card
from bessemer.games.brass.state import Board, Hand, make

CANAL_COST: Final = FIGURES.costs["canal"]
FIRST_RAIL_COST: Final = FIGURES.costs["rail"]
SECOND_RAIL_COST: Final = FIGURES.costs["two_rails"] - FIRST_RAIL_COST
"""What is added for a second rail of the same action."""

Track = tuple[int, int]
"""A link, and the place at that end of it to which the coal comes."""


def open_links(board: Board, seat: Seat) -> int:
    """The links on which `seat` may put a marker, as bits; coal and money left aside."""
    player = board.players[seat]
    if not player.markers:
        return 0
    there = SETTINGS[len(board.players)].eras[board.era].links
    return bordering(player.links, player.tiles) & there & ~board.land.links


# --- Canals --------------------------------------------------------------------------------------


def open_canals(board: Board, seat: Seat) -> int:
    """The canals that `seat` can build and pay, as bits."""
    if board.era is not Era.CANAL or board.players[seat].money < CANAL_COST:
        return 0
    return open_links(board, seat)


def legal_canals(board: Board, seat: Seat, hand: Hand) -> Iterator[Canal]:
    """Every canal with every card."""
    for link in bits(open_canals(board, seat)):
        for card in dict.fromkeys(hand):
            yield Canal(LINK_IDS[link], card)


def sample_canal(canals: int, card: str, below: Below) -> Canal:
    """One of `canals`, all equally likely."""
    return make(Canal, (LINK_IDS[pick(canals, below(canals.bit_count()))], card))


def canal_built(board: Board, seat: Seat, hand: Hand, move: Canal) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    check_card(hand, move.card)
    link = LINK.get(move.link)
    if link is None or not open_canals(board, seat) >> link & 1:
        raise canal_refusal(board, seat, move, open_links(board, seat), CANAL_COST)
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
    # RULING brass-rail-end: only the named end counts, and the rail itself does not yet.
    fed, bought = coal_reach(board.land)
    if purse >= coal_price(board):
        fed |= bought
    found = []
    for link in bits(open_links(board, seat)):
        if END_SPOTS[link] & fed:
            start, end = LINKS[link].ends
            if SPOTS[start] & fed:
                found.append((link, start))
            if SPOTS[end] & fed:
                found.append((link, end))
    return found


def legal_rails(board: Board, seat: Seat, hand: Hand) -> Iterator[Rails]:
    """Every rail alone and before every other, with every card."""
    for first in _one_rail(board, seat, FIRST_RAIL_COST):
        for card in dict.fromkeys(hand):
            yield Rails(first, None, card)
        between = laid(board, seat, first, FIRST_RAIL_COST)
        for second in _one_rail(between, seat, SECOND_RAIL_COST):
            for card in dict.fromkeys(hand):
                yield Rails(first, second, card)


def _one_rail(board: Board, seat: Seat, cost: int) -> Iterator[Rail]:
    for link, end in open_rails(board, seat, cost):
        for source in coal_sources(board, end):
            yield Rail(LINK_IDS[link], PLACE_IDS[end], SOURCE_IDS[source])


def sample_rails(board: Board, seat: Seat, tracks: list[Track], card: str, below: Below) -> Rails:
    """One rail or two, as likely; each link and end equally likely, then the mine."""
    first = _sample_rail(board, tracks, below)
    between = laid(board, seat, first, FIRST_RAIL_COST)
    more = open_rails(between, seat, SECOND_RAIL_COST)
    second = _sample_rail(between, more, below) if more and below(2) else None
    return make(Rails, (first, second, card))


def _sample_rail(board: Board, tracks: list[Track], below: Below) -> Rail:
    link, end = tracks[below(len(tracks))]
    sources = coal_sources(board, end)
    source = sources[0] if len(sources) == 1 else sources[below(len(sources))]
    return make(Rail, (LINK_IDS[link], PLACE_IDS[end], SOURCE_IDS[source]))


def rails_built(board: Board, seat: Seat, hand: Hand, move: Rails) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    check_card(hand, move.card)
    _check_rail(board, seat, move.first, FIRST_RAIL_COST, "first")
    board = laid(board, seat, move.first, FIRST_RAIL_COST)
    if move.second is not None:
        _check_rail(board, seat, move.second, SECOND_RAIL_COST, "second")
        board = laid(board, seat, move.second, SECOND_RAIL_COST)
    return board


def _check_rail(board: Board, seat: Seat, rail: Rail, cost: int, part: str) -> None:
    """
    Refuse what cannot be built as the next rail.

    Raises:
        IllegalMove: the rules refuse it.
    """
    link, end, coal = LINK.get(rail.link), PLACE.get(rail.end), SOURCE.get(rail.coal)
    if (
        link is None
        or end is None
        or (link, end) not in open_rails(board, seat, cost)
        or coal not in coal_sources(board, end)
    ):
        raise rail_refusal(board, seat, rail, open_links(board, seat), cost, part)


def laid(board: Board, seat: Seat, rail: Rail, cost: int) -> Board:
    """The board after one legal rail."""
    editor = BoardEditor(board)
    editor.take_coal(seat, SOURCE[rail.coal])
    editor.pay(seat, cost)
    editor.lay_link(seat, LINK[rail.link])
    return editor.board()
