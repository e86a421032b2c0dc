"""All lines of play to a small depth are as many as the table says."""

from typing import Final

import pytest

from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus.perft import TABLE, Match, load, perft, text_of
from tests.games.alchemicus.walks import MODULES
from tests.games.perft_counts import Position

MATCHES: Final = load()


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.seed)
def test_lines_of_play_are_as_many_as_in_the_table(match: Match) -> None:
    """From every position, to every depth; the moves that lead there are still legal."""
    states = list(match.states())
    for position in match.positions:
        state = states[position.after]
        counted = tuple(perft(state, depth + 1) for depth in range(len(position.lines)))

        assert position == Position(position.after, ALCHEMICUS.decisions(state)[0].kind, counted)


@pytest.mark.parametrize("players", list(ALCHEMICUS.seats))
def test_the_table_has_every_kind_of_decision(players: int) -> None:
    """For each number of players, with all modules together."""
    kinds = {
        position.kind
        for match in MATCHES
        if match.players == players
        for position in match.positions
    }

    assert {phase.value for phase in CHOICES} == kinds


def test_the_table_has_every_module_with_every_number_of_players() -> None:
    """From the beginning and from the middle."""
    expected = {
        (players, begins, tuple(modules))
        for players in ALCHEMICUS.seats
        for begins in ("beginning", "middle")
        for modules in MODULES
    }

    assert expected == {
        (match.players, match.begins, tuple(match.options)[:-1]) for match in MATCHES
    }


def test_the_table_is_written_as_it_is_read() -> None:
    """What `--write` writes for these matches is what the table has."""
    table = TABLE.read_text(encoding="utf-8")
    for match in MATCHES:
        assert text_of(match) in table
