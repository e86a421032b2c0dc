"""Loans: back by groups, to the highest space of the group."""

import pytest

from bessemer.games.brass.refusals import Code
from tests.games.brass.positions import legal, play, player, position, refused


@pytest.mark.parametrize(
    ("before", "amount", "after"),
    [
        (13, 10, 12),
        (13, 20, 10),
        (13, 30, 9),
        (12, 30, 8),
        (11, 10, 10),
        (99, 10, 96),
        (97, 20, 92),
        (31, 10, 30),
        (34, 30, 28),
        (10, 30, 7),
        (2, 20, 0),
        (1, 10, 0),
    ],
)
def test_where_a_loan_leaves_the_marker(before: int, amount: int, after: int) -> None:
    """The tests of the rules, and the edges of groups; a loan is not spent."""
    state = position(hands={0: "bury"}, owns={0: {"income": before}})
    state = play(state, f"loan {amount} with bury")

    assert player(state).income == after
    assert (player(state).money, player(state).spent) == (30 + amount, 0)


@pytest.mark.parametrize(("income", "allowed"), [(2, ("10", "20")), (1, ("10",)), (0, ())])
def test_no_loan_below_the_lowest_income(income: int, allowed: tuple[str, ...]) -> None:
    """Refused, with what is left to borrow."""
    state = position(hands={0: "bury"}, owns={0: {"income": income}})
    error = refused(state, "loan 30 with bury")

    assert (error.code, error.allowed) == (Code.TOO_DEEP, allowed)
    assert legal(state, "loan") == [f"loan {amount} with bury" for amount in allowed]


@pytest.mark.parametrize("amount", [0, 5, 15, 40, 999])
def test_loans_are_of_10_20_or_30(amount: int) -> None:
    """Nothing else."""
    state = position(hands={0: "bury"}, owns={0: {"income": 90}})

    assert refused(state, f"loan {amount} with bury").code == Code.WRONG_AMOUNT


@pytest.mark.parametrize(
    ("era", "deck", "too_late"), [("rail", 0, True), ("rail", 1, False), ("canal", 0, False)]
)
def test_no_loan_in_the_rail_era_once_the_deck_is_empty(
    era: str, deck: int, too_late: bool
) -> None:
    """In the Canal era it makes no difference."""
    state = position(era=era, hands={0: "bury"}, deck=deck)

    assert (legal(state, "loan") == []) == too_late
    if too_late:
        assert refused(state, "loan 10 with bury").code == Code.TOO_LATE
