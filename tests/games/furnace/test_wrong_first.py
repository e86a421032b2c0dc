"""The rulebook's examples, and the cases that every engine gets wrong first: one test each."""

import pytest

from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    BARGAIN_HUNTER,
    FINANCIER,
    MONOPOLIST,
    SPECULATOR,
    UNDERWRITER,
    asked,
    bid,
    companies,
    hand,
    legal,
    planning,
    play,
    position,
    refused,
    rolling,
    stacks,
    stock,
)

AGENT = 2


def stocks(state: State) -> list[str]:
    """What everybody holds, by seat."""
    return [stock(state, seat) for seat in range(len(at.startups(state)))]


def plan_of(state: State, text: str) -> State:
    """The state after a plan of seat 0 and the default plan of the others."""
    return at.next_round(at.answer(state, 0, text))


# --- The rulebook's examples ---------------------------------------------------------------------


def test_rulebook_processing_1_iron_into_1_oil_up_to_2_times() -> None:
    """`1I -> 1O x2`: refuse, once or twice, with enough iron for it."""
    state = planning(position(2, owned={0: "C28"}, stocks={0: "3I"}))
    expected = {0: "3I + 1U", 1: "2I + 1O + 1U", 2: "1I + 2O + 1U"}

    for count, left in expected.items():
        assert left == stock(plan_of(state, f"plan C28 {count}; S1 0"), 0)
    assert refused(state, 0, "plan C28 3; S1 0").code == Code.OVER_LIMIT


def test_rulebook_white_4_and_red_3_on_2_coal() -> None:
    """The owner of the 3 gains 2C three times; the owner of the 4 takes the card."""
    state = bid(position(3, discs=("4", "3"), row=("C06",)), "4 C06", "3 C06")

    assert stocks(state) == ["", "6C", ""]
    assert companies(state, 0) == ("C06",)


def test_rulebook_red_4_black_2_yellow_1_on_iron_into_oil() -> None:
    """The 2 may process once or twice, the 1 once; both may refuse."""
    held = {0: "9I", 1: "9I", 2: "9I"}
    state = position(3, discs=("4", "2", "1"), row=("C07",), stocks=held)
    state = bid(state, "4 C07", "2 C07", "1 C07")
    assert asked(state) == (1, 2)
    assert legal(state, 1) == ["compensation 0", "compensation 1", "compensation 2"]
    assert legal(state, 2) == ["compensation 0", "compensation 1"]

    assert stocks(play(state, "compensation 2", "compensation 1")) == ["9I", "7I + 2O", "8I + 1O"]
    assert stocks(play(state, "compensation 0", "compensation 0")) == ["9I", "9I", "9I"]


def agent_with_2_and_4(*owners: str) -> State:
    """The Agent's 1 lies on card 2, its 3 on card 1; card 3 holds a 2 and a 4; the die shows 2."""
    state = rolling(position(2, capitalists=owners), 2, 1, 2)
    return bid(state, "2 C03", "4 C03")


def test_rulebook_agent_passes_two_cards_and_places_its_2() -> None:
    """Card 2 has its own disc, card 3 a 2 and a 4, card 4 a 3: the 2 goes to card 4."""
    state = bid(agent_with_2_and_4(), "3 C04", "2 C01", "1 C05")
    assert hand(state, AGENT) == (2, 4)
    state = bid(state, "1 C06")

    assert stacks(state)["C04"] == [(0, 3), (AGENT, 2)]
    assert hand(state, AGENT) == (4,)


def test_rulebook_agent_would_place_its_4_on_a_2() -> None:
    """The same, but card 4 has a 2."""
    state = bid(agent_with_2_and_4(FINANCIER, UNDERWRITER), "2 C04", "2 C01", "1 C05")
    assert hand(state, AGENT) == (2, 4)
    state = bid(state, "1 C06")

    assert stacks(state)["C04"] == [(0, 2), (AGENT, 4)]
    assert hand(state, AGENT) == (2,)


# --- The cases that every engine gets wrong first ------------------------------------------------


def test_case_1_winner_gains_nothing() -> None:
    """White 4, red 3 on 2C: red gains 6C, white takes the card and gains nothing."""
    state = bid(position(4, discs=("3", "", "4")), "3 C01", "4 C01")

    assert stocks(state) == ["6C", "", "", ""]
    assert [companies(state, seat) for seat in range(4)] == [(), (), ("C01",), ()]


