"""
What a seat has been told and what comes next, whatever it travels over.

Nothing is queued for a seat. A line looks at the match and says what the seat has not been told yet;
whoever changes the match only wakes it. So a client that stalls holds up nobody and grows nothing,
and one that comes back is told the same as one that was always there.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from bessemer.engine.errors import GameError
from bessemer.engine.game import Seat
from bessemer.matches.errors import RefereeError, Superseded
from bessemer.matches.match import Match
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import PendingMove
from bessemer.rpc.errors import refusal_of
from bessemer.rpc.messages import result_message
from bessemer.rpc.ops.metrics import Metrics
from bessemer.rpc.play import feed as encoding
from bessemer.rpc.play.feed import MatchFeed, encoder_of
from bessemer.wire.wire import wire_of

_woken: list["SeatSession"] | None = None
"""While a move is being played: the lines that it woke."""


class SeatSession:
    """One seat's connection; `SeatLine` and `Lane` say over what."""

    __slots__ = (
        "_count_refusal",
        "_desk",
        "_eager",
        "_encoder",
        "_failure",
        "_has_news_left_out",
        "_known",
        "_legal_moves",
        "_match",
        "_meter",
        "_refusals",
        "_seat",
        "_sent_turn",
        "_unconfirmed",
        "has_left",
    )

    def __init__(
        self,
        desk: MatchRegistry,
        match: Match,
        seat: Seat,
        meter: Metrics,
        count_refusal: Callable[[], None],
        *,
        known: int = 0,
        eager: bool = False,
        legal_moves: int = 0,
    ) -> None:
        self._desk = desk
        self._match = match
        self._seat = seat
        self._meter = meter
        self._count_refusal = count_refusal
        self._encoder: MatchFeed = encoder_of(match)
        self._known = max(0, min(known, len(match.played)))
        self._has_news_left_out = False
        """Whether the seat wants to know only what it sees, and not what was played."""
        self._eager = eager
        self._legal_moves = legal_moves
        self._sent_turn = 0
        self._unconfirmed: deque[int] = deque()
        self._refusals: deque[bytes] = deque()
        self._failure: RefereeError | None = None
        self.has_left = False
        """Whether the client said that it is done, rather than being cut off."""

    def sit_down(self) -> None:
        """Hear what happens at the seat, in the place of any older connection."""
        match, seat = self._match, self._seat
        older = self._encoder.lines[seat]
        if isinstance(older, SeatSession):
            older.stop(Superseded("a newer connection plays this seat"))
        self._encoder.lines[seat] = self
        place = match.seats[seat]
        place.listener = self.wake
        place.lost = False
        if self._eager:
            match.observers.add(self.wake)

    def stand_up(self) -> None:
        """Hear no more, and leave the seat unless a newer connection has it."""
        match, seat = self._match, self._seat
        match.observers.discard(self.wake)
        if self._encoder.lines[seat] is self:
            self._encoder.lines[seat] = None
            place = match.seats[seat]
            place.listener = None
            place.lost = not self.has_left

    def wake(self) -> None:
        """There may be something new to say."""
        if _woken is not None:
            _woken.append(self)
        else:
            self.look()

    def look(self) -> None:
        """Say what there is to say, or have it said soon."""
        raise NotImplementedError

    def stop(self, failure: RefereeError) -> None:
        """End the connection with `failure`."""
        raise NotImplementedError

    @property
    def is_idle(self) -> bool:
        """Whether `hand_over` can be used: nobody else is about to say something."""
        return False

    async def hand_over(self) -> None:
        """Say what there is to say on behalf of the writer, which waits."""

    @property
    def is_ending(self) -> bool:
        """Whether its match has ended, or is about to."""
        return self._match.result is not None

    def play(
        self,
        turn: int,
        move: Any,  # noqa: ANN401 - any game's
        arrived: float,
    ) -> tuple[PendingMove | None, list["SeatSession"]]:
        """Play the move; also which lines have something to say because of it."""
        global _woken  # noqa: PLW0603 - all lines are of one event loop, and nothing here waits
        woken: list[SeatSession] = []
        _woken = woken
        try:
            accepted = self._desk.play(self._match, self._seat, turn, move, arrived)
        finally:
            _woken = None
        return accepted, woken

    def refuse(self, error: RefereeError | GameError, move: Any) -> None:  # noqa: ANN401 - any game's
        """Tell the seat why what it said was refused."""
        try:
            self._count_refusal()
        except RefereeError as too_many:
            self.stop(too_many)
            return
        game, wire = self._match.game, wire_of(self._match.spec.game)
        refusal = refusal_of(error, wire=wire, game=game, move=move)
        question = self._match.open_decision(self._seat)
        refusal.turn = question.turn if question is not None else 0
        self._meter.refused(refusal.reason)
        self._refusals.append(encoding.as_refusal(refusal.SerializeToString()))
        self.wake()

    def next(self) -> bytes | None:
        """What the seat has not been told yet."""
        match, seat = self._match, self._seat
        if self._refusals:
            return self._refusals.popleft()
        if self._failure is not None or self.has_left:
            return None
        if self._eager and (message := self._next_of_eager()) is not None:
            return message
        question = match.seats[seat].decision
        if (
            question is not None
            and question.answer is None
            and question.turn != self._sent_turn
            and match.seats[seat].forfeit is None
        ):
            now = self._desk.now()
            match.show(question, now)
            known = len(match.played) if self._has_news_left_out else self._known
            message = self._encoder.decision(seat, question, known, now, self._legal_moves)
            self._sent_turn = question.turn
            self._known = len(match.played)
            if match.last_move_at:  # not the first decision, which no move led to
                self._meter.decided(now - match.last_move_at)
            return message
        if match.is_over and match.result is not None and self._known >= 0:
            result = result_message(match.spec, match.result).SerializeToString()
            known = len(match.played) if self._has_news_left_out else self._known
            message = self._encoder.ended(seat, result, known)
            self._known = -1
            return encoding.as_ended(message)
        return None

    @property
    def is_told_the_end(self) -> bool:
        """Whether there is nothing more to say, ever."""
        return self._known < 0

    def _next_of_eager(self) -> bytes | None:
        match = self._match
        if self._unconfirmed and match.is_published(self._unconfirmed[0]):
            return encoding.as_accepted(self._unconfirmed.popleft())
        if 0 <= self._known < len(match.played):
            moves = self._encoder.news(encoding.NEWS_IN_NEWS, self._known)
            self._known = len(match.played)
            return encoding.as_news(moves)
        return None
