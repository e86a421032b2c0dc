"""`bessemer new --language …`: each starter builds, plays every game as the others do, and beats `random`."""

import json
import os
import random
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from bessemer.cli.bots.languages import LANGUAGES
from bessemer.cli.main import main
from bessemer.engine.catalogue import NAMES
from bessemer.lines.line_bot import LineBot, LinePrograms
from bessemer.lines.names import command_of
from bessemer.sdk.offline.fake_referee import FakeReferee
from bessemer.sdk.offline.opponents import RandomBot
from bessemer.sdk.view import view_class
from tests.lines.pages import block

SHORT = {"furnace": {"rounds": "3"}, "brass": {}, "alchemicus": {}}
"""Options of a short match."""
every_language = pytest.mark.parametrize(
    "language",
    [
        pytest.param(
            name,
            marks=pytest.mark.skipif(
                not all(map(shutil.which, one.needs)),
                reason=f"there is no {' and '.join(one.needs)} here: apt install {one.packages}",
            ),
        )
        for name, one in LANGUAGES.items()
    ],
)


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the projects of this module."""
    return tmp_path_factory.mktemp("languages")


def project(folder: Path, language: str) -> Path:
    """A project that is built, of this language, called `my_bot`."""
    made = folder / language / "my_bot"
    if not made.exists():
        assert 0 == main(["new", "--language", language, str(made)])
        if build := LANGUAGES[language].build:
            environment = {"HOME": str(folder), **os.environ}  # Go keeps a cache there
            subprocess.run(["sh", "-c", build], cwd=made, env=environment, check=True)  # noqa: S607 - from PATH
    return made


@cache
def moves(folder: Path, language: str, game: str) -> object:
    """What a project plays."""
    random.seed(7)
    programs = LinePrograms(command_of(LANGUAGES[language].run))
    referee = FakeReferee(view_class(game), seed=1, options=SHORT[game])
    return referee.play(LineBot(programs), RandomBot(1)).moves


@every_language
def test_a_starter_plays_every_game_as_the_others_do(
    language: str, projects: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One file for all games; it makes the moves that the bot in JavaScript makes."""
    for game in NAMES:
        monkeypatch.chdir(project(projects, "js"))
        expected = moves(projects, "js", game)
        monkeypatch.chdir(project(projects, language))
        assert expected == moves(projects, language, game)


@pytest.mark.parametrize("game", NAMES)
def test_the_starter_beats_random(
    game: str, projects: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In most matches for two; all starters play alike, so one is enough."""
    monkeypatch.chdir(project(projects, "js"))
    capsys.readouterr()
    words = ("--game", game, "--seats", "2", "--blocks", "2", "--seed", "1", "--json")
    assert 0 == main(["bench", "strength", LANGUAGES["js"].run, "random", *words])
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["wins"]["mean"] > 0.5


def test_a_ladder_of_all_languages(
    projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each plays as a bot of its own in the sandbox, and nothing goes wrong."""
    assert 0 == main(["new", str(projects / "python/my_bot")])
    bots = ["--bot", f"python={projects / 'python/my_bot/my_bot.py'}"]
    for name, language in LANGUAGES.items():
        if all(map(shutil.which, language.needs)):
            made = project(projects, name)
            words = language.run.removeprefix("lines:").split()
            found = (str(made / word) if (made / word).exists() else word for word in words)
            bots += ["--bot", f"{name}=lines:{' '.join(found)}"]
    monkeypatch.chdir(tmp_path)
    words = ["--seats", "2", "--matches", "8", "--option", "rounds=3", "--bank", "600"]
    assert 0 == main(["ladder", "run", "--data", "run", *words, *bots])
    assert [] == json.loads(Path("run/bot-failures.json").read_text())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_has_one_file_a_readme_and_a_test(language: str, tmp_path: Path) -> None:
    """With its own name everywhere, and nothing left to fill in."""
    folder = tmp_path / "iron_fist"
    assert 0 == main(["new", "--language", language, "--game", "brass", str(folder)])
    texts = {path.name: path.read_text() for path in folder.iterdir()}

    source = LANGUAGES[language].file.replace("my_bot", "iron_fist").replace("MyBot", "IronFist")
    assert {source, "README.md", "bot.toml", "test.sh"} == set(texts)
    for text in texts.values():
        assert not any(word in text for word in ("my_bot", "MyBot", "my_game", "_LINE", "MY_FILE"))
    run = LANGUAGES[language].run.replace("my_bot", "iron_fist").replace("MyBot", "IronFist")
    assert f'bessemer match brass --bots "{run},random"' in texts["README.md"]
    assert "LANGUAGE" not in texts["README.md"]


def test_the_page_has_the_starter(tmp_path: Path) -> None:
    """The program in C++ that docs/lines.md shows is what `bessemer new` writes."""
    assert 0 == main(["new", "--language", "cpp", str(tmp_path / "bot")])
    assert (tmp_path / "bot/bot.cpp").read_text() == block("cpp bot.cpp")


@pytest.mark.skipif(not shutil.which("node"), reason="there is no node here")
def test_the_test_of_a_project_passes(
    projects: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sh test.sh` plays a match of each game by `bessemer`, and stops at the first fault."""
    folder = project(projects, "js")
    (tmp_path / "bessemer").write_text('#!/bin/sh\necho "$@" >> played\n[ "$FAIL" != "$2" ]\n')
    (tmp_path / "bessemer").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.chdir(folder)

    assert 0 == subprocess.run(["sh", "test.sh"], check=False).returncode  # noqa: S607
    played = Path("played").read_text().splitlines()
    assert [f"match {game} --bots lines:node my_bot.js,random --seed 7" for game in NAMES] == played
    monkeypatch.setenv("FAIL", "brass")
    assert 0 != subprocess.run(["sh", "test.sh"], check=False).returncode  # noqa: S607
