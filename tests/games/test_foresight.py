"""What a seat can know before it moves: the view at its next decision, where nothing hidden comes between."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.foresight import foreseen
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import DISTANT, Sell
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Phase
from tests.games.walks import SETTINGS, Setting, Walk, states, walks

every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
chances = st.integers(0, 10**6).map(lambda number: Chance(b"foreseen %d" % number))


def some_moves(walk: Walk, seat: Any) -> list[Any]:  # noqa: ANN401 - a seat
    """A few legal moves, the first and some others."""
    draws = Draws(Chance(repr(walk.moves[-3:]).encode()))
    sampled = [walk.game.sample_move(walk.state, seat, draws.below) for _ in range(4)]
    return [*islice(walk.game.legal_moves(walk.state, seat), 3), *sampled]


@settings(max_examples=150)
@given(walk=walks(), chance=chances)
def test_what_is_foreseen_comes_whatever_is_hidden(walk: Walk, chance: Chance) -> None:
    """To the byte, in the match as it is and in any other that looks the same."""
    game = walk.game
    for seat in walk.asked:
        view = game.view(walk.state, seat)
        for move in some_moves(walk, seat):
            ahead = foreseen(game, view, move)
            if ahead is None:
                continue
            for state in (walk.state, game.resample(view, chance)):
                after = game.apply(state, seat, move)
                assert [seat] == [decision.seat for decision in game.decisions(after)]
                assert repr(game.view(after, seat)) == repr(ahead)


@every_setting
def test_whoever_is_not_asked_next_foresees_nothing(setting: Setting) -> None:
    """And who is, does if what they do not see stays as it was."""
    game = setting.game
    for walk in islice(states(setting, b"next"), 0, 120, 3):
        for seat in walk.asked:
            view, move = game.view(walk.state, seat), game.default_move(walk.state, seat)
            after = game.apply(walk.state, seat, move)
            is_next = [seat] == [decision.seat for decision in game.decisions(after)]
            is_same = game.unseen(walk.state, seat) == game.unseen(after, seat)
            assert (foreseen(game, view, move) is not None) == (is_next and is_same)


@pytest.mark.parametrize("seats", BRASS.seats)
def test_both_actions_of_a_turn_of_brass_are_one_plan(seats: int) -> None:
    """From the second round on, unless a tile of the distant market is drawn; cards come at a round's end."""
    setting = Setting(BRASS, BRASS.options({}), seats)
    planned = drawn = 0
    for walk in states(setting, b"a turn"):
        board = walk.state.board
        if board.phase not in (Phase.ACTION, Phase.SALE):
            continue
        (seat,) = walk.asked
        draws = Draws(Chance(b"%d" % len(walk.moves)))
        move = BRASS.sample_move(walk.state, seat, draws.below)
        after = BRASS.apply(walk.state, seat, move).board
        ahead = foreseen(BRASS, BRASS.view(walk.state, seat), move)
        is_same_turn = (after.era, after.round, after.turn) == (board.era, board.round, board.turn)
        is_drawn = isinstance(move, Sell) and move.buyer == DISTANT
        if is_drawn:
            drawn += 1
            assert ahead is None
        elif is_same_turn:
            planned += 1
            assert ahead is not None
            assert ahead.board == after
        elif board.deck:
            assert ahead is None
        if board.era is Era.CANAL and board.round == 1:
            assert ahead is None
    assert planned > 10
    assert drawn or seats > 2
