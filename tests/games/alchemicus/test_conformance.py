"""What every game promises, held against Alchemicus: the shared suites on its own positions."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.chance import Chance, Draws
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games import test_conformance as promises
from tests.games import test_sampling as sampling
from tests.games import test_views as views
from tests.games.alchemicus.walks import settings as short_matches
from tests.games.alchemicus.walks import walks
from tests.games.walks import Setting, Walk, option_texts

SETTINGS = short_matches(4)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=list(SETTINGS))


# --- Whole matches -------------------------------------------------------------------------------


@every_setting
def test_a_match_ends_and_only_then_has_an_outcome(setting: Setting) -> None:
    """No decisions exactly when the outcome is set."""
    promises.test_a_match_ends_and_only_then_has_an_outcome(setting)


@every_setting
def test_a_seed_and_the_moves_are_the_whole_match(setting: Setting) -> None:
    """Played again from its seed, move by move in text, a match has equal states throughout."""
    promises.test_a_seed_and_the_moves_are_the_whole_match(setting)


@every_setting
def test_ranks_begin_at_one_and_leave_gaps_for_ties(setting: Setting) -> None:
    """A rank is one more than the number of better seats."""
    promises.test_ranks_begin_at_one_and_leave_gaps_for_ties(setting)


@every_setting
def test_no_legal_move_is_listed_twice(setting: Setting) -> None:
    """What is one and the same move is listed once."""
    promises.test_no_legal_move_is_listed_twice(setting)


# --- Positions -----------------------------------------------------------------------------------


def inner(test: Any) -> Callable[..., None]:  # noqa: ANN401 - what `given` makes of a test
    """The test itself, without the positions that the shared suite gives it."""
    function: Callable[..., None] = test.hypothesis.inner_test
    return function


on_a_walk = given(walk=walks())

test_whoever_is_asked_has_legal_moves = on_a_walk(
    inner(promises.test_whoever_is_asked_has_legal_moves)
)
test_the_default_move_is_legal = on_a_walk(inner(promises.test_the_default_move_is_legal))
test_whoever_is_not_asked_may_do_nothing = on_a_walk(
    inner(promises.test_whoever_is_not_asked_may_do_nothing)
)
test_apply_accepts_exactly_the_legal_moves = given(walk=walks(), other=walks())(
    inner(promises.test_apply_accepts_exactly_the_legal_moves)
)
test_every_move_reads_back_as_itself = on_a_walk(
    inner(promises.test_every_move_reads_back_as_itself)
)
test_what_is_no_move_is_refused_as_malformed = given(walk=walks(), data=st.data())(
    inner(promises.test_what_is_no_move_is_refused_as_malformed)
)
test_nothing_changes_a_state = on_a_walk(inner(promises.test_nothing_changes_a_state))
test_states_and_views_survive_a_pickle = on_a_walk(
    inner(promises.test_states_and_views_survive_a_pickle)
)

# --- Sampling ------------------------------------------------------------------------------------

test_a_sampled_move_is_legal_whatever_is_drawn = given(walk=walks(), data=st.data())(
    inner(sampling.test_a_sampled_move_is_legal_whatever_is_drawn)
)
test_every_legal_move_can_be_sampled = settings(max_examples=150)(
    on_a_walk(inner(sampling.test_every_legal_move_can_be_sampled))
)

# --- Views ---------------------------------------------------------------------------------------

on_a_walk_by_chance = given(walk=walks(), chance=views.chances)

test_what_a_seat_cannot_see_does_not_change_its_view = on_a_walk_by_chance(
    inner(views.test_what_a_seat_cannot_see_does_not_change_its_view)
)
test_a_resampled_state_is_at_the_same_decision = on_a_walk_by_chance(
    inner(views.test_a_resampled_state_is_at_the_same_decision)
)
test_a_resampled_state_can_be_played_to_the_end = settings(max_examples=50)(
    given(walk=walks(), chance=views.chances, data=st.data())(
        inner(views.test_a_resampled_state_can_be_played_to_the_end)
    )
)
test_resampling_depends_on_the_view_and_the_chance_alone = on_a_walk_by_chance(
    inner(views.test_resampling_depends_on_the_view_and_the_chance_alone)
)


def parts(value: object) -> Iterator[object]:
    """The value and everything inside it."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from parts(part)


@on_a_walk
def test_views_carry_no_chance(walk: Walk) -> None:
    """Nowhere inside a view is there a chance, a run of draws or the seed."""
    assert any(isinstance(part, Chance) for part in parts(walk.state))
    for viewer in walk.viewers:
        view = ALCHEMICUS.view(walk.state, viewer)

        assert not any(isinstance(part, Chance | Draws) for part in parts(view))
        assert walk.seed.hex() not in repr(view)


# --- Options -------------------------------------------------------------------------------------


def test_options_are_written_as_they_are_read() -> None:
    """Every combination that can be played survives its text; what is not given is the default."""
    promises.test_options_are_written_as_they_are_read(ALCHEMICUS)


def test_the_race_alone_needs_another_option() -> None:
    """It is played with Noctis only; everything else goes together."""
    played = [(texts["noctis"], texts["race"]) for texts in option_texts(ALCHEMICUS)]

    assert {("off", "off"), ("on", "off"), ("on", "on")} == set(played)
    assert 3 * 4 == len(played)  # each with and without a bank, with and without the advanced sale


def test_options_that_cannot_be_are_refused() -> None:
    """An unknown name, or a value that the option does not have, is a bad option and named."""
    promises.test_options_that_cannot_be_are_refused(ALCHEMICUS)


def test_too_few_and_too_many_seats_are_refused() -> None:
    """Only two, three or four may play."""
    promises.test_too_few_and_too_many_seats_are_refused(ALCHEMICUS)
