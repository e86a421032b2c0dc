"""Production: lines, counts and flips, step by step; `test_refusals` has what is refused."""

import pytest

from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    answer,
    legal,
    planning,
    position,
    refused,
    stock,
)


def hand(
    owned: str = "", held: str = "", startup: str = "S1", line: str = "", deck: str = "standard"
) -> State:
    """Seat 0 of two plans with these companies and goods; S1 trades 2C -> 2$ x2."""
    return planning(
        position(
            2,
            startups=(startup, "S2" if startup == "S1" else "S1"),
            owned={0: owned},
            stocks={0: held},
            lines={0: line},
            chain="on" if line else "off",
            deck=deck,
        )
    )


def after(state: State, text: str) -> str:
    """What seat 0 holds when everybody has planned."""
    return stock(answer(answer(state, 1, at.default_text(state, 1)), 0, text), 0)


def first_plans(state: State, text: str) -> State:
    """The next round, seat 0 having planned this and seat 1 nothing."""
    return answer(answer(state, 0, text), 1, at.default_text(state, 1))


# --- The lines of a card -------------------------------------------------------------------------


def test_extraction_is_mandatory_and_whole() -> None:
    """It has no count, and all of it is gained."""
    state = hand("C06 C26")

    assert after(state, "plan S1 0; C06; C26") == "2C + 1I + 1U"
    assert refused(state, 0, "plan S1 0; C06 1; C26").code == Code.COUNTS_EXTRA
    assert refused(state, 0, "plan S1 0; C06 0; C26").code == Code.COUNTS_EXTRA


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "3I + 1U"), (1, "2I + 1O + 1U"), (2, "1I + 2O + 1U")]
)
def test_rulebook_example_page_3_iron_into_oil_up_to_2_times(count: int, expected: str) -> None:
    """1I -> 1O x2 with enough iron: refuse it, do it once, do it twice."""
    assert after(hand("C28", "3I"), f"plan S1 0; C28 {count}") == expected


def test_processing_is_limited_by_the_number_above_the_arrow() -> None:
    """A third time is refused, however much iron there is."""
    error = refused(hand("C28", "3I"), 0, "plan S1 0; C28 3")

    assert (error.code, error.allowed) == (Code.OVER_LIMIT, ("0", "1", "2"))


def test_case_6_one_iron_is_processed_at_most_once() -> None:
    """1I -> 1O x2 with 1 iron: at most once."""
    state = hand("C28", "1I")

    assert after(state, "plan C28 1; S1 0") == "1O + 1U"
    error = refused(state, 0, "plan C28 2; S1 0")
    assert (error.code, error.missing, error.allowed) == (Code.OVERSPENT, "1I", ("0", "1"))


def test_case_6_two_lines_do_not_share_the_same_iron() -> None:
    """Upgraded machine works, 1I -> 1U x1 and 1I -> 2$ x4, with 1 iron: one of them."""
    state = hand("C29+", "1I")

    assert after(state, "plan S1 0; C29 1 0") == "2U"
    assert after(state, "plan S1 0; C29 0 1") == "1U + 2$"
    error = refused(state, 0, "plan S1 0; C29 1 1")
    assert (error.code, error.part, error.missing) == (Code.OVERSPENT, "steps[1].counts[1]", "1I")


def test_price_of_two_goods_needs_both() -> None:
    """1I + 1O -> 7$ x2: the scarcer good limits it, and both are paid."""
    state = hand("C09+", "2I + 1O")

    assert after(state, "plan S1 0; C09 1") == "2C + 1I + 1U + 7$"
    error = refused(state, 0, "plan S1 0; C09 2")
    assert (error.missing, error.allowed) == ("1O", ("0", "1"))
    state = hand("C09+", "2C")
    assert refused(state, 0, "plan S1 0; C09 2").missing == "2I + 2O"


