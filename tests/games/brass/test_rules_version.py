"""
Recorded matches: what the rules of this version make of the same seeds and moves.

If a test here fails, old replays would end differently. That may be right, but then the change
raises `rules_version`, the changelog says so, and the new figures are recorded.
"""

from itertools import islice

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.brass.rules import BRASS

RULES_VERSION = 1
# By seats: the scores at the end, and how many moves it took.
RECORDED: dict[int, tuple[tuple[int, ...], int]] = {
    2: ((2, 4), 74),
    3: ((11, 0, 22), 105),
    4: ((11, 1, 14, 1), 110),
}


def recorded_match(seats: int) -> tuple[tuple[int, ...], int]:
    """The scores and the length of a match whose moves are picked by a fixed pattern."""
    state = BRASS.setup(BRASS.options({}), seats, Chance(b"recorded"))
    turn = 0
    while asked := BRASS.decisions(state):
        seat = asked[0].seat
        # Some way down the list of legal moves, further down at each turn.
        *_, move = islice(BRASS.legal_moves(state, seat), 1 + 97 * turn % 401)
        state = BRASS.apply(state, seat, move)
        turn += 1
    outcome = BRASS.outcome(state)
    assert outcome is not None
    return outcome.scores, turn


@pytest.mark.parametrize("seats", RECORDED)
def test_recorded_matches_end_as_they_did(seats: int) -> None:
    """The same seed and moves give the scores on record."""
    assert RECORDED[seats] == recorded_match(seats)


def test_the_figures_on_record_are_those_of_the_rules_version() -> None:
    """Whoever raises the version records new figures, and the other way round."""
    assert RULES_VERSION == BRASS.rules_version
