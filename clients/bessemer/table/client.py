"""
One seat of one match, or a spectator's place, kept through lost connections.

A seat is played over a Play stream that pushes every move with the table after it; a spectator has a
WatchMatch stream. When the connection is lost the stream is opened again, and an answer that was not
confirmed is sent again: the referee plays it once, however often it comes.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Any, Final, NamedTuple, TypeAlias

import grpc

from bessemer.engine.catalogue import NAMES
from bessemer.engine.taken_back import TakenBack
from bessemer.sdk.connection.channels import metadata_of, play_stream
from bessemer.sdk.connection.reconnect import Reconnect, SeatStream
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.errors import SeatRefused
from bessemer.sdk.seats.answers import EncodedAnswer, encoded_answer
from bessemer.sdk.seats.codecs import BotCodec, codec_of
from bessemer.table import events
from bessemer.table.events import Event, Listen
from bessemer.v1 import error_reason_pb2, match_pb2, match_service_pb2_grpc, move_pb2
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.sentences import read_sentences

_POLL_SECONDS: Final = 2.0
"""Between two requests for the clocks of all seats."""
_CLOCK_SECONDS: Final = 5.0
"""How long such a request may take."""
_MISSED_SECONDS: Final = 20.0
"""How long what was seen while the seat was not here may take."""
_Views: TypeAlias = Mapping[int, Any]
"""What a spectator saw before a move, by its turn."""
_CLOSED: Final = frozenset(
    {
        error_reason_pb2.ERROR_REASON_STALE_TURN,
        error_reason_pb2.ERROR_REASON_TURN_NOT_OPEN,
        error_reason_pb2.ERROR_REASON_MATCH_OVER,
    }
)
"""The refusals after which a decision no longer waits for an answer."""


class _UnknownGame(Exception):
    """A match of a game that this program cannot show."""


class SeatAddress(NamedTuple):
    """Which seat to play, or which match to watch."""

    match_id: str
    token: str
    seat: int | None = None
    """`None` for a spectator."""


class MatchClient:
    """Notifies `listen` of what happens, in order, until the match is over."""

    def __init__(self, channel: grpc.aio.Channel, address: SeatAddress, listen: Listen) -> None:
        self._channel = channel
        self._stub = match_service_pb2_grpc.MatchServiceStub(channel)
        self._address = address
        self._metadata = metadata_of(address.token)
        self._listen = listen
        self._codec: BotCodec | None = None
        """The messages of the match's game; `None` before the first message."""
        self._options: Any = None
        self._known_turn = 0
        """The turn of the last move that `listen` knows."""
        self._answer: EncodedAnswer | None = None
        """The answer that was sent and is not confirmed yet."""
        self._stream: SeatStream | None = None
        """That of the seat, once it is played."""
        self._is_lost = False
        self._has_just_joined = False
        self._is_over = False

    async def run(self) -> None:
        """Play or watch until the match is over, or the referee refuses us."""
        async with asyncio.TaskGroup() as tasks:
            clocks = tasks.create_task(self._poll_clocks())
            try:
                await (self._watch() if self._address.seat is None else self._play())
            except SeatRefused as refused:
                self._finish(events.Stopped(refused.message))
            except _UnknownGame as unknown:
                self._finish(events.Stopped(str(unknown)))
            finally:
                clocks.cancel()

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Answer the decision of this turn; without a connection it is sent after the next one."""
        self.answer_soon(turn, move)
        await self._send()

    async def resign(self) -> None:
        """
        Give the seat up.

        Raises:
            CallFailed: the referee refuses it, or does not answer.
        """
        calls = RefereeCalls(self._channel, self._address.token, seconds=_CLOCK_SECONDS)
        match_id, seat = self._address.match_id, self._address.seat or 0
        await calls(pb.ResignRequest(match_id=match_id, seat=seat))
        self._notify(events.Resigned())

    async def greet(self, greeting: match_pb2.Greeting.ValueType) -> None:
        """
        Say something to the others at the table.

        Raises:
            CallFailed: the referee refuses it, or does not answer.
        """
        calls = RefereeCalls(self._channel, self._address.token, seconds=_CLOCK_SECONDS)
        match_id, seat = self._address.match_id, self._address.seat or 0
        await calls(pb.GreetRequest(match_id=match_id, seat=seat, greeting=greeting))

    async def take_back(self, wish: int = 0, *, decline: bool = False) -> None:
        """
        Wish to take the last move back, or agree to the wish of this number, or decline it.

        Raises:
            CallFailed: the referee refuses it, or does not answer.
        """
        calls = RefereeCalls(self._channel, self._address.token, seconds=_CLOCK_SECONDS)
        match_id, seat = self._address.match_id, self._address.seat or 0
        await calls(pb.TakeBackRequest(match_id=match_id, seat=seat, wish=wish, decline=decline))
        found = await calls(pb.GetMatchRequest(match_id=match_id))
        self._notify(events.MatchUpdated(found.match, tuple(found.events)))

    def answer_soon(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """The same for an answer while the decision is being reported: it is sent after that."""
        self._answer = encoded_answer(turn, self._known_codec.encode_move(move))

    # --- Streams ------------------------------------------------------------------------------------

    def _on_lost(self, why: str) -> None:
        self._is_lost = True
        self._notify(events.ConnectionLost(why))

    def _on_reached(self, match: match_pb2.Match) -> None:
        if self._codec is None:
            if match.game not in NAMES:
                raise _UnknownGame(
                    f"this match is one of {match.game!r}, which cannot be shown here"
                )
            self._codec = codec_of(match.game)
            self._options = self._codec.game.options(match.options)
        self._notify(events.MatchUpdated(match))
        if self._is_lost:
            self._is_lost = False
            self._notify(events.ConnectionBack())

    async def _watch(self) -> None:
        """Watch as a spectator, from the last move that is known."""
        reconnect = Reconnect(self._on_lost)
        async for attempt in reconnect:
            with attempt:
                call = self._stub.WatchMatch(self._from_here(), metadata=self._metadata)
                try:
                    async for response in call:
                        if response.HasField("match"):
                            self._on_reached(response.match)
                            reconnect.reached()
                        befores = self._views_before(response)
                        view = self._on_moves(response.moves, response.view, befores)
                        if response.HasField("result"):
                            self._finish(events.MatchEnded(response.result, view))
                finally:
                    call.cancel()
            if self._is_over:
                return

    async def _play(self) -> None:
        """Play the seat; an answer that may have been lost is sent again after each new connection."""
        self._stream = SeatStream(
            lambda: play_stream(self._channel, self._address.token),
            self._address.match_id,
            self._address.seat or 0,
            push_moves=True,
            is_person=True,
            on_lost=self._on_lost,
        )
        async with aclosing(self._stream.messages()) as messages:
            async for response in messages:
                await self._handle(response)
                if self._is_over:
                    return

    async def _handle(self, response: pb.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "joined":
                self._on_reached(response.joined.match)
                self._has_just_joined = True
                await self._send()
            case "update":
                update = response.update
                self._on_moves(update.moves, update.view, await self._missed(update.moves))
            case "decision":
                befores = await self._missed(response.decision.moves_since)
                if self._is_asked(response.decision, befores):
                    await self._send()
            case "accepted":
                if self._answer is not None and self._answer.turn == response.accepted.turn:
                    self._answer = None
                self._notify(events.AnswerAccepted(response.accepted.turn))
            case "refusal":
                self._answer = None
                self._notify(self._refused(response.refusal))
            case "ended":
                ended = response.ended
                befores = await self._missed(ended.moves_since)
                view = self._on_moves(ended.moves_since, ended.view, befores)
                self._finish(events.MatchEnded(response.ended.result, view))

    async def _send(self) -> None:
        if self._stream is not None and self._answer is not None:
            await self._stream.write(self._answer)

    async def _poll_clocks(self) -> None:
        """Ask now and then for the clocks of all seats."""
        calls = RefereeCalls(self._channel, self._address.token, seconds=_CLOCK_SECONDS)
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            # If the referee is away the stream notices it too, and reports it.
            with suppress(CallFailed):
                found = await calls(pb.GetMatchRequest(match_id=self._address.match_id))
                self._notify(events.MatchUpdated(found.match, tuple(found.events)))

    # --- Events -------------------------------------------------------------------------------------

    def _from_here(self) -> pb.WatchMatchRequest:
        """What is asked for to see all moves that are not known yet, with what was seen before each."""
        return pb.WatchMatchRequest(
            match_id=self._address.match_id, from_turn=self._known_turn + 1, with_views=True
        )

    async def _missed(self, moves: Sequence[match_pb2.PlayedMove]) -> _Views:
        """
        What was seen before each of the moves that were made while the seat was not here.

        A seat that comes back is sent them with the present view alone, which does not say what a
        card cost then. If the referee does not send the views, the moves are told without them.
        """
        has_just_joined, self._has_just_joined = self._has_just_joined, False
        if not has_just_joined or len(moves) < 2:
            return {}
        call = self._stub.WatchMatch(
            self._from_here(), metadata=self._metadata, timeout=_MISSED_SECONDS
        )
        try:
            async for response in call:
                if response.views:
                    return self._views_before(response)
        except grpc.aio.AioRpcError:
            pass
        finally:
            call.cancel()
        return {}

    def _views_before(self, response: pb.WatchMatchResponse) -> _Views:
        """What a spectator saw before the moves of a message; not before the first, if that is known."""
        is_first = len(response.views) > len(response.moves)
        views = zip(response.moves[not is_first :], response.views, strict=False)
        codec, options = self._known_codec, self._options
        return {played.turn: codec.read_view(view, None, options) for played, view in views}

    def _on_moves(
        self,
        moves: Sequence[match_pb2.PlayedMove],
        message: move_pb2.View,
        befores: _Views,
    ) -> Any:  # noqa: ANN401 - any game's
        """Notify of the moves and of the view after them, which is returned; `None` if unchanged."""
        if not message.WhichOneof("view"):
            return None
        view = self._view(message)
        played = []
        for made in moves:
            self._known_turn = made.turn
            is_own = made.cause == match_pb2.MOVE_CAUSE_PLAYED
            played.append(
                events.SeenMove(
                    made.turn,
                    made.seat,
                    TakenBack(made.back_to)
                    if made.back_to
                    else self._known_codec.read_move(made.move),
                    is_own,
                    befores.get(made.turn),
                )
            )
            if self._answer is not None and self._answer.turn == made.turn:
                self._answer = None
        self._notify(events.MovesSeen(played, view))
        return view

    def _is_asked(self, decision: match_pb2.Decision, befores: _Views) -> bool:
        """Notify of the decision, unless its answer is on its way; whether it was."""
        if decision.moves_since:
            self._on_moves(decision.moves_since, decision.view, befores)
        if self._answer is not None:
            if self._answer.turn == decision.turn:
                return False
            self._answer = None
        seconds = decision.time_left.ToTimedelta().total_seconds()
        view = self._view(decision.view)
        self._notify(events.DecisionAsked(decision.turn, view, seconds, decision.kind))
        return True

    def _refused(self, message: error_reason_pb2.Refusal) -> events.AnswerRefused:
        """Why an answer was refused, and what could be sent instead."""
        codec = self._known_codec
        moves = tuple(codec.game.format(codec.read_move(move)) for move in message.allowed_moves)
        return events.AnswerRefused(
            read_sentences(message),
            moves or tuple(message.allowed_values),
            is_open=message.reason not in _CLOSED,
        )

    def _view(self, message: move_pb2.View) -> Any:  # noqa: ANN401 - any game's
        return self._known_codec.read_view(message, self._address.seat, self._options)

    @property
    def _known_codec(self) -> BotCodec:
        if self._codec is None:
            raise RuntimeError("the game is known only after the first message")
        return self._codec

    def _notify(self, event: Event) -> None:
        if not self._is_over:  # nothing follows the end
            self._listen(event)

    def _finish(self, event: Event) -> None:
        self._notify(event)
        self._is_over = True
