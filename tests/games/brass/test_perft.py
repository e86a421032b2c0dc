"""All lines of play to a small depth are as many as the table says."""

from typing import Final

import pytest

from bessemer.games.brass.board.tables import Era
from tests.games.brass.perft import TABLE, Match, load, perft, text_of
from tests.games.perft_counts import Position

MATCHES: Final = load()

every_match = pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.seed)


@every_match
def test_lines_of_play_are_as_many_as_in_the_table(match: Match) -> None:
    """From every position, to every depth; the moves that lead there are still legal."""
    states = list(match.states())
    for position in match.positions:
        state = states[position.after]
        depths = range(1, len(position.lines) + 1)
        counted = tuple(perft(state, depth) for depth in depths)

        assert position == Position(position.after, state.board.phase.value, counted)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_table_has_both_eras_and_every_kind_of_decision(players: int) -> None:
    """For each number of players; sales and shortfalls wherever they came up."""
    eras, kinds, moves = set(), set(), set()
    for match in MATCHES:
        if match.players == players:
            states = list(match.states())
            eras |= {states[position.after].board.era for position in match.positions}
            kinds |= {position.kind for position in match.positions}
            moves |= {text.split()[0] for text in match.moves}

    assert eras == set(Era)
    assert {"action", "shortfall"} <= kinds
    assert {"build", "canal", "rail", "develop", "sell", "loan", "pass"} <= moves


def test_the_table_is_written_as_it_is_read() -> None:
    """What `--write` writes for these matches is what the table has."""
    table = TABLE.read_text(encoding="utf-8")
    for match in MATCHES:
        assert text_of(match) in table