@pytest.mark.parametrize(
    ("iron", "black", "yellow"),
    [
        pytest.param("", 0, 0, id="no-iron"),
        pytest.param("1I", 1, 1, id="1-iron"),
        pytest.param("2I", 2, 1, id="2-iron"),
        pytest.param("3I", 2, 1, id="3-iron"),
    ],
)
def test_case_2_processing_is_limited_by_the_disc_and_by_the_iron(
    iron: str, black: int, yellow: int
) -> None:
    """Red 4, black 2, yellow 1 on `1I -> 1O`: each only with iron in hand."""
    state = position(3, discs=("4", "2", "1"), row=("C02",), stocks={1: iron, 2: iron})
    state = bid(state, "4 C02", "2 C02", "1 C02")

    for seat, most in ((1, black), (2, yellow)):
        counts = [f"compensation {count}" for count in range(most + 1)]
        assert (counts if most else []) == [
            text for text in legal(state, seat) if text.startswith("compensation")
        ]


def test_case_3_extraction_feeds_processing_to_its_right_only() -> None:
    """Iron from card 1 is turned into oil on card 2; never the other way round."""
    discs = ("34", "12")
    state = bid(position(3, discs=discs, row=("C05", "C02")), "4 C05", "1 C05", "3 C02", "2 C02")
    assert legal(state, 1) == ["compensation 0", "compensation 1"]
    assert stock(play(state, "compensation 1"), 1) == "1O"

    state = bid(position(3, discs=discs, row=("C02", "C05")), "4 C05", "1 C05", "3 C02", "2 C02")
    assert (at.kind(state), stock(state, 1)) == ("plan", "1I")


def test_case_4_flip_then_resolve_runs_both_lines_resolve_then_flip_the_basic_one() -> None:
    """Flipped after its turn, a company runs both lines from the next round on."""
    state = planning(position(2, owned={0: "C06"}, stocks={0: "1C"}))
    assert stock(plan_of(state, "plan S1 0 flip C06; C06"), 0) == "5C"
    later = plan_of(state, "plan C06; S1 0 flip C06")
    assert stock(later, 0) == "2C"

    assert at.upgraded(later, 0) == ("C06",)
    assert stock(plan_of(planning(later), "plan C06; S1 0"), 0) == "7C + 1U"


def test_case_5_nothing_between_the_two_lines_of_one_card() -> None:
    """A card resolved by halves, or a count for a line that another card must feed, is refused."""
    state = planning(position(2, owned={0: "C31+ C28"}, stocks={0: "2I"}))
    # The works' `1I + 1O -> 7$` needs oil that only the drillers make.
    assert stock(plan_of(state, "plan C28 1; C31 0 1; S1 0"), 0) == "1U + 7$"
    assert refused(state, 0, "plan C31 0 1; C28 1; S1 0").code == Code.OVERSPENT

    assert refused(state, 0, "plan C31 0; C28 1; C31 1; S1 0").card == "C31"
    assert refused(state, 0, "plan C31 0 0; C28 1; C31 0 1; S1 0").code == Code.CARD_TWICE


def test_case_6_one_iron_is_processed_once() -> None:
    """`1I -> 1O x2` with 1 iron: at most once; two lines may not share the iron."""
    state = planning(position(2, owned={0: "C28 C29+"}, stocks={0: "1I"}))
    assert stock(plan_of(state, "plan C28 1; C29 0 0; S1 0"), 0) == "1O + 1U"
    error = refused(state, 0, "plan C28 2; C29 0 0; S1 0")
    assert (error.code, error.missing, error.allowed) == (Code.OVERSPENT, "1I", ("0", "1"))

    assert refused(state, 0, "plan C29 1 1; C28 0; S1 0").code == Code.OVERSPENT
    assert refused(state, 0, "plan C28 1; C29 0 1; S1 0").code == Code.OVERSPENT


def test_case_7_underwriters_losing_3_on_2_coal_gains_8() -> None:
    """Every compensation of the Underwriter's counts the disc's value plus 1."""
    owners = (UNDERWRITER, FINANCIER, MONOPOLIST)
    state = position(3, capitalists=owners, discs=("3", "4"))

    assert stocks(bid(state, "3 C01", "4 C01")) == ["8C", "", ""]


def test_case_7_speculators_equal_disc_placed_second_loses_and_is_compensated() -> None:
    """RULING furnace-tie: the earlier 3 wins, the Speculator's 3 gains 2C three times."""
    state = position(3, capitalists=(FINANCIER, SPECULATOR, MONOPOLIST), discs=("3", "3"))
    state = bid(state, "3 C01", "3 C01")

    assert stocks(state) == ["", "6C", ""]
    assert companies(state, 0) == ("C01",)


