"""A referee that the commands for organisers talk to."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def served(data: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`bessemer serve` as a process of its own, and where it listens."""
    command = [sys.executable, "-m", "bessemer.cli.main", "serve", "--data", str(data)]
    rest = ["--listen", "127.0.0.1:0", "--metrics", "", "--log", "json", *words]
    with subprocess.Popen([*command, *rest], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
            for line in process.stderr:
                event = json.loads(line)
                if event["event"] == "referee serves":
                    yield process, event["listen"][0]
                    break
        finally:
            process.terminate()
