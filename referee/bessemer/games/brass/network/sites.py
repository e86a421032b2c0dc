"""Where an industry tile may lie: empty spaces, overbuilding, and what a card allows."""

from collections.abc import Sequence
from typing import Final

from bessemer.engine.errors import IllegalMove, any_of, say
from bessemer.engine.game import Seat
from bessemer.games.brass.board import geography
from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, TileKind
from bessemer.games.brass.board.stacks import BUILDABLE
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.network.connections import card_reach, coal_reach, towns
from bessemer.games.brass.network.supply import coal_price, iron_cost
from bessemer.games.brass.refusals import Code, Rule, first_broken
from bessemer.games.brass.state import Board, Hand, Player

TOWN_CARDS: Final = {
    place.id: geography.SPOTS[geography.PLACE[place.id]]
    for place in FIGURES.places
    if place.kind == "town"
}
"""The spaces that each town's card allows."""
INDUSTRY_CARDS: Final = geography.INDUSTRY
"""The industry that each industry card allows."""
_NO_SPACE: Final = len(geography.PLACE_OF_SPOT)
"""A number that is in no set of spaces."""
Ground = tuple[int, int, int]
"""For every industry: the spaces that there are, the empty ones, and those in towns not closed."""
_CUBES: Final = (geography.COAL, geography.IRON)
_CANAL: Final = Era.CANAL


# --- What can be built now -----------------------------------------------------------------------


def openings(board: Board, seat: Seat) -> list[int]:
    """By industry: what `open_spaces` says."""
    player, tops = board.players[seat], BUILDABLE[board.era]
    iron, ground, found = iron_cost(board), _ground(board, player), []
    for industry, left in enumerate(player.stacks):
        kind = tops[industry][left]
        purse = -1 if kind is None else player.money - kind.cost - kind.iron * iron
        if kind is None or purse < 0:
            found.append(0)
        else:
            found.append(_supplied(board, player, kind, ground, purse))
    return found


def open_spaces(board: Board, seat: Seat, industry: int) -> int:
    """Every space where `seat` can put, supply and pay its next tile, whatever the card; as bits."""
    player = board.players[seat]
    kind = BUILDABLE[board.era][industry][player.stacks[industry]]
    if kind is None:
        return 0
    purse = player.money - kind.cost - kind.iron * iron_cost(board)
    return 0 if purse < 0 else _supplied(board, player, kind, _ground(board, player), purse)


def _supplied(board: Board, player: Player, kind: TileKind, ground: Ground, purse: int) -> int:
    """Those of the sites that get coal, if it is needed, at the price that `purse` can pay."""
    spaces = _sites(board, player, kind, ground)
    if kind.coal and spaces:
        by_mine, by_track = coal_reach(board.land)
        spaces &= by_mine | by_track if purse >= coal_price(board) else by_mine
    return spaces


# --- The rules of a space ------------------------------------------------------------------------

_SITE_RULES: Final[Sequence[Rule]] = (
    Rule(Code.NO_SUCH_SPACE, say("{space}: there is no space {thing}")),
    Rule(Code.WRONG_SYMBOL, say("{space}: {thing} does not show {industry}")),
    Rule(Code.SPACE_TAKEN, say("{space}: {industry} {level} of seat {seat} is there")),
    Rule(
        Code.LEVEL_TOO_LOW,
        say(
            "{space}: {industry} {level} of seat {seat} is there, and the new tile is of level {other}"
        ),
    ),
    Rule(
        Code.CUBES_LEFT,
        say(
            "{space}: {industry} {level} of seat {seat} is there, and {cube} is still to be had on a "
            "tile or the track"
        ),
    ),
    Rule(Code.ONE_PER_TOWN, say("{space}: in the canal era a player has one tile in a town")),
    Rule(Code.PORT_ORDER, say("{space}: the first port space of the town is still empty")),
)


def _ground(board: Board, player: Player) -> Ground:
    first, second, third, fourth, fifth = board.land.kinds
    own = player.tiles
    return (
        SETTINGS[len(board.players)].spots,
        ~(first | second | third | fourth | fifth),
        ~towns(own) | own if board.era is _CANAL else -1,
    )


def vacant_spaces(board: Board, player: Player) -> int:
    """The empty spaces in towns that are not closed to the player, as bits."""
    there, empty, alone = _ground(board, player)
    return there & empty & alone


