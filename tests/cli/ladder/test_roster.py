"""Who plays on a ladder whose bots are not named."""

import argparse

import pytest

from bessemer.bots.factory import LEVELS
from bessemer.cli.ladder.run_config import entrants_of
from bessemer.engine.catalogue import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_no_bot_plays_under_two_names(game: str) -> None:
    """A level is for people: it would only double a bot, or add a weaker one."""
    found = entrants_of(argparse.Namespace(game=game, bot=[], bots=""))

    assert {"greedy", "random", "idle"} <= {bot.name for bot in found}
    assert not {*LEVELS} & {bot.name for bot in found}
