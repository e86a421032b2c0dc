"""The levels for people, in every game: they play legally, and weak ones are weak all the time."""

import random

import pytest

from bessemer.bots.attention import Attention, Skill
from bessemer.bots.factory import LEVELS
from bessemer.bots.in_process import play
from bessemer.bots.registry import BOTS, names_by_game, own_names
from bessemer.engine.catalogue import NAMES

QUICK = ("easy", "medium", "hard")
"""`expert` is the strongest bot of a game, which is tested by its own name."""


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_the_same_levels(game: str) -> None:
    """People find them wherever bots are named."""
    assert {*LEVELS} <= {*BOTS[game]}
    assert {*BOTS[game]} - {*LEVELS} == {*own_names(game)}
    assert "by level: easy, medium, hard, expert" in names_by_game()


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_levels_play_a_match_to_its_end(game: str, seed: int) -> None:
    """Without a move that is refused."""
    options = {"noctis": "on"} if game == "alchemicus" else {}

    assert 3 == len(play(QUICK, game=game, seed=seed, options=options).ranks)


@pytest.mark.parametrize("game", NAMES)
def test_the_easiest_level_is_no_random_player(game: str) -> None:
    """It beats one, in most matches."""
    wins = sum(play(["easy", "random"], game=game, seed=seed).ranks[0] == 1 for seed in range(5))

    assert wins >= 4


def test_a_taste_stays_for_a_match() -> None:
    """What is liked once is liked again as much, and a loss by it hurts less."""
    attention = Attention(Skill(notices=1.0, misjudges=1.0), random.Random(2))
    once = attention.felt("mill", 4.0)

    assert once == attention.felt("mill", 4.0)
    assert pytest.approx(16.0) == once * -attention.felt("mill", -4.0)
    assert once != attention.felt("mine", 4.0)


def test_somebody_without_attention_still_notices_one_thing() -> None:
    """There is always a move."""
    attention = Attention(Skill(notices=0.0, misjudges=0.0), random.Random(2))

    assert 1 == len(attention.noticed(["a", "b", "c"]))


def test_somebody_attentive_and_fair_sees_everything_as_it_is() -> None:
    """So plays like the bot that it is made from."""
    attention = Attention(Skill(notices=1.0, misjudges=0.0), random.Random(2))

    assert ["a", "b", "c"] == attention.noticed(["a", "b", "c"])
    assert 3.0 == attention.felt("mill", 3.0)
