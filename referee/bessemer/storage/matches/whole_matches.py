"""
Matches that come to the store all at once, from their creation to their end.

So do those whose durability is `match`: nothing is written of them before. A thousand of them take
a few statements together, where each would take seven of its own.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bessemer.matches.records import Created, Ended, MatchRecord, Started
from bessemer.storage.matches.rows import match_row, mix_text, players_text, result_text


class WholeMatch(NamedTuple):
    """All that is kept of a match."""

    created: Created
    started: Started | None
    ended: Ended

    @property
    def match_id(self) -> str:
        """Its id."""
        return self.created.spec.match_id

    def row(self, referee: str) -> dict[str, Any]:
        """The row of the match, which `referee` has played."""
        started, ending = self.started, self.ended.result
        return match_row(self.created) | {
            "referee": referee,
            "status": ending.status.value,
            "players": None if started is None else players_text(started.players),
            "started": None if started is None else started.started,
            "ending": result_text(ending),
            "mix": None if started is None else mix_text(started.mix),
        }


def whole_matches(
    records: Sequence[MatchRecord], are_there: Callable[[list[str]], set[str]]
) -> tuple[list[WholeMatch], list[MatchRecord]]:
    """
    The matches that are whole among `records`, in the order of their ends, and all other records.

    Whole is what was created, perhaps started, and ended, each once, with nothing else said of it,
    and of which nothing was written before: `are_there` tells of which ids that is not so.
    """
    kinds: dict[str, list[MatchRecord]] = {}
    for record in records:
        kinds.setdefault(_match_id(record), []).append(record)
    found = [
        match
        for said in kinds.values()
        if isinstance(said[0], Created) and (match := _whole(said[0], said[1:])) is not None
    ]
    if not found:
        return [], list(records)
    known = are_there([match.match_id for match in found])
    whole = {match.match_id: match for match in found if match.match_id not in known}
    ends = [one.match_id for one in records if isinstance(one, Ended) and one.match_id in whole]
    rest = [record for record in records if _match_id(record) not in whole]
    return [whole[match_id] for match_id in ends], rest


def _whole(created: Created, rest: Sequence[MatchRecord]) -> WholeMatch | None:
    match rest:
        case [Ended() as ended]:
            return WholeMatch(created, None, ended)
        case [Started() as started, Ended() as ended]:
            return WholeMatch(created, started, ended)
        case _:
            return None


def _match_id(record: MatchRecord) -> str:
    return record.spec.match_id if isinstance(record, Created) else record.match_id
