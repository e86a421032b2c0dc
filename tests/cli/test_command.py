"""The command as its users call it: what it prints, and how it ends."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from bessemer.cli.console.failures import CODES, sentence_and_code
from bessemer.cli.main import main
from bessemer.engine.catalogue import GAMES
from bessemer.games.furnace.deck import standard_deck


def last_json(text: str) -> object:
    """The object on the last line of an output."""
    return json.loads(text.splitlines()[-1])


def test_games_lists_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing that can be set is missing from `bessemer games`."""
    assert main(["games"]) == 0
    shown = capsys.readouterr().out

    for name, game in GAMES.items():
        assert name in shown
        for option in game.option_list:
            assert option.name in shown


def test_games_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    """A program reads the same facts."""
    assert main(["games", "--json"]) == 0
    facts = last_json(capsys.readouterr().out)

    assert isinstance(facts, dict)
    assert [game["name"] for game in facts["games"]] == list(GAMES)
    assert facts["games"][0]["seats"] == [2, 3, 4]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        pytest.param(["--option", "rounds=5"], "rounds is 3 or 4", id="value"),
        pytest.param(["--option", "colour=red"], "no option 'colour'", id="name"),
        pytest.param(["--option", "rounds"], "NAME=VALUE", id="form"),
        pytest.param(["--option", "chain=on", "--option", "chain=off"], "twice", id="twice"),
    ],
)
def test_a_match_that_cannot_be_is_a_sentence(
    words: list[str], part: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the game refuses is wrong usage and says why, without a traceback."""
    assert main(["ladder", "run", "--data", str(tmp_path), *words]) == 2
    error = capsys.readouterr().err

    assert part in error
    assert "Traceback" not in error


def test_a_deck_of_ones_own_is_played(tmp_path: Path) -> None:
    """`deck=@FILE` plays with the cards in the file."""
    cards = tmp_path / "cards.toml"
    cards.write_text(standard_deck().text.replace('"1O -> 4$ x1"', '"1O -> 5$ x1"'))

    words = ["match", "furnace", "--bots", "random,idle", "--option", f"deck=@{cards}"]
    assert main(words) == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param('[[company]]\nid = "C01"\n', "C01, field additional: is missing", id="card"),
        pytest.param("[[company", "not TOML", id="syntax"),
        pytest.param(None, "cannot read", id="no-file"),
    ],
)
def test_a_bad_deck_is_a_sentence(
    text: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The card and the field are named; nothing is played."""
    cards = tmp_path / "cards.toml"
    if text is not None:
        cards.write_text(text)

    where = ["--data", str(tmp_path / "data")]
    assert main(["ladder", "run", "--option", f"deck=@{cards}", *where]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        pytest.param([], id="nothing"),
        pytest.param(["fly"], id="unknown-word"),
        pytest.param(["ladder", "run", "--matches", "0"], id="no-matches"),
        pytest.param(["ladder", "run", "--format", "chaos"], id="unknown-format"),
        pytest.param(["bench", "engine", "--rounds", "1"], id="too-few-rounds"),
    ],
)
def test_wrong_usage_ends_with_2(words: list[str]) -> None:
    """Words that the command does not know."""
    with pytest.raises(SystemExit) as ended:
        main(words)

    assert ended.value.code == 2


@pytest.mark.parametrize("name", CODES)
def test_the_errors_that_are_said_are_there(name: str) -> None:
    """They are known by name: one that is renamed would become a traceback."""
    module, _, error = name.rpartition(".")
    assert issubclass(getattr(import_module(module), error), Exception)


def test_what_nobody_expects_is_a_bug() -> None:
    """A failure that has no sentence for people is not made one."""
    assert sentence_and_code(TypeError("None is not iterable")) is None
    assert sentence_and_code(TimeoutError()) is None
    assert sentence_and_code(FileNotFoundError(2, "No such file", "x")) == ("x: No such file", 1)
