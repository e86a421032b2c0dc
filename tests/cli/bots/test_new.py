"""`bessemer new`: what it writes, and what it refuses to write."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.bots import new
from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES

every_game = pytest.mark.parametrize("game", NAMES)


def bessemer(*words: str) -> int:
    """The exit code of the command."""
    return main(words)


def test_furnace_is_the_game_if_none_is_named(tmp_path: Path) -> None:
    """As for every command that takes a game."""
    assert 0 == bessemer("new", str(tmp_path / "my_bot"))
    assert 0 == bessemer("new", "--game", "furnace", str(tmp_path / "again" / "my_bot"))

    for path in (tmp_path / "my_bot").iterdir():
        assert path.read_text() == (tmp_path / "again" / "my_bot" / path.name).read_text()


@every_game
@pytest.mark.parametrize(
    ("name", "class_name"), [("my_bot", "MyBot"), ("ada", "Ada"), ("iron_fist_2", "IronFist2")]
)
def test_a_project_is_named_after_its_folder(
    game: str, name: str, class_name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a new folder, of any name; nothing in it is still called like the template."""
    folder = tmp_path / "projects" / name
    assert 0 == bessemer("new", "--game", game, str(folder))

    assert f"bessemer match {game} --bots ./{name}.py,greedy,random" in capsys.readouterr().out
    assert {f"{name}.py", f"test_{name}.py", "README.md", "bot.toml"} == {
        path.name for path in folder.iterdir()
    }
    texts = [path.read_text() for path in folder.iterdir()]
    assert all(name in text and game in text for text in texts)
    assert any(f"class {class_name}(Bot)" in text for text in texts)
    assert name == "my_bot" or not any("my_bot" in text or "MyBot" in text for text in texts)
    assert not any("my_game" in text or "MyGame" in text for text in texts)


@every_game
def test_a_bot_passes_its_own_test(game: str, tmp_path: Path) -> None:
    """As it is written, and without a warning."""
    assert 0 == bessemer("new", "--game", game, str(tmp_path / "ada"))

    ended = subprocess.run(
        [sys.executable, "-W", "error", "-m", "unittest"],
        cwd=tmp_path / "ada",
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == ended.returncode, ended.stderr
    assert "Ran 3 tests" in ended.stderr


@every_game
def test_a_bot_beats_random(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """
    It wins at least eight of ten matches for two: five set-ups, each in both seatings.

    And far ahead: in Brass `idle` wins as many, because `random` spends all that it has.
    """
    bot = tmp_path / "my_bot"
    assert 0 == bessemer("new", "--game", game, str(bot))
    words = ("--game", game, "--seats", "2", "--blocks", "5", "--seed", "1", "--json")
    assert 0 == bessemer("bench", "strength", str(bot / "my_bot.py"), "random", *words)

    figures = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert figures["wins"]["mean"] >= 0.8
    assert figures["lead"]["mean"] >= 10


def test_the_bots_are_typed(tmp_path: Path) -> None:
    """Whoever has an editor sees no error in what was written for them."""
    for game in NAMES:
        assert 0 == bessemer("new", "--game", game, str(tmp_path / f"{game}_bot"))
    files = [str(path) for path in tmp_path.glob("*/*.py")]
    mypy = ["-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache")]
    done = subprocess.run(
        [sys.executable, *mypy, *files], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert f"Success: no issues found in {len(files)} source files\n" == done.stdout
    assert 2 * len(NAMES) == len(files)


def test_an_unknown_game_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2, the games by name, and nothing is written."""
    with pytest.raises(SystemExit) as ended:
        bessemer("new", "--game", "chess", str(tmp_path / "my_bot"))

    assert 2 == ended.value.code
    said = capsys.readouterr().err
    assert said.startswith("bessemer: --game: there is no 'chess'; choose from")
    assert all(game in said for game in NAMES)
    assert [] == list(tmp_path.iterdir())


def test_a_game_without_a_template_is_a_sentence(tmp_path: Path) -> None:
    """A new game may have none yet; nothing is written then."""
    args = argparse.Namespace(game="checkers", language="python", kind="program")
    args.folder = tmp_path / "my_bot"
    with pytest.raises(WrongUsage, match="there is no template for checkers yet"):
        new.run(args)

    assert [] == list(tmp_path.iterdir())


def test_an_empty_folder_may_be_there_already(tmp_path: Path) -> None:
    """Somebody made it by hand."""
    folder = tmp_path / "my_bot"
    folder.mkdir()

    assert 0 == bessemer("new", str(folder))


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder with anything in it, or a file of that name: exit 2, and all is as it was."""
    folder, file = tmp_path / "my_bot", tmp_path / "other_bot"
    folder.mkdir()
    (folder / "notes").write_text("mine")
    file.write_text("mine")

    for path in (folder, file):
        assert 2 == bessemer("new", str(path))
        assert "is there already" in capsys.readouterr().err
    assert ["notes"] == [path.name for path in folder.iterdir()]
    assert "mine" == file.read_text()


@pytest.mark.parametrize(
    "name",
    [
        "My-Bot",
        "2bots",
        "my bot",
        "",
        ".",
        "..",
        "/",
        "x" * 60,
        "class",
        "random",
        "bessemer",
    ],
)
def test_only_names_that_python_can_import_are_taken(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """And none that would hide another module; nothing is written."""
    monkeypatch.chdir(tmp_path)

    assert 2 == bessemer("new", name)
    assert "bessemer: " in capsys.readouterr().err
    assert [] == list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 1, without a traceback."""
    (tmp_path / "file").write_text("")

    assert 1 == bessemer("new", str(tmp_path / "file" / "my_bot"))
    assert "cannot write" in capsys.readouterr().err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """For each game."""
    with pytest.raises(SystemExit):
        bessemer("new", "--help")

    said = capsys.readouterr().out
    assert "examples:" in said
    assert all(f"--game {game}" in said for game in NAMES)
