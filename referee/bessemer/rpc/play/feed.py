"""
What a match sends, as bytes: each move and each view is encoded once, however many are told.

A `Decision` differs from seat to seat only in its number, its clock and where its news begin, so it
is put together from parts that all seats share (see `wire.py`).
"""

from collections.abc import Mapping
from itertools import islice
from typing import Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.matches.clock import MICROSECONDS
from bessemer.matches.match import Match
from bessemer.matches.records import Cause
from bessemer.matches.seats import PendingDecision, PlayedMove
from bessemer.v1 import match_pb2, move_pb2
from bessemer.wire.encode import field, number_field, varint
from bessemer.wire.wire import wire_of

# The fields below are those of proto/bessemer/v1, by their numbers; a test reads messages back.
# Small numbers, which most are, are encoded once and for all.
_DECISION_TAG: Final = b"\x12"
_TIME_LEFT_TAG: Final = b"\x1a"
_VIEW_TAG: Final = b"\x2a"
_MOVE_TAG: Final = b"\x1a"
NEWS_IN_DECISION: Final = b"\x22"
NEWS_IN_NEWS: Final = b"\x0a"
NEWS_IN_ENDED: Final = b"\x12"
NEWS_IN_WATCH: Final = b"\x1a"
_NEWS, _ACCEPTED, _REFUSAL, _ENDED = 3, 4, 5, 6
_TURNS: Final = tuple(number_field(1, turn) for turn in range(1024))
_SECONDS: Final = tuple(number_field(1, seconds) for seconds in range(1024))
_MILLISECONDS: Final = tuple(number_field(2, part * 1_000_000) for part in range(1000))
_SEATS: Final = tuple(number_field(2, seat) for seat in range(16))
_CAUSES: Final = {
    Cause.PLAYED: number_field(4, match_pb2.MOVE_CAUSE_PLAYED),
    Cause.TIMED_OUT: number_field(4, match_pb2.MOVE_CAUSE_TIMED_OUT),
    Cause.FORFEITED: number_field(4, match_pb2.MOVE_CAUSE_FORFEITED),
}


class MatchFeed:
    """Encodes what is told of one match."""

    __slots__ = ("_kinds", "_match", "_moves", "_received", "_views", "_wire", "lines")

    def __init__(self, match: Match) -> None:
        self._match = match
        self._wire = wire_of(match.spec.game)
        self._kinds = {kind: field(2, kind.encode()) for kind in match.game.decision_kinds}
        self._moves: list[bytes] = []
        """The events as `PlayedMove` messages with their length in front."""
        self._received: dict[int, bytes] = {}
        """Moves as they came in, by turn, until they are told."""
        self._views = self._wire.view_writer()
        self.lines: list[object | None] = [None] * len(match.seats)
        """The newest stream of each seat."""

    def news(self, tag: bytes, known: int) -> bytes:
        """The moves after the first `known` ones, as repeated fields with the given tag."""
        events, moves = self._match.played, self._moves
        while len(moves) < len(events):
            moves.append(self._encode_move(events[len(moves)]))
        fresh = moves[known:]
        return tag + tag.join(fresh) if fresh else b""

    def keep(self, turn: int, message: move_pb2.Move) -> None:
        """
        Remember how a move came in, so that it need not be written anew.

        Only a move that was read without complaint: what it has besides its own fields is dropped.
        """
        message.DiscardUnknownFields()
        self._received[turn] = message.SerializeToString()

    def view(self, seat: Seat | None) -> bytes:
        """What the seat sees now, as a `View`."""
        match = self._match
        return self._views.write(match.game.view(match.published_state, seat))

    def decision(
        self, seat: Seat, question: PendingDecision, known: int, now: float, legal_moves: int = 0
    ) -> bytes:
        """A `PlayResponse` that holds a `Decision`, with up to so many legal moves."""
        milliseconds = int((question.deadline - now) * 1000)
        time_left = _duration(milliseconds) if milliseconds > 0 else b""
        view = self.view(seat)
        body = b"".join(
            (
                _TURNS[question.turn] if question.turn < 1024 else number_field(1, question.turn),
                self._kinds[question.kind],
                _TIME_LEFT_TAG,
                varint(len(time_left)),
                time_left,
                self.news(NEWS_IN_DECISION, known),
                _VIEW_TAG,
                varint(len(view)),
                view,
                self._legal_moves(seat, legal_moves) if legal_moves else b"",
            )
        )
        return _DECISION_TAG + varint(len(body)) + body

    def _legal_moves(self, seat: Seat, limit: int) -> bytes:
        """Up to `limit` legal moves as fields of a `Decision`, and whether these are all."""
        match = self._match
        moves = list(islice(match.game.legal_moves(match.published_state, seat), limit + 1))
        encoded = [field(6, self._wire.encode_move(move)) for move in moves[:limit]]
        return b"".join(encoded) + number_field(7, len(moves) <= limit)

    def ended(self, seat: Seat, result: bytes, known: int) -> bytes:
        """An `Ended`; `result` is a serialised `MatchResult`."""
        news = self.news(NEWS_IN_ENDED, known)
        return field(1, result) + news + field(3, self.view(seat))

    def _encode_move(self, event: PlayedMove) -> bytes:
        (turn, seat, _, cause, spent, _), move = event
        encoded = self._received.pop(turn, None) or self._wire.encode_move(move)
        seconds, rest = divmod(spent, MICROSECONDS)
        message = b"".join(
            (
                _TURNS[turn] if turn < 1024 else number_field(1, turn),
                _SEATS[seat],
                _MOVE_TAG,
                varint(len(encoded)),
                encoded,
                _CAUSES[cause],
                field(5, number_field(1, seconds) + number_field(2, rest * 1000)),
            )
        )
        return varint(len(message)) + message


def _duration(milliseconds: int) -> bytes:
    """A `google.protobuf.Duration`."""
    seconds, rest = divmod(milliseconds, 1000)
    whole = _SECONDS[seconds] if seconds < 1024 else number_field(1, seconds)
    return whole + _MILLISECONDS[rest]


def encoder_of(match: Match) -> MatchFeed:
    """The encoder of a match, made when it is first needed."""
    if match.scratch is None:
        match.scratch = MatchFeed(match)
    encoder = match.scratch
    assert isinstance(encoder, MatchFeed)
    return encoder


def setup_of(game: str, options: Mapping[str, str]) -> move_pb2.Setup:
    """What never changes in a match of `game` with `options`."""
    return wire_of(game).setup(GAMES[game].options(options))


def as_news(moves: bytes) -> bytes:
    """A `PlayResponse` that holds news."""
    return field(_NEWS, moves)


def as_accepted(turn: int) -> bytes:
    """A `PlayResponse` that confirms a move."""
    return field(_ACCEPTED, number_field(1, turn))


def as_refusal(message: bytes) -> bytes:
    """A `PlayResponse` that holds a refusal."""
    return field(_REFUSAL, message)


def as_ended(message: bytes) -> bytes:
    """A `PlayResponse` that holds the end."""
    return field(_ENDED, message)
