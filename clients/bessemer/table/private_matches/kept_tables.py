"""
Private matches that are put aside: each a folder with the referee's data and what is needed to go on.

A folder is there from the first move on, so a match survives a closed window and a dead machine as well
as somebody who leaves on purpose. It goes when the match is over or given up.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.processes.process import ProcessSpec
from bessemer.runtime.whole_files import write_whole
from bessemer.table.client import SeatAddress

_FILE: Final = "table.json"
_LOCK: Final = "table.lock"


class KeptTableError(Exception):
    """There is no such table, or it cannot be continued; the message says why."""


class KeptTable(NamedTuple):
    """A match that can be continued."""

    game: str
    name: str
    """The person's."""
    address: SeatAddress
    bots: tuple[ProcessSpec, ...]
    """Their commands and environments, without the referee's address."""

    def __str__(self) -> str:
        return f"{self.address.match_id[:8]} ({self.game} against {', '.join(self.opponents)})"

    @property
    def opponents(self) -> list[str]:
        """The bots' names, without their seats."""
        return [bot.name.partition(" (seat ")[0] for bot in self.bots]


def tables_folder() -> Path:
    """The folder of all of them: in the user's folder for the state of programs."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "bessemer" / "tables"


def write_table(folder: Path, table: KeptTable) -> None:
    """Keep what is needed to go on; it has tokens in it, so it is the owner's alone."""
    facts = {
        "game": table.game,
        "name": table.name,
        "match": table.address.match_id,
        "token": table.address.token,
        "seat": table.address.seat,
        "bots": [
            [
                *(bot.name, bot.command, bot.environment),
                *("" if bot.folder is None else str(bot.folder), [*map(str, bot.readable)]),
            ]
            for bot in table.bots
        ],
    }
    write_whole(folder / _FILE, json.dumps(facts), mode=0o600)


def read_table(folder: Path) -> KeptTable:
    """
    What was written there.

    Raises:
        KeptTableError: nothing that could be read.
    """
    try:
        facts = json.loads((folder / _FILE).read_text(encoding="utf-8"))
        return KeptTable(
            facts["game"],
            facts["name"],
            SeatAddress(facts["match"], facts["token"], facts["seat"]),
            tuple(_bot(*bot) for bot in facts["bots"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise KeptTableError(f"the match in {folder} cannot be read: {error}") from None


def _bot(
    name: str,
    words: Iterable[str],
    environment: Mapping[str, str],
    folder: str = "",
    readable: Iterable[str] = (),
) -> ProcessSpec:
    own = tuple(map(Path, readable))
    return ProcessSpec(name, tuple(words), environment, Path(folder) if folder else None, own)


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """
    The table is ours while the body runs.

    Raises:
        KeptTableError: somebody plays at it now.
    """
    with (folder / _LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise KeptTableError("this match is being played in another window") from None
        yield


def kept_tables() -> dict[Path, KeptTable]:
    """All that can be read, the one that was played last first."""
    folders = [path.parent for path in tables_folder().glob(f"*/{_FILE}")]
    folders.sort(key=lambda folder: (folder / _LOCK).stat().st_mtime, reverse=True)
    found = {}
    for folder in folders:
        try:
            found[folder] = read_table(folder)
        except KeptTableError:
            continue  # of another version, or damaged: it is not in anybody's way
    return found


def find_table(beginning: str) -> tuple[Path, KeptTable]:
    """
    The table whose match id begins so; with nothing given, the one that was played last.

    Raises:
        KeptTableError: there is none, or more than one.
    """
    kept = kept_tables()
    fitting = [
        (folder, table)
        for folder, table in kept.items()
        if table.address.match_id.startswith(beginning)
    ]
    if not kept:
        raise KeptTableError("no match is put aside: start one with bessemer play --versus BOT")
    if not fitting or (beginning and len(fitting) > 1):
        known = "; ".join(map(str, kept.values()))
        many = (
            f"Several matches begin with {beginning}"
            if fitting
            else f"No match {beginning} is waiting"
        )
        raise KeptTableError(f"{many}. Waiting: {known}")
    return fitting[0]


def remove_table(folder: Path) -> None:
    """It is over, or given up."""
    shutil.rmtree(folder, ignore_errors=True)
