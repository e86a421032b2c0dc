"""`bessemer tune`: better numbers for a bot of one's own."""

import json
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.main import main
from tests.referees.in_process import SHORT, every_game

BOT = """\
from dataclasses import dataclass

from bessemer.{game} import Bot, View, run


@dataclass(frozen=True)
class Params:
    luck: float = 0.3
    tries: int = 1


class Tunable(Bot):
    def __init__(self, params: Params) -> None:
        self.params = params

    def decide(self, view: View):
        if view.phase == "plan" and self.params.luck > 0.4:
            plans = [view.random_plan() for _ in range(self.params.tries)]
            return max(plans, key=lambda plan: view.gain(plan).money)
        return view.random_move() if self.params.luck > 0.4 else view.default_move()


run(Tunable, params=Params())
"""


def tuned(
    folder: Path, capsys: pytest.CaptureFixture[str], *words: str, game: str = "furnace"
) -> tuple[Any, Any]:
    """What a tuning printed, and what it kept."""
    file, kept = folder / "my_bot.py", folder / "kept.json"
    file.write_text(BOT.format(game=game))
    command = ["tune", str(file), "--game", game, "--against", "random", "--json", "--seed", "5"]
    short = [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]
    capsys.readouterr()
    assert 0 == main([*command, "--state", str(kept), *short, *words]), capsys.readouterr().err
    return json.loads(capsys.readouterr().out), json.loads(kept.read_text())


@every_game
def test_it_goes_on_where_it_was_stopped(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the same result as in one go, in every game."""
    words = ["--param", "luck=0..1", "--steps", "3", "--blocks", "1", "--test-blocks", "1"]
    once, kept = tuned(tmp_path, capsys, *words, game=game)
    assert 3 == once["steps"] == len(kept["shares"])

    stopped = {**kept, "path": kept["path"][:2], "shares": kept["shares"][:1]}
    (tmp_path / "kept.json").write_text(json.dumps(stopped))
    assert (once, kept) == tuned(tmp_path, capsys, *words, game=game)


def test_it_finds_what_is_better(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot that produces beats one that does not, with the whole interval above even."""
    words = ["--param", "luck=0..1", "--param", "tries=1..9"]
    found, kept = tuned(
        tmp_path, capsys, *words, "--steps", "25", "--blocks", "3", "--test-blocks", "20"
    )

    assert found["above"]["mean"] - found["above"]["margin"] > 0.5
    assert all(0 <= place <= 1 for places in kept["path"] for place in places)
    luck, tries = found["bot"].split()[1:]
    assert float(luck.removeprefix("--luck=")) > 0.4
    assert int(tries.removeprefix("--tries=")) in range(1, 10)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--param", "lucky=0..1"], "has no number lucky; did you mean luck?"),
        (["--param", "luck=0-1"], "--param takes NAME=LOW..HIGH, such as luck=0.1..3"),
        (["--param", "luck=0.5..1"], "luck is 0.3, which must lie within the range"),
        (["--param", "luck=0..1", "--param", "luck=0..2"], "names a number twice"),
        (["--param", "luck=0..1", "--against", "gredy"], "did you mean greedy"),
        (["--param", "luck=0..1", "--seats", "9"], "furnace is not played by 9"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is played or kept."""
    file = tmp_path / "my_bot.py"
    file.write_text(BOT.format(game="furnace"))

    assert 2 == main(["tune", str(file), "--state", str(tmp_path / "kept.json"), *words])
    assert said in capsys.readouterr().err
    assert not (tmp_path / "kept.json").exists()


@pytest.mark.parametrize("content", ["", "[]", '{"seed": 5, "settings": {}}'])
def test_what_another_tuning_keeps_is_left_alone(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Even if it is none at all."""
    file, kept = tmp_path / "my_bot.py", tmp_path / "kept.json"
    file.write_text(BOT.format(game="furnace"))
    kept.write_text(content)

    assert 2 == main(["tune", str(file), "--state", str(kept), "--param", "luck=0..1"])
    assert "another" in capsys.readouterr().err
    assert content == kept.read_text()


def test_it_plays_itself_unless_others_are_named(tmp_path: Path) -> None:
    """So it neither always wins nor always loses."""
    file, kept = tmp_path / "my_bot.py", tmp_path / "kept.json"
    file.write_text(BOT.format(game="furnace"))
    few = ["--steps", "1", "--blocks", "1", "--test-blocks", "1", "--option", "rounds=3"]

    assert 0 == main(["tune", str(file), "--param", "luck=0..1", "--state", str(kept), *few])
    assert [str(file)] == json.loads(kept.read_text())["settings"]["against"]
