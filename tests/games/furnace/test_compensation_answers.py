"""RULING furnace-answer: who is asked, what an answer is, and when it takes effect."""

import random
from itertools import product

import pytest

from bessemer.engine import scripts
from bessemer.engine.game import Seat
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.positions import (
    BARGAIN_HUNTER,
    FINANCIER,
    MONOPOLIST,
    SPECULATOR,
    UNDERWRITER,
    answer,
    asked,
    bid,
    legal,
    play,
    position,
    refused,
    sealed_answer,
    seen,
    seen_answer,
    stock,
)

# C01 pays 2C, C05 1I; C02 and C07 1I -> 1O, C03 1I -> 1U, C12 2C -> 1O, C14 1O -> 3I, C33 1I -> 4C.


def counts(*texts: str) -> list[str]:
    """The answers with these counts."""
    return [f"compensation {text}" for text in texts]


def everybody_owed() -> State:
    """Seats 0 and 1 are owed 1 and 2 times `1I -> 1O` on C02, seat 2 nothing; all hold iron."""
    held = {0: "2I", 1: "2I", 2: "2I"}
    state = position(3, row=("C02",), discs=("1", "2", "3"), stocks=held)
    return bid(state, "1 C02", "2 C02", "3 C02")


# --- Who is asked --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "held", "is_asked"),
    [
        pytest.param("C02", "", False, id="cannot-pay"),
        pytest.param("C02", "1I", True, id="can-pay-once"),
        pytest.param("C12", "1C", False, id="half-the-price"),
        pytest.param("C12", "2C", True, id="just-the-price"),
        pytest.param("C12", "9I + 9O + 9U + 9$", False, id="the-wrong-goods"),
        pytest.param("C01", "9C + 9I + 9O", False, id="extraction-only"),
        pytest.param("C01 C12", "", True, id="fed-from-the-left"),
        pytest.param("C12 C01", "", False, id="not-fed-from-the-right"),
        pytest.param("C02 C12", "2C", True, id="only-the-second-can-be-paid"),
        pytest.param("C02 C14", "", False, id="two-that-cannot-be-paid"),
    ],
)
def test_furnace_answer_asked_exactly_if_there_is_a_choice(
    row: str, held: str, is_asked: bool
) -> None:
    """More than one legal answer: asked; otherwise all counts are 0 and nobody waits."""
    cards = row.split()
    discs = ("4" * len(cards), "1" * len(cards))
    state = position(3, row=cards, discs=discs, stocks={1: held} if held else {})
    for card in cards:
        state = bid(state, f"4 {card}", f"1 {card}")

    assert is_asked == (at.kind(state) == "compensation")
    if is_asked:
        assert asked(state) == (1,)
        assert len(legal(state, 1)) > 1


def test_furnace_answer_winner_is_not_asked() -> None:
    """Whoever takes the card is owed nothing on it, however much iron they hold."""
    state = everybody_owed()

    assert asked(state) == (0, 1)
    assert legal(state, 2) == []
    error = refused(state, 2, "compensation")
    assert (error.code, error.allowed, error.part) == (Code.NOT_ASKED, (), "")
    assert str(error) == "seat 2 is not asked now; asked is 0, 1"


@pytest.mark.parametrize("text", ["bid 1 on C02", "plan S1 0", "line S1"])
def test_furnace_answer_another_kind_of_move_is_refused(text: str) -> None:
    """The default answer is named as allowed."""
    error = refused(everybody_owed(), 0, text)

    assert (error.code, error.allowed) == (Code.WRONG_KIND, ("compensation 0",))
    assert f"seat 0 is asked for a compensation, not '{text}'" == str(error)


