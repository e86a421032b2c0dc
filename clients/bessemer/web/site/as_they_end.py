"""
The pages of matches, written while a ladder is played: one process writes them, behind all others.

What it has not written when the run is over, or may not write since a block is still being played,
`export_site` writes.
"""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Final, Self

from bessemer.processes.process_tree import die_with
from bessemer.runtime.whole_files import write_whole
from bessemer.storage.matches.match_store import SqlStore, open_store
from bessemer.web.pages import slug
from bessemer.web.site.export import FEW, match_script

_NICE: Final = 19
"""Bots go first."""


class PagesAsTheyEnd:
    """Writes the file of each match of a ladder soon after its end."""

    def __init__(self, folder: Path, database: Path, ladder: str) -> None:
        """Below `folder`, as `export_site` does. A short run starts no process for it."""
        self._files = folder / "ladders" / slug(ladder) / "data" / "match"
        self._database = database
        self._early: list[str] = []
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def match_ended(self, match_id: str) -> None:
        """Write its file soon."""
        if self._pool is None:
            self._early.append(match_id)
            if len(self._early) < FEW:
                return
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=get_context("spawn"),
                initializer=_begin,
                initargs=(os.getpid(), str(self._database)),
            )
            # Ctrl-C is ours alone: the process that the first submit starts inherits this.
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
            try:
                for early in self._early:
                    self._pool.submit(_write, early, self._files)
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            return
        with suppress(RuntimeError):  # its process was killed: the export writes them all
            self._pool.submit(_write, match_id, self._files)


_stores: list[SqlStore] = []
"""In the process that writes: the one it reads from."""


def _begin(parent: int, database: str) -> None:
    die_with(parent)
    os.nice(_NICE)
    _stores.append(open_store(database))


def _write(match_id: str, folder: Path) -> None:
    path = folder / f"{match_id}.js"
    [store] = _stores
    [match] = store.listed([match_id])
    if match.is_secret or path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, match_script(store.replay(match_id) or b""))
