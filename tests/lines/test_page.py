"""docs/lines.md by itself: its program and its commands, in an empty folder."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.cli.bots import languages
from bessemer.lines.questions import RulesQuestions
from tests.lines.pages import LANGUAGES, PAGE, block


def run(commands: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the commands of a page in this folder, to the first that fails."""
    ours = commands.replace("bessemer ", f"{sys.executable} -m bessemer.cli.main ")
    return subprocess.run(
        ["sh", "-e", "-c", ours],  # noqa: S607 - from PATH
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_a_bot_in_cpp_plays_every_game_by_the_page_alone(tmp_path: Path) -> None:
    """From an empty folder to a match of each game."""
    (tmp_path / "bot.cpp").write_text(block("cpp bot.cpp"))
    done = run(block("sh"), tmp_path)
    assert 0 == done.returncode, done.stderr
    assert 3 == len(re.findall(r"│ +\d+ │ +\d+ │ bot ", done.stdout))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_a_bot_in_javascript_plays_every_game_by_its_page(tmp_path: Path) -> None:
    """Written, and in a match of each game."""
    done = run(block("sh js", LANGUAGES), tmp_path)
    assert 0 == done.returncode, done.stderr
    assert 3 == len(re.findall(r"│ +\d+ │ +\d+ │ my_bot ", done.stdout))


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_a_bot_in_cpp_comes_to_a_ladder_by_its_page(tmp_path: Path) -> None:
    """From an empty folder; its log is there, and nothing went wrong."""
    done = run(block("sh ladder", LANGUAGES), tmp_path)
    assert 0 == done.returncode, done.stderr
    assert "my_bot" in done.stdout
    assert (tmp_path / "my_bot/ladder").is_dir()


def test_the_page_lists_all_languages() -> None:
    """With what builds them and how they are named."""
    for name, language in languages.LANGUAGES.items():
        assert f"| `{name}` " in LANGUAGES
        assert language.build in LANGUAGES
        assert f"`{language.run}`" in LANGUAGES


def test_the_questions_of_the_page_are_answered(tmp_path: Path) -> None:
    """By `bessemer rules`, and every question that it knows is in the page."""
    out = run(block("sh rules"), tmp_path).stdout
    (_, legal), (_, rollout) = map(json.loads, out.splitlines())
    assert 3 == len(legal["moves"])
    assert rollout["moves"] > 0
    known = RulesQuestions("furnace").reply({})["error"].partition("one of ")[2].partition(";")[0]
    assert set(known.split(", ")) == set(re.findall(r'^\| `\{"ask": "(\w+)"', PAGE, re.MULTILINE))
