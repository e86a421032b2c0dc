"""`bessemer games`: everything that can be played can be found there, and how to ask for it."""

import json
import shlex
from typing import Any

import pytest

from bessemer.bots.registry import BOTS
from bessemer.cli.console.arguments import read_game_options
from bessemer.cli.games import example
from bessemer.cli.main import main, parser
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture
def listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """What the command prints on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    assert 0 == main(["games"])
    return capsys.readouterr().out


@every_game
def test_a_game_is_listed_with_all_that_can_be_set(game: AnyGame, listed: str) -> None:
    """Its seats, and each option with its values, its default and its meaning."""
    lines = listed.splitlines()

    assert f"{game.name}: {game.seats[0]} to {game.seats[-1]} players" in listed
    for option in game.option_list:
        row = next(line for line in lines if f" {option.name} " in line and option.meaning in line)
        assert ", ".join(option.values) in row
        assert option.default in row


@every_game
def test_an_example_is_a_match_that_can_be_played(game: AnyGame, listed: str) -> None:
    """It stands there in one line; the command takes it, and the game takes its options."""
    words = shlex.split(example(game))
    args = parser().parse_args(words[1:])
    options = game.options(read_game_options(args.option))

    assert f"  {example(game)}\n" in listed
    assert (game.name, game.seats[-1]) == (args.game, len(args.bots.split(",")))
    assert bool(game.option_list) == (options != game.options({}))
    game.setup(options, game.seats[-1], Chance(b"example"))


def test_a_program_reads_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    """One object, with every game."""
    assert 0 == main(["games", "--json"])
    (line,) = capsys.readouterr().out.splitlines()
    games: dict[str, Any] = {facts["name"]: facts for facts in json.loads(line)["games"]}

    assert list(GAMES) == list(games)
    for name, game in GAMES.items():
        assert list(game.seats) == games[name]["seats"]
        assert list(BOTS[name]) == games[name]["bots"]
        assert [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "meaning": option.meaning,
                "bounds": list(option.bounds) if option.bounds else None,
            }
            for option in game.option_list
        ] == games[name]["options"]
        assert example(game) == games[name]["example"]