def _allowed_by_each(
    board: Board, player: Player, kind: TileKind, ground: Ground
) -> tuple[int, int, int, int, int, int, int]:
    """The spaces that each of `_SITE_RULES` allows a tile of this kind, as bits."""
    land, industry = board.land, kind.industry
    there, empty, alone = ground
    free, lower, exhausted, in_order = empty, -1, -1, -1
    if same := land.kinds[industry]:
        others = same & ~player.tiles
        free |= same if industry in _CUBES else same ^ others
        for space in geography.bits(same):
            tile = land.tiles[space]
            if tile is not None and tile.level >= kind.level:
                lower ^= 1 << space
        if others and not is_exhausted(board, industry):
            exhausted = ~others
    if industry == geography.PORT:
        # RULING brass-port-order: nor may a port replace one there.
        for first_port, others in geography.PORT_ORDER:
            if empty & first_port:
                in_order &= ~others
    return there, geography.SYMBOL[industry], free, lower, exhausted, alone, in_order


def sites(board: Board, player: Player, kind: TileKind) -> int:
    """The spaces on which a tile of this kind may lie, as bits."""
    return _sites(board, player, kind, _ground(board, player))


def _sites(board: Board, player: Player, kind: TileKind, ground: Ground) -> int:
    there, shown, free, lower, exhausted, alone, in_order = _allowed_by_each(
        board, player, kind, ground
    )
    return there & shown & free & lower & exhausted & alone & in_order


def is_exhausted(board: Board, industry: int) -> bool:
    """Whether this kind of cube is to be had neither from a tile nor from the track."""
    track = board.coal if industry == geography.COAL else board.iron
    return not track and not board.land.kinds[industry] & board.land.face_up


def check_site(board: Board, seat: Seat, kind: TileKind, name: str, card: str) -> int:
    """
    The number of the space of this name, on which a tile of this kind may lie.

    Args:
        board: the table.
        seat: who builds.
        kind: the tile.
        name: the space, as a move names it.
        card: what is played for it; "" for two cards.

    Raises:
        IllegalMove: it may not lie there.
    """
    player, space = board.players[seat], geography.SPACE.get(name, _NO_SPACE)
    ground = _ground(board, player)
    if _sites(board, player, kind, ground) >> space & 1:
        return space
    broken = first_broken(_SITE_RULES, _allowed_by_each(board, player, kind, ground), space)
    tile = None if space == _NO_SPACE else board.land.tiles[space]
    is_about_tile = tile is not None and broken.code is not Code.WRONG_SYMBOL
    why = broken.sentence.about(
        space=name,
        thing=name,
        industry=INDUSTRIES[tile.industry if tile and is_about_tile else kind.industry],
        level=tile and tile.level,
        seat=tile and tile.owner,
        other=kind.level,
        cube=INDUSTRIES[kind.industry],
    )
    possible = open_spaces(board, seat, kind.industry)
    if card:
        possible &= allowed_spaces(board, player, card, kind.industry)
    names = tuple(geography.SPACE_IDS[number] for number in geography.bits(possible))
    raise IllegalMove(broken.code, why, part="space", card=name, words=names)


# --- What a card allows --------------------------------------------------------------------------


def allowed_spaces(board: Board, player: Player, card: str, industry: int) -> int:
    """The spaces on which `card` allows a tile of `industry`, as bits."""
    if card in TOWN_CARDS:
        return TOWN_CARDS[card]
    if INDUSTRY_CARDS[card] != industry:
        return 0
    # RULING brass-overbuild-reach: replacing a tile needs the same reach as building one.
    return card_reach(board.era, player.links, player.tiles)


def check_allowed(
    board: Board, seat: Seat, hand: Hand, card: str, industry: int, space: int
) -> None:
    """
    Refuse a card that does not allow a tile of `industry` on `space`.

    Raises:
        IllegalMove: it does not.
    """
    player = board.players[seat]
    if allowed_spaces(board, player, card, industry) >> space & 1:
        return
    if card in TOWN_CARDS:
        code = Code.WRONG_TOWN
        why = say("the card {thing} is for that town alone", thing=card)
    elif INDUSTRY_CARDS[card] != industry:
        code = Code.WRONG_INDUSTRY
        why = say("the card {thing} is for that industry alone", thing=card)
    else:
        code = Code.OUT_OF_REACH
        why = say(
            "the card {thing} reaches only as far as the network of seat {seat}",
            thing=card,
            seat=seat,
        )
    serving = tuple(
        other
        for other in dict.fromkeys(hand)
        if allowed_spaces(board, player, other, industry) >> space & 1
    )
    right = say("for {industry} at {space} there is none in the hand")
    if serving:
        right = say("for {industry} at {space} there is {things}")
    raise IllegalMove(
        code,
        why,
        right.about(
            industry=INDUSTRIES[industry], space=geography.SPACE_IDS[space], things=any_of(serving)
        ),
        part="card",
        card=card,
        words=serving,
    )
