"""Packages from npm that check our pages; none of them is shipped."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.programs import needed_program

_PACKAGES: Final = ("axe-core@4.14.0", "typescript@7.0.2")


def npm_packages() -> Path:
    """The folder `node_modules` with them; installed once, whoever comes first does it."""
    npm = needed_program("npm", "a check of the pages")
    folder = Path(sys.prefix) / "node" / "-".join(_PACKAGES)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            done = subprocess.run(
                [
                    npm,
                    "install",
                    "--no-save",
                    "--ignore-scripts",
                    "--no-update-notifier",
                    *_PACKAGES,
                ],
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            if done.returncode:
                missing = f"npm cannot install {', '.join(_PACKAGES)}: {done.stderr[-300:]}"
                if os.environ.get("CI"):
                    pytest.fail(missing)
                pytest.skip(missing)
            (folder / "complete").touch()
    return folder / "node_modules"
