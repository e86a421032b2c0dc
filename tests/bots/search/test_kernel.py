"""The search, on a game in which everything is known: who takes a number scores it, less some luck."""

import random
from collections.abc import Hashable, Iterator
from typing import NamedTuple

import pytest

from bessemer.bots.search.budget import MOST_TRIES, Seconds, Tries, budget_for
from bessemer.bots.search.guide import SearchCandidate
from bessemer.bots.search.kernel import MoveSearch, SearchHabits
from bessemer.engine.errors import IllegalMove, say

GUESSED = [
    SearchCandidate(5, 3.0),
    SearchCandidate(9, 1.0),
    SearchCandidate(7, 0.5),
    SearchCandidate(1, 0.0),
]
"""At a glance 5 seems best, but 9 is."""


class Table(NamedTuple):
    """A few turns in which seats take numbers in turn; `luck` is what everybody scores besides."""

    luck: float
    taken: tuple[int, ...] = ()


class Numbers:
    """The guide of this game; `asked` are the seats that had to think."""

    def __init__(self, turns: int = 4) -> None:
        self._turns = turns
        self.asked: list[int] = []

    def apply(self, state: Table, seat: int, move: int) -> Table:  # noqa: ARG002
        """A number can be taken once."""
        if move in state.taken:
            raise IllegalMove("taken", say("it is taken"))
        return state._replace(taken=(*state.taken, move))

    def waiting(self, state: Table) -> int:
        """Two seats in turn."""
        return len(state.taken) % 2 if len(state.taken) < self._turns else -1

    def answer(self, state: Table, seat: int) -> int:
        """The highest number that is left of ten."""
        self.asked.append(seat)
        return max(number for number in range(10) if number not in state.taken)

    def key(self, state: Table, seat: int) -> Hashable:
        """Each moment of the game."""
        return seat, len(state.taken)

    def ends(self, start: Table, state: Table, seat: int) -> bool:  # noqa: ARG002
        """It is short enough."""
        return False

    def values(self, state: Table) -> list[float]:
        """What each took, and the luck."""
        return [sum(state.taken[seat::2]) + state.luck * (1 - 2 * seat) for seat in (0, 1)]


def luck(rng: random.Random) -> Table:
    """A table with luck that is far greater than the differences between moves."""
    return Table(rng.gauss(0, 100))


def test_it_finds_the_best_of_candidates_on_the_same_luck() -> None:
    """Two tries are enough, however great the luck: all candidates share it."""
    search = MoveSearch(Numbers(), random.Random(1), SearchHabits(width=4, tries=2, prior=0.5))

    assert 9 == search.best(luck, 0, GUESSED, Tries(2))


def test_a_strong_prior_outweighs_few_tries() -> None:
    """What is known at a glance counts as tries."""
    search = MoveSearch(Numbers(1), random.Random(1), SearchHabits(width=4, tries=1, prior=1000))

    assert 5 == search.best(luck, 0, GUESSED, Tries(1))


def test_the_worse_half_is_dropped_after_each_stage() -> None:
    """Four candidates are tried, then two."""
    search = MoveSearch(Numbers(), random.Random(1), SearchHabits(width=4, tries=3))

    search.best(luck, 0, GUESSED, Tries(3))

    assert 3 * (4 + 2) == search.playouts


def test_only_so_many_candidates_are_searched() -> None:
    """The most promising ones, and a single one not at all."""
    search = MoveSearch(Numbers(), random.Random(1), SearchHabits(width=1))

    assert 5 == search.best(luck, 0, GUESSED[:1], Tries(2))
    assert 0 == search.playouts


def test_others_repeat_their_answers_while_they_are_legal() -> None:
    """Seat 1 thinks for the first candidate; for another one only if its number is gone."""
    guide = Numbers(2)
    search = MoveSearch(guide, random.Random(1), SearchHabits(width=3, tries=1, prior=0))

    search.estimates(
        luck, 0, [SearchCandidate(5, 0), SearchCandidate(7, 0), SearchCandidate(9, 0)], Tries(1)
    )

    assert [1, 1] == guide.asked


def test_estimates_say_how_sure_they_are() -> None:
    """The difference of two candidates is exact where luck is common; their own worth is not."""
    search = MoveSearch(Numbers(1), random.Random(1), SearchHabits(envy=0, prior=0))
    found = search.estimates(luck, 0, GUESSED, Tries(5))

    assert [9, 7, 5, 1] == [one.move for one in found]
    assert [0, 2, 4, 8] == pytest.approx([one.behind for one in found])
    assert all(one.behind_error < 1e-9 for one in found)
    assert all(one.error > 10 for one in found)
    assert {5} == {one.tries for one in found}


def test_a_fixed_number_of_tries_is_repeatable() -> None:
    """The same luck gives the same estimates."""

    def estimates() -> object:
        search = MoveSearch(Numbers(), random.Random(4), SearchHabits())
        return search.estimates(luck, 0, GUESSED, Tries(3))

    assert estimates() == estimates()


def test_seconds_are_shared_by_the_stages() -> None:
    """The first stage has a try even if there is no time; later ones need not."""
    ticks: Iterator[float] = iter([0.0, 0.4, 0.6, 0.6, 1.0])
    budget = Seconds(1.0, lambda: next(ticks))

    assert budget.goes_on(0, 2, 0)
    assert budget.goes_on(0, 2, 1)
    assert not budget.goes_on(0, 2, 2)
    assert budget.goes_on(1, 2, 0)
    assert not budget.goes_on(1, 2, 1)
    assert not budget.goes_on(0, 2, MOST_TRIES)


def test_a_clock_decides_what_limits_a_search() -> None:
    """Without one it is a number of tries."""
    assert isinstance(budget_for(float("inf"), 3, 1.0), Tries)
    assert isinstance(budget_for(60.0, 3, 1.0), Seconds)
