"""
What checks the scripts of the pages, from npm and from a lock file; none of it is shipped.

    .venv/bin/python -m tools.node_packages

prints the folder `node_modules` with them.
"""

import fcntl
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_FILES: Final = ("package.json", "package-lock.json")


class NotInstalled(Exception):
    """npm cannot install them; says why."""


def node_packages(npm: str) -> Path:
    """
    The folder, which is filled by whoever comes first.

    Raises:
        NotInstalled: npm cannot install them.
    """
    version = sha256(b"".join((_ROOT / name).read_bytes() for name in _FILES)).hexdigest()[:12]
    folder = Path(sys.prefix) / "node" / version
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            for name in _FILES:
                shutil.copy(_ROOT / name, folder)
            quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
            done = subprocess.run(
                [npm, "ci", *quiet], cwd=folder, capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise NotInstalled(f"npm cannot install {_FILES[1]}: {done.stderr[-300:]}")
            (folder / "complete").touch()
    return folder / "node_modules"


def main() -> int:
    """Print the folder."""
    npm = shutil.which("npm")
    if npm is None:
        print("npm is not installed.", file=sys.stderr)
        return 1
    try:
        print(node_packages(npm))
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
