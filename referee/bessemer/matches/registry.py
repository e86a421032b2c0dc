"""
The desk: the matches that are being played, and what happens to them from outside.

Everything here runs on one event loop and nothing of it waits while a match is half changed. A move
comes in by `play`; the journal makes it durable; `_publish` makes it known. The desk looks at the
clocks of all matches some fifty times a second (see `sweeper.py`).
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from heapq import heappop, heappush
from typing import Final

import structlog

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.errors import Draining, JournalUnavailable, MatchNotFound, RefereeError
from bessemer.matches.journal import Journal
from bessemer.matches.match import NEVER, Match, aborted
from bessemer.matches.records import (
    Cause,
    Created,
    Ended,
    Fault,
    MatchResult,
    Moved,
    SeatFault,
    Started,
    Status,
)
from bessemer.matches.seats import Move, PendingMove
from bessemer.replays.format import write_replay

RECENT: Final = 256
"""How many ended matches stay in memory, so that a seat that was away can be told the end."""
_MOMENT: Final = 0.01
"""An alarm that is set while the alarms are looked at is this much later, or it would ring for ever."""


class SeatKey:
    """What opens one seat: the hash of its token."""

    __slots__ = ("digest", "match_id", "seat")

    def __init__(self, match_id: str, seat: Seat, digest: bytes) -> None:
        self.match_id = match_id
        self.seat = seat
        self.digest = digest


class MatchRegistry:
    """The running matches."""

    def __init__(
        self,
        journal: Journal,
        *,
        recent: int = RECENT,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.journal = journal
        journal.failed, journal.recovered = self._journal_failed, self._journal_recovered
        self._failing_since = 0.0
        self.now = now
        self.wall = wall
        self.matches: dict[str, Match] = {}
        """Those that are open or running, by id."""
        self._most_recent = recent
        self.recent: OrderedDict[str, Match] = OrderedDict()
        """Those that ended last."""
        self.keys: dict[str, SeatKey] = {}
        """The seats' tokens of all these matches, by the token's id."""
        self.is_draining = False
        self.is_paused = False
        self.ended: Callable[[Match], None] = lambda _match: None
        """Told of every match that has ended."""
        self._alarms: list[tuple[float, str]] = []
        """When to look at which match: by its id, as a clock may outlive its match by an hour."""
        self._unkept: dict[str, Created] = {}
        self._ready: deque[Match] = deque()
        self._log = structlog.get_logger()

    # ---------------------------------------------------------------------------------- matches

    def find(self, match_id: str) -> Match:
        """
        The match, running or just ended.

        Raises:
            MatchNotFound: there is none in memory.
        """
        match = self.matches.get(match_id) or self.recent.get(match_id)
        if match is None:
            raise MatchNotFound(
                "there is no match with this id here; ListMatches tells which there are",
                field="match_id",
            )
        return match

    def counts(self) -> dict[Status, int]:
        """How many matches are open, and how many run."""
        counts = {Status.OPEN: 0, Status.RUNNING: 0}
        for match in self.matches.values():
            if match.status in counts:
                counts[match.status] += 1
        return counts

    def open(self, match: Match, created: Created, then: Callable[[], None]) -> None:
        """Take a new match in; call `then` when it is as durable as it promises to be."""
        if self.is_draining or self.is_paused:
            raise Draining("this referee takes no new matches now", retry_after=30.0)
        if match.is_durable:
            self._check_journal()
        self.admit(match, created)
        self._log.debug("match created", match_id=match.spec.match_id, game=match.spec.game)
        if match.is_durable:
            self.journal.append(created, then)
        else:
            # Nothing is written before the end; then all of it at once.
            self._unkept[match.spec.match_id] = created
            then()

    def admit(self, match: Match, created: Created) -> None:
        """Put a match, new or from the journal, on the desk."""
        match_id = match.spec.match_id
        self.matches[match_id] = match
        match.token_ids = created.token_ids
        for seat, (token_id, digest) in enumerate(
            zip(created.token_ids, created.token_hashes, strict=True)
        ):
            self.keys[token_id] = SeatKey(match_id, Seat(seat), digest)
        match.join_by = self.now() + match.spec.clock.join_timeout
        self._set_alarm(match, match.join_by)

    def join(self, match: Match, seat: Seat, player: str) -> None:
        """Somebody sits down; the match begins with the last of them."""
        if match.seats[seat].joined:
            return
        if not match.join(seat, player):
            return
        players = tuple(place.player for place in match.seats)
        started = self.wall()
        begin = partial(self._begin, match, started)
        if match.is_durable:
            self.journal.append(Started(match.spec.match_id, players, started), begin)
        else:
            begin()

    def abort(
        self, match: Match, fault: Fault, message: str, seats: tuple[SeatFault, ...] = ()
    ) -> None:
        """End a match without an outcome."""
        if match.result is None:
            self._end(match, aborted(self.wall(), fault, message, seats))

    # ------------------------------------------------------------------------------------ moves

    def play(
        self, match: Match, seat: Seat, turn: int, move: Move, arrived: float
    ) -> PendingMove | None:
        """
        Play a move, as `Match.accept` does; it becomes known once it is durable.

        Raises:
            JournalUnavailable: nothing can be written now, so nothing is accepted.
        """
        if match.is_durable:
            self._check_journal()
        try:
            accepted = match.accept(seat, turn, move, arrived)
        except (GameError, RefereeError):
            raise
        except Exception:
            self._broken(match)
            raise
        if accepted is not None:
            self._keep(match, accepted)
        return accepted

    def _keep(self, match: Match, accepted: PendingMove) -> None:
        if match.is_durable:
            record = Moved(match.spec.match_id, accepted.number, accepted.record)
            self.journal.append(record, partial(self._publish, match))
            return
        # A row of default moves publishes one another: a queue, not a stack of calls.
        ready = self._ready
        ready.append(match)
        if len(ready) == 1:
            while ready:
                self._publish(ready[0])
                ready.popleft()

    def _publish(self, match: Match) -> None:
        if match.result is not None:
            return  # aborted while the move was being written
        try:
            self._go_on(match, match.publish(self.now()))
        except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
            self._broken(match)

    def _begin(self, match: Match, started: float) -> None:
        if match.result is not None:
            return
        self._log.debug("match started", match_id=match.spec.match_id)
        try:
            self._go_on(match, match.start(started, self.now()))
        except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
            self._broken(match)

    def _go_on(self, match: Match, must_default: list[Seat]) -> None:
        """Move for seats that have forfeited, look at the clock, or end the match."""
        if match.is_played_out:
            self._end(match, match.outcome(self.wall()))
            return
        if match.earliest < match.alarm:
            self._set_alarm(match, match.earliest)
        for seat in must_default:
            self._keep(match, match.accept_default(seat, Cause.FORFEITED, self.now()))

    def go_on_after_restart(self, match: Match, since: float) -> None:
        """Take up a match that was restored from the journal; its clocks run from `since` on."""
        match.postpone(since)
        match.earliest = match.deadline()
        owed = [
            Seat(seat)
            for seat, place in enumerate(match.seats)
            if place.forfeit is not None and match.open_decision(Seat(seat)) is not None
        ]
        self._go_on(match, owed)

    # ------------------------------------------------------------------------------------- time

    def sweep(self, now: float, late_since: float) -> None:
        """
        Look at the matches whose alarm is due at `now`.

        Args:
            now: the time.
            late_since: decisions whose time was up by then are moved for. It is a little before
                `now`: what has arrived in time may not have been read yet.
        """
        while self._alarms and self._alarms[0][0] <= now:
            _, match_id = heappop(self._alarms)
            match = self.matches.get(match_id)
            if match is None:
                continue
            match.alarm = NEVER
            if match.result is not None:
                continue
            try:
                self._sweep_match(match, now, late_since)
            except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
                self._broken(match)

    def _sweep_match(self, match: Match, now: float, late_since: float) -> None:
        if match.status is Status.OPEN:
            self._sweep_open(match, now, late_since)
            return
        for seat in match.late(late_since):
            self._time_out(match, seat, now)
        match.earliest = match.deadline()
        # Looked at again when the first decision will be late, or in a moment if it may be.
        self._set_alarm(match, max(match.earliest, now + max(_MOMENT, now - late_since)))

    def _sweep_open(self, match: Match, now: float, late_since: float) -> None:
        if match.join_by > late_since:
            self._set_alarm(match, max(match.join_by, now + _MOMENT))
            return
        missing = match.unclaimed()
        if not missing:  # all are there, and the start is being written
            self._set_alarm(match, now + _MOMENT)
            return
        faults = tuple(SeatFault(seat, Fault.PLAYER, "never joined") for seat in missing)
        seats = ", ".join(map(str, missing))
        self.abort(match, Fault.PLAYER, f"seat {seats} did not join in time", faults)

    def _time_out(self, match: Match, seat: Seat, now: float) -> None:
        if self.journal.failure and match.is_durable:
            return  # the referee cannot take moves: nobody's time runs out meanwhile
        unstick = match.seats[seat].unstick
        if unstick is not None:
            unstick()
        accepted = match.accept_default(seat, Cause.TIMED_OUT, now)
        if match.seats[seat].forfeit is not None:
            self._log.info("seat forfeits", match_id=match.spec.match_id, seat=seat)
        self._keep(match, accepted)

    def _set_alarm(self, match: Match, when: float) -> None:
        if when is not NEVER and when < match.alarm:
            match.alarm = when
            heappush(self._alarms, (when, match.spec.match_id))

    # -------------------------------------------------------------------------------------- end

    def _end(self, match: Match, ending: MatchResult) -> None:
        match.result = ending  # from here on no move is accepted
        spec = match.spec
        players = tuple(place.player for place in match.seats)
        replay = (
            None
            if match.started is None
            else write_replay(spec, players, match.started, match.records, ending)
        )
        created = self._unkept.pop(spec.match_id, None)
        if created is not None:
            self.journal.append(created)
            if match.started is not None:
                self.journal.append(Started(spec.match_id, players, match.started))
        self.journal.append(
            Ended(
                spec.match_id,
                ending,
                replay,
                is_rated=bool(spec.ladder) and ending.status is Status.FINISHED,
            ),
            partial(self._tell_end, match, ending),
        )

    def _tell_end(self, match: Match, ending: MatchResult) -> None:
        match_id = match.spec.match_id
        self._log.info(
            "match ended",
            match_id=match_id,
            status=ending.status.value,
            ranks=ending.ranks,
            fault=ending.fault.value if ending.fault else None,
        )
        self.matches.pop(match_id, None)
        self.recent[match_id] = match
        if len(self.recent) > self._most_recent:
            _, forgotten = self.recent.popitem(last=False)
            for token_id in forgotten.token_ids:
                self.keys.pop(token_id, None)
            forgotten.scratch = None  # it knows the match: only the collector would find the two
        match.end(ending)
        self.ended(match)

    def _broken(self, match: Match) -> None:
        """A bug of ours: the match cannot go on, the others do."""
        self._log.exception("match broken", match_id=match.spec.match_id)
        self.abort(match, Fault.REFEREE, "the referee failed; the match is not rated")

    def _journal_failed(self) -> None:
        self._failing_since = self.now()

    def _journal_recovered(self) -> None:
        """While moves were refused nobody's time ran."""
        for match in self.matches.values():
            if match.is_durable:
                match.shift(self.now() - self._failing_since)

    def _check_journal(self) -> None:
        if self.journal.failure:
            raise JournalUnavailable(
                "the journal cannot be written, so nothing is accepted; send the same again later",
                retry_after=2.0,
            )
