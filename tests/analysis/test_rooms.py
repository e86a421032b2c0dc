"""What games add to the analysis is found by their names."""

from typing import Any

import pytest

from bessemer.analysis.logged_match import UnusableReplay, read_match, read_match_to_analyse
from bessemer.analysis.rooms import (
    analysis,
    games_with_analysis,
    has_analysis,
    leads_to_the_same,
)
from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from tests.games.alchemicus import positions as alchemicus
from tests.games.brass import positions as brass
from tests.replays.make import FOLDER


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_all_of_an_analysis_or_gets_a_sentence(game: str) -> None:
    """How its matches are judged and shown; or which games there are instead."""
    file = str(FOLDER / game / "two-players.replay")
    if has_analysis(game):
        match = read_match_to_analyse(file)
        assert callable(analysis(game).analysed)
        assert (None, game) == (match.error, match.game.name)
    else:
        listed = ", ".join(games_with_analysis())
        with pytest.raises(
            UnusableReplay, match=f"a match of {game}; only matches of {listed} can be analysed"
        ) as error:
            read_match_to_analyse(file)
        assert 2 == error.value.exit_code


@pytest.mark.parametrize("game", GAMES)
def test_a_move_leads_to_the_same_as_itself_and_not_as_another(game: str) -> None:
    """In every game: equal moves always, and among the first legal ones hardly any two."""
    match = read_match(str(FOLDER / game / "three-players.replay"))
    rules, differ = match.game, 0
    for step in match.steps[:40]:
        seat, other = step.record.seat, next(rules.legal_moves(step.asked, step.record.seat))

        assert leads_to_the_same(rules, step.asked, seat, step.move, step.move)
        differ += not leads_to_the_same(rules, step.asked, seat, step.move, other)

    assert differ > 5


@pytest.mark.parametrize(
    ("state", "one", "other"),
    [
        pytest.param(
            alchemicus.position("build", hands={0: "Alembic Horten Domo Domo"}),
            "build Alembic paying Horten Domo Domo",
            "build Alembic paying Domo Horten Domo",
            id="alchemicus",
        ),
        pytest.param(
            brass.position(hands={0: "bury coal iron"}),
            "build coal at wigan.left with coal and iron",
            "build coal at wigan.left with iron and coal",
            id="brass",
        ),
    ],
)
def test_moves_that_differ_may_lead_to_the_same(state: Any, one: str, other: str) -> None:  # noqa: ANN401
    """The order of a payment means nothing."""
    game = GAMES["brass" if "wigan" in one else "alchemicus"]
    moves = game.parse(one), game.parse(other)

    assert moves[0] != moves[1]
    assert leads_to_the_same(game, state, Seat(0), *moves)
