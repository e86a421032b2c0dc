"""The chain variant: new cards are put into a line, and production runs it from left to right."""

import pytest

from bessemer.engine.game import Seat
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.rules import FURNACE
from tests.games.furnace import positions as at
from tests.games.furnace.plans import left, placing, producing
from tests.games.furnace.positions import answer, legal, line, refused

# --- The set-up ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_furnace_chain_start_is_the_startup_alone(players: int) -> None:
    """RULING furnace-chain-start: in the set-up the line is the start-up alone."""
    state = at.match(players, chain="on")

    assert list(at.startups(state)) == [line(state, seat) for seat in range(players)]


def test_without_the_variant_there_is_no_line_and_nobody_is_asked_for_one() -> None:
    """The option is off by default; then a plan follows the auction at once."""
    state = at.match(3)
    assert [line(state, seat) for seat in range(3)] == ["", "", ""]

    for turn in at.random_turns(state):
        assert at.kind(turn.after) != "placement"
        assert line(turn.after, 0) == ""


# --- Who is asked, and for what ------------------------------------------------------------------


def test_who_has_a_new_card_is_asked() -> None:
    """All of them at once; seat 2, which has none, is not."""
    state = placing()

    assert (at.kind(state), at.asked(state)) == ("placement", (0, 1))
    assert legal(state, 2) == []
    assert legal(state, 1) == ["line S2 C02", "line C02 S2"]


def test_new_card_may_go_anywhere() -> None:
    """One new card in a line of two: three lines, those that keep on with the old first."""
    lines = ["line C06 S1 C01", "line C06 C01 S1", "line C01 C06 S1"]

    assert lines == legal(placing(won="C01"), 0)


def test_two_new_cards_may_go_anywhere_in_any_order() -> None:
    """Old cards keep their order: 3 places for the first new card, 4 for the second."""
    expected = [
        "line C06 S1 C01 C03",
        "line C06 S1 C03 C01",
        "line C06 C01 S1 C03",
        "line C06 C01 C03 S1",
        "line C06 C03 S1 C01",
        "line C06 C03 C01 S1",
        "line C01 C06 S1 C03",
        "line C01 C06 C03 S1",
        "line C01 C03 C06 S1",
        "line C03 C06 S1 C01",
        "line C03 C06 C01 S1",
        "line C03 C01 C06 S1",
    ]
    state = placing()
    listed = legal(state, 0)
    assert sorted(expected) == sorted(listed)
    for text in expected:
        answered = answer(answer(state, 1, "line S2 C02"), 0, text)
        assert text.removeprefix("line ") == line(answered, 0)


def test_default_line_has_the_new_cards_at_the_right_end_in_row_order() -> None:
    """As the cards lay in the row, not by id and not by the discs that won them."""
    state = placing(won="C03 C01")
    assert FURNACE.format(FURNACE.default_move(state, Seat(0))) == "line C06 S1 C03 C01"

    state = at.position(3, row=("C09", "C05"), discs=("12", "", ""), chain="on")
    state = at.bid(state, "1 C05", "2 C09")
    assert FURNACE.format(FURNACE.default_move(state, Seat(0))) == "line S1 C09 C05"


def test_sampled_line_draws_a_place_for_each_new_card_in_turn() -> None:
    """Any gap of the line so far, its two ends included, the right end first."""
    state, asked = placing(), []

    def leftmost(n: int) -> int:
        asked.append(n)
        return n - 1

    assert str(FURNACE.sample_move(state, Seat(0), leftmost)) == "line C03 C01 C06 S1"
    assert asked == [3, 4]
    assert str(FURNACE.sample_move(state, Seat(0), lambda _: 0)) == "line C06 S1 C01 C03"
    assert str(FURNACE.sample_move(state, Seat(0), lambda _: 1)) == "line C06 C01 C03 S1"


# --- What comes of it ----------------------------------------------------------------------------


def test_lines_show_together_when_the_last_is_in() -> None:
    """The first answer stays sealed; then everybody plans."""
    state = answer(placing(), 0, "line C01 C06 S1 C03")
    assert (line(state, 0), line(state, 1), at.asked(state)) == ("C06 S1", "S2", (1,))

    state = answer(state, 1, "line C02 S2")
    assert [line(state, seat) for seat in range(3)] == ["C01 C06 S1 C03", "C02 S2", "S3"]
    assert (at.kind(state), at.asked(state)) == ("plan", (0, 1, 2))
    assert at.companies(state, 0) == ("C06", "C01", "C03")


