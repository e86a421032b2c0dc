"""The choices of Brass where much is possible: rich players, many tiles and links."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from bessemer.engine import choices, drafts
from bessemer.engine.chance import Draws
from bessemer.engine.choices import Thing, Word
from bessemer.engine.drafts import Draft
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import INDUSTRIES
from bessemer.games.brass.board.geography import LINK as LINKS
from bessemer.games.brass.board.geography import SPACE as SPACES
from bessemer.games.brass.board.geography import SPACE_IDS
from bessemer.games.brass.board.stacks import kind_of
from bessemer.games.brass.moves import Develop, Move
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.scripts import script, with_same_effect
from bessemer.games.brass.scripts.things import CARD, LINK, MARKET, SPACE, STACK
from bessemer.games.brass.state import Phase, View
from tests.games.brass.positions import asked, chance, position, random_states

RICH = (1, 3, 5)
"""The numbers of matches whose players begin rich."""


def rich_views(every: int) -> Iterator[View]:
    """What the asked seats see in every so many states of matches with much money."""
    for players, number in zip((2, 3, 4), RICH, strict=True):
        for state in islice(random_states(players, number), 0, None, every):
            if BRASS.decisions(state):
                yield BRASS.view(state, Seat(asked(state)))


def with_two_cards(view: View) -> View:
    """The first two cards are enough, for all cards are much alike."""
    return view._replace(hand=view.hand[:2])


def all_moves(view: View) -> Iterator[Move]:
    """Every legal move, with those that mean the same as another."""
    assert view.seat is not None
    for move in drafts.moves(BRASS, view):
        yield from with_same_effect(view.board, view.seat, move)


def drafts_along(view: View, number: int) -> Iterator[Draft[Move]]:
    """The drafts of a random path, from the first to the whole move."""
    below = Draws(chance(number)).below
    draft = drafts.begin(BRASS, view)
    yield draft
    while draft.choice is not None:
        draft = draft.take(*choices.sample_answer(draft.choice, below))
        yield draft


def test_every_listed_move_is_read_back_into_its_path() -> None:
    """Also those that are rarely sampled: two developments with iron of two works, two rails."""
    seen = 0
    for view in map(with_two_cards, rich_views(every=29)):
        for move in islice(all_moves(view), 0, None, 3):
            path = drafts.path_of(BRASS, view, move)

            assert drafts.follow(BRASS, view, path).move == BRASS.canonical(view, move)
            seen += 1
    assert seen > 1000


def test_the_default_move_does_least() -> None:
    """Pass with the first card, sell no more, give up the tile that costs least."""
    phases = set()
    for number in range(6):
        for state in random_states(4, number):
            for seat, phase in BRASS.decisions(state):
                tiles = {
                    SPACE_IDS[space]: kind_of(tile).cost
                    for space, tile in enumerate(state.board.land.tiles)
                    if tile is not None and tile.owner == seat
                }
                expected = {
                    Phase.ACTION: f"pass with {next(iter(state.hands[seat]), '')}",
                    Phase.SALE: "stop",
                    Phase.SHORTFALL: f"remove {min(tiles, key=tiles.__getitem__, default='')}",
                }
                assert expected[Phase(phase)] == str(BRASS.default_move(state, seat))
                phases.add(phase)
    assert set(BRASS.decision_kinds) == phases


def test_whatever_is_not_offered_is_refused_by_the_rules() -> None:
    """At every choice of a path, each word that is named there; all kinds of choices have some."""
    names = set()
    for number, view in enumerate(rich_views(every=1)):
        for draft in drafts_along(view, number):
            refused = draft.not_now()  # raises if the rules allow what it names
            offered = {word.text for word in draft.choice.words} if draft.choice else set()
            assert offered.isdisjoint(word.text for word, _ in refused)
            names |= {draft.choice.name for _ in refused if draft.choice}
    assert {"action", "card", "industry", "space", "coal", "link", "second_link"} <= names
    assert {"buyer", "tiles"} <= names


def test_every_kind_of_action_is_offered_or_refused() -> None:
    """Nobody wonders why one is missing."""
    kinds = {"pass", "loan", "develop", "canal", "rail", "sell", "build", "build_two_cards"}
    for view in rich_views(every=4):
        draft = drafts.begin(BRASS, view)
        if draft.choice is not None and draft.choice.name == "action":
            offered = {word.text for word in draft.choice.words}
            assert offered | {word.text for word, _ in draft.not_now()} == kinds


def test_words_stand_for_what_is_on_the_board() -> None:
    """Cards of the hand, stacks, spaces, links and markets; only kinds and amounts stand for none."""
    plain = Counter[str]()
    kinds = set()
    for number, view in enumerate(rich_views(every=3)):
        there = {
            CARD: set(view.hand),
            STACK: set(INDUSTRIES),
            SPACE: set(SPACES),
            LINK: set(LINKS),
            MARKET: {"coal", "iron", "distant"},
        }
        for draft in drafts_along(view, number):
            named = [word for word, _ in draft.not_now()]
            for word in (*(draft.choice.words if draft.choice else ()), *named):
                if word.thing is None:
                    plain[word.text] += 1
                else:
                    assert word.thing.id in there[word.thing.kind]
                    kinds.add(word.thing.kind)
    assert there.keys() == kinds
    assert set(plain) <= {
        *("pass", "loan", "develop", "canal", "rail", "sell", "build", "build_two_cards"),
        *("10", "20", "30", "none", "stop"),
    }


def test_the_end_of_a_rail_is_not_asked() -> None:
    """The cube of the one mine comes to either end: one path, and the first end of the link."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 coal2 bolton.top-left, 0 coal2! bury.right",
        links="0 bolton-manchester bury-manchester",
        owns={0: {"money": 5}},
        iron=0,
    )
    view = BRASS.view(state, Seat(0))
    ends = [
        BRASS.parse(f"rail bolton-bury coal to {end} from bolton.top-left with bury")
        for end in ("bolton", "bury")
    ]

    assert {BRASS.canonical(view, move) for move in ends} == {ends[0]}
    assert {drafts.path_of(BRASS, view, move) for move in ends} == {(("rail",), ("bolton-bury",))}


