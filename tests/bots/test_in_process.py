"""Matches from a script: `bessemer.testing.play`."""

import random
from importlib import import_module
from pathlib import Path

import pytest

from bessemer.bots.registry import NoSuchBot
from bessemer.engine.errors import BadOption
from bessemer.testing import IdleBot, RandomBot, play
from tests.bots import own_files
from tests.referees.in_process import SHORT, every_game


@every_game
def test_names_files_classes_and_bots_play_together(game: str, tmp_path: Path) -> None:
    """The same seed repeats all of it, and the caller's own luck is left alone."""
    own = own_files.write(tmp_path, own_files.LUCKY, game)
    lazy = import_module(f"bessemer.{game}").Bot
    random.seed(3)
    luck = random.getstate()
    matches = [
        play([own, lazy, IdleBot()], game=game, seed=seed, options=SHORT.get(game, {}))
        for seed in (5, 5, 6)
    ]

    assert luck == random.getstate()
    assert matches[0].moves == matches[1].moves
    assert matches[0].moves != matches[2].moves
    assert min(matches[0].ranks) == 1


def test_what_cannot_be_played_is_told() -> None:
    """Each as an error that says what would be right."""
    with pytest.raises(ValueError, match="no game 'furnase'; did you mean furnace"):
        play(["idle", "idle"], game="furnase")
    with pytest.raises(NoSuchBot, match="did you mean greedy"):
        play(["gredy", "idle"], game="furnace")
    with pytest.raises(TypeError, match="bots is a list"):
        play("greedy", game="furnace")
    with pytest.raises(BadOption):
        play([RandomBot()] * 9, game="furnace")
