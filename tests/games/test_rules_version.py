"""
Recorded matches: what the rules of this version make of the same seeds, for every game.

If a test here fails, old replays would end differently, or the words of a choice come in another
order.
That may be right, but then the change raises `rules_version`, the changelog says so, and the new
figures are recorded: `python -m tests.record GAME`.
"""

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from tests.games.recorded import Recorded, load, play, rules_version


@pytest.mark.parametrize(
    "match",
    [match for name in NAMES for match in load(name)],
    ids=lambda match: " ".join(map(str, match[:3])),
)
def test_recorded_matches_end_as_they_did(match: Recorded) -> None:
    """The same seed and the same choices give the moves and scores on record."""
    assert match == play(match.game, match.seats, match.options)


@pytest.mark.parametrize("name", NAMES)
def test_the_figures_on_record_are_those_of_the_rules_version(name: str) -> None:
    """Whoever raises a version records new figures; every seat count has some."""
    assert GAMES[name].rules_version == rules_version(name)
    assert set(GAMES[name].seats) == {match.seats for match in load(name)}
