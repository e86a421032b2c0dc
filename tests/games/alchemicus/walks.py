"""Positions of Alchemicus, for the tests that are about it alone."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from hypothesis import strategies as st

from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games import walks as any_game
from tests.games.alchemicus.examples import MODULES, busy_move
from tests.games.walks import Setting, Walk, Way, states

__all__ = ["MODULES", "PLAYERS", "busy_move", "busy_states", "late_states", "settings", "walks"]


def settings(round_cap: int) -> dict[str, Setting]:
    """Every choice of modules with every number of seats, for matches of so many rounds."""
    return {
        " ".join((str(seats), *modules)): Setting(
            ALCHEMICUS, ALCHEMICUS.options(modules | {"round_cap": str(round_cap)}), seats
        )
        for modules in MODULES
        for seats in ALCHEMICUS.seats
    }


busy_states = partial(states, way=Way.BUSY)
late_states = partial(states, way=Way.LATE)
PLAYERS: Final[tuple[Callable[[Setting, bytes], Iterator[Walk]], ...]] = (
    states,
    busy_states,
    late_states,
)


def walks() -> st.SearchStrategy[Walk]:
    """A position of random play, of busy play, or of the middle of a match."""
    return any_game.walks(ALCHEMICUS)
