"""
One seat of one match, or a spectator's place, kept through lost connections.

A seat is played over a Play stream that pushes every move with the table after it; a spectator has a
WatchMatch stream. When the connection is lost the stream is opened again, and an answer that was not
confirmed is sent again: the referee plays it once, however often it comes.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

import grpc

from bessemer.sdk.connection.channels import metadata_of, play_stream
from bessemer.sdk.connection.reconnect import Reconnect
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.errors import SeatRefused
from bessemer.sdk.seats.answers import EncodedAnswer, encoded_answer, play_request
from bessemer.sdk.seats.chance import CHANCE
from bessemer.table.events import (
    AnswerAccepted,
    ConnectionBack,
    ConnectionLost,
    DecisionAsked,
    Event,
    Listen,
    MatchEnded,
    MatchUpdated,
    MovesSeen,
    SeenMove,
    Stopped,
)
from bessemer.table.reading import Reader, UnknownGame
from bessemer.v1 import match_pb2, match_service_pb2_grpc, move_pb2
from bessemer.v1 import match_service_pb2 as pb

_POLL_SECONDS: Final = 2.0
"""Between two requests for the clocks of all seats."""
_CLOCK_SECONDS: Final = 5.0
"""How long such a request may take."""


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
        self._reader: Reader | None = None
        self._known_turn = 0
        """The turn of the last move that `listen` knows."""
        self._answer: EncodedAnswer | None = None
        """The answer that was sent and is not confirmed yet."""
        self._call: Any = None
        """The Play stream, while it has joined."""
        self._commitment = CHANCE.commit()
        self._reconnect = Reconnect(self._on_lost)
        self._is_lost = False
        self._is_over = False

    async def run(self) -> None:
        """Play or watch until the match is over, or the referee refuses us."""
        async with asyncio.TaskGroup() as tasks:
            clocks = tasks.create_task(self._poll_clocks())
            try:
                await self._stay_connected()
            except SeatRefused as refused:
                self._finish(Stopped(refused.message))
            except UnknownGame as unknown:
                self._finish(Stopped(str(unknown)))
            finally:
                clocks.cancel()

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """Answer the decision of this turn; without a connection it is sent after the next one."""
        self.answer_soon(turn, move)
        await self._send()

    def answer_soon(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        """The same for whoever answers while they hear of the decision: it is sent after that."""
        self._answer = encoded_answer(turn, self._read.encode_move(move))

    @property
    def _read(self) -> Reader:
        if self._reader is None:
            raise RuntimeError("the game is known only after the first message")
        return self._reader

    # --- Streams ------------------------------------------------------------------------------------

    async def _stay_connected(self) -> None:
        connect = self._watch if self._address.seat is None else self._play
        async for attempt in self._reconnect:
            with attempt:
                await connect()
            if self._is_over:
                return

    def _on_lost(self, why: str) -> None:
        self._is_lost = True
        self._notify(ConnectionLost(why))

    def _on_reached(self, match: match_pb2.Match) -> None:
        if self._reader is None:
            self._reader = Reader(match, self._address.seat)
        self._notify(MatchUpdated(match))
        self._reconnect.reached()
        if self._is_lost:
            self._is_lost = False
            self._notify(ConnectionBack())

    async def _watch(self) -> None:
        request = pb.WatchMatchRequest(
            match_id=self._address.match_id, from_turn=self._known_turn + 1
        )
        call = self._stub.WatchMatch(request, metadata=self._metadata)
        try:
            async for response in call:
                if response.HasField("match"):
                    self._on_reached(response.match)
                view = self._on_moves(response.moves, response.view)
                if response.HasField("result"):
                    self._finish(MatchEnded(response.result, view))
        finally:
            call.cancel()

    async def _play(self) -> None:
        """Play the seat: join, and send again an answer that may have been lost."""
        call = play_stream(self._channel, self._address.token)
        join = pb.JoinSeat(
            match_id=self._address.match_id,
            seat=self._address.seat or 0,
            known_turn=self._known_turn,
            push_moves=True,
            chance_commitment=self._commitment,
        )
        try:
            await call.write(pb.PlayRequest(join=join).SerializeToString())
            async for response in call:
                await self._handle(response, call)
        finally:
            self._call = None
            call.cancel()

    async def _handle(self, response: pb.PlayResponse, call: Any) -> None:  # noqa: ANN401 - a stream
        match response.WhichOneof("message"):
            case "joined":
                self._call = call
                self._on_reached(response.joined.match)
                await self._send()
            case "update":
                self._on_moves(response.update.moves, response.update.view)
            case "reveal_request":
                place = self._address.match_id, self._address.seat or 0
                reveal = CHANCE.reveal(*place, response.reveal_request)
                await call.write(pb.PlayRequest(reveal=reveal).SerializeToString())
            case "decision":
                if self._is_asked(response.decision):
                    await self._send()
            case "accepted":
                if self._answer is not None and self._answer.turn == response.accepted.turn:
                    self._answer = None
                self._notify(AnswerAccepted(response.accepted.turn))
            case "refusal":
                self._answer = None
                self._notify(self._read.refusal(response.refusal))
            case "ended":
                view = self._on_moves(response.ended.moves_since, response.ended.view)
                self._finish(MatchEnded(response.ended.result, view))

    async def _send(self) -> None:
        if self._call is None or self._answer is None:
            return
        # If the stream is lost, the answer goes out again on the next one.
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):
            await self._call.write(play_request(self._answer))

    async def _poll_clocks(self) -> None:
        """Ask now and then for the clocks of all seats."""
        calls = RefereeCalls(self._channel, self._address.token, seconds=_CLOCK_SECONDS)
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            # If the referee is away the stream notices it too, and reports it.
            with suppress(CallFailed):
                self._notify(MatchUpdated(await calls.match(self._address.match_id)))

    # --- Events -------------------------------------------------------------------------------------

    def _on_moves(self, moves: Sequence[match_pb2.PlayedMove], message: move_pb2.View) -> Any:  # noqa: ANN401 - any game's
        """Notify of the moves and of the view after them, which is returned; `None` if unchanged."""
        if not message.WhichOneof("view"):
            return None
        view = self._read.view(message)
        played = []
        for made in moves:
            self._known_turn = made.turn
            is_own = made.cause == match_pb2.MOVE_CAUSE_PLAYED
            played.append(SeenMove(made.turn, made.seat, self._read.move(made.move), is_own))
            if self._answer is not None and self._answer.turn == made.turn:
                self._answer = None
        self._notify(MovesSeen(played, view))
        return view

    def _is_asked(self, decision: match_pb2.Decision) -> bool:
        """Notify of the decision, unless its answer is on its way; whether it was."""
        if decision.moves_since:
            self._on_moves(decision.moves_since, decision.view)
        if self._answer is not None:
            if self._answer.turn == decision.turn:
                return False
            self._answer = None
        seconds = decision.time_left.ToTimedelta().total_seconds()
        view = self._read.view(decision.view)
        self._notify(DecisionAsked(decision.turn, view, seconds, decision.kind))
        return True

    def _notify(self, event: Event) -> None:
        if not self._is_over:  # nothing follows the end
            self._listen(event)

    def _finish(self, event: Event) -> None:
        self._notify(event)
        self._is_over = True
