"""docs/operating.md, "In fifteen minutes": every block is run as it stands, in order, in one shell."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import pytest

from tests.ports import free_ports
from tests.programs import needed_program

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
BLOCKS: Final = re.findall(r"^```sh quickstart\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PATIENCE: Final = 300


def waits_for(condition: str) -> str:
    """What a reader does by looking again, now and then, while the referee runs."""
    return f"\nuntil {condition}; do kill -0 %1; sleep 1; done\n"


def script() -> str:
    """All blocks; between those that a person would wait for, the wait."""
    setup, players, serve, bots, table, metrics, query, *rest = BLOCKS
    assert "prometheus --config" in metrics
    assert "sum(bessemer_moves_total)" in query
    is_played = "bessemer matches list --status finished | grep -q finished"
    is_watched = (
        "promtool query instant http://127.0.0.1:9090 'sum(bessemer_moves_total)' 2>&1"
        " | grep -q '=> [1-9]'"
    )
    text = "\n".join(
        [
            "set -euo pipefail",
            "trap 'kill $(jobs -p) 2> /dev/null; wait; cat referee.log >&2' EXIT",
            *(setup, players, serve, bots, waits_for(is_played), table),
            # Not every 15 seconds: the test has less patience than an organiser.
            metrics.replace(
                "prometheus --config", "sed -i 's/15s/1s/' prometheus/*.yml\nprometheus --config"
            ),
            *(waits_for(is_watched), query, *rest),
            # The bots have nobody to play with now, and go on trying.
            "wait %1",
            "echo the referee has ended",
        ]
    )
    ports = (7777, 9777, 9090)
    for port, free in zip(ports, free_ports(len(ports)), strict=True):
        text = text.replace(f"127.0.0.1:{port}", f"127.0.0.1:{free}")
    config = f"127.0.0.1:{re.search(r'--metrics 127.0.0.1:([0-9]+)', text)[1]}"  # type: ignore[index]
    return text.replace("sed -i 's/15s/1s/'", f"sed -i 's/15s/1s/; s/127.0.0.1:9777/{config}/'")


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder as short as a home: the path of a socket has no more than 107 letters."""
    with tempfile.TemporaryDirectory(prefix="b-") as folder:
        yield Path(folder)


@pytest.mark.timeout(PATIENCE + 30)
def test_an_empty_machine_becomes_a_watched_referee_with_twelve_players(short_folder: Path) -> None:
    """It plays, Prometheus sees it play, it is backed up, and it ends when it is told."""
    for program in ("prometheus", "promtool", "curl", "make"):
        needed_program(program, "docs/operating.md, run as it stands,")
    bash = needed_program("bash", "docs/operating.md, run as it stands,")
    bin_folder = Path(sys.executable).parent
    environment = os.environ | {
        "HOME": str(short_folder),
        # The match of the player who was banned is not over: it would wait 30 seconds for it.
        "BESSEMER_SERVE_DRAIN_TIMEOUT": "1",
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
    }
    with subprocess.Popen(
        [bash, "-c", script()],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as shell:
        try:
            said, complaints = shell.communicate(timeout=PATIENCE)
        finally:
            with suppress(ProcessLookupError):  # nothing that it started is left
                os.killpg(shell.pid, signal.SIGKILL)
    home = short_folder / "tournament"

    assert shell.returncode == 0, said + complaints
    assert "12 players are registered" in said
    assert 12 == len(list((home / "tokens").glob("*.token")))
    assert re.search(r'bessemer_ladder_players\{ladder="main"\} 4', said)
    assert re.search(r"up\{.*job=\"bessemer\".*\} => 1", said)
    assert list((short_folder / "backups").glob("*.backup"))
    assert "they were twins" in said
    assert said.rstrip().endswith("the referee has ended")