def test_upper_line_feeds_the_lower_one() -> None:
    """Lines run top to bottom, so the lower one cannot feed the upper."""
    state = hand("C08+", "1I")  # 2C, then 1I -> 2$ x4
    assert after(state, "plan S1 0; C08 1") == "2C + 1U + 2$"
    deck = at.deck_text(
        [("1C", "1O -> 4$ x1", "1I -> 1O x2"), ("1C", "1I -> 1O x2", "1O -> 4$ x1")]
    )
    assert after(hand("X02+", "1I", deck=deck), "plan S1 0; X02 1 1") == "1U + 4$"
    state = hand("X01+", "1I", deck=deck)
    assert refused(state, 0, "plan S1 0; X01 1 1").missing == "1O"
    assert after(state, "plan S1 0; X01 0 1") == "1O + 1U"


def test_basic_side_runs_the_basic_line_only() -> None:
    """The additional line is active on the upgraded side alone, with a count of its own."""
    assert after(hand("C08", "4I"), "plan S1 0; C08") == "2C + 4I + 1U"
    assert after(hand("C08+", "4I"), "plan S1 0; C08 4") == "2C + 1U + 8$"
    assert refused(hand("C08", "4I"), 0, "plan S1 0; C08 4").code == Code.COUNTS_EXTRA
    assert refused(hand("C08+", "4I"), 0, "plan S1 0; C08").code == Code.COUNTS_MISSING


def test_case_5_nothing_between_the_two_lines_of_one_card() -> None:
    """A card named twice, to put another between its lines, is refused."""
    state = hand("C29+ C26", "1I")
    error = refused(state, 0, "plan C29 1 0; C26; C29 0 1; S1 0")

    assert (error.code, error.step, error.card) == (Code.CARD_TWICE, 3, "C29")
    # In the only legal forms both counts stand at one step, before or after the mine's iron.
    assert refused(state, 0, "plan C29 1 1; C26; S1 0").missing == "1I"
    assert after(state, "plan C26; C29 1 1; S1 0") == "2U + 2$"


def test_order_of_the_cards_is_free_and_matters() -> None:
    """A company can spend what another gave before, not what comes after."""
    state = hand("C26 C28")

    assert after(state, "plan C26; C28 1; S1 0") == "1O + 1U"
    assert refused(state, 0, "plan C28 1; C26; S1 0").missing == "1I"


def test_supply_is_unlimited_and_money_is_never_spent() -> None:
    """Large stocks stay, and the money of earlier rounds is only added to."""
    state = hand("C08+", "60C + 60I + 60O + 60U + 60$", startup="S2")

    assert after(state, "plan S2 1; C08 4") == "62C + 56I + 59O + 61U + 72$"


# --- The start-up --------------------------------------------------------------------------------


def test_startup_gains_a_token_then_trades_then_flips() -> None:
    """The token pays for a flip at once; so does what the trade brings."""
    assert after(hand("C06", "1C"), "plan S1 0 flip C06; C06") == "5C"
    deck = at.deck_text([("1C", "2C", "3C")], [("1C", "1I -> 1C x2"), ("1C", "1U -> 5$ x2")])
    state = hand("X01", "1I", deck=deck)
    assert after(state, "plan S1 1 flip X01; X01") == "5C"
    assert refused(state, 0, "plan S1 0 flip X01; X01").missing == "1C"
    # A trade of tokens can spend the token that the start-up has just brought, and flips cannot.
    state = hand("X01", "1C", startup="S2", deck=deck)
    assert after(state, "plan S2 1; X01") == "3C + 5$"
    assert refused(state, 0, "plan S2 2; X01").missing == "1U"
    assert refused(state, 0, "plan S2 1 flip X01; X01").missing == "1U"


def test_tokens_of_the_startup_are_there_only_after_it() -> None:
    """1U -> 5$ x1 before the start-up finds no token."""
    state = hand("C04")

    assert after(state, "plan S1 0; C04 1") == "5$"
    assert refused(state, 0, "plan C04 1; S1 0").missing == "1U"


