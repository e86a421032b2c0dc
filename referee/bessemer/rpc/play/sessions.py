"""
One seat of one match over some connection: what it has been sent, and what comes next.

Nothing is queued for a seat. A session looks at the match and sends what the seat does not know yet;
a change of the match only notifies it. So a client that stalls holds up nobody and grows nothing,
and one that comes back is sent the same as one that was always there.
"""

import time
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from google.protobuf.message import DecodeError

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.errors import BadRequest, RefereeError, Superseded
from bessemer.matches.match import Match
from bessemer.matches.paths import is_open, move_of
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import NEVER, PendingDecision
from bessemer.rpc.calls.error_statuses import refusal_of
from bessemer.rpc.matches.choice_messages import read_path
from bessemer.rpc.matches.match_spec import check_commitment
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play import feed as encoding
from bessemer.rpc.play.feed import MatchFeed
from bessemer.rpc.play.notes import keep_about
from bessemer.rpc.play.requests import READERS, RequestReader
from bessemer.rpc.play.thinking_slots import NO_SLOTS, Slots
from bessemer.v1 import choice_pb2, match_service_pb2, move_pb2
from bessemer.wire.wire import wire_of

if TYPE_CHECKING:
    from bessemer.rpc.play.connections import Connection


SEAT_TAKEN: Final = "a newer connection plays this seat"


class SeatOptions(NamedTuple):
    """The messages that a client wants at its seat."""

    known_turn: int = 0
    """It knows the moves up to this turn."""
    push_moves: bool = False
    """Send each move as it is published, and confirm the seat's own."""
    omit_history: bool = False
    """Send what the seat sees, and not what was played."""
    legal_moves: int = 0
    """The number of them to send with a decision."""
    slots: Slots = NO_SLOTS
    """Where the seat needs a place before it is asked."""
    with_choices: bool = False
    """Send the first choice with a decision."""
    on_commitment: Callable[[bytes], None] = lambda _commitment: None
    """Told what the player will reveal in a match to come."""


