"""docs/submit.md: every block is run as it stands, by a team and by its organiser."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from tests.referees.process import RefereeProcess
from tests.runner.sandbox.sandboxes import sandbox_of

PAGE: Final = (Path(__file__).parents[1] / "docs" / "submit.md").read_text(encoding="utf-8")
ENVIRONMENT: Final = os.environ | {
    "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    "PYTHONUNBUFFERED": "1",
}


def block(label: str) -> str:
    """The blocks that are marked so, one after the other."""
    return "".join(re.findall(rf"^```sh {label}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE))


def shell(script: str, folder: Path) -> str:
    """What the script prints; each of its lines must succeed."""
    done = subprocess.run(
        ["/bin/bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stdout
    return done.stdout


@contextmanager
def running(command: str, folder: Path) -> Iterator[None]:
    """A command that runs beside the others; it is killed at the end."""
    process = subprocess.Popen(["/bin/bash", "-c", f"exec {command}"], cwd=folder, env=ENVIRONMENT)
    try:
        yield
    finally:
        process.kill()
        process.wait()


@pytest.mark.timeout(900)
def test_a_team_hands_in_improves_and_rolls_back(tmp_path: Path) -> None:
    """From an empty folder to a version that plays, with what an organiser does for it."""
    sandbox_of("isolated")  # or there is a reason to skip it
    data = tmp_path / "bessemer-data"
    with RefereeProcess(data) as referee:
        address = referee.addresses[0]
        where = ["--data", str(data)]
        token = str(tmp_path / "my.token")
        assert main(["player", "add", "yourname", "--out", token, *where]) == 0
        # A short game between two: it is the page that is tested.
        short = ["--option", "rounds=3", "--seats", "2"]
        assert main(["ladder", "create", "main", "--game", "furnace", *short, *where]) == 0
        organiser = block("organiser").replace("127.0.0.1:7777", address)
        shell(organiser, tmp_path)
        worker = organiser.splitlines()[-1].removesuffix(" --once")
        with running(worker, tmp_path):
            said = shell(block("team").replace("127.0.0.1:7777", address), tmp_path)
    assert "It would be accepted." in said
    assert "Accepted: yourname:1. It plays from now on." in said
    assert "Accepted: yourname:2. It plays from now on." in said
    assert "yourname:1 plays from now on." in said
    assert "smoke match against itself: place" in said
    assert "this version plays" in said
