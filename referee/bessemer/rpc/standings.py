"""Standings that are computed once and kept until the ladder's history changes."""

from threading import Lock

from bessemer.ladder.ladder import Ladder, LadderStore, RatedMatch, Revision
from bessemer.matches.errors import LadderNotFound
from bessemer.ratings.rating import Ratings
from bessemer.rpc.ladder_messages import standing_messages, with_disqualified
from bessemer.v1 import ladder_service_pb2 as pb


class _Season:
    """What has been read of a season, and what follows from it."""

    def __init__(self, audit: int) -> None:
        self.revision = Revision(0, audit)
        self._history: list[RatedMatch] = []
        self._ratings = Ratings()
        self.rows: list[pb.Standing] = []

    def add(self, revision: Revision, history: list[RatedMatch]) -> None:
        """The matches that are new."""
        for match in history:
            if match.voided is None:
                self._ratings.add(match.result)
        self._history += history
        self.rows = standing_messages(self._history, self._ratings)
        last = max(revision.rated, *(match.number for match in history), 0)
        self.revision = Revision(last, revision.audit)


class StandingsCache:
    """The standings of ladders and seasons. Blocking: call it in a thread."""

    def __init__(self, ladders: LadderStore) -> None:
        self._ladders = ladders
        self._lock = Lock()
        self._seasons: dict[tuple[str, int], _Season] = {}

    def of(self, name: str, season: int = 0) -> tuple[Ladder, list[pb.Standing]]:
        """
        A ladder and its standings in a season, the one that runs if none is given.

        Raises:
            LadderNotFound: there is no such ladder.
        """
        ladder = require_ladder(self._ladders, name)
        key = name, season or ladder.season
        with self._lock:  # whoever asks meanwhile waits for the same answer
            revision = self._ladders.revision(name)
            known = self._seasons.get(key)
            if known is None or known.revision.audit != revision.audit:
                # A match may have been voided: everything may have changed.
                known = _Season(revision.audit)
            if known.revision.rated < revision.rated:
                known.add(revision, self._ladders.history(*key, known.revision.rated))
            if known.rows:  # a season that nobody played takes no room
                self._seasons[key] = known
            else:
                self._seasons.pop(key, None)
            return ladder, with_disqualified(known.rows, self._ladders.disqualified(name))


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
