"""
One match: who is asked what, whose move it is, what everybody may know.

A move goes through two steps. `accept` finds it legal and applies it: from then on it is played.
`publish` makes it known and asks the next decisions. Between the two the journal makes it durable,
so nobody ever hears of a move that a crash could undo. A match never waits and never looks at a
watch: the registry tells it what happened and when.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.errors import MatchOver
from bessemer.matches.chance.chance_mixing import ChanceMix, Gathering
from bessemer.matches.fingerprint import Fingerprints
from bessemer.matches.history import first_state, recorded_move
from bessemer.matches.records import (
    Cause,
    Durability,
    Fault,
    MatchEvent,
    MatchResult,
    MatchSpec,
    MoveRecord,
    SeatFault,
    Status,
    final_ranks,
    resigned_seats,
    seed_of,
)
from bessemer.matches.repeats import check_repeated
from bessemer.matches.seats import (
    NEVER,
    Move,
    Observer,
    PendingDecision,
    PendingMove,
    PlayedMove,
    SeatState,
    State,
)
from bessemer.matches.tally import UNCOUNTED, MatchTally
from bessemer.matches.timing.clock import MatchClock

make: Final = tuple.__new__
"""`make(PlayedMove, (entry, move))` is `PlayedMove(entry, move)` at half the cost; once a move it counts."""
_PLAYED: Final = Cause.PLAYED  # looked up for every move, and enums are slow at that


class Match:
    """A match in progress."""

    def __init__(self, spec: MatchSpec) -> None:
        """
        Set the match up, if its seed is known: that of others is when all seats have joined.

        Raises:
            BadOption: the game cannot be played so.
        """
        self.spec = spec
        self.game = GAMES[spec.game]
        self.gathering = None if spec.is_repeatable else Gathering(len(spec.players))
        """Collects the bytes that seats bring to its chance; `None` if it is repeatable."""
        self.mix: ChanceMix | None = None
        """All of those bytes, once they are there."""
        self._state: State = None
        self.published_state: State = None
        """The state after the last published move: all that anybody is shown comes from it."""
        self.is_durable = spec.durability is Durability.MOVE
        """Whether each move is durable before it is published."""
        self.seats = tuple(SeatState(player) for player in spec.players)
        if spec.is_repeatable:
            self._set_up()
        self.status = Status.OPEN
        self.started: float | None = None
        self.result: MatchResult | None = None
        self.turn = 0
        """The number of decisions asked for so far."""
        self.is_played_out = False
        """Whether the last move is published: there is an outcome and nothing more to ask."""
        self.last_move_at = 0.0
        """When the last move came in."""
        self.join_by = NEVER
        """When the seats must have joined."""
        self.earliest = NEVER
        """No open decision runs out before this; the registry moves it on when it looks."""
        self.alarm = NEVER
        """When the registry will look next."""
        self.records: list[MoveRecord] = []
        """The accepted moves, in the order of acceptance."""
        self.played: list[PlayedMove] = []
        """The moves that everybody may know, in the order of their turns: turn t at t - 1."""
        self.events: list[MatchEvent] = []
        """What else has happened at the table."""
        self.told_events = 0
        """How many of these are durable and may be known."""
        self.observers: set[Observer] = set()
        """The registry notifies them whenever something is published."""
        self.token_ids: tuple[str, ...] = ()
        """The ids of the seats' tokens."""
        self.tally: MatchTally = UNCOUNTED
        """Where the registry counts what happens in it."""
        self._clock = MatchClock(spec.clocks)
        self._fingerprints = Fingerprints()
        self._number = 0
        self.sealed: list[PlayedMove] = []
        """Those that are published, and hidden until the last answer given at the same time is in."""
        self._unpublished: deque[PendingMove] = deque()

    # ------------------------------------------------------------------------------- beginning

    def join(self, seat: Seat, player: str) -> bool:
        """Somebody sits down; whether now every seat is taken."""
        seated = self.seats[seat]
        seated.joined = True
        seated.player = seated.player or player
        return self.status is Status.OPEN and all(seated.joined for seated in self.seats)

    @property
    def commitments(self) -> tuple[bytes, ...]:
        """By seat, what they committed to; empty until that is durable and can be shown."""
        gathering = self.gathering
        return tuple(gathering.commitments) if gathering is not None and gathering.is_told else ()

    @property
    def seed(self) -> bytes:
        """The seed of its chance; b"" until it is known."""
        return seed_of(self.spec, self.mix)

    def start(self, started: float, now: float) -> list[Seat]:
        """Ask the first decisions; which seats are asked."""
        if self.mix is not None:
            self._set_up()
        self.started = started
        self.status = Status.RUNNING
        return self._ask(now)

    def unclaimed(self) -> tuple[Seat, ...]:
        """The seats that nobody has joined."""
        return tuple(Seat(seat) for seat, seated in enumerate(self.seats) if not seated.joined)

    # ----------------------------------------------------------------------------------- moves

    def open_decision(self, seat: Seat) -> PendingDecision | None:
        """The seat's decision that has no answer yet."""
        return self.seats[seat].open_decision

    def reserve(self, seat: Seat, player: str) -> None:
        """The seat is this player's alone from now on; whoever began the match stays in its record."""
        players = self.spec.players
        self.spec = replace(self.spec, players=(*players[:seat], player, *players[seat + 1 :]))
        if self.started is None and self.mix is None:
            self.seats[seat].player = player

    def accept(
        self, seat: Seat, turn: int, move: Move, arrived: float, excused: float = 0.0
    ) -> PendingMove | None:
        """
        Play the move with which `seat` answers `turn`; `None` if it was played before.

        `excused` seconds of the time since it was asked are not the seat's.

        Raises:
            IllegalMove: the rules do not allow it; nothing has happened but that time went by.
            StaleTurn, TurnNotOpen, MatchOver: nothing is asked of the seat with this turn.
        """
        decision = self.seats[seat].decision
        if decision is None or decision.turn != turn or decision.answer is not None:
            check_repeated(self, seat, turn, move)
            return None
        if self.result is not None:
            raise MatchOver(f"match {self.spec.match_id} is over")
        state = self.game.apply(self._state, seat, move)
        self.last_move_at = arrived
        spent = self._clock.charge(seat, arrived - decision.since - excused)
        return self._played(seat, decision, move, state, _PLAYED, spent)

    def go_back(self, to: TakenBack, state: State, now: float) -> PendingMove:
        """Have the one open decision end with the table as it was at an earlier turn: `state`."""
        ((seat, decision),) = self._open_decisions()
        spent = self._clock.charge(seat, now - decision.since)
        return self._played(seat, decision, to, state, Cause.TAKEN_BACK, spent)

    def check(self, seat: Seat, turn: int, move: Move) -> None:
        """Raise what `accept` would raise."""
        decision = self.seats[seat].decision
        if decision is None or decision.turn != turn or decision.answer is not None:
            check_repeated(self, seat, turn, move)
        elif self.result is not None:
            raise MatchOver(f"match {self.spec.match_id} is over")
        else:
            self.game.apply(self._state, seat, move)

    def accept_default(
        self, seat: Seat, cause: Cause, now: float, excused: float = 0.0
    ) -> PendingMove:
        """Move for a seat that does not, and count the strike if it ran out of time."""
        decision = self.open_decision(seat)
        if decision is None:
            raise AssertionError(f"nothing is asked of seat {seat}")
        move = self.game.default_move(self._state, seat)
        state = self.game.apply(self._state, seat, move)
        spent = self._clock.charge(seat, now - decision.since - excused)
        if cause is Cause.TIMED_OUT:
            self._strike(seat)
        return self._played(seat, decision, move, state, cause, spent)

    def publish(self, now: float) -> list[Seat]:
        """Make the oldest accepted move known and ask what follows from it; which seats are asked."""
        accepted = self._unpublished.popleft()
        record = accepted.record
        self.published_state = accepted.state
        self.seats[record.seat].decision = None
        played = make(PlayedMove, (record, accepted.move))
        if record.state_hash and not self.sealed:
            self.played.append(played)
        else:
            self._reveal(played, last=bool(record.state_hash))
        return self._ask(now)

    def is_published(self, turn: int) -> bool:
        """Whether the answer to `turn` is durable and, unless it is sealed, known."""
        return turn <= len(self.played) or any(e.record.turn == turn for e in self.sealed)

    # -------------------------------------------------------------------------------- the end

    def outcome(self, ended: float) -> MatchResult:
        """How the match ended, played out or given up; seats that resigned or forfeited rank last."""
        outcome = self.game.standing(self._state)
        gone = [seated.forfeit for seated in self.seats if seated.forfeit]
        resigned = resigned_seats(self.events)
        return MatchResult(
            Status.FINISHED,
            ended,
            ranks=final_ranks(outcome.ranks, {fault.seat for fault in gone}),
            scores=outcome.scores,
            seat_faults=tuple(fault for fault in gone if fault.seat not in resigned),
            events=tuple(self.events),
            turn=self.turn,
        )

    def end(self, result: MatchResult) -> None:
        """The match is over, and everybody may know how."""
        self.result = result
        self.status = result.status
        for seated in self.seats:
            seated.decision = None

    @property
    def is_over(self) -> bool:
        """Whether the end is durable and may be told; a `result` alone is still being written."""
        return self.result is not None and self.status is self.result.status

    # ----------------------------------------------------------------------------------- time

    def time_left(self, seat: Seat, now: float) -> float:
        """The seconds that a seat has, as of now."""
        decision = self.open_decision(seat)
        if decision is None:
            return self._clock.left(seat)
        return min(decision.left(now), max(0.0, self.due(seat, decision) - now))

    def due(self, seat: Seat, decision: PendingDecision) -> float:
        """When a decision runs out: its deadline, or sooner if its seat is away for too long."""
        limit, seated = self.spec.clocks[seat].away_limit, self.seats[seat]
        if not limit or seated.subscriber is not None:
            return decision.deadline
        return min(decision.deadline, seated.awaited_since(decision) + limit - seated.waited_for)

    def deadline(self) -> float:
        """When the first open decision runs out."""
        return min((self.due(*one) for one in self._open_decisions()), default=NEVER)

    def late(self, now: float) -> list[Seat]:
        """The seats whose time is up."""
        return [
            seat for seat, open_one in self._open_decisions() if self.due(seat, open_one) <= now
        ]

    def shift(self, seconds: float) -> None:
        """Give every open decision so much more time: the referee could not take answers."""
        for _, decision in self._open_decisions():
            decision.shift(seconds)

    def postpone(self, since: float) -> None:
        """Restart the time of every open decision: the referee was away, nobody pays for it."""
        for _, decision in self._open_decisions():
            decision.start(since)
            decision.seen = False

    # -------------------------------------------------------------------------------- recovery

    def restore(self, entries: Iterable[MoveRecord], now: float) -> None:
        """
        Play the entries again: in the order of their acceptance, or in that of their turns.

        Raises:
            GameError: the rules do not allow one of them.
            ValueError, KeyError: what comes out is not what was recorded.
        """
        recorded = ""
        asked_in: dict[int, State] = {}
        for entry in entries:
            decision = self.seats[entry.seat].decision
            if decision is None or decision.turn != entry.turn:
                raise ValueError(f"turn {entry.turn} was not asked of seat {entry.seat}")
            asked_in[entry.turn] = self._state
            move, state = recorded_move(self.game, entry, asked_in)
            self._clock.restore(entry.seat, entry.time_used)
            if entry.cause is Cause.TIMED_OUT:
                self._strike(entry.seat)
            accepted = self._played(entry.seat, decision, move, state, entry.cause, entry.time_used)
            # Of answers given at the same time the one that came last has the fingerprint; in the
            # order of the turns that may be any of them.
            recorded = entry.state_hash or recorded
            if accepted.record.state_hash:
                if accepted.record.state_hash != recorded:
                    raise ValueError(
                        f"after turn {entry.turn} the state is {accepted.record.state_hash}, "
                        f"and {recorded} was recorded"
                    )
                recorded = ""
            self.publish(now)

    # --------------------------------------------------------------------------------- private

    def _set_up(self) -> None:
        self._state = first_state(self.spec, self.seed)
        self.published_state = self._state

    def _played(
        self,
        seat: Seat,
        decision: PendingDecision,
        move: Move,
        state: State,
        cause: Cause,
        spent: int,
    ) -> PendingMove:
        check = "" if self.game.sealed(state) else self._fingerprints.of(state)
        text = str(move) if cause is Cause.TAKEN_BACK else self.game.format(move)
        entry = make(MoveRecord, (decision.turn, seat, text, cause, spent, check))
        self._number += 1
        accepted = PendingMove(self._number, entry, move, state)
        self._state = state
        decision.answer = accepted
        self.records.append(entry)
        self._unpublished.append(accepted)
        return accepted

    def _reveal(self, event: PlayedMove, *, last: bool) -> None:
        """Show an event, or keep it until the last answer given at the same time is in."""
        self.sealed.append(event)
        if last:
            self.sealed.sort(key=lambda sealed: sealed.record.turn)
            self.played.extend(self.sealed)
            self.sealed.clear()

    def _ask(self, now: float) -> list[Seat]:
        asked: list[Seat] = []
        decisions = self.game.decisions(self.published_state)
        self.is_played_out = not decisions
        for seat, kind in decisions:
            seated = self.seats[seat]
            if seated.decision is not None:
                continue
            self.turn += 1
            decision = PendingDecision(self.turn, kind, self._clock.ask(seat, kind), now)
            seated.decision = decision
            self.earliest = min(self.earliest, self.due(seat, decision))
            if seated.subscriber is None:
                decision.seen = True  # nobody is there to be shown it: the time runs all the same
            asked.append(seat)
        return asked

    def _open_decisions(self) -> list[tuple[Seat, PendingDecision]]:
        return [
            (Seat(seat), decision)
            for seat, seated in enumerate(self.seats)
            if (decision := seated.open_decision) is not None
        ]

    def _strike(self, seat: Seat) -> None:
        seated = self.seats[seat]
        seated.strikes += 1
        if seated.strikes >= self.spec.clocks[seat].strike_limit and seated.forfeit is None:
            seated.forfeit = SeatFault(
                seat,
                Fault.NETWORK if seated.lost else Fault.PLAYER,
                f"out of time {seated.strikes} times"
                + (f": {seated.late[-1]}" if seated.late else ""),
            )