def test_trade_is_limited_and_paid() -> None:
    """S1: 2C -> 2$ x2."""
    assert after(hand(held="5C"), "plan S1 2") == "1C + 1U + 4$"
    assert refused(hand(held="9C"), 0, "plan S1 3").allowed == ("0", "1", "2")
    assert refused(hand(held="3C"), 0, "plan S1 2").missing == "1C"


def test_trade_and_flip_do_not_share_coal() -> None:
    """With 2C: one trade or one flip."""
    state = hand("C06", "2C")

    assert refused(state, 0, "plan S1 1 flip C06; C06").missing == "1C"
    assert after(state, "plan S1 0 flip C06; C06") == "6C"
    assert after(state, "plan S1 1; C06") == "2C + 1U + 2$"


@pytest.mark.parametrize(
    ("held", "flips", "missing"),
    [
        pytest.param("2C + 1U", "C06 C26", "", id="enough for two"),
        pytest.param("1C + 1U", "C06 C26", "1C", id="coal for one"),
        pytest.param("2C", "C06 C26", "1U", id="a token for one"),
        pytest.param("1C", "C06 C26", "1C + 1U", id="both for one"),
        pytest.param("2U", "C06", "1C", id="no coal"),
        pytest.param("2C + 2U", "C06 C26 C22", "1C", id="three with coal for two"),
    ],
)
def test_each_flip_costs_1_coal_and_1_token(held: str, flips: str, missing: str) -> None:
    """Any number of flips, as far as coal and tokens reach."""
    state = hand("C06 C26 C22", held)
    text = f"plan S1 0 flip {flips}; C06; C26; C22"
    if missing:
        error = refused(state, 0, text)
        assert (error.code, error.missing) == (Code.OVERSPENT, missing)
    else:
        assert at.upgraded(first_plans(state, text), 0) == ("C06", "C26")


def test_order_of_flips_means_nothing() -> None:
    """The same state follows from flips named in another order."""
    state = hand("C06 C26", "2C + 1U")

    one = first_plans(state, "plan S1 0 flip C06 C26; C06; C26")
    other = first_plans(state, "plan S1 0 flip C26 C06; C06; C26")
    assert one == other


# --- Case 4: flip and resolve --------------------------------------------------------------------


def test_case_4_flip_then_resolve_runs_both_lines() -> None:
    """Upgraded before its turn, the card takes the counts of both lines this phase."""
    state = hand("C29", "1C + 5I")

    assert after(state, "plan S1 0 flip C29; C29 1 4") == "1U + 8$"
    assert refused(state, 0, "plan S1 0 flip C29; C29 1").code == Code.COUNTS_MISSING


def test_case_4_resolve_then_flip_runs_the_basic_line_only() -> None:
    """Flipped after its turn: one count, and both lines from the next round on."""
    state = hand("C29", "1C + 5I")
    assert refused(state, 0, "plan C29 1 4; S1 0 flip C29").code == Code.COUNTS_EXTRA
    later = first_plans(state, "plan C29 1; S1 0 flip C29")
    assert stock(later, 0) == "4I + 1U"
    assert at.upgraded(later, 0) == ("C29",)
    later = at.by_default(later, lambda state: at.kind(state) == "plan")

    assert "C29 0 0" in at.default_text(later, 0)


def test_startup_is_never_flipped_and_a_company_not_twice() -> None:
    """Only own companies with their basic side up can be flipped."""
    state = hand("C06 C26+", "3C + 3U")
    codes = {
        "S1": Code.FLIP_STARTUP,
        "S2": Code.NOT_OWN_CARD,
        "C07": Code.NOT_OWN_CARD,
        "C26": Code.ALREADY_UPGRADED,
        "C06 C06": Code.FLIP_TWICE,
    }
    for flips, code in codes.items():
        error = refused(state, 0, f"plan S1 0 flip {flips}; C06; C26")
        assert (error.code, error.card) == (code, flips.split()[-1])


# --- All at once ---------------------------------------------------------------------------------


