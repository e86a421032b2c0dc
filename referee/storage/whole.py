"""
Matches that come to the store all at once, from their creation to their end.

So do those whose durability is `match`: nothing is written of them before. A thousand of them take
a few statements together, where each would take seven of its own.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.matches.records import Created, Ended, Record, Started
from referee.storage.rows import ending_text, match_row, players_text


class WholeMatch(NamedTuple):
    """All that is kept of a match."""

    created: Created
    started: Started | None
    ended: Ended

    @property
    def match_id(self) -> str:
        """Its id."""
        return self.created.charter.match_id

    def row(self, referee: str) -> dict[str, Any]:
        """The row of the match, which `referee` has played."""
        started, ending = self.started, self.ended.ending
        return match_row(self.created.charter) | {
            "referee": referee,
            "status": ending.status.value,
            "players": None if started is None else players_text(started.players),
            "started": None if started is None else started.started,
            "ending": ending_text(ending),
        }


def whole_matches(records: Sequence[Record]) -> tuple[list[WholeMatch], list[Record]]:
    """The matches that are whole among `records`, in the order of their ends, and the other records."""
    created = {one.charter.match_id: one for one in records if isinstance(one, Created)}
    started = {one.match_id: one for one in records if isinstance(one, Started)}
    whole = [
        WholeMatch(created[one.match_id], started.get(one.match_id), one)
        for one in records
        if isinstance(one, Ended) and one.match_id in created
    ]
    known = {match.match_id for match in whole}
    rest = [
        one
        for one in records
        if (one.charter.match_id if isinstance(one, Created) else one.match_id) not in known
    ]
    return whole, rest
