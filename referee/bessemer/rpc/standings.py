"""Standings that are computed once and kept until the ladder's history changes."""

from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from bessemer.ladder.ladder import Ladder, LadderStore, Revision
from bessemer.matches.errors import LadderNotFound
from bessemer.rpc.ladder_messages import standing_messages
from bessemer.v1 import ladder_service_pb2 as pb

_LONGEST_AGE: Final = 3600.0
"""Ratings become less certain with time, slowly: after so many seconds they are computed anew."""


class _Computed(NamedTuple):
    revision: Revision
    at: float
    rows: list[pb.Standing]


class StandingsCache:
    """The standings of ladders and seasons. Blocking: call it in a thread."""

    def __init__(self, ladders: LadderStore, wall: Callable[[], float]) -> None:
        self._ladders = ladders
        self._wall = wall
        self._lock = Lock()
        self._computed: dict[tuple[str, int], _Computed] = {}

    def of(self, name: str, season: int = 0) -> tuple[Ladder, list[pb.Standing]]:
        """
        A ladder and its standings in a season, the one that runs if none is given.

        Raises:
            LadderNotFound: there is no such ladder.
        """
        ladder = require_ladder(self._ladders, name)
        key = name, season or ladder.season
        with self._lock:  # whoever asks meanwhile waits for the same answer
            revision, now = self._ladders.revision(name), self._wall()
            known = self._computed.get(key)
            if (
                known is not None
                and known.revision == revision
                and 0 <= now - known.at < _LONGEST_AGE
            ):
                return ladder, known.rows
            rows = standing_messages(self._ladders.history(*key), now)
            if rows:  # a season that nobody played takes no room
                self._computed[key] = _Computed(revision, now, rows)
            return ladder, rows


def require_ladder(ladders: LadderStore, name: str) -> Ladder:
    """
    The ladder of this name.

    Raises:
        LadderNotFound: there is none.
    """
    ladder = ladders.ladder(name)
    if ladder is None:
        raise LadderNotFound(
            "there is no ladder of this name; ListLadders tells which there are", field="ladder"
        )
    return ladder
