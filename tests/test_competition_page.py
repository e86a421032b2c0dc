"""docs/competition.md: every block is run as it stands, from nothing to a champion and the records."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.ports import free_ports
from tests.runner.sandbox.sandboxes import sandbox_of

PAGE: Final = (Path(__file__).parents[1] / "docs" / "competition.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```sh (\w+)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PATIENCE: Final = 400
ENVIRONMENT: Final = os.environ | {
    "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    "BESSEMER_SERVE_METRICS": "",
}


class Shell:
    """Runs scripts in a folder; what they leave in the background is killed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._groups: list[int] = []

    def run(self, script: str) -> str:
        """What a script prints; each of its lines must succeed."""
        with tempfile.TemporaryFile("w+") as said:
            process = subprocess.Popen(
                ["/bin/bash", "-euo", "pipefail", "-c", script],
                cwd=self._folder,
                env=ENVIRONMENT,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            self._groups.append(process.pid)
            code = process.wait(PATIENCE)
            said.seek(0)
            text = said.read()
        assert 0 == code, f"{script}\n{text}"
        return text

    def facts(self, command: str) -> Any:  # noqa: ANN401 - JSON
        """What a command says, as JSON."""
        return json.loads(self.run(f"{command} --json").splitlines()[-1])

    def kill(self) -> None:
        """All that still runs."""
        for group in self._groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


@pytest.fixture
def shell() -> Iterator[Shell]:
    """In a folder with a short path, as that of a socket must be."""
    with tempfile.TemporaryDirectory(prefix="b-") as name:
        found = Shell(Path(name))
        try:
            yield found
        finally:
            found.kill()


def until(holds: Callable[[], bool]) -> None:
    """Wait for it."""
    give_up = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(2)


@pytest.mark.timeout(1500)
def test_a_competition_from_nothing_to_its_records(shell: Shell) -> None:
    """A team registers by the code and hands in; its bot and those of the house play; there is a champion."""
    sandbox_of("isolated")  # or there is a reason to skip it
    referee, pages = (str(port) for port in free_ports(2))

    def played() -> bool:
        rows = shell.facts("bessemer ladder standings --ladder league-season")["standings"]
        return {"anvil", "bellows", "owls"} <= {row["name"] for row in rows}

    def is_over() -> bool:
        return "Champion: " in shell.run("bessemer ladder show league")

    said: dict[str, str] = {}
    for label, block in BLOCKS:
        # A short game: it is the page that is tested.
        script = block.replace("7777", referee).replace("8080", pages)
        script = script.replace("seats = 2\n", 'seats = 2\noption = ["rounds=3"]\n')
        if "ladder freeze" in script:
            until(played)
        if label == "result":
            until(is_over)
        said[label] = said.get(label, "") + shell.run(script)

    assert "ann is a member of the team owls" in said["team"]
    assert "Accepted: owls:1" in said["team"]
    assert "owls" in said["organiser"]
    assert "invitation" in said["organiser"]
    assert "No match begins at 22:00-07:00 UTC" in said["organiser"]
    assert "Champion: " in said["result"]
    assert "all as they were written" in said["records"]
