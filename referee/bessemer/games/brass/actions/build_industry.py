"""The first action: build an industry."""

from collections.abc import Iterator, Sequence

from bessemer.engine.game import Below, Seat
from bessemer.games.brass.actions.build_refusals import refusal
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import (
    COAL,
    INDUSTRY,
    IRON,
    SHIPYARD,
    SPACE,
    SPACE_IDS,
    TOWN_OF,
    bits,
    pick,
)
from bessemer.games.brass.board.stacks import TOPS, Tile
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import Build
from bessemer.games.brass.network.connections import built_ports, joined
from bessemer.games.brass.network.sites import TOWN_CARDS, allowed_spaces, open_spaces, openings
from bessemer.games.brass.network.supply import SOURCE, SOURCE_IDS, coal_sources, iron_sources
from bessemer.games.brass.state import Board, Hand, make

Site = tuple[str, int, int]
"""A card, an industry, and the spaces where the two allow a tile, as bits."""


def sites_by_card(board: Board, seat: Seat, hand: Hand, spaces: Sequence[int]) -> list[Site]:
    """What each different card of the hand can do with the open `spaces`."""
    player, found = board.players[seat], []
    anywhere = 0
    for there in spaces:
        anywhere |= there
    before = ""
    for card in hand:
        if card == before:
            continue
        before = card
        town = TOWN_CARDS.get(card)
        if town is None:
            industry = INDUSTRY[card]
            if mask := spaces[industry] and spaces[industry] & allowed_spaces(
                board, player, card, industry
            ):
                found.append((card, industry, mask))
        elif anywhere & town:
            found += [
                (card, industry, there & town)
                for industry, there in enumerate(spaces)
                if there & town
            ]
    return found


def card_pairs(hand: Hand) -> list[tuple[str, str]]:
    """Every two cards of the hand, equal ones told apart no further."""
    return list(
        dict.fromkeys(
            (card, other) for place, card in enumerate(hand) for other in hand[place + 1 :]
        )
    )


def may_combine(board: Board) -> bool:
    """Whether two actions are left to be made one."""
    return board.actions == 2


def legal_builds(board: Board, seat: Seat, hand: Hand) -> Iterator[Build]:
    """Every way to build with one card, then every way to build with two."""
    spaces = openings(board, seat)
    for card, industry, mask in sites_by_card(board, seat, hand, spaces):
        for space in bits(mask):
            yield from _supplied(board, seat, industry, space, (card, ""))
    if may_combine(board):
        for industry, mask in enumerate(spaces):
            for space in bits(mask):
                for pair in card_pairs(hand):
                    yield from _supplied(board, seat, industry, space, pair)


def _supplied(
    board: Board, seat: Seat, industry: int, space: int, cards: tuple[str, str]
) -> Iterator[Build]:
    """One build with every choice of where its cubes come from."""
    coal, iron = supply_sources(board, seat, industry, space)
    name, where = INDUSTRIES[industry], SPACE_IDS[space]
    for coal_source in coal:
        for iron_source in iron:
            yield make(Build, (name, where, *cards, coal_source, iron_source))


def supply_sources(
    board: Board, seat: Seat, industry: int, space: int
) -> tuple[Sequence[str], Sequence[str]]:
    """Where the coal and the iron of the next tile may come from, as a move names it."""
    kind = TOPS[industry][board.players[seat].stacks[industry]]
    assert kind is not None, "an open space has a tile to put there"
    coal: Sequence[str] = ("",)
    iron: Sequence[str] = ("",)
    if kind.coal:
        coal = [SOURCE_IDS[source] for source in coal_sources(board, TOWN_OF[space])]
    if kind.iron:
        iron = [SOURCE_IDS[source] for source in iron_sources(board)]
    return coal, iron


def sample_build(board: Board, seat: Seat, sites: list[Site], below: Below) -> Build:
    """One of the builds with one card: card, industry and space equally likely, then sources."""
    number = below(sum([mask.bit_count() for _, _, mask in sites]))
    for card, industry, mask in sites:
        if number < mask.bit_count():
            return _sampled(board, seat, industry, pick(mask, number), (card, ""), below)
        number -= mask.bit_count()
    raise AssertionError("below(n) must answer less than n")


def sample_double_build(
    board: Board, seat: Seat, hand: Hand, spaces: list[int], below: Below
) -> Build:
    """One of the builds with two cards: industry and space equally likely, then cards, sources."""
    number = below(sum([mask.bit_count() for mask in spaces]))
    industry = 0
    while number >= spaces[industry].bit_count():
        number -= spaces[industry].bit_count()
        industry += 1
    one = below(len(hand))
    other = below(len(hand) - 1)
    other += other >= one
    cards = (hand[min(one, other)], hand[max(one, other)])
    return _sampled(board, seat, industry, pick(spaces[industry], number), cards, below)


def _sampled(
    board: Board, seat: Seat, industry: int, space: int, cards: tuple[str, str], below: Below
) -> Build:
    coal, iron = supply_sources(board, seat, industry, space)
    return make(
        Build,
        (
            *(INDUSTRIES[industry], SPACE_IDS[space], *cards),
            coal[0] if len(coal) == 1 else coal[below(len(coal))],
            iron[0] if len(iron) == 1 else iron[below(len(iron))],
        ),
    )


def built(board: Board, seat: Seat, hand: Hand, move: Build) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    if not _is_legal(board, seat, hand, move):
        raise refusal(board, seat, hand, move)
    industry, space = INDUSTRY[move.industry], SPACE[move.space]
    editor = BoardEditor(board)
    kind = TOPS[industry][editor.players[seat].stacks[industry]]
    assert kind is not None, "an open space has a tile to put there"
    if kind.coal:
        editor.take_coal(seat, SOURCE[move.coal])
    if kind.iron:
        editor.take_iron(seat, SOURCE[move.iron])
    editor.pay(seat, kind.cost)
    editor.take_from_stack(seat, industry)
    if board.land.tiles[space] is not None:
        editor.remove_tile(space)
    editor.put_tile(space, make(Tile, (seat, industry, kind.level, kind.cubes, False)))
    if industry == SHIPYARD:
        editor.flip(space)
    elif industry == IRON:
        editor.fill_track(space)
    elif industry == COAL:
        together = joined(board.land.links)[TOWN_OF[space]]
        if together & built_ports(board.land):
            editor.fill_track(space)
    return editor.board()


def _is_legal(board: Board, seat: Seat, hand: Hand, move: Build) -> bool:
    name, where, card, second, coal, iron = move
    industry, space = INDUSTRY.get(name), SPACE.get(where)
    if industry is None or space is None or card not in hand:
        return False
    spaces = open_spaces(board, seat, industry)
    if not spaces >> space & 1:
        return False
    if second:
        # RULING brass-combined-overbuild: two actions in one may replace a tile like any build.
        if not may_combine(board) or hand.count(second) < 1 + (card == second):
            return False
    elif not allowed_spaces(board, board.players[seat], card, industry) >> space & 1:
        return False
    needed = supply_sources(board, seat, industry, space)
    return coal in needed[0] and iron in needed[1]
