"""
Recorded matches: what the rules of this version make of the same seeds and moves.

If a test here fails, old replays would end differently. That may be right, but then the change
raises `rules_version`, the changelog says so, and the new figures are recorded.
"""

from hashlib import sha256
from itertools import islice

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus.midgame import midgame

RULES_VERSION = 1
# By seats and options: the scores at the end, how many moves it took, and a hash over their texts.
RECORDED: dict[tuple[int, str], tuple[tuple[int, ...], int, str]] = {
    (2, ""): ((17, 7), 11, "ad250e24710a"),
    (3, ""): ((17, 7, 5), 21, "700d076b1d16"),
    (4, ""): ((16, 7, 5, 2), 25, "b8a8fa0949ec"),
    (2, "bank=on"): ((15, 7), 14, "e87f51ed51ff"),
    (3, "advanced_sale=on"): ((17, 7, 5), 21, "700d076b1d16"),
    (4, "bank=on advanced_sale=on"): ((15, 8, 5, 2), 37, "b9886805d7d8"),
    (2, "noctis=on"): ((5, 1), 24, "00867ba91028"),
    (3, "noctis=on bank=on"): ((5, 1, 16), 36, "1816db3c0a97"),
    (4, "noctis=on race=on"): ((0, 0, 0, 0), 47, "342222542109"),
    (2, "noctis=on race=on bank=on advanced_sale=on"): ((0, 0), 20, "704027514dde"),
}


def recorded_match(seats: int, variant: str) -> tuple[tuple[int, ...], int, str]:
    """A match from its middle to its end, its moves picked by a fixed pattern."""
    options = ALCHEMICUS.options(dict(pair.split("=") for pair in variant.split()))
    state = midgame(options, seats, Chance(b"recorded"))
    texts: list[str] = []
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        # Some way down the list of legal moves, further down at each turn.
        *_, move = islice(ALCHEMICUS.legal_moves(state, seat), 1 + 37 * len(texts) % 101)
        texts.append(ALCHEMICUS.format(move))
        state = ALCHEMICUS.apply(state, seat, move)
    outcome = ALCHEMICUS.outcome(state)
    assert outcome is not None
    return outcome.scores, len(texts), sha256("\n".join(texts).encode()).hexdigest()[:12]


@pytest.mark.parametrize(("seats", "variant"), RECORDED)
def test_recorded_matches_end_as_they_did(seats: int, variant: str) -> None:
    """The same seed and moves give the scores on record."""
    assert RECORDED[seats, variant] == recorded_match(seats, variant)


def test_the_figures_on_record_are_those_of_the_rules_version() -> None:
    """Whoever raises the version records new figures, and the other way round."""
    assert RULES_VERSION == ALCHEMICUS.rules_version
    assert RECORDED
