"""
What a match publishes, as bytes: each move and each view is encoded once for all who receive it.

A `Decision` differs from seat to seat only in its number, its clock and where its moves begin, so it
is put together from parts that all seats share (see `encode.py`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from bessemer.engine.catalogue import GAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.engine.taken_back import TakenBack
from bessemer.errors import RefereeError
from bessemer.matches.events import MatchListener
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, MatchResult
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.seats import Move, PendingDecision, PlayedMove
from bessemer.matches.timing.clock import MICROSECONDS
from bessemer.rpc.calls.error_statuses import refusal_of
from bessemer.rpc.matches.choice_messages import first_step
from bessemer.rpc.matches.match_messages import seat_result
from bessemer.rpc.play import fields
from bessemer.rpc.play.fields import (
    DECISION_TAG,
    MOVES_IN_DECISION,
    MOVES_IN_ENDED,
    MOVES_IN_UPDATE,
    PLAYED_MOVE_TAG,
    TIME_LEFT_TAG,
    VIEW_TAG,
)
from bessemer.rpc.play.view_history import ViewHistory
from bessemer.v1 import match_pb2, match_service_pb2, move_pb2
from bessemer.wire.encode import field, number_field, varint
from bessemer.wire.wire import wire_of

# Small numbers, which most are, are encoded once and for all.
_DECISION_TURNS: Final = tuple(number_field(fields.DECISION_TURN, turn) for turn in range(1024))
_PLAYED_TURNS: Final = tuple(number_field(fields.PLAYED_TURN, turn) for turn in range(1024))
_SECONDS: Final = tuple(number_field(fields.SECONDS, seconds) for seconds in range(1024))
_MILLISECONDS: Final = tuple(number_field(fields.NANOS, part * 1_000_000) for part in range(1000))
_SEATS: Final = tuple(number_field(fields.PLAYED_SEAT, seat) for seat in range(16))
_CAUSES: Final = {
    cause: number_field(fields.PLAYED_CAUSE, match_pb2.MoveCause.Value(f"MOVE_CAUSE_{cause.name}"))
    for cause in Cause
}


class MatchFeed:
    """Encodes what one match publishes."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._wire = wire_of(match.spec.game)
        self._kinds = {
            kind: field(fields.DECISION_KIND, kind.encode()) for kind in match.game.decision_kinds
        }
        self._moves: list[bytes] = []
        """The played moves as `PlayedMove` messages with their length in front."""
        self._received: dict[int, bytes] = {}
        """Moves as they came in, by turn, until they are encoded."""
        self._views = self._wire.view_writer()
        self._reveal_request = b""
        self._result = b""
        self._history: ViewHistory | None = None

    @property
    def history(self) -> ViewHistory:
        """The views of spectators at every turn; made when somebody asks."""
        if self._history is None:
            self._history = ViewHistory(self.match)
        return self._history

    def moves_after(self, tag: bytes, cursor: int) -> bytes:
        """The moves after the first `cursor` ones, as repeated fields with the given tag."""
        played, moves = self.match.played, self._moves
        if cursor >= len(played):
            return b""
        while len(moves) < len(played):
            moves.append(self._encode_move(played[len(moves)]))
        return tag + tag.join(moves[cursor:])

    def remember_encoding(self, turn: int, message: move_pb2.Move) -> None:
        """
        Remember how a move came in, so that it need not be written again.

        Only a move that was read without complaint: what it has besides its own fields is dropped.
        """
        message.DiscardUnknownFields()
        self._received[turn] = message.SerializeToString()

    def view(self, seat: Seat | None) -> bytes:
        """The seat's view now, as a `View`."""
        match = self.match
        return self._views.write(match.game.view(match.published_state, seat))

    def decision(
        self,
        seat: Seat,
        asked: PendingDecision,
        cursor: int,
        now: float,
        legal_moves: int = 0,
        *,
        with_choices: bool = False,
    ) -> bytes:
        """A `PlayResponse` that holds a `Decision`, with up to so many legal moves."""
        milliseconds = int((asked.deadline - now) * 1000)
        time_left = _duration(milliseconds) if milliseconds > 0 else b""
        view = self.view(seat)
        body = b"".join(
            (
                _DECISION_TURNS[asked.turn]
                if asked.turn < 1024
                else number_field(fields.DECISION_TURN, asked.turn),
                self._kinds[asked.kind],
                TIME_LEFT_TAG,
                varint(len(time_left)),
                time_left,
                self.moves_after(MOVES_IN_DECISION, cursor),
                VIEW_TAG,
                varint(len(view)),
                view,
                self._legal_moves(seat, legal_moves) if legal_moves else b"",
                field(fields.FIRST_STEP, first_step(self.match, seat)) if with_choices else b"",
            )
        )
        return DECISION_TAG + varint(len(body)) + body

    def _legal_moves(self, seat: Seat, limit: int) -> bytes:
        """Up to `limit` legal moves as fields of a `Decision`, and whether these are all."""
        match = self.match
        moves = list(islice(match.game.legal_moves(match.published_state, seat), limit + 1))
        encoded = [
            field(fields.LEGAL_MOVES, self._wire.encode_move(move)) for move in moves[:limit]
        ]
        return b"".join(encoded) + number_field(fields.LEGAL_MOVES_COMPLETE, len(moves) <= limit)

    def update(self, seat: Seat, cursor: int) -> bytes:
        """A `PlayResponse` that holds an `Update`: moves, and what the seat sees after them."""
        moves = self.moves_after(MOVES_IN_UPDATE, cursor)
        return field(fields.UPDATE, moves + field(fields.UPDATE_VIEW, self.view(seat)))

    def reveal_request(self, commitments: Sequence[bytes]) -> bytes:
        """A `PlayResponse` that asks a seat for its bytes; all seats are shown these commitments."""
        if not self._reveal_request:
            request = match_service_pb2.ChanceRevealRequest(
                seed_commitment=Chance(self.match.spec.seed).commitment, commitments=commitments
            )
            self._reveal_request = field(fields.REVEAL_REQUEST, request.SerializeToString())
        return self._reveal_request

    def ended(self, seat: Seat, result: MatchResult, cursor: int) -> bytes:
        """An `Ended`, which says how the match ended: all seats are told the same of that."""
        if not self._result:
            self._result = field(
                fields.ENDED_RESULT, seat_result(self.match, result).SerializeToString()
            )
        moves = self.moves_after(MOVES_IN_ENDED, cursor)
        # A match that was aborted before its seed was known has nothing to see.
        view = (
            b"" if self.match.published_state is None else field(fields.ENDED_VIEW, self.view(seat))
        )
        return self._result + moves + view

    def _encode_move(self, played: PlayedMove) -> bytes:
        (turn, seat, _, cause, spent, _), move = played
        seconds, rest = divmod(spent, MICROSECONDS)
        if isinstance(move, TakenBack):
            what = number_field(fields.PLAYED_BACK_TO, move.turn)
        else:
            encoded = self._received.pop(turn, None) or _encoded(self.match.spec.game, move)
            what = PLAYED_MOVE_TAG + varint(len(encoded)) + encoded
        message = b"".join(
            (
                _PLAYED_TURNS[turn] if turn < 1024 else number_field(fields.PLAYED_TURN, turn),
                _SEATS[seat],
                what,
                _CAUSES[cause],
                field(
                    fields.PLAYED_TIME,
                    number_field(fields.SECONDS, seconds) + number_field(fields.NANOS, rest * 1000),
                ),
            )
        )
        return varint(len(message)) + message


