"""What games add to the analysis is found by their names."""

import pytest

from bessemer.analysis.logged_match import UnusableReplay, read_match
from bessemer.analysis.rooms import analysis, branching, games_with_analysis, has_analysis
from bessemer.engine.catalogue import GAMES
from tests.replays.make import FOLDER


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_of_an_analysis_or_gets_a_sentence(game: str) -> None:
    """How its matches are judged, shown and branched; or which games there are instead."""
    file = str(FOLDER / game / "two-players.replay")
    if has_analysis(game):
        match = read_match(file)
        assert 1 == branching(game).round_of(match.first.state)
        assert callable(analysis(game).analysed)
        assert (None, game) == (match.error, match.game.name)
    else:
        listed = ", ".join(games_with_analysis())
        with pytest.raises(
            UnusableReplay, match=f"a match of {game}; only matches of {listed} "
        ) as error:
            read_match(file)
        assert 2 == error.value.exit_code
