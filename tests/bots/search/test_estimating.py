"""Estimates of the moves of a position, in the games that search by the kernel."""

import random
from typing import Any

import pytest

from bessemer.bots.alchemicus import search as alchemicus
from bessemer.bots.brass import search as brass
from bessemer.bots.registry import seen
from bessemer.bots.search.estimating import SearchingBot, estimates
from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance

BOTS: dict[str, Any] = {"brass": brass.SearchBot, "alchemicus": alchemicus.SearchBot}


@pytest.mark.parametrize("name", BOTS)
def test_every_candidate_and_the_move_that_was_played_have_an_estimate(name: str) -> None:
    """The best first, with their errors, all after the same tries."""
    game = GAMES[name]
    bot: SearchingBot = BOTS[name](random.Random(1))
    state = game.setup(game.options({}), 2, Chance(b"a"))
    seat = game.decisions(state)[0].seat
    view = seen(game, game.view(state, seat))
    played = game.default_move(state, seat)

    found = estimates(bot, view, 2, width=2, also=[played])

    assert 2 <= len(found) <= 3
    assert played in [one.move for one in found]
    assert {2} == {one.tries for one in found}
    assert found[0].behind == 0
    assert all(one.error >= 0 and one.behind_error >= 0 for one in found)


def test_where_a_bot_has_no_idea_legal_moves_are_compared() -> None:
    """A sale of Brass, say, or here anything."""
    game = GAMES["brass"]
    bot = brass.SearchBot(random.Random(1))
    bot.candidates = lambda _: []  # type: ignore[method-assign, assignment]
    state = game.setup(game.options({}), 2, Chance(b"a"))
    view = seen(game, game.view(state, game.decisions(state)[0].seat))

    assert {*view.legal_moves(8)} == {one.move for one in estimates(bot, view, 1)}
