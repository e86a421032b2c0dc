"""
The ratings of a ladder that runs, kept up to date from its history.

The history in the database is the truth: results are rated in the order of their numbers there, so
several referees that share a ladder come to the same ratings, and so does a rebuild.
"""

import time
from threading import Lock

from bessemer.errors import LadderNotFound
from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ladder.ladder import LadderStore, RatedMatch
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ratings.rating import Rating, Ratings, RatingTable


class LiveRatings:
    """The ratings of one ladder's season. What reads the database is blocking: see `LadderStore`."""

    def __init__(self, store: LadderStore, name: str, *, is_rated: bool = True) -> None:
        """
        Read the whole season. Blocking.

        Args:
            store: where it is kept.
            name: the ladder's.
            is_rated: whether anybody will ask for a rating; a comparison of two bots does without.

        Raises:
            LadderNotFound: there is no such ladder.
        """
        self._store = store
        self._name = name
        self._is_rated = is_rated
        self._reading = Lock()
        """Held by the thread that reads: two at once would rate a match twice."""
        self.past: list[SeatOrder] = []
        """The seatings of the matches that were there at the beginning."""
        self._begin()

    def _begin(self) -> None:
        ladder = self._store.ladder(self._name)
        if ladder is None:
            raise LadderNotFound(
                f"there is no ladder {self._name!r}: make it with bessemer ladder create",
                field="ladder",
            )
        revision = self._store.revision(self._name)
        history = self._store.history(self._name, ladder.season)
        ratings = Ratings()
        table = self._added(ratings, history)
        self.past = [match.result.players for match in history]
        self.count = sum(match.voided is None for match in history)
        """How many matches of the season count."""
        self._last = max(revision.rated, *(match.number for match in history), 0)
        self._audit = revision.audit
        self.entrants = _players(history)
        """Everybody who was rated in the season."""
        # At once, for those who look while a thread is in here.
        self.ladder, self._ratings, self._table = ladder, ratings, table
        self.disqualified = self._store.disqualified(self._name)
        """The players who are no longer drawn."""
        self.tournament = TournamentRecord(ladder.season)
        """Of a ladder with rounds: what is played follows from it."""
        if ladder.format.has_rounds:
            self.tournament = TournamentRecord.read(self._store, ladder, history=history)

    def refresh(self) -> None:
        """Read what is new: matches, by whichever referee, and what an organiser did. Blocking."""
        with self._reading:
            revision = self._store.revision(self._name)
            if revision.audit != self._audit:
                self._begin()  # a match was voided, a season began, ...: everything may have changed
            elif revision.rated > self._last:
                history = self._store.history(self._name, self.ladder.season, self._last)
                self._table = self._added(self._ratings, history)
                self._last = max(revision.rated, *(match.number for match in history))
                self.entrants |= _players(history)
                self.count += sum(match.voided is None for match in history)
                new = (match.result for match in history if match.voided is None)
                past = (*self.tournament.past, *new) if self.ladder.format.has_rounds else ()
                self.tournament = self.tournament._replace(past=past)

    def rating(self, player: str) -> Rating:
        """What was believed of a player when the history was last read."""
        assert self._table is not None, "it was made to know no ratings"
        return self._table.rating(player)

    def _added(self, ratings: Ratings, history: list[RatedMatch]) -> RatingTable | None:
        if not self._is_rated:
            return None
        for match in history:
            if match.voided is None:
                ratings.add(match.result)
                time.sleep(0)  # the thread that plays the matches goes first
        return ratings.table()


def _players(history: list[RatedMatch]) -> frozenset[str]:
    return frozenset(player for match in history for player in match.result.players)