# --- What an answer is ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "discs", "bids", "most"),
    [
        pytest.param(FINANCIER, "3", "3 C02", 3, id="value"),
        pytest.param(UNDERWRITER, "3", "3 C02", 4, id="underwriter-plus-1"),
        pytest.param(UNDERWRITER, "1", "1 C02", 2, id="underwriter-2-for-a-1"),
        pytest.param(MONOPOLIST, "123", "1 C02, 3 C02, 2 C02", 6, id="monopolist-sum"),
        pytest.param(SPECULATOR, "4", "4 C02", 4, id="speculator-tied"),
        pytest.param(BARGAIN_HUNTER, "1", "1 C02", 1, id="bargain-hunter-outbid"),
    ],
)
def test_furnace_answer_counts_are_0_to_the_sum_of_the_counted_values(
    owner: str, discs: str, bids: str, most: int
) -> None:
    """One count up to the limit that the compensated discs set; one more is refused."""
    other = FINANCIER if owner != FINANCIER else MONOPOLIST
    state = position(
        3, row=("C02",), capitalists=(other, owner, ""), discs=("4", discs), stocks={1: "9I"}
    )
    state = bid(state, "4 C02", *bids.split(", "))
    assert counts(*map(str, range(most + 1))) == legal(state, 1)

    error = refused(state, 1, f"compensation {most + 1}")
    assert (error.code, error.part, error.card) == (Code.OVER_LIMIT, "counts[0]", "C02")
    assert tuple(map(str, range(most + 1))) == error.allowed
    assert (
        f"C02: '1I -> 1O x{most}' done {most + 1} times is not 0 to {most}; at most {most}"
        == str(error)
    )


def three_counts(held: str = "1I + 1C") -> State:
    """Seat 1, here with 1I and 1C, is owed 2 x 1I -> 1O, 2 x 2C, 2 x 2C -> 1O and 2 x 1O -> 3I."""
    cards = ("C02", "C01", "C12", "C14")
    state = position(3, row=cards, discs=("4444", "2222"), stocks={1: held})
    for card in cards:
        state = bid(state, f"4 {card}", f"2 {card}")
    return state


def test_furnace_answer_has_a_count_for_each_processing_card_left_to_right() -> None:
    """The counts in ascending order; each is paid from what is held when its card comes."""
    expected = [
        f"{first} {second} {third}"
        for first, second, third in product(range(3), repeat=3)
        if first <= 1 and 2 * second <= 5 and third <= first + second
    ]

    assert counts(*expected) == legal(three_counts(), 1)
    assert stock(play(three_counts(), "compensation 1 1 1"), 1) == "3C + 3I + 1O"


def test_furnace_answer_every_other_answer_is_refused() -> None:
    """Of all counts from -1 to 3 exactly the listed answers are accepted."""
    state = three_counts()
    listed = legal(state, 1)

    for tried in product(range(-1, 4), repeat=3):
        text = f"compensation {' '.join(map(str, tried))}"
        if text in listed:
            answer(state, 1, text)
        else:
            assert refused(state, 1, text).code in (Code.OVERSPENT, Code.OVER_LIMIT)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("compensation", Code.COUNTS_MISSING, id="none"),
        pytest.param("compensation 1 1", Code.COUNTS_MISSING, id="one-too-few"),
        pytest.param("compensation 1 1 1 0", Code.COUNTS_EXTRA, id="one-too-many"),
    ],
)
def test_furnace_answer_has_exactly_that_many_counts(text: str, code: Code) -> None:
    """Too few or too many: refused, whatever they are; the message names the cards."""
    error = refused(three_counts(), 1, text)

    assert (code, "counts", None, None) == (error.code, error.part, error.card, error.step)
    assert error.allowed == ("compensation 0 0 0",)
    assert (
        f"{len(text.split()) - 1} counts for the 3 cards on which seat 1 is owed processing: "
        "C02, C12, C14" == str(error)
    )


def test_furnace_answer_overspending_names_what_is_held_there() -> None:
    """What is missing is counted at the card's turn, after the extractions to its left."""
    error = refused(three_counts(), 1, "compensation 0 0 2")
    assert (
        error.part,
        error.card,
        error.missing,
        error.allowed,
    ) == ("counts[2]", "C14", "2O", ("0",))
    assert str(error) == "C14: '1O -> 3I x2' done 2 times lacks 2O: 0O is held there; at most 0"


def test_furnace_answer_counts_for_a_card_won_with_a_1_come_in_row_order() -> None:
    """The Bargain hunter's own card stands between two on which it is outbid."""
    state = position(
        3,
        row=("C02", "C03", "C07"),
        capitalists=(BARGAIN_HUNTER, FINANCIER, ""),
        discs=("213", "34"),
        stocks={0: "9I"},
    )
    state = bid(state, "2 C02", "3 C02", "1 C03", "4 C07", "3 C07")
    assert len(legal(state, 0)) == 3 * 2 * 4
    state = play(state, "compensation 2 1 3")

    assert stock(state, 0) == "3I + 5O + 1U"
    assert at.companies(state, 0) == ("C03",)


