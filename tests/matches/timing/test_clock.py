"""The clock: banks that grow with each decision and shrink while a seat decides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.engine.game import Seat
from bessemer.matches.records import ClockSettings
from bessemer.matches.timing.clock import MatchClock

ZERO, ONE = Seat(0), Seat(1)


def clock(**settings: object) -> MatchClock:
    """A clock of two seats with a bank of 10 seconds and an increment of 2."""
    return MatchClock([ClockSettings(**({"bank": 10.0, "increment": 2.0} | settings))] * 2)  # type: ignore[arg-type]


def test_a_decision_adds_its_increment_and_takes_what_it_took() -> None:
    """The bank of a seat is its own, and nothing happens to it between decisions."""
    tested = clock()

    assert 10.0 == tested.left(ZERO)
    assert 12.0 == tested.ask(ZERO, "bid")
    assert 1_500_000 == tested.charge(ZERO, 1.5)
    assert 10.5 == tested.left(ZERO)
    assert 10.0 == tested.left(ONE)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param("plan", 35.0, id="its-own"),
        pytest.param("compensation", 10.0, id="none-at-all"),
        pytest.param("bid", 12.0, id="as-all-others"),
    ],
)
def test_a_kind_of_decision_may_have_an_increment_of_its_own(kind: str, expected: float) -> None:
    """Where the settings name a kind, its increment stands in for the other, even one of 0."""
    tested = clock(increment_by_kind={"plan": 25.0, "compensation": 0.0})

    assert expected == tested.ask(ZERO, kind)


def test_no_bank_is_less_than_empty() -> None:
    """Who takes longer than there is has spent what there was, no more."""
    tested = clock()
    tested.ask(ZERO, "bid")

    assert 12_000_000 == tested.charge(ZERO, 1e9)
    assert 0.0 == tested.left(ZERO)
    assert 2.0 == tested.ask(ZERO, "bid")


def test_no_decision_takes_less_than_no_time() -> None:
    """An answer that arrives before its time began to run costs nothing and earns nothing."""
    tested = clock()
    tested.ask(ZERO, "bid")

    assert 0 == tested.charge(ZERO, -3.0)
    assert 12.0 == tested.left(ZERO)


@given(
    taken=st.lists(st.floats(0.0, 30.0), max_size=30),
    bank=st.floats(0.0, 100.0),
    increment=st.floats(0.0, 10.0),
)
def test_a_clock_rebuilt_from_what_was_spent_is_the_same_clock(
    taken: list[float], bank: float, increment: float
) -> None:
    """Banks are whole microseconds: nothing is lost between the journal and the clock."""
    settings = ClockSettings(bank=bank, increment=increment)
    original, rebuilt = MatchClock([settings]), MatchClock([settings])
    for seconds in taken:
        original.ask(ZERO, "bid")
        spent = original.charge(ZERO, seconds)
        rebuilt.ask(ZERO, "bid")
        rebuilt.restore(ZERO, spent)

        assert original.left(ZERO) == rebuilt.left(ZERO)
