"""The Node bot, installed: its packages once for each package-lock.json, its sources anew."""

import fcntl
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.programs import needed_program

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "clients" / "node"
PROTO: Final = ROOT / "proto"
_PACKAGE_FILES: Final = ("package.json", "package-lock.json", ".npmrc")


@contextmanager
def installed() -> Iterator[Path]:
    """A folder with the bot's sources, below one that has its packages."""
    for command in ("node", "npm"):
        needed_program(command, "the test of the Node bot")
    packages = _packages()
    with tempfile.TemporaryDirectory(dir=packages) as folder:
        for source in (*SOURCES.glob("*.mjs"), SOURCES / "status.proto", SOURCES / "package.json"):
            shutil.copy(source, folder)
        yield Path(folder)


def _packages() -> Path:
    """Where node_modules is; whoever comes first installs it, the others wait."""
    lock_file = (SOURCES / "package-lock.json").read_bytes()
    folder = Path(sys.prefix) / "node" / sha256(lock_file).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            _install(folder)
            (folder / "complete").touch()
    return folder


def _install(folder: Path) -> None:
    for name in _PACKAGE_FILES:
        shutil.copy(SOURCES / name, folder)
    done = subprocess.run(
        ["npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-update-notifier"],  # noqa: S607 - the npm of this machine
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(f"npm cannot install what the Node bot needs: {done.stderr[-400:]}")
