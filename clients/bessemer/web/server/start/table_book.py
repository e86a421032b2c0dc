"""
The matches that were started from the pages, in a file of their own.

So the bots of all of them can be started again after the death of the web server, and everybody can
play the same once more. Tokens of bots and of friends' seats are in it: it is its owner's alone.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from bessemer.web.server.seat.plans import Plan
from bessemer.web.server.state_file import StateFile, read_state

_MOST_OVER: Final = 200
"""So many finished matches can be played again."""


class SeatedBot(msgspec.Struct, frozen=True):
    """A bot at a table."""

    seat: int
    name: str
    token: str


class Table(msgspec.Struct, kw_only=True):
    """A match that somebody has started from a page."""

    match_id: str
    source: str
    """The key of the referee."""
    person: str
    """Who has started it."""
    plan: Plan
    bots: list[SeatedBot] = []
    links: dict[int, str] = {}
    """The tokens of friends' seats."""
    is_over: bool = False
    is_prepared: bool = False
    """Whether it is a lesson with the prepared set-up."""


class _File(msgspec.Struct):
    tables: dict[str, Table] = {}


class TableBook:
    """All tables by the ids of their matches, the oldest first; a change is in the file at once."""

    def __init__(self, path: Path | None) -> None:
        self._known = read_state(path, _File) or _File()
        self.file = StateFile(path, lambda: msgspec.json.encode(self._known))

    def __iter__(self) -> Iterator[Table]:
        return iter(self._known.tables.values())

    def find(self, match_id: str) -> Table | None:
        """The table of a match, if it was started here."""
        return self._known.tables.get(match_id)

    def add(self, table: Table) -> None:
        """Keep a new one."""
        self._known.tables[table.match_id] = table
        self.file.change()

    def close(self, table: Table) -> None:
        """It is over; the oldest of many are forgotten."""
        table.is_over, table.bots, table.links = True, [], {}
        over = [one.match_id for one in self if one.is_over]
        for match_id in over[:-_MOST_OVER]:
            del self._known.tables[match_id]
        self.file.change()