def test_line_is_kept_through_the_rounds() -> None:
    """Whatever is played, the old line is what is left of the new one without the new cards."""
    grown = 0
    for number, players in enumerate((2, 3, 4, 4)):
        for turn in at.random_turns(at.match(players, number, chain="on"), number):
            for seat in range(players):
                old, new = line(turn.before, seat).split(), line(turn.after, seat).split()
                assert old == [card for card in new if card in old]
                grown += len(new) > len(old)
                if at.kind(turn.after) != "placement":
                    own = {at.startups(turn.after)[seat], *at.companies(turn.after, seat)}
                    assert len(own) == len(new)
                    assert own == set(new)
    assert grown > 30


def test_production_runs_the_line() -> None:
    """The plan's order is the line, start-up included: a flip reaches only what stands behind it."""
    assert left(producing("1C", "C06", line="S1 C06"), "plan S1 0 flip C06; C06") == "5C"
    assert left(producing("1C", "C06", line="C06 S1"), "plan C06; S1 0 flip C06") == "2C"

    error = refused(producing("1C", "C06", line="C06 S1"), 0, "plan S1 0 flip C06; C06")
    assert (error.code, error.allowed) == (Code.ORDER_CHANGED, ("C06",))
    error = refused(producing("1C", "C06", line="S1 C06"), 0, "plan C06; S1 0 flip C06")
    assert (error.code, error.allowed) == (Code.ORDER_CHANGED, ("S1",))


def test_default_plan_is_the_line() -> None:
    """Silence resolves the cards where they stand."""
    state = answer(placing(), 0, "line C03 C06 S1 C01")
    state = answer(state, 1, "line S2 C02")

    assert FURNACE.format(FURNACE.default_move(state, Seat(0))) == "plan C03 0; C06; S1 0; C01 0"


# --- Refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "part", "card"),
    [
        pytest.param("line", Code.CARD_MISSING, "line", "C06", id="nothing"),
        pytest.param("line C06 S1", Code.CARD_MISSING, "line", "C01", id="no-new-card"),
        pytest.param("line C01 C03", Code.CARD_MISSING, "line", "C06", id="no-old-card"),
        pytest.param("line C06 S1 C01 C03 C06", Code.CARD_TWICE, "line[4]", "C06", id="old-twice"),
        pytest.param("line C03 C03 C06 S1", Code.CARD_TWICE, "line[1]", "C03", id="new-twice"),
        pytest.param(
            "line C02 C06 S1 C01 C03", Code.NOT_OWN_CARD, "line[0]", "C02", id="another's"
        ),
        pytest.param("line C06 S1 C01 C03 S2", Code.NOT_OWN_CARD, "line[4]", "S2", id="start-up"),
        pytest.param("line S1 C06 C01 C03", Code.ORDER_CHANGED, "line[0]", "S1", id="order"),
        pytest.param("line C01 S1 C03 C06", Code.ORDER_CHANGED, "line[1]", "S1", id="order-apart"),
    ],
)
def test_refused_lines(text: str, code: Code, part: str, card: str) -> None:
    """Every card once and no other, the old ones in order; else refused, nothing changed."""
    error = refused(placing(), 0, text)

    assert (code, part, card, None) == (error.code, error.part, error.card, error.step)
    assert error.allowed == ("line C06 S1 C01 C03",)
    assert "keep C06 S1 in this order and put C01, C03 anywhere" in str(error)


@pytest.mark.parametrize(
    ("text", "code", "step", "card", "allowed"),
    [
        pytest.param("plan", Code.CARD_MISSING, 1, "C06", ("C06",), id="nothing"),
        pytest.param("plan C06; S1 0", Code.CARD_MISSING, 3, "C28", ("C28",), id="last-left-out"),
        pytest.param("plan C30 0", Code.NOT_OWN_CARD, 1, "C30", ("C06",), id="not-own"),
        pytest.param("plan C06; C06", Code.CARD_TWICE, 2, "C06", ("S1",), id="twice"),
        pytest.param("plan C06; C28 0", Code.ORDER_CHANGED, 2, "C28", ("S1",), id="order"),
        pytest.param("plan C06; S1 0; C28 0; C28 0", Code.CARD_TWICE, 4, "C28", (), id="end"),
    ],
)
def test_refused_plans_are_told_the_next_card_of_the_line(
    text: str, code: Code, step: int, card: str, allowed: tuple[str, ...]
) -> None:
    """Of all own cards only that one would be legal there."""
    error = refused(producing("3C", "C28 C06", line="C06 S1 C28"), 0, text)

    part = "steps" if code == Code.CARD_MISSING else f"steps[{step - 1}].card"
    assert (code, part, step, card) == (error.code, error.part, error.step, error.card)
    assert allowed == error.allowed