@pytest.mark.parametrize("text", counts("0 0 0", "1 2 2"))
def test_furnace_answer_every_answer_can_be_sampled(text: str) -> None:
    """Each count is drawn from those possible at its card."""
    state = three_counts()
    rng = random.Random(text)

    drawn = {at.sampled(state, 1, rng.randrange) for _ in range(300)}
    assert set(legal(state, 1)) == drawn
    assert text in drawn


@pytest.mark.parametrize("text", ["1I + 1C", "", "9I"])
def test_a_quick_answer_is_the_one_of_the_script(text: str) -> None:
    """The same numbers lead to the same answer, and just as many are drawn."""
    state = three_counts(text)
    view = FURNACE.view(state, Seat(1))
    for seed in range(50):
        quickly, slowly = random.Random(seed), random.Random(seed)
        drawn = scripts.sample(FURNACE.script(view), slowly.randrange)

        assert at.sampled(state, 1, quickly.randrange) == str(drawn)
        assert quickly.getstate() == slowly.getstate()


def test_default_answer_has_a_0_for_each_processing_card() -> None:
    """Extractions have no count."""
    assert at.default_text(three_counts(), 1) == "compensation 0 0 0"


# --- When answers take effect --------------------------------------------------------------------


@pytest.mark.parametrize(
    "order", [pytest.param((0, 1), id="first-seat-first"), pytest.param((1, 0), id="last-first")]
)
def test_furnace_answer_stays_sealed_until_the_last_is_in(order: tuple[int, int]) -> None:
    """Nobody but its owner sees it, and nothing changes but who is asked."""
    before = everybody_owed()
    early, late = order
    lower, higher = (answer(before, early, text) for text in counts("0", "1"))
    assert (late,) == asked(higher)
    assert (early,) == at.sealed(higher)
    assert (sealed_answer(higher, early), sealed_answer(higher, late)) == ("compensation 1", None)

    for other in (late, 2, None):
        assert seen(lower, other) == seen(higher, other)
        assert seen_answer(seen(higher, other)) is None
    assert seen_answer(seen(higher, early)) == "compensation 1"
    assert [stock(before, seat) for seat in range(3)] == [stock(higher, seat) for seat in range(3)]
    assert (at.row(before), at.stacks(before)) == (at.row(higher), at.stacks(higher))
    assert [at.companies(higher, seat) for seat in range(3)] == [(), (), ()]


def test_furnace_answer_answers_take_effect_together() -> None:
    """In either order the last answer leads to the same state: paid, taken, discs returned."""
    before = everybody_owed()
    state = answer(answer(before, 0, "compensation 1"), 1, "compensation 2")

    assert state == answer(answer(before, 1, "compensation 2"), 0, "compensation 1")
    assert [stock(state, seat) for seat in range(3)] == ["1I + 1O", "2O", "2I"]
    assert at.companies(state, 2) == ("C02",)
    assert (at.kind(state), asked(state), at.sealed(state)) == ("plan", (0, 1, 2), ())
    assert [at.hand(state, seat) for seat in range(3)] == [(1, 2, 3, 4)] * 3


def test_furnace_answer_is_given_once() -> None:
    """Who has answered is not asked again and has no legal move."""
    state = answer(everybody_owed(), 1, "compensation 2")

    assert legal(state, 1) == []
    assert refused(state, 1, "compensation 1").code == Code.NOT_ASKED


def test_furnace_answer_who_is_not_asked_gains_extractions_and_processes_nothing() -> None:
    """Seat 1 has a choice, seat 2 has none: its extraction comes with the others' answers."""
    held = {1: "1I"}
    state = position(3, row=("C02", "C05"), discs=("44", "13", "21"), stocks=held)
    state = bid(state, "4 C02", "1 C02", "2 C02", "4 C05", "3 C05", "1 C05")
    assert asked(state) == (1,)
    assert [stock(state, seat) for seat in range(3)] == ["", "1I", ""]
    state = play(state, "compensation 1")

    assert [stock(state, seat) for seat in range(3)] == ["", "3I + 1O", "1I"]