def test_everybody_plans_at_the_same_time_and_all_takes_effect_together() -> None:
    """Plans are sealed until the last is in, in whatever order they come."""
    state = planning(position(3, owned={0: "C06", 1: "C26"}, stocks={2: "3C"}))
    assert at.asked(state) == (0, 1, 2)
    one = answer(answer(state, 2, "plan S3 1"), 0, "plan C06; S1 1")
    assert (at.asked(one), FURNACE.sealed(one)) == ((1,), (0, 2))
    assert [stock(one, seat) for seat in range(3)] == ["", "", "3C"]
    assert refused(one, 2, "plan S3 0").code == Code.NOT_ASKED
    one = answer(one, 1, "plan S2 0; C26")

    assert [stock(one, seat) for seat in range(3)] == ["1U + 2$", "1I + 1U", "1U + 4$"]
    other = at.play(state, "plan C06; S1 1", "plan S2 0; C26", "plan S3 1")
    assert one == other


def test_resources_and_tokens_carry_over() -> None:
    """What is left stays for the next round, companies and their sides too."""
    state = at.match(3)
    for turn in at.random_turns(state):
        if at.kind(turn.after) == "bid" and at.kind(turn.before) == "plan":
            for seat in range(3):
                assert set(at.companies(turn.before, seat)) == set(at.companies(turn.after, seat))
                assert set(at.upgraded(turn.before, seat)) <= set(at.upgraded(turn.after, seat))
        if at.kind(turn.after) == "bid" and at.kind(turn.before) == "bid":
            held = [stock(turn.before, seat) for seat in range(3)]
            assert held == [stock(turn.after, seat) for seat in range(3)]


# --- Default and listed plans --------------------------------------------------------------------


def test_default_plan_is_the_startup_then_the_companies_in_the_order_won() -> None:
    """All counts 0, no flips, one count for each processing line that is active."""
    state = hand("C29+ C06 C12 C15+ C08", "9C + 9I + 9U")

    assert at.default_text(state, 0) == "plan S1 0; C29 0 0; C06; C12 0; C15 0 0; C08"
    assert legal(hand("C06"), 0)[0] == "plan S1 0; C06"
    assert at.default_text(hand("C06"), 0) == "plan S1 0; C06"
    assert after(state, at.default_text(state, 0)) == "13C + 9I + 10U"


def test_legal_plans_are_listed_by_order_then_counts_then_flips() -> None:
    """By hand: one colliery and 1C."""
    assert legal(hand("C06", "1C"), 0) == [
        "plan S1 0; C06",
        "plan S1 0 flip C06; C06",
        "plan C06; S1 0",
        "plan C06; S1 0 flip C06",
        "plan C06; S1 1",
        "plan C06; S1 1 flip C06",
    ]


def test_flip_sets_are_listed_once_each() -> None:
    """Of three companies and two flips at most: every set of one or two."""
    # All of them extract only, so that nothing but the price of the flips limits the list.
    state = hand("C07 C06 C09+ C26", "2C + 1U", line="S1 C07 C06 C09 C26")
    flips = [text.split("; ")[0] for text in legal(state, 0) if text.startswith("plan S1 0")]

    expected = ["", " flip C07", " flip C06", " flip C26"]
    expected += [" flip C07 C06", " flip C07 C26", " flip C06 C26"]
    assert flips == [f"plan S1 0{flip}" for flip in expected]


def test_listed_plans_pay_for_their_flips() -> None:
    """The coal and the token of a flip are not there for the cards that follow."""
    state = hand("C06 C12 C04", "2C + 1U", line="S1 C12 C04 C06")
    flipping = [text for text in legal(state, 0) if text.startswith("plan S1 0 flip C06;")]

    assert flipping == [f"plan S1 0 flip C06; C12 0; C04 {count}; C06" for count in (0, 1)]


def test_count_that_is_missing_is_not_taken_for_one() -> None:
    """Too few counts are refused as such, also where nothing could be paid."""
    error = refused(hand("C28"), 0, "plan S1 0; C28")

    assert (error.code, error.part, error.missing) == (Code.COUNTS_MISSING, "steps[1].counts", "")
