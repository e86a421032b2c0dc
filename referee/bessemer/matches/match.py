"""
One match: who is asked what, whose move it is, what everybody may know.

A move goes through two steps. `accept` finds it legal and applies it: from then on it is played.
`publish` makes it known and asks the next decisions. Between the two the journal makes it durable,
so nobody ever hears of a move that a crash could undo. A match never waits and never looks at a
watch: the desk tells it what happened and when.
"""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.matches.clock import Clock
from bessemer.matches.errors import MatchOver, StaleTurn, TurnNotOpen
from bessemer.matches.fingerprint import Fingerprints
from bessemer.matches.ranking import final_ranks
from bessemer.matches.records import (
    Cause,
    Charter,
    Durability,
    Ending,
    Entry,
    Fault,
    SeatFault,
    Status,
)
from bessemer.matches.seats import Accepted, Event, Move, Place, Question, State

NEVER: Final = float("inf")
build: Final = tuple.__new__
"""`build(Event, (entry, move))` is `Event(entry, move)` at half the cost; once a move it counts."""
_PLAYED: Final = Cause.PLAYED  # looked up for every move, and enums are slow at that


class Match:
    """A match in progress."""

    __slots__ = (
        "_clock",
        "_fingerprints",
        "_number",
        "_sealed",
        "_state",
        "_unpublished",
        "alarm",
        "arrived",
        "charter",
        "earliest",
        "ending",
        "entries",
        "events",
        "game",
        "is_durable",
        "is_played_out",
        "join_by",
        "places",
        "scratch",
        "shown",
        "started",
        "status",
        "token_ids",
        "turn",
        "waiters",
    )

    def __init__(self, charter: Charter) -> None:
        """
        Set the match up.

        Raises:
            BadOption: the game cannot be played so.
        """
        self.charter = charter
        self.game = GAMES[charter.game]
        options = self.game.options(charter.options)
        self._state: State = self.game.setup(options, len(charter.players), Chance(charter.seed))
        self.shown: State = self._state
        """The state after the last published move: all that anybody is shown comes from it."""
        self.is_durable = charter.durability is Durability.MOVE
        """Whether each move is durable before it is told."""
        self.places = tuple(Place(player) for player in charter.players)
        self.status = Status.OPEN
        self.started: float | None = None
        self.ending: Ending | None = None
        self.turn = 0
        """How many decisions were asked for."""
        self.is_played_out = False
        """Whether the last move is published: there is an outcome and nothing more to ask."""
        self.arrived = 0.0
        """When the last move came in."""
        self.join_by = NEVER
        """When the seats must have joined."""
        self.earliest = NEVER
        """No open decision runs out before this; the desk moves it on when it looks."""
        self.alarm = NEVER
        """When the desk will look next."""
        self.entries: list[Entry] = []
        """The accepted moves, in the order of acceptance."""
        self.events: list[Event] = []
        """The moves that everybody may know, in the order of their turns: turn t at t - 1."""
        self.waiters: set[Callable[[], None]] = set()
        """Called whenever something is published: spectators, and seats that ask now and then."""
        self.token_ids: tuple[str, ...] = ()
        """The ids of the seats' tokens."""
        self.scratch: object = None
        """Whatever the wire keeps about this match."""
        self._clock = Clock(charter.clock, len(charter.players))
        self._fingerprints = Fingerprints()
        self._number = 0
        self._sealed: list[Event] = []
        self._unpublished: deque[Accepted] = deque()

    # ------------------------------------------------------------------------------- beginning

    def join(self, seat: Seat, player: str) -> bool:
        """Somebody sits down; whether now every seat is taken."""
        place = self.places[seat]
        place.joined = True
        place.player = place.player or player
        return self.status is Status.OPEN and all(place.joined for place in self.places)

    def start(self, started: float, now: float) -> list[Seat]:
        """Ask the first decisions; which seats that have forfeited must be moved for."""
        self.started = started
        self.status = Status.RUNNING
        must_default = self._ask(now)
        self._tell_waiters()
        return must_default

    def unclaimed(self) -> tuple[Seat, ...]:
        """The seats that nobody has joined."""
        return tuple(Seat(seat) for seat, place in enumerate(self.places) if not place.joined)

    # ----------------------------------------------------------------------------------- moves

    def question(self, seat: Seat) -> Question | None:
        """What the seat must decide now."""
        return self.places[seat].open_question

    def accept(self, seat: Seat, turn: int, move: Move, arrived: float) -> Accepted | None:
        """
        Play the move with which `seat` answers `turn`; `None` if it was played before.

        Raises:
            IllegalMove: the rules do not allow it; nothing has happened but that time went by.
            StaleTurn, TurnNotOpen, MatchOver: nothing is asked of the seat with this turn.
        """
        question = self.places[seat].question
        if question is None or question.turn != turn or question.answer is not None:
            self._check_repeated(seat, turn, move)
            return None
        if self.ending is not None:
            raise MatchOver(f"match {self.charter.match_id} is over")
        state = self.game.apply(self._state, seat, move)
        self.arrived = arrived
        spent = self._clock.charge(seat, arrived - question.since)
        return self._played(seat, question, move, state, _PLAYED, spent)

    def check(self, seat: Seat, turn: int, move: Move) -> None:
        """Raise what `accept` would raise."""
        question = self.places[seat].question
        if question is None or question.turn != turn or question.answer is not None:
            self._check_repeated(seat, turn, move)
        elif self.ending is not None:
            raise MatchOver(f"match {self.charter.match_id} is over")
        else:
            self.game.apply(self._state, seat, move)

    def accept_default(self, seat: Seat, cause: Cause, now: float) -> Accepted:
        """Move for a seat that does not, and count the strike if it ran out of time."""
        question = self.question(seat)
        if question is None:
            raise AssertionError(f"nothing is asked of seat {seat}")
        move = self.game.default_move(self._state, seat)
        state = self.game.apply(self._state, seat, move)
        spent = self._clock.charge(seat, now - question.since)
        if cause is Cause.TIMED_OUT:
            self._strike(seat)
        return self._played(seat, question, move, state, cause, spent)

    def publish(self, now: float) -> list[Seat]:
        """
        Make the oldest accepted move known and ask what follows from it.

        Returns: the seats that were asked but have forfeited: move for them.
        """
        accepted = self._unpublished.popleft()
        entry = accepted.entry
        self.shown = accepted.state
        self.places[entry.seat].question = None
        event = build(Event, (entry, accepted.move))
        if entry.check and not self._sealed:
            self.events.append(event)
        else:
            self._reveal(event, last=bool(entry.check))
        must_default = self._ask(now)
        if self.waiters:
            self._tell_waiters()
        return must_default

    def is_published(self, turn: int) -> bool:
        """Whether the answer to `turn` is durable and, unless it is sealed, known."""
        return turn <= len(self.events) or any(e.entry.turn == turn for e in self._sealed)

    # -------------------------------------------------------------------------------- the end

    def outcome(self, ended: float) -> Ending:
        """How the match, which is played out, ended; seats that forfeited rank last."""
        outcome = self.game.outcome(self.shown)
        if outcome is None:
            raise AssertionError("a match that is played out has an outcome")
        faults = tuple(place.forfeit for place in self.places if place.forfeit)
        return Ending(
            Status.FINISHED,
            ended,
            ranks=final_ranks(outcome.ranks, frozenset(fault.seat for fault in faults)),
            scores=outcome.scores,
            seat_faults=faults,
        )

    def end(self, ending: Ending) -> None:
        """The match is over: tell everybody."""
        self.ending = ending
        self.status = ending.status
        for place in self.places:
            place.question = None
            if place.listener is not None:
                place.listener()
        self._tell_waiters()

    @property
    def is_over(self) -> bool:
        """Whether the end is durable and may be told; an `ending` alone is still being written."""
        return self.ending is not None and self.status is self.ending.status

    # ----------------------------------------------------------------------------------- time

    def time_left(self, seat: Seat, now: float) -> float:
        """The seconds that a seat has, as of now."""
        question = self.question(seat)
        if question is None:
            return self._clock.left(seat)
        return max(0.0, question.deadline - max(now, question.since))

    def deadline(self) -> float:
        """When the first open decision runs out."""
        return min((question.deadline for _, question in self._open_questions()), default=NEVER)

    def late(self, now: float) -> list[Seat]:
        """The seats whose time is up."""
        return [seat for seat, question in self._open_questions() if question.deadline <= now]

    def show(self, question: Question, now: float) -> None:
        """The question is being sent: only now the seat's time begins to run."""
        if not question.seen:
            question.seen = True
            question.since = now
            question.deadline = now + question.seconds

    def shift(self, seconds: float) -> None:
        """Give every open question so much more time: the referee could not take answers."""
        for _, question in self._open_questions():
            question.since += seconds
            question.deadline += seconds

    def postpone(self, since: float) -> None:
        """Start the time of every open question anew: the referee was away, nobody pays for it."""
        for _, question in self._open_questions():
            question.since = since
            question.deadline = since + question.seconds
            question.seen = False

    # -------------------------------------------------------------------------------- recovery

    def restore(self, entries: Iterable[Entry], now: float) -> None:
        """
        Play the entries again: in the order of their acceptance, or in that of their turns.

        Raises:
            GameError: the rules do not allow one of them.
            ValueError: a state that comes out is not the one that was recorded.
        """
        recorded = ""
        for entry in entries:
            place = self.places[entry.seat]
            question = place.question
            if question is None or question.turn != entry.turn:
                raise ValueError(f"turn {entry.turn} was not asked of seat {entry.seat}")
            move = self.game.parse(entry.move)
            state = self.game.apply(self._state, entry.seat, move)
            self._clock.restore(entry.seat, entry.spent)
            if entry.cause is Cause.TIMED_OUT:
                self._strike(entry.seat)
            accepted = self._played(entry.seat, question, move, state, entry.cause, entry.spent)
            # Of answers given at the same time the one that came last has the fingerprint; in the
            # order of the turns that may be any of them.
            recorded = entry.check or recorded
            if accepted.entry.check:
                if accepted.entry.check != recorded:
                    raise ValueError(
                        f"after turn {entry.turn} the state is {accepted.entry.check}, "
                        f"and {recorded} was recorded"
                    )
                recorded = ""
            self.publish(now)

    # --------------------------------------------------------------------------------- private

    def _played(
        self,
        seat: Seat,
        question: Question,
        move: Move,
        state: State,
        cause: Cause,
        spent: int,
    ) -> Accepted:
        check = "" if self.game.sealed(state) else self._fingerprints.of(state)
        text = self.game.format(move)
        entry = build(Entry, (question.turn, seat, text, cause, spent, check))
        self._number += 1
        accepted = Accepted(self._number, entry, move, state)
        self._state = state
        question.answer = accepted
        self.entries.append(entry)
        self._unpublished.append(accepted)
        return accepted

    def _check_repeated(self, seat: Seat, turn: int, move: Move) -> None:
        """Return if `seat` answered `turn` with this very move before."""
        question, open_question = self.places[seat].question, self.question(seat)
        open_turn = open_question.turn if open_question is not None else 0
        former: Move = None
        if question is not None and question.turn == turn and question.answer is not None:
            former = question.answer.move
        elif 1 <= turn <= len(self.events):
            event = self.events[turn - 1]
            if event.entry.seat == seat:
                former = event.move
        else:
            former = next(
                (e.move for e in self._sealed if e.entry.turn == turn and e.entry.seat == seat),
                None,
            )
        if former is None:
            if self.ending is not None:
                raise MatchOver(f"match {self.charter.match_id} is over")
            asked = f"turn {open_turn} is" if open_turn else "nothing is"
            raise TurnNotOpen(
                f"seat {seat} is not asked in turn {turn}; {asked} asked of it now",
                field="turn",
                turn=open_turn,
            )
        if former != move:
            raise StaleTurn(
                f"turn {turn} was answered before, with '{self.game.format(former)[:200]}'",
                field="turn",
                turn=open_turn,
            )

    def _reveal(self, event: Event, *, last: bool) -> None:
        """Show an event, or keep it until the last answer given at the same time is in."""
        self._sealed.append(event)
        if last:
            self._sealed.sort(key=lambda sealed: sealed.entry.turn)
            self.events.extend(self._sealed)
            self._sealed.clear()

    def _ask(self, now: float) -> list[Seat]:
        must_default: list[Seat] = []
        decisions = self.game.decisions(self.shown)
        self.is_played_out = not decisions
        for seat, kind in decisions:
            place = self.places[seat]
            if place.question is not None:
                continue
            self.turn += 1
            question = Question(self.turn, kind, self._clock.ask(seat, kind), now)
            place.question = question
            self.earliest = min(self.earliest, question.deadline)
            if place.forfeit is not None:
                must_default.append(seat)
            elif place.listener is not None:
                place.listener()
            else:
                question.seen = True  # nobody is there to be shown it: the time runs all the same
        return must_default

    def _open_questions(self) -> list[tuple[Seat, Question]]:
        return [
            (Seat(seat), question)
            for seat, place in enumerate(self.places)
            if (question := place.open_question) is not None
        ]

    def _tell_waiters(self) -> None:
        for waiter in tuple(self.waiters):
            waiter()

    def _strike(self, seat: Seat) -> None:
        place = self.places[seat]
        place.strikes += 1
        if place.strikes >= self.charter.clock.strike_limit and place.forfeit is None:
            place.forfeit = SeatFault(
                seat,
                Fault.NETWORK if place.lost else Fault.BOT,
                f"out of time {place.strikes} times"
                + (" and its connection was lost" if place.lost else ""),
            )


def aborted(ended: float, fault: Fault, message: str, seats: Iterable[SeatFault] = ()) -> Ending:
    """The ending of a match that has no outcome."""
    return Ending(Status.ABORTED, ended, seat_faults=tuple(seats), fault=fault, message=message)
