"""All lines of play to a small depth are as many as the tables say, for every game."""

from typing import Final

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from tests.games.perft import Match, Position, load, perft, table_of, text_of

MATCHES: Final = [match for name in NAMES for match in load(name)]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: f"{match.game.name} {match.seed}")
def test_lines_of_play_are_as_many_as_in_the_table(match: Match) -> None:
    """From every position, to every depth; the moves that lead there are still legal."""
    states = list(match.states())
    for position in match.positions:
        state = states[position.after]
        counted = tuple(perft(match.game, state, n + 1) for n in range(len(position.lines)))

        kind = match.game.decisions(state)[0].kind
        assert position == Position(position.after, kind, counted)


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_every_number_of_players(name: str) -> None:
    """With at least one position that is counted deeper than one move."""
    deep = {m.players for m in load(name) for position in m.positions if len(position.lines) > 1}

    assert set(GAMES[name].seats) == deep


@pytest.mark.parametrize("name", NAMES)
def test_the_table_is_written_as_it_is_read(name: str) -> None:
    """What is written for these matches is what the table has."""
    table = table_of(name).read_text(encoding="utf-8")

    assert table.endswith("\n".join(map(text_of, load(name))))
