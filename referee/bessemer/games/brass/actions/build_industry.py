"""The first action: build an industry."""

from collections.abc import Sequence

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Below, Seat
from bessemer.games.brass.board import geography
from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.stacks import BUILDABLE, TOPS, Tile
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.moves import Build
from bessemer.games.brass.network import sites, supply
from bessemer.games.brass.network.connections import built_ports, joined
from bessemer.games.brass.refusals import Code, check_card, check_source, no_coal, overspent
from bessemer.games.brass.state import Board, Hand, make
from bessemer.games.brass.turn import Turn

Site = tuple[str, int, int]
"""A card, an industry, and the spaces where the two allow a tile, as bits."""


def sites_by_card(board: Board, seat: Seat, hand: Hand, spaces: Sequence[int]) -> list[Site]:
    """The industries and the open `spaces` that each different card of the hand allows."""
    player, anywhere = board.players[seat], 0
    found: list[Site] = []
    for there in spaces:
        anywhere |= there
    if not anywhere:
        return found
    before = ""
    for card in hand:
        if card == before:
            continue
        before = card
        town = sites.TOWN_CARDS.get(card)
        if town is None:
            industry = geography.INDUSTRY[card]
            if mask := spaces[industry] and spaces[industry] & sites.allowed_spaces(
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


def may_combine(board: Board) -> bool:
    """Whether two actions are left to be made one."""
    return board.actions == 2


def supply_sources(
    board: Board, seat: Seat, industry: int, space: int
) -> tuple[Sequence[str], Sequence[str]]:
    """Where the coal and the iron of the next tile may come from, as a move names it."""
    kind = TOPS[industry][board.players[seat].stacks[industry]]
    assert kind is not None, "an open space has a tile to put there"
    coal: Sequence[str] = ("",)
    iron: Sequence[str] = ("",)
    if kind.coal:
        coal = [
            supply.SOURCE_IDS[source]
            for source in supply.coal_sources(board, geography.TOWN_OF[space])
        ]
    if kind.iron:
        iron = [supply.SOURCE_IDS[source] for source in supply.iron_sources(board)]
    return coal, iron


def sample_build(turn: Turn, found: list[Site], below: Below) -> Build:
    """One of the builds with one card: card, industry and space equally likely, then sources."""
    number = below(sum([mask.bit_count() for _, _, mask in found]))
    for card, industry, mask in found:
        if number < mask.bit_count():
            return _sampled(turn, industry, geography.pick(mask, number), (card, ""), below)
        number -= mask.bit_count()
    raise AssertionError("below(n) must answer less than n")


def sample_double_build(turn: Turn, spaces: list[int], below: Below) -> Build:
    """One of the builds with two cards: industry and space equally likely, then cards, sources."""
    hand = turn.hand
    number = below(sum([mask.bit_count() for mask in spaces]))
    industry = 0
    while number >= spaces[industry].bit_count():
        number -= spaces[industry].bit_count()
        industry += 1
    one = below(len(hand))
    other = below(len(hand) - 1)
    other += other >= one
    cards = (hand[min(one, other)], hand[max(one, other)])
    return _sampled(turn, industry, geography.pick(spaces[industry], number), cards, below)


def _sampled(turn: Turn, industry: int, space: int, cards: tuple[str, str], below: Below) -> Build:
    coal, iron = supply_sources(turn.board, turn.seat, industry, space)
    return make(
        Build,
        (
            *(INDUSTRIES[industry], geography.SPACE_IDS[space], *cards),
            coal[0] if len(coal) == 1 else coal[below(len(coal))],
            iron[0] if len(iron) == 1 else iron[below(len(iron))],
        ),
    )


# --- What a build must obey, and what it does ------------------------------------------------------


def built(board: Board, seat: Seat, hand: Hand, move: Build) -> Board:
    """
    The board after `move`.

    Raises:
        IllegalMove: the rules refuse it.
    """
    _check_cards(board, hand, move)
    kind = _checked_tile(board, seat, move.industry)
    industry = kind.industry
    space = sites.check_site(board, seat, kind, move.space, "" if move.second_card else move.card)
    # RULING brass-combined-overbuild: two actions in one may replace a tile like any build.
    if not move.second_card:
        sites.check_allowed(board, seat, hand, move.card, industry, space)
    _check_supply(board, seat, kind, space, move)
    editor = BoardEditor(board)
    if kind.coal:
        editor.take_coal(seat, supply.SOURCE[move.coal])
    if kind.iron:
        editor.take_iron(seat, supply.SOURCE[move.iron])
    editor.pay(seat, kind.cost)
    editor.take_from_stack(seat, industry)
    if board.land.tiles[space] is not None:
        editor.remove_tile(space)
    editor.put_tile(space, make(Tile, (seat, industry, kind.level, kind.cubes, False)))
    if industry == geography.SHIPYARD:
        editor.flip(space)
    elif industry == geography.IRON:
        editor.fill_track(space)
    elif industry == geography.COAL:
        together = joined(board.land.links)[geography.TOWN_OF[space]]
        if together & built_ports(board.land):
            editor.fill_track(space)
    return editor.board()


def _check_cards(board: Board, hand: Hand, move: Build) -> None:
    """Refuses cards that are not in the hand, and a second card when only one action is left."""
    check_card(hand, move.card)
    if not move.second_card:
        return
    if not may_combine(board):
        raise IllegalMove(
            Code.TWO_ACTIONS,
            say(
                "{thing} as a second card takes a second action, and there is one left",
                thing=move.second_card,
            ),
            part="second_card",
            card=move.second_card,
        )
    left = list(hand)
    left.remove(move.card)
    check_card(tuple(left), move.second_card, "second_card")


def _checked_tile(board: Board, seat: Seat, name: str) -> TileKind:
    """The seat's next tile of this industry; refuses one that cannot be built in this era."""
    industry, kind = geography.INDUSTRY.get(name), None
    if industry is not None:
        left = board.players[seat].stacks[industry]
        buildable, kind = BUILDABLE[board.era][industry][left], TOPS[industry][left]
        if buildable is not None:
            return buildable
    if industry is None:
        code, why = Code.NO_SUCH_INDUSTRY, say("there is no industry {thing}", thing=name)
    elif kind is None:
        code, why = Code.STACK_EMPTY, say("the stack of {industry} is empty", industry=name)
    elif not kind.level:
        code = Code.NEVER_BUILT
        why = say("{industry} 0 is never built: develop it away", industry=name)
    else:
        code = Code.WRONG_ERA
        why = say(
            "{industry} {level} is not built in the {era} era",
            industry=name,
            level=kind.level,
            era=board.era,
        )
    possible = tuple(
        other
        for other, number in geography.INDUSTRY.items()
        if sites.open_spaces(board, seat, number)
    )
    raise IllegalMove(
        code,
        why,
        say("what can be built: {things}", things=possible),
        part="industry",
        card=name,
        words=possible,
    )


def _check_supply(board: Board, seat: Seat, kind: TileKind, space: int, move: Build) -> None:
    """Refuses a tile that gets no coal, costs too much, or names a wrong source of cubes."""
    coal: Sequence[int] = ()
    iron: Sequence[int] = ()
    needed = kind.cost
    if kind.coal:
        coal = supply.coal_sources(board, geography.TOWN_OF[space])
        if not coal:
            raise no_coal(geography.PLACE_IDS[geography.TOWN_OF[space]], "space")
        needed += supply.coal_price(board) if coal == (supply.TRACK,) else 0
    if kind.iron:
        iron = supply.iron_sources(board)
        needed += supply.iron_cost(board)
    money = board.players[seat].money
    if needed > money:
        why = say("{industry} {level} at {space} costs £{needed}, and there is £{money}")
        about = why.about(
            industry=move.industry, level=kind.level, space=move.space, needed=needed, money=money
        )
        raise overspent(needed, money, about)
    check_source(Code.WRONG_COAL, "coal", move.coal, coal, "coal")
    check_source(Code.WRONG_IRON, "iron", move.iron, iron, "iron")
