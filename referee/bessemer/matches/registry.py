"""
The matches that are being played, and what happens to them from outside.

Everything here runs on one event loop and nothing of it waits while a match is half changed. A move
comes in by `submit`; the journal makes it durable; `_publish` makes it known. Anyone who must hear of
it is put on the list `ready` and is notified by `dispatch`, which everything that changes a match
ends with: the news of one step go out together. `starting.py` begins a match, `ending.py` ends it;
`deadlines.py` watches the clocks.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from typing import Final

import structlog

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.errors import Draining, JournalUnavailable, MatchNotFound, RefereeError
from bessemer.matches.chance.open_blocks import OpenBlocks
from bessemer.matches.durable.journal import Journal
from bessemer.matches.ending import RECENT, MatchEnder, WriteReplay
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    Created,
    Fault,
    Moved,
    Reserved,
    Status,
)
from bessemer.matches.seats import (
    Move,
    Observer,
    PendingDecision,
    PendingMove,
    SeatKey,
    State,
)
from bessemer.matches.starting import MatchStarter
from bessemer.matches.tally import Tallies
from bessemer.matches.timing.alarms import Alarms
from bessemer.matches.timing.excuses import Excuses

_IN_A_ROW: Final = 64
"""So many moves that follow from each other are published before others have their turn."""


class MatchRegistry:
    """The running matches."""

    def __init__(
        self,
        journal: Journal,
        write_replay: WriteReplay,
        *,
        excuses: Excuses | None = None,
        recent: int = RECENT,
        pace: Callable[[Match], float] = lambda _match: 0.0,
        most_turns: int = 1 << 30,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """
        No matches yet.

        `recent` ended matches stay in memory. An accepted move waits as many seconds as `pace` says
        before it becomes known. `now` is the clock of the matches, `wall` the time of day.
        """
        self.journal = journal
        self.open_blocks = OpenBlocks(journal)
        self.listeners: list[MatchListener] = []
        self.excuses = excuses or Excuses()
        self._failing_since = 0.0
        self.now = now
        self.wall = wall
        self.starter = MatchStarter(journal, self)
        self.ender = MatchEnder(self, write_replay, recent)
        self.matches: dict[str, Match] = {}
        """Those that are open or running, by id."""
        self.recent: OrderedDict[str, Match] = OrderedDict()
        """Those that ended last."""
        self.keys: dict[str, SeatKey] = {}
        """The seats' tokens of all these matches, by the token's id."""
        self.tallies = Tallies()
        self.is_draining = False
        self.is_paused = False
        self.ready: list[Observer] = []
        """Those who must hear of what has happened; a seat may be there twice."""
        self.alarms = Alarms(self.matches)
        """When to look at which match."""
        self._unpublished: deque[Match] = deque()
        self._pace = pace
        self._most_turns = most_turns
        self._log = structlog.get_logger()

    def subscribe(self, *listeners: MatchListener) -> None:
        """Tell these from now on, after all others, what happens to matches."""
        self.listeners += listeners

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
                "there is no match with this id here; `bessemer matches list` (ListMatches) lists them",
                field="match_id",
            )
        return match

    def counts(self) -> dict[Status, int]:
        """The numbers of open and of running matches; also for other threads."""
        statuses = [match.status for match in tuple(self.matches.values())]
        return {status: statuses.count(status) for status in (Status.OPEN, Status.RUNNING)}

    def open(self, match: Match, created: Created, then: Callable[[], None]) -> None:
        """Take a new match in; call `then` when that is durable."""
        if self.is_draining or self.is_paused:
            raise Draining("this referee takes no new matches now", retry_after=30.0)
        self.check_journal()
        self.admit(match, created)
        self._log.debug("match created", match_id=match.spec.match_id, game=match.spec.game)
        self.journal.append(created, then)

    def admit(self, match: Match, created: Created) -> None:
        """Add a match, new or from the journal."""
        match_id = match.spec.match_id
        self.matches[match_id] = match
        self.open_blocks.begin(match.spec)
        match.tally = self.tallies.of(match.spec)
        match.token_ids = created.token_ids
        for seat, (token_id, digest) in enumerate(
            zip(created.token_ids, created.token_hashes, strict=True)
        ):
            self.keys[token_id] = SeatKey(match_id, Seat(seat), digest, match.spec.creator)
        match.join_by = self.now() + match.spec.join_timeout
        self.alarms.set(match, match.join_by)

    def join(self, match: Match, seat: Seat, player: str, commitment: bytes = b"") -> None:
        """Somebody sits down; the match begins with the last of them, see `starting`."""
        self.starter.join(match, seat, player, commitment)

    def reserve(self, match: Match, seat: Seat, player: str) -> None:
        """
        From now on the seat is this player's alone.

        Raises:
            JournalUnavailable, StoreUnavailable: so it is until the referee ends, and that cannot be
                written now.
        """
        match.reserve(seat, player)
        self.journal.append(Reserved(match.spec.match_id, match.spec.players))
        self.check_journal()

    # ------------------------------------------------------------------------------------ moves

    def submit(
        self, match: Match, seat: Seat, turn: int, move: Move, arrived: float
    ) -> PendingMove | None:
        """
        Play a move, as `Match.accept` does; it becomes known once it is durable.

        End with `dispatch`: with durability `match` it is known at once.

        Raises:
            JournalUnavailable: nothing can be written now, so nothing is accepted.
        """
        seated = match.seats[seat]
        seated.heard()
        if seated.subscriber is None:
            seated.went_away(arrived)  # it plays call by call: it was here just now
        if match.is_durable:
            self.check_journal()
        try:
            excused = self.excuses.seconds(seated, seat, arrived)
            accepted = match.accept(seat, turn, move, arrived, excused)
        except (GameError, RefereeError):
            raise
        except Exception:
            self.ender.broken(match)
            raise
        if accepted is not None:
            self.excuses.end(seated)
            self._keep(match, accepted, excused)
        return accepted

    def _keep(self, match: Match, accepted: PendingMove, excused: float) -> None:
        match.tally.moved(accepted.record, excused)
        if match.is_durable:
            record = Moved(match.spec.match_id, accepted.number, accepted.record)
            self.journal.append(record, partial(self._publish_durable, match))
            return
        if wait := self._pace(match):
            asyncio.get_running_loop().call_later(wait, self._publish_and_tell, match)
            return
        # A row of default moves publishes one another: a queue, not a stack of calls.
        self._unpublished.append(match)
        if len(self._unpublished) == 1:
            self._publish_row()

    def _publish_row(self) -> None:
        unpublished = self._unpublished
        for _ in range(_IN_A_ROW):
            self._publish(unpublished[0])
            unpublished.popleft()
            if not unpublished:
                return
        # Everybody has forfeited, say: the other matches do not wait until this one is played out.
        asyncio.get_running_loop().call_soon(self._publish_rest)

    def _publish_rest(self) -> None:
        self._publish_row()
        self.dispatch()

    def dispatch(self) -> None:
        """Notify everybody who must hear of what has happened."""
        while self.ready:
            ready, self.ready = self.ready, []
            for observer in ready:
                observer.notify()

    def _publish_durable(self, match: Match) -> None:
        if wait := self._pace(match):
            asyncio.get_running_loop().call_later(wait, self._publish_and_tell, match)
        else:
            self._publish_and_tell(match)

    def _publish_and_tell(self, match: Match) -> None:
        self._publish(match)
        self.dispatch()

    def _publish(self, match: Match) -> None:
        if match.result is not None:
            return  # aborted while the move was being written
        try:
            self._go_on(match, match.publish(self.now()))
        except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
            self.ender.broken(match)

    def tell_seats(self, match: Match) -> None:
        """Have the seats look at the match; what they are asked is in it."""
        self.ready += [one.subscriber for one in match.seats if one.subscriber is not None]
        self.dispatch()

    def begin(self, match: Match, started: float) -> None:
        """The start of a match is durable: ask its first decisions."""
        if match.result is not None:
            return
        self._log.debug("match started", match_id=match.spec.match_id)
        match.tally.started += 1
        try:
            self._go_on(match, match.start(started, self.now()))
            self.open_blocks.gathered(match.spec, match.mix)
        except Exception:  # noqa: BLE001 - a bug: the match ends, the others go on
            self.ender.broken(match)
        self.dispatch()

    def _go_on(self, match: Match, asked: list[Seat]) -> None:
        """Have the seats that are asked hear of it, look at the clock, or end the match."""
        match.tally.decisions += len(asked)
        if match.observers:
            self.ready.extend(match.observers)
        if match.is_played_out:
            self.ender.played_out(match)
            return
        if match.turn > self._most_turns:
            self.ender.abort(
                match,
                Fault.ORGANISER,
                f"the match has taken {self._most_turns} turns, and this referee plays no more",
            )
            return
        if match.earliest < match.alarm:
            self.alarms.set(match, match.earliest)
        for seat in asked:
            seated = match.seats[seat]
            if seated.forfeit is not None:
                self.move_for(match, seat, Cause.FORFEITED, self.now())
            elif seated.subscriber is not None:
                self.ready.append(seated.subscriber)

    def move_for(self, match: Match, seat: Seat, cause: Cause, now: float) -> None:
        """Move for a seat that does not; end with `dispatch`."""
        excused = self.excuses.seconds(match.seats[seat], seat, now)
        self.excuses.end(match.seats[seat])
        self._keep(match, match.accept_default(seat, cause, now, excused), excused)

    def go_back(self, match: Match, to: TakenBack, state: State) -> None:
        """Have the table go back to the turn that was asked in `state`; known once it is durable."""
        accepted = match.go_back(to, state, self.now())
        self.excuses.end(match.seats[accepted.record.seat])
        self._keep(match, accepted, 0.0)
        self.dispatch()

    def go_on_after_restart(self, match: Match, since: float) -> None:
        """Take up a match that was restored from the journal; its clocks run from `since` on."""
        match.postpone(since)
        match.earliest = match.deadline()
        asked = [
            Seat(seat)
            for seat in range(len(match.seats))
            if match.open_decision(Seat(seat)) is not None
        ]
        self._go_on(match, asked)

    # ------------------------------------------------------------------------------------- time

    def show(self, match: Match, seat: Seat, decision: PendingDecision, now: float) -> None:
        """The decision is being sent: only now the seat's time begins to run."""
        if not decision.seen:
            self.excuses.begin(match.seats[seat], seat)
            match.tally.queued += now - decision.since
            decision.show(now)
            self._watch(match, decision)

    def stop_waiting(self, match: Match, decision: PendingDecision) -> None:
        """The seat of a decision that waits to be sent has lost its connection: its time runs."""
        decision.start(self.now())
        self._watch(match, decision)

    def _watch(self, match: Match, decision: PendingDecision) -> None:
        """Look at the match when the time for this decision is up."""
        match.earliest = min(match.earliest, decision.deadline)
        self.alarms.set(match, match.earliest)

    def went_away(self, match: Match, seat: Seat) -> None:
        """A seat has no connection: it may have less time now."""
        match.seats[seat].went_away(self.now())
        if (decision := match.open_decision(seat)) is not None:
            match.earliest = min(match.earliest, match.due(seat, decision))
            self.alarms.set(match, match.earliest)

    # ---------------------------------------------------------------------------------- journal

    def journal_failed(self) -> None:
        """From now on nothing is accepted that must be durable."""
        self._failing_since = self.now()
        for match in self.matches.values():  # calls that wait until a move is durable
            self.ready.extend(match.observers)
        self.dispatch()
        self._tell_journal_changed()

    def journal_recovered(self) -> None:
        """While moves were refused nobody's time ran."""
        for match in self.matches.values():
            if match.is_durable:
                match.shift(self.now() - self._failing_since)
        self._tell_journal_changed()

    def _tell_journal_changed(self) -> None:
        for listener in self.listeners:
            listener.journal_changed()

    def check_journal(self) -> None:
        """
        Refuse what must be durable while it cannot be.

        Raises:
            JournalUnavailable: nothing can be written now.
        """
        if self.journal.failure:
            raise JournalUnavailable(
                "the journal cannot be written, so nothing is accepted; send the same again later",
                retry_after=2.0,
            )