class SeatSession:
    """One seat's side of a connection."""

    def __init__(
        self,
        connection: "Connection",
        channel: int,
        registry: MatchRegistry,
        feed: MatchFeed,
        seat: Seat,
        metrics: Metrics,
        options: SeatOptions,
    ) -> None:
        """A session that is not attached yet; `channel` is its number on its connection."""
        match = feed.match
        self.connection = connection
        self.channel = channel
        self._registry = registry
        self._match: Match = match
        self._feed = feed
        self._seat = seat
        self._metrics = metrics
        self._latency = metrics.decision_seconds[match.spec.game]
        self._reader: RequestReader = READERS[match.spec.game]
        self._cursor = max(0, min(options.known_turn, len(match.played)))
        """The number of played moves that the client knows."""
        self._has_view = False
        """Whether an update was sent; the first one follows the join, moves or not."""
        self._options = options
        self._slots = options.slots
        self._is_asked_to_reveal = False
        self._sent_turn = 0
        self._unconfirmed: deque[int] = deque()
        self._refusals: deque[bytes] = deque()
        self.is_pending = False
        """Whether the connection knows that there may be something to send."""
        self.has_more = False
        """Whether something may follow the last message; after a decision nothing does."""
        self.has_left = False
        """Whether the client said that it is done, rather than being cut off."""
        self.is_finished = False
        """Whether the end of the match was sent."""
        self.is_closed = False
        """Whether we ended it ourselves."""

    # --------------------------------------------------------------------------------- the seat

    def attach(self) -> None:
        """Play the seat from now on, in the place of any older connection."""
        seated = self._match.seats[self._seat]
        if seated.subscriber is not None:
            seated.subscriber.superseded()
        seated.subscriber = self
        seated.lost = False
        seated.heard()
        if self._options.push_moves:
            self._match.observers.add(self)
        self.notify()

    def detach(self, *, lost: bool) -> None:
        """Leave the seat, unless a newer connection has it; `lost` if the connection broke."""
        self._match.observers.discard(self)
        seated = self._match.seats[self._seat]
        if seated.subscriber is self:
            seated.subscriber = None
            seated.lost = lost
            seated.heard()
            decision = seated.open_decision
            if decision is not None and not decision.seen:
                # It may have waited for its turn; nobody is there to receive it.
                self._registry.stop_waiting(self._match, decision)
            self._registry.went_away(self._match, self._seat)
        self._give_back_slots()

    def notify(self) -> None:
        """There may be something new to send."""
        if not self.is_pending:
            self.is_pending = True
            self.connection.mark_ready(self)

    def timed_out(self) -> None:
        """The seat has run out of time: perhaps its client does not read."""
        self._give_back_slots()
        self.connection.timed_out()

    def _may_be_asked(self, decision: PendingDecision) -> bool:
        """Whether it is the seat's turn to think; if not, its time stands still until it is."""
        for slots in self._slots:
            # A decision that was sent over an earlier connection runs already.
            if not slots.take(self, anyway=decision.seen):
                decision.hold()
                return False
        return True

    def _give_back_slots(self) -> None:
        for slots in self._slots:
            slots.give_back(self)

    def superseded(self) -> None:
        """A newer connection has taken the seat."""
        self.close(Superseded(SEAT_TAKEN))

    def close(self, failure: RefereeError) -> None:
        """End before the match does, and say why."""
        if not self.is_closed:
            self.is_closed = True
            self.connection.close_seat(self, failure)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing more to send, ever."""
        return self.is_finished or self.has_left

    @property
    def is_ending(self) -> bool:
        """Whether the match has ended, or is about to."""
        return self._match.result is not None

    # ---------------------------------------------------------------------------------- incoming

    def receive(self, data: bytes, arrived: float) -> None:
        """Do what a serialised `PlayRequest` says, or say why not; end with `dispatch`."""
        move, began = None, time.thread_time()
        self._match.seats[self._seat].heard()
        try:
            turn, move, message, answer = self._reader.read(data)
            if answer is not None:
                journal, costs = self._registry.journal, answer.model_costs
                keep_about(journal, self._match, self._seat, turn, answer.note, costs)
            if message is not None and not isinstance(message, move_pb2.Move):
                if isinstance(message, match_service_pb2.ChanceReveal):
                    self._reveal(message)
                    return
                move, message = self._follow(turn, message), None
            pending = self._registry.submit(self._match, self._seat, turn, move, arrived)
            if pending is not None:
                if message is not None:
                    self._feed.remember_encoding(turn, message)
                if self._slots:
                    self._give_back_slots()
        except (RefereeError, GameError) as error:
            self._refuse(error, move)
            self.connection.charge_work(time.thread_time() - began)
        except DecodeError:
            self._refuse(BadRequest("these bytes are no PlayRequest"), None)
        else:
            if self._options.push_moves:
                self._unconfirmed.append(turn)
                self.notify()

    def _reveal(self, reveal: match_service_pb2.ChanceReveal) -> None:
        """
        Take what the seat reveals.

        Raises:
            BadRequest: it was not asked for, or is not what the seat committed to.
        """
        if reveal.next_commitment:
            check_commitment(reveal.next_commitment, "reveal.next_commitment")
            self._options.on_commitment(reveal.next_commitment)
        if self._match.started is None:
            self._registry.excuses.end(self._match.seats[self._seat])
        self._registry.starter.reveal(self._match, self._seat, reveal.content)

    def _follow(self, turn: int, message: choice_pb2.ChoicePath) -> Any:  # noqa: ANN401 - any game's
        """The move to which a path of choices leads."""
        if is_open(self._match, self._seat, turn):
            return move_of(self._match, self._seat, turn, read_path(message))
        self.connection.count_refusal()  # whether it was played before takes a while to see
        began = time.thread_time()
        try:
            return move_of(self._match, self._seat, turn, read_path(message))
        finally:
            self.connection.charge_work(time.thread_time() - began)

    def _refuse(self, error: RefereeError | GameError, move: Any) -> None:  # noqa: ANN401 - any game's
        """Say why what the seat sent was refused."""
        if isinstance(error, GameError):
            self._match.seats[self._seat].refused.append(str(error))
        try:
            self.connection.count_refusal()
        except RefereeError as too_many:
            self.close(too_many)
            return
        refusal = refusal_of(error, wire=wire_of(self._match.spec.game), move=move)
        decision = self._match.open_decision(self._seat)
        refusal.turn = decision.turn if decision is not None else 0
        self._metrics.refused(refusal.reason)
        self._refusals.append(encoding.as_refusal(refusal.SerializeToString()))
        self.notify()

    # ---------------------------------------------------------------------------------- outgoing

    def next_message(self) -> bytes | None:
        """The next news for the seat, as a serialised `PlayResponse`; its clock starts here."""
        self.has_more = True
        if self._refusals:
            return self._refusals.popleft()
        if self.is_closed or self.is_done:
            return None
        if self._options.push_moves and (message := self._next_update()) is not None:
            return message
        match, seat = self._match, self._seat
        seated = match.seats[seat]
        decision = seated.decision
        if (
            decision is not None
            and decision.answer is None
            and decision.turn != self._sent_turn
            and seated.forfeit is None
            and (not self._slots or self._may_be_asked(decision))
        ):
            now = self._registry.now()
            # Not the first decision, which no move led to; nor one that was sent over an earlier
            # connection, or that waited for the bot's turn.
            if match.last_move_at and not decision.seen and decision.deadline != NEVER:
                self._latency.observe(now - match.last_move_at)
            self._registry.show(match, seat, decision, now)
            message = self._decision(decision, now)
            self._sent_turn = decision.turn
            self.has_more = False
            return message
        if match.is_over and match.result is not None:
            self.is_finished = True
            return encoding.as_ended(self._feed.ended(seat, match.result, self._take_cursor()))
        return self._next_reveal_request() if match.started is None else None

    def _decision(self, decision: PendingDecision, now: float) -> bytes:
        with_choices = self._options.with_choices
        if not self._options.legal_moves:
            return self._feed.decision(
                self._seat, decision, self._take_cursor(), now, with_choices=with_choices
            )
        began = time.thread_time()
        message = self._feed.decision(
            self._seat,
            decision,
            self._take_cursor(),
            now,
            self._options.legal_moves if self.connection.has_room else 1,
            with_choices=with_choices,
        )
        self.connection.charge_work(time.thread_time() - began)
        return message

    def _next_reveal_request(self) -> bytes | None:
        match = self._match
        gathering = match.gathering
        if self._is_asked_to_reveal or gathering is None or not gathering.wants(self._seat):
            return None
        self._is_asked_to_reveal = True
        self._registry.excuses.wake(match.seats[self._seat])
        return self._feed.reveal_request(gathering.commitments)

    def _take_cursor(self) -> int:
        """Where the moves begin that the next message tells; it tells all there are."""
        count = len(self._match.played)
        cursor = count if self._options.omit_history else self._cursor
        self._cursor = count
        return cursor

    def _next_update(self) -> bytes | None:
        match = self._match
        if self._unconfirmed and match.is_published(self._unconfirmed[0]):
            return encoding.as_accepted(self._unconfirmed.popleft())
        if match.published_state is None:
            return None  # the seed is not known: there is nothing to see
        if not self._has_view or self._cursor < len(match.played):
            self._has_view = True
            return self._feed.update(self._seat, self._take_cursor())
        return None
