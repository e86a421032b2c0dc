"""The coverage of the perft table of Alchemicus."""

import pytest

from bessemer.games.alchemicus.legal import PHASES
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus.examples import MODULES
from tests.games.perft import load


@pytest.mark.parametrize("players", list(ALCHEMICUS.seats))
def test_the_table_has_every_kind_of_decision(players: int) -> None:
    """For each number of players, with all modules together."""
    kinds = {
        position.kind
        for match in load("alchemicus")
        if match.players == players
        for position in match.positions
    }

    assert {phase.value for phase in PHASES} == kinds


def test_the_table_has_every_module_with_every_number_of_players() -> None:
    """From the beginning and from the middle."""
    expected = {
        (players, begins, tuple(modules))
        for players in ALCHEMICUS.seats
        for begins in ("beginning", "middle")
        for modules in MODULES
    }

    assert expected == {
        (match.players, match.begins, tuple(match.options)[:-1]) for match in load("alchemicus")
    }
