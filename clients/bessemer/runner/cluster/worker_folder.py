"""The folder of a worker, for all that it writes. The next worker removes that of a killed one."""

import fcntl
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_PREFIX: Final = "bessemer-worker-"
_LOCK: Final = "alive"
"""Locked while its worker lives, however that ends."""


@contextmanager
def worker_folder() -> Iterator[Path]:
    """A new folder, where temporary files of this process go from now on; gone at the end."""
    around = Path(tempfile.gettempdir())
    _remove_abandoned(around)
    with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=around) as name:
        folder = Path(name)
        with (folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            tempfile.tempdir = name
            try:
                yield folder
            finally:
                tempfile.tempdir = str(around)


def _remove_abandoned(around: Path) -> None:
    """Remove the folders of workers that are no more."""
    for folder in around.glob(f"{_PREFIX}*"):
        # A folder that has just been made has no lock file yet; that of a living worker is locked;
        # and another user's cannot be opened.
        with suppress(OSError), (folder / _LOCK).open("r+") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
