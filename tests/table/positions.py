"""Positions of every game in which somebody decides."""

from collections.abc import Iterator
from typing import Any, Final

from bessemer.engine.game import Seat
from tests.games.walks import Setting, Walk, Way, states

SOME: Final = 40
"""So many positions of a match are looked at."""


def positions(setting: Setting, seed: bytes, way: Way) -> Iterator[tuple[Walk, Seat, Any]]:
    """Positions all through a match, with a seat that is asked and what it sees."""
    match = [walk for walk in states(setting, seed, way) if walk.asked]
    for walk in match[:: 1 + len(match) // SOME]:
        for seat in walk.asked:
            yield walk, seat, walk.game.view(walk.state, seat)
