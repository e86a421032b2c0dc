"""What the perft table of Brass covers."""

import pytest

from bessemer.games.brass.board.tables import Era
from tests.games.perft import load


@pytest.mark.parametrize("players", [2, 3, 4])
def test_table_has_both_eras_and_every_kind_of_decision(players: int) -> None:
    """For each number of players; sales and shortfalls wherever they came up."""
    eras, kinds, moves = set(), set(), set()
    for match in load("brass"):
        if match.players == players:
            states = list(match.states())
            eras |= {states[position.after].board.era for position in match.positions}
            kinds |= {position.kind for position in match.positions}
            moves |= {text.split()[0] for text in match.moves}

    assert eras == set(Era)
    assert {"action", "shortfall"} <= kinds
    assert {"build", "canal", "rail", "develop", "sell", "loan", "pass"} <= moves
