"""docs/lines.md by itself: its program and its commands, in an empty folder."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bessemer.lines.questions import Questions

PAGE = (Path(__file__).parents[2] / "docs/lines.md").read_text(encoding="utf-8")


def block(about: str) -> str:
    """The first block of this kind."""
    found = re.search(rf"^```{re.escape(about)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found, about
    return found[1]


@pytest.mark.skipif(shutil.which("g++") is None, reason="there is no g++ here")
def test_a_bot_in_cpp_plays_every_game_by_the_page_alone(tmp_path: Path) -> None:
    """From an empty folder to a match of each game."""
    (tmp_path / "bot.cpp").write_text(block("cpp bot.cpp"))
    commands = block("sh").replace("bessemer ", f"{sys.executable} -m bessemer.cli.main ")
    run = subprocess.run(
        ["sh", "-e", "-c", commands],  # noqa: S607 - from PATH
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == run.returncode, run.stderr
    assert 3 == len(re.findall(r"│ +\d+ │ +\d+ │ bot ", run.stdout))


def test_the_questions_of_the_page_are_answered(tmp_path: Path) -> None:
    """By `bessemer rules`, and every question that it knows is in the page."""
    commands = block("sh rules").replace("bessemer ", f"{sys.executable} -m bessemer.cli.main ")
    out = subprocess.run(
        ["sh", "-e", "-c", commands],  # noqa: S607 - from PATH
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    (_, legal), (_, rollout) = map(json.loads, out.splitlines())
    assert 3 == len(legal["moves"])
    assert rollout["moves"] > 0
    known = Questions("furnace").reply({})["error"].partition("one of ")[2].partition(";")[0]
    assert set(known.split(", ")) == set(re.findall(r'^\| `\{"ask": "(\w+)"', PAGE, re.MULTILINE))
