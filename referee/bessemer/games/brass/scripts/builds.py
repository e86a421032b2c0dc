"""The choices of a build, with one card or with two."""

from collections.abc import Generator, Iterable, Sequence

from bessemer.engine.choices import Answer
from bessemer.engine.scripts import Ask, Script, one, some, words
from bessemer.games.brass.actions.build_industry import Site, supply_sources
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import INDUSTRY, SPACE_IDS, SYMBOL, bits
from bessemer.games.brass.board.geography import SPACE as SPACE_NUMBERS
from bessemer.games.brass.board.stacks import BUILDABLE
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import Build
from bessemer.games.brass.network.connections import EVERYWHERE
from bessemer.games.brass.network.sites import TOWN_CARDS, allowed_spaces, sites
from bessemer.games.brass.scripts.things import CARD, STACK, cards, source_choice, spaces
from bessemer.games.brass.turn import Turn


def build_with_one_card(turn: Turn, found: list[Site]) -> Script[Build]:
    """The card, then what it allows: the industry, the space, and where its cubes come from."""
    offered = dict.fromkeys(card for card, _, _ in found)

    card = yield from one(
        "card",
        words(offered, CARD),
        lambda move: move.card,
        others=lambda: (
            (word, _no_build(turn, [(word.text, "")]))
            for word in words(dict.fromkeys(turn.hand), CARD)
        ),
    )
    masks = {INDUSTRIES[industry]: mask for name, industry, mask in found if name == card}
    return (yield from _tile(turn, masks, Build("", "", card)))


def build_with_two_cards(turn: Turn, found: list[int]) -> Script[Build]:
    """The industry, the space, where its cubes come from, and any two cards."""
    masks = {INDUSTRIES[industry]: mask for industry, mask in enumerate(found) if mask}
    move = yield from _tile(turn, masks, Build("", "", turn.hand[0], turn.hand[1]))
    card, second = yield from some(
        "cards", cards(turn.hand), lambda move: (move.card, move.second_card), least=2, most=2
    )
    return move._replace(card=card, second_card=second)


def _tile(turn: Turn, masks: dict[str, int], move: Build) -> Generator[Ask, Answer, Build]:
    """The industry, its space and its cubes; `move` has the cards, `masks` the spaces by industry."""
    board, seat = turn.board, turn.seat

    industry = yield from one(
        "industry",
        words(masks, STACK),
        lambda move: move.industry,
        others=lambda: (
            (word, _no_build(turn, [(move.card, move.second_card)], [word.text]))
            for word in words(INDUSTRIES, STACK)
        ),
    )
    move = move._replace(industry=industry)
    shown = _shown(turn, INDUSTRY[industry])
    if not move.second_card:
        shown &= TOWN_CARDS.get(move.card, shown)
    space = yield from one(
        "space",
        spaces(masks[industry]),
        lambda move: move.space,
        others=lambda: ((word, move._replace(space=word.text)) for word in spaces(shown)),
    )
    move = move._replace(space=space)
    coal, iron = supply_sources(board, seat, INDUSTRY[industry], SPACE_NUMBERS[space])
    if coal != ("",):
        given = yield from source_choice(
            "coal",
            board,
            coal,
            lambda move: move.coal,
            lambda source: move._replace(coal=source, iron=iron[0]),
        )
        move = move._replace(coal=given)
    if iron != ("",):
        given = yield from source_choice(
            "iron", board, iron, lambda move: move.iron, lambda source: move._replace(iron=source)
        )
        move = move._replace(iron=given)
    return move


# --- What cannot be built ------------------------------------------------------------------------


def no_build_with_one_card(turn: Turn) -> Build:
    """A build that is refused, if no card of the hand allows one."""
    return _no_build(turn, ((card, "") for card in dict.fromkeys(turn.hand)))


def no_build_with_two_cards(turn: Turn) -> Build:
    """A build that is refused, if none is possible with two cards."""
    card, *more = turn.hand
    return _no_build(turn, [(card, more[0] if more else card)])


def _no_build(
    turn: Turn, pairs: Iterable[tuple[str, str]], industries: Sequence[str] = INDUSTRIES
) -> Build:
    """
    A build that is refused, if none of these industries is possible with any pair of cards.

    The nearer it comes to what is possible, the better is the reason that the rules give.
    """
    found = [
        _nearest(turn, card, second, industry)
        for card, second in pairs
        for industry in ([card] if not second and card in INDUSTRY else industries)
    ]
    return min(found, key=lambda far: far[0])[1]


def _nearest(turn: Turn, card: str, second: str, name: str) -> tuple[int, Build]:
    """How far a build of this industry is from what is possible, and that build."""
    board, seat = turn.board, turn.seat
    player, industry = board.players[seat], INDUSTRY[name]
    kind = BUILDABLE[board.era][industry][player.stacks[industry]]
    allowed = EVERYWHERE if second else allowed_spaces(board, player, card, industry)
    shown = _shown(turn, industry)
    fitting = sites(board, player, kind) if kind else 0
    town = 0 if second else TOWN_CARDS.get(card, 0)
    for place, mask in enumerate((fitting & allowed, shown & allowed, town, fitting, shown)):
        if mask:
            return place, Build(name, SPACE_IDS[bits(mask)[0]], card, second)
    raise AssertionError("every industry has spaces")


def _shown(turn: Turn, industry: int) -> int:
    """The spaces that show an industry on the map for this number of players."""
    return SYMBOL[industry] & SETTINGS[len(turn.board.players)].spots
