"""
Recorded matches: what the rules of this version make of the same seeds and moves.

If a test here fails, old replays would end differently. That may be right, but then the change
raises `rules_version`, the changelog says so, and the new figures are recorded.
"""

from itertools import islice

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.furnace.rules import FURNACE

RULES_VERSION = 1
# By seats and options: the scores at the end, and how many moves it took.
RECORDED: dict[tuple[int, str], tuple[tuple[int, ...], int]] = {
    (2, ""): ((11, 10), 42),
    (3, ""): ((12, 4, 4), 69),
    (4, ""): ((24, 22, 4, 4), 93),
    (2, "capitalists=off rounds=3"): ((4, 8), 34),
    (3, "chain=on"): ((17, 6, 9), 82),
    (4, "chain=on capitalists=off"): ((24, 30, 15, 14), 109),
}


def recorded_match(seats: int, variant: str) -> tuple[tuple[int, ...], int]:
    """The scores and the length of a match whose moves are picked by a fixed pattern."""
    options = FURNACE.options(dict(pair.split("=") for pair in variant.split()))
    state = FURNACE.setup(options, seats, Chance(b"recorded"))
    turn = 0
    while asked := FURNACE.decisions(state):
        seat = asked[turn % len(asked)].seat
        # Some way down the list of legal moves, further down at each turn.
        *_, move = islice(FURNACE.legal_moves(state, seat), 1 + 37 * turn % 101)
        state = FURNACE.apply(state, seat, move)
        turn += 1
    outcome = FURNACE.outcome(state)
    assert outcome is not None
    return outcome.scores, turn


@pytest.mark.parametrize(("seats", "variant"), RECORDED)
def test_recorded_matches_end_as_they_did(seats: int, variant: str) -> None:
    """The same seed and moves give the scores on record."""
    assert RECORDED[seats, variant] == recorded_match(seats, variant)


def test_the_figures_on_record_are_those_of_the_rules_version() -> None:
    """Whoever raises the version records new figures, and the other way round."""
    assert RULES_VERSION == FURNACE.rules_version
