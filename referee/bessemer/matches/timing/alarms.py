"""When to look at which match: a deadline is a number, and this is where the numbers wait."""

from collections.abc import Iterator, Mapping
from heapq import heappop, heappush

from bessemer.matches.match import Match
from bessemer.matches.seats import NEVER


class Alarms:
    """The times at which something may be due in a match."""

    def __init__(self, matches: Mapping[str, Match]) -> None:
        """`matches` are those that go on, by id."""
        self._matches = matches
        self._alarms: list[tuple[float, str]] = []
        """By the id of the match, as a clock may outlive its match by an hour."""

    def due(self, now: float) -> Iterator[Match]:
        """The matches whose alarm has rung by `now`; each must be given its next one."""
        while self._alarms and self._alarms[0][0] <= now:
            _, match_id = heappop(self._alarms)
            match = self._matches.get(match_id)
            if match is not None:
                match.alarm = NEVER
                yield match

    def set(self, match: Match, when: float) -> None:
        """Have `due` give the match at this time, unless it will sooner."""
        if when is not NEVER and when < match.alarm:
            match.alarm = when
            heappush(self._alarms, (when, match.spec.match_id))