def test_case_8_monopolist_wins_with_the_4_and_is_compensated_for_its_own_1() -> None:
    """2C once for the 1; nothing for the 4, which takes the card."""
    state = position(3, capitalists=(MONOPOLIST, FINANCIER, SPECULATOR), discs=("14", "3"))
    state = bid(state, "1 C01", "3 C01", "4 C01")

    assert stocks(state) == ["2C", "6C", ""]
    assert companies(state, 0) == ("C01",)


def test_case_8_monopolist_loses_with_1_and_2_and_is_compensated_for_both() -> None:
    """2C three times in all."""
    state = position(3, capitalists=(MONOPOLIST, FINANCIER, SPECULATOR), discs=("12", "3"))
    state = bid(state, "1 C01", "3 C01", "2 C01")

    assert stocks(state) == ["6C", "", ""]
    assert companies(state, 1) == ("C01",)


@pytest.mark.parametrize(
    ("count", "left"), [pytest.param(0, "2I", id="none"), pytest.param(1, "1I + 1O", id="one")]
)
def test_case_8_bargain_hunter_wins_with_a_1(count: int, left: str) -> None:
    """On `1I -> 1O` it may process once before it takes the card."""
    owners = (BARGAIN_HUNTER, FINANCIER, SPECULATOR)
    state = position(3, capitalists=owners, discs=("1",), row=("C02",), stocks={0: "2I"})
    state = bid(state, "1 C02")
    assert legal(state, 0) == ["compensation 0", "compensation 1"]
    state = play(state, f"compensation {count}")

    assert (left, ("C02",)) == (stock(state, 0), companies(state, 0))


def test_case_9_a_pass_and_the_agent_that_then_stays_put() -> None:
    """The second player's 2 fits nowhere: no die is rolled, the Agent keeps its 4."""
    state = rolling(position(2, capitalists=(FINANCIER, UNDERWRITER)), 2, 6, 3)
    state = bid(state, "2 C04", "1 C01", "2 C05", "3 C02", "3 C01", "4 C03")
    future = at.chance_of(state)
    state = bid(state, "1 C03")

    assert (asked(state), *(hand(state, seat) for seat in range(3))) == ((0,), (4,), (2,), (4,))
    assert (3, future) == (at.die(state), at.chance_of(state))
    assert at.kind(bid(state, "4 C06")) == "plan"


def test_case_9_die_walks_past_card_6_to_card_1() -> None:
    """Card 6 holds the Agent's 1, so its 2 goes to card 1."""
    state = rolling(position(2), 6, 6)
    state = bid(state, "4 C02", "4 C03", "3 C03", "3 C02")

    assert [stacks(state)["C06"], stacks(state)["C01"]] == [[(AGENT, 1)], [(AGENT, 2)]]


def test_case_9_speculator_ties_the_agents_4() -> None:
    """The card leaves the game, and the Speculator is compensated."""
    state = position(2, capitalists=(SPECULATOR, UNDERWRITER), discs=("14", "1", "4"))
    state = bid(rolling(state, 1), "1 C02", "1 C03", "4 C01")

    assert stocks(state) == ["8C", ""]
    assert "C01" in at.gone(state)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("plan S1 0; C06", Code.CARD_MISSING, id="leaves-a-card-out"),
        pytest.param("plan S1 0; C06; C28 0; C06", Code.CARD_TWICE, id="names-one-twice"),
        pytest.param("plan S1 0; C06; C28 0; C26", Code.NOT_OWN_CARD, id="anothers-card"),
        pytest.param("plan S1 0; C06; C26", Code.NOT_OWN_CARD, id="anothers-card-for-an-own"),
        pytest.param("plan S1 0 flip S1; C06; C28 0", Code.FLIP_STARTUP, id="flips-a-start-up"),
        pytest.param("plan S1 0 flip C06 C06; C06; C28 0", Code.FLIP_TWICE, id="flips-twice"),
        pytest.param("plan S1 0; C06; C28 2", Code.OVERSPENT, id="overspends-by-one"),
        pytest.param("plan C06; S1 2 flip C28; C28 0", Code.OVERSPENT, id="flips-unpaid"),
    ],
)
def test_case_10_bad_plan_is_refused_and_nothing_changed(text: str, code: Code) -> None:
    """`refused` compares the state before and after; the default plan is still accepted."""
    state = planning(position(2, owned={0: "C06 C28", 1: "C26"}, stocks={0: "2C + 1I + 1U"}))

    assert code == refused(state, 0, text).code
    assert stock(plan_of(state, "plan S1 0; C06; C28 0"), 0) == "4C + 1I + 2U"
