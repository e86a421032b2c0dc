"""
The suites that hold for every game of the catalogue, held against Brass.

Each of their tests is a function of a position; here it is given positions of Brass.
"""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.brass.rules import BRASS
from referee.games.chance import Chance
from tests.games import test_conformance, test_sampling, test_views
from tests.games.walks import Setting, Walk, settings_of, states

SETTINGS = dict(settings_of(BRASS))

OF_A_SETTING = [
    test_conformance.test_a_match_ends_and_only_then_has_an_outcome,
    test_conformance.test_a_seed_and_the_moves_are_the_whole_match,
    test_conformance.test_ranks_begin_at_one_and_leave_gaps_for_ties,
    test_conformance.test_no_legal_move_is_listed_twice,
    test_views.test_views_carry_no_chance,
]
OF_A_GAME = [
    test_conformance.test_options_are_written_as_they_are_read,
    test_conformance.test_options_that_cannot_be_are_refused,
    test_conformance.test_too_few_and_too_many_seats_are_refused,
]
OF_A_WALK = [
    test_conformance.test_whoever_is_asked_has_legal_moves,
    test_conformance.test_the_default_move_is_legal,
    test_conformance.test_whoever_is_not_asked_may_do_nothing,
    test_conformance.test_every_move_reads_back_as_itself,
    test_conformance.test_nothing_changes_a_state,
    test_conformance.test_states_and_views_survive_a_pickle,
    test_sampling.test_every_legal_move_can_be_sampled,
]
OF_A_WALK_AND_DATA = [
    test_conformance.test_what_is_no_move_is_refused_as_malformed,
    test_sampling.test_a_sampled_move_is_legal_whatever_is_drawn,
]
OF_A_WALK_AND_CHANCE = [
    test_views.test_what_a_seat_cannot_see_does_not_change_its_view,
    test_views.test_a_resampled_state_is_at_the_same_decision,
    test_views.test_resampling_depends_on_the_view_and_the_chance_alone,
]


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A position of random play."""
    setting = SETTINGS[draw(st.sampled_from(list(SETTINGS)))]
    match = list(states(setting, draw(st.integers(0, 99)).to_bytes(8, "big")))
    return match[draw(st.integers(0, len(match) - 1))]


def within(test: Any) -> Any:  # noqa: ANN401 - a test that hypothesis has wrapped
    """The function that a test of hypothesis runs on each example."""
    return test.hypothesis.inner_test


def named(tests: list[Any]) -> pytest.MarkDecorator:
    """One case for each of the tests."""
    return pytest.mark.parametrize("test", tests, ids=lambda test: test.__name__)


chances = st.integers(0, 10**6).map(lambda number: Chance(b"resampled %d" % number))
some = settings(max_examples=40, deadline=None)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
@named(OF_A_SETTING)
def test_of_a_setting(test: Any, setting: Setting) -> None:  # noqa: ANN401
    """Whole matches with every number of seats."""
    test(setting)


@named(OF_A_GAME)
def test_of_a_game(test: Any) -> None:  # noqa: ANN401
    """Options and seats."""
    test(BRASS)


@named(OF_A_WALK)
@some
@given(walk=walks())
def test_of_a_position(test: Any, walk: Walk) -> None:  # noqa: ANN401
    """Moves and values."""
    within(test)(walk=walk)


@named(OF_A_WALK_AND_DATA)
@some
@given(walk=walks(), data=st.data())
def test_of_a_position_and_data(test: Any, walk: Walk, data: st.DataObject) -> None:  # noqa: ANN401
    """Texts and samples."""
    within(test)(walk=walk, data=data)


@some
@given(walk=walks(), other=walks())
def test_of_two_positions(walk: Walk, other: Walk) -> None:
    """A move of another time or match is accepted exactly if it is listed."""
    within(test_conformance.test_apply_accepts_exactly_the_legal_moves)(walk=walk, other=other)


@named(OF_A_WALK_AND_CHANCE)
@some
@given(walk=walks(), chance=chances)
def test_of_a_position_and_chance(test: Any, walk: Walk, chance: Chance) -> None:  # noqa: ANN401
    """Views and resampled states."""
    within(test)(walk=walk, chance=chance)


@settings(max_examples=15, deadline=None)
@given(walk=walks(), chance=chances, data=st.data())
def test_of_a_resampled_match(walk: Walk, chance: Chance, data: st.DataObject) -> None:
    """It can be played to the end."""
    within(test_views.test_a_resampled_state_can_be_played_to_the_end)(
        walk=walk, chance=chance, data=data
    )


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_decisions_are_never_simultaneous(setting: Setting) -> None:
    """One seat at a time, so that nothing is ever sealed."""
    for walk in states(setting, b"alone"):
        assert len(walk.asked) <= 1
        assert walk.game.sealed(walk.state) == ()