def test_two_tiles_and_their_iron_are_sets() -> None:
    """A works gives as many cubes as it has; what it lacks is bought, and then nothing is asked."""
    state = position(
        era="rail",
        hands={0: "bury"},
        tiles="0 iron2/1 blackburn.bottom-right, 1 iron2/3 manchester.bottom",
        stacks="0 cotton3 coal0 iron0 port0 shipyard0",
        owns={0: {"money": 30}},
    )
    draft = drafts.begin(BRASS, BRASS.view(state, Seat(0))).take("develop")
    assert draft.choice is not None
    draft = draft.take("cotton", "shipyard")

    assert draft.choice is not None
    assert ("iron", 2, 2) == (draft.choice.name, draft.choice.least, draft.choice.most)
    assert [("blackburn.bottom-right", 1), ("manchester.bottom", 2)] == [
        (word.text, word.copies) for word in draft.choice.words
    ]
    moves = [move for move in BRASS.legal_moves(state, Seat(0)) if isinstance(move, Develop)]
    assert moves == [
        drafts.follow(BRASS, draft.view, drafts.path_of(BRASS, draft.view, move)).move
        for move in moves
    ]


def test_two_cards_are_a_set() -> None:
    """Equal ones may be taken as often as the hand has them."""
    state = position(
        hands={0: "bury cotton cotton"}, owns={0: {"money": 30}}, tiles="1 coal1/1 wigan.left"
    )
    draft = drafts.begin(BRASS, BRASS.view(state, Seat(0))).take("build_two_cards")
    draft = draft.take("coal").take("bolton.top-left")

    assert draft.choice is not None
    assert (
        Word("bury", Thing(CARD, "bury")),
        Word("cotton", Thing(CARD, "cotton"), 2),
    ) == draft.choice.words
    assert "build coal at bolton.top-left with cotton and cotton" == str(
        draft.take("cotton", "cotton").move
    )


def test_a_spectator_is_asked_nothing() -> None:
    """There is no seat whose choices these could be."""
    with pytest.raises(ValueError, match="spectator"):
        script(BRASS.view(position(), None))
