"""`bessemer ladder` as its users type it."""

import subprocess
import sys
from pathlib import Path


def ladder(*words: str, data: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as it takes signals and prints."""
    return subprocess.run(
        [sys.executable, "-m", "bessemer.cli.main", "ladder", *words, "--data", str(data)],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