@lru_cache(maxsize=4096)
def _encoded(game: str, move: Move) -> bytes:
    """A serialised `Move`; most moves are of a few kinds that come again and again."""
    return wire_of(game).encode_move(move)


def _duration(milliseconds: int) -> bytes:
    """A `google.protobuf.Duration`."""
    seconds, rest = divmod(milliseconds, 1000)
    whole = _SECONDS[seconds] if seconds < 1024 else number_field(fields.SECONDS, seconds)
    return whole + _MILLISECONDS[rest]


class MatchFeeds(MatchListener):
    """The feeds of the matches that are in memory, made when they are first needed."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self._feeds: dict[str, MatchFeed] = {}

    def of(self, match: Match) -> MatchFeed:
        """The feed of a match; of one that is neither in the registry nor kept a new one each time."""
        match_id = match.spec.match_id
        feed = self._feeds.get(match_id)
        if feed is None or feed.match is not match:
            feed = MatchFeed(match)
            if match_id in self._registry.matches or match_id in self._registry.recent:
                self._feeds[match_id] = feed
        return feed

    def keep(self, match: Match) -> None:
        """Keep the feed of a match that is not in the registry, until it is forgotten."""
        self._feeds[match.spec.match_id] = MatchFeed(match)

    def match_forgotten(self, match: Match) -> None:
        """Forget its feed."""
        self._feeds.pop(match.spec.match_id, None)


def setup_of(game: str, options: Mapping[str, str]) -> move_pb2.Setup:
    """The set-up of `game` with `options`, which never changes in a match."""
    return wire_of(game).setup(GAMES[game].options(options))


def as_accepted(turn: int) -> bytes:
    """A `PlayResponse` that confirms a move."""
    return field(fields.ACCEPTED, number_field(fields.ACCEPTED_TURN, turn))


def as_refusal(message: bytes) -> bytes:
    """A `PlayResponse` that holds a refusal."""
    return field(fields.REFUSAL, message)


def as_ended(message: bytes) -> bytes:
    """A `PlayResponse` that holds the end."""
    return field(fields.ENDED, message)


def as_closed(error: RefereeError) -> bytes:
    """A `PlayResponse` that says why a seat's channel ends before its match."""
    refusal = refusal_of(error)
    closed = match_service_pb2.Closed(reason=refusal.reason, message=refusal.message)
    return field(fields.CLOSED, closed.SerializeToString())
