"""What docs/operating.md says of updates, run as it stands there, beside bots that play on the ladder."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from tests.ports import free_ports

PAGE: Final = (Path(__file__).parents[1] / "docs" / "operating.md").read_text(encoding="utf-8")
CLOSE, SERVE = re.findall(r"^```sh upgrade\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
PATIENCE: Final = 250
PROGRAMS: Final = Path(sys.executable).parent
ENVIRONMENT: Final = os.environ | {
    "PATH": f"{PROGRAMS}:{os.environ['PATH']}",
    "BESSEMER_SERVE_METRICS": "",
    "BESSEMER_SERVE_DRAIN_TIMEOUT": "0.2",  # matches are cut in two
}


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short one: the path of a socket has no more than 107 letters."""
    with tempfile.TemporaryDirectory(prefix="b-") as name:
        yield Path(name)


def started(stack: ExitStack, *command: str, **how: Any) -> subprocess.Popen[str]:  # noqa: ANN401 - of Popen
    """A process, killed in the end with all that it has started."""
    process = subprocess.Popen(command, text=True, start_new_session=True, **how)

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    stack.callback(end)
    return process


def test_bots_live_through_an_upgrade(folder: Path) -> None:
    """They play on with the referee that comes back, and nobody has started them again."""
    (port,) = free_ports(1)
    address = f"127.0.0.1:{port}"
    serve = SERVE.replace("127.0.0.1:7777", address)
    assert address in serve
    log = folder / "referee.log"

    def shell(stack: ExitStack, script: str) -> None:
        at = {"cwd": folder, "env": ENVIRONMENT, "stdout": subprocess.DEVNULL}
        done = started(stack, "/bin/sh", "-e", "-c", script, **at)
        assert done.wait(PATIENCE) == 0, log.read_text()

    def played() -> int:
        return log.read_text().count('"match ended"')

    with ExitStack() as stack:
        shell(stack, "bessemer ladder create main --game furnace --seats 2\n" + serve)
        bots = []
        for name in ("anna", "bela"):
            shell(stack, f"bessemer player add {name} --out {name}.token")
            token = (folder / f"{name}.token").read_text().strip()
            command = [f"{PROGRAMS}/bessemer", "bot", "greedy", "--connect", address]
            environment = ENVIRONMENT | {"BESSEMER_TOKEN": token}
            bots.append(started(stack, *command, "--ladder", "main", env=environment))
        until(lambda: played() > 0)
        shell(stack, CLOSE)
        before = played()
        assert '"referee stops"' in log.read_text()
        assert [bot.poll() for bot in bots] == [None, None]
        shell(stack, serve)
        until(lambda: played() > before)

        assert [bot.poll() for bot in bots] == [None, None]
        assert list((folder / "backups").glob("*.backup"))
        shell(stack, "bessemer drain --wait")


def until(condition: Any) -> None:  # noqa: ANN401 - a function
    """Wait for it."""
    give_up = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < give_up
        time.sleep(0.1)
