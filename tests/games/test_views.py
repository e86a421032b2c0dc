"""What `Game` promises about hidden things, held against every game of the catalogue."""

import pickle
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.decks import FixedDeck
from bessemer.engine.game import Seat
from tests.games.walks import SETTINGS, Setting, Walk, states, walks

chances = st.integers(0, 10**6).map(lambda number: Chance(b"resampled %d" % number))


def parts(value: object) -> Iterator[object]:
    """The value and everything inside it."""
    yield value
    match value:
        case str() | bytes() | int() | float() | None | Enum():
            inside: Iterator[object] = iter(())
        case Mapping():
            inside = iter((*value.keys(), *value.values()))
        case tuple() | list() | set() | frozenset():
            inside = iter(value)
        case FixedDeck():
            names: tuple[str, ...] = value.__slots__
            inside = (getattr(value, name) for name in names)
        case _:
            raise TypeError(f"a view holds a {type(value)}, which is no plain value")
    for part in inside:
        yield from parts(part)


def looks(walk: Walk, state: Any, viewer: Seat | None) -> bytes:  # noqa: ANN401 - of any game
    """All that `viewer` sees of a state, to the byte."""
    return repr(walk.game.view(state, viewer)).encode()


@given(walk=walks(), chance=chances)
def test_what_a_seat_cannot_see_does_not_change_its_view(walk: Walk, chance: Chance) -> None:
    """With everything hidden drawn anew, the view is the same to the byte: so is the way back."""
    for viewer in walk.viewers:
        view = walk.game.view(walk.state, viewer)
        state = walk.game.resample(view, chance)

        assert view == walk.game.view(state, viewer)
        assert looks(walk, walk.state, viewer) == looks(walk, state, viewer)


@given(walk=walks(), chance=chances)
def test_a_resampled_state_is_at_the_same_decision(walk: Walk, chance: Chance) -> None:
    """The same seats are asked and sealed, and whoever looks has the same legal moves."""
    game, state = walk.game, walk.state
    for viewer in walk.viewers:
        other = game.resample(game.view(state, viewer), chance)

        assert game.decisions(state) == game.decisions(other)
        assert game.sealed(state) == game.sealed(other)
        assert game.outcome(state) == game.outcome(other)
        if viewer in walk.asked:
            moves = list(islice(game.legal_moves(state, viewer), 20))
            assert moves == list(islice(game.legal_moves(other, viewer), 20))
            assert game.default_move(state, viewer) == game.default_move(other, viewer)


@settings(max_examples=50)
@given(walk=walks(), chance=chances, data=st.data())
def test_a_resampled_state_can_be_played_to_the_end(
    walk: Walk, chance: Chance, data: st.DataObject
) -> None:
    """Random play goes on from it to an outcome, as from a real state."""
    viewer = data.draw(st.sampled_from(walk.viewers))
    state = walk.game.resample(walk.game.view(walk.state, viewer), chance)
    draws = Draws(chance)

    while decisions := walk.game.decisions(state):
        seat = decisions[0].seat
        state = walk.game.apply(state, seat, walk.game.sample_move(state, seat, draws.below))

    assert walk.game.outcome(state) is not None


@given(walk=walks(), chance=chances)
def test_resampling_depends_on_the_view_and_the_chance_alone(walk: Walk, chance: Chance) -> None:
    """Twice the same is the same, also from a copy that shares nothing with the state."""
    for viewer in walk.viewers:
        view = walk.game.view(walk.state, viewer)
        copy = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own bytes

        assert walk.game.resample(view, chance) == walk.game.resample(copy, chance)


@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_views_carry_no_chance(setting: Setting) -> None:
    """Nowhere inside a view is there a chance, a run of draws or the seed."""
    seed = b"secret seed of this match"
    for walk in islice(states(setting, seed), 0, None, 13):
        assert any(isinstance(part, Chance) for part in parts(walk.state))
        for viewer in walk.viewers:
            view = walk.game.view(walk.state, viewer)

            assert not any(isinstance(part, Chance | Draws) for part in parts(view))
            assert seed not in pickle.dumps(view)
            assert seed.hex() not in repr(view)


@settings(max_examples=60)
@given(walk=walks(simultaneous=True), data=st.data())
def test_a_sealed_move_changes_nobody_elses_view(walk: Walk, data: st.DataObject) -> None:
    """While others still decide, they and the spectators see that a seat answered, not what."""
    if len(walk.asked) < 2:
        return
    game, seat = walk.game, data.draw(st.sampled_from(walk.asked))
    moves = list(islice(game.legal_moves(walk.state, seat), 20))
    draws = Draws(data.draw(chances))
    moves += [game.sample_move(walk.state, seat, draws.below) for _ in range(5)]
    answered = [game.apply(walk.state, seat, move) for move in moves]

    for state in answered:
        assert seat in game.sealed(state)
    for viewer in walk.viewers:
        if viewer != seat:
            assert len({looks(walk, state, viewer) for state in answered}) == 1


@settings(max_examples=60)
@given(walk=walks(simultaneous=True), chance=chances, data=st.data())
def test_a_seat_remembers_its_own_sealed_move(
    walk: Walk, chance: Chance, data: st.DataObject
) -> None:
    """Two answers that differ look different to the seat itself, also after resampling."""
    if len(walk.asked) < 2:
        return
    game, seat = walk.game, data.draw(st.sampled_from(walk.asked))
    moves = list(islice(game.legal_moves(walk.state, seat), 5))
    answered = [game.apply(walk.state, seat, move) for move in moves]
    resampled = [game.resample(game.view(state, seat), chance) for state in answered]

    assert len(moves) == len({looks(walk, state, seat) for state in answered})
    assert len(moves) == len({looks(walk, state, seat) for state in resampled})
