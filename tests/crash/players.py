"""
Players who reconnect until their match is over, and tell a witness all they hear.

Some play over a stream, some over one that pushes every move, some call by call. An answer
that was on its way when the referee died may or may not have arrived: the latter two send it again,
the first wait to be asked again.
"""

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import grpc
from google.protobuf.duration_pb2 import Duration

from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import error_reason_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.crash.witness import OFFERED, SEATS, PlayerRefused, Witness

if TYPE_CHECKING:  # only type checkers know the class by this name
    from bessemer.v1.match_service_pb2_grpc import MatchServiceAsyncStub

WAYS: Final = ("stream", "pushed", "calls")
"""How a player plays: a message for each decision, every move as it happens, or call by call."""

_PAUSE: Final = 0.02
_WAIT: Final = Duration(seconds=20)
_BROKEN_WRITE: Final = "Internal error from Core"


def is_away(error: grpc.aio.AioRpcError) -> bool:
    """Whether the referee is only down, or wants us to come later."""
    if error.code() is grpc.StatusCode.INTERNAL:
        # What our own side says of a stream that broke while it was written to.
        return error.details() == _BROKEN_WRITE
    return error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)


class CrashPlayer:
    """One player at one seat."""

    def __init__(
        self,
        stub: "MatchServiceAsyncStub",
        witness: Witness,
        match_id: str,
        seat: int,
        token: str,
    ) -> None:
        self._stub = stub
        self._witness = witness
        self._match_id = match_id
        self._seat = seat
        self._metadata = metadata_of(token)
        self._known = 0
        self._unconfirmed: pb.Answer | None = None

    async def play(self, way: str) -> None:
        """
        Play to the end in one of the `WAYS`.

        Raises:
            PlayerRefused: something else than the referee's absence came in between.
        """
        while True:
            try:
                if way == "calls":
                    await self._play_by_calls()
                else:
                    await self._play_stream(push_moves=way == "pushed")
            except grpc.aio.AioRpcError as error:
                if not is_away(error):
                    where = f"seat {self._seat} ({way}), knowing turn {self._known}"
                    raise PlayerRefused(
                        f"{where}: {error.code().name}, {error.details()}"
                    ) from None
            except asyncio.InvalidStateError:
                pass  # the stream broke while we wrote
            if self._seat in self._witness.results:
                return
            await asyncio.sleep(_PAUSE)

    async def _play_stream(self, *, push_moves: bool) -> None:
        call = self._stub.Play(metadata=self._metadata, wait_for_ready=True)
        join = pb.JoinSeat(
            match_id=self._match_id,
            seat=self._seat,
            known_turn=self._known,
            push_moves=push_moves,
            max_legal_moves=OFFERED,
        )
        try:
            await call.write(pb.PlayRequest(join=join))
            if push_moves and self._unconfirmed is not None:
                self._witness.send(self._unconfirmed.turn)
                await call.write(pb.PlayRequest(answer=self._unconfirmed))
            async for response in call:
                if (answer := self._read(response)) is not None:
                    await call.write(pb.PlayRequest(answer=answer))
        finally:
            call.cancel()

    def _read(self, response: pb.PlayResponse) -> pb.Answer | None:
        """Take a message in; the answer, if it asks for one."""
        match response.WhichOneof("message"):
            case "decision":
                self._hear(response.decision.moves_since)
                self._unconfirmed = self._witness.answer(self._seat, response.decision)
                return self._unconfirmed
            case "update":
                self._hear(response.update.moves)
            case "accepted":
                self._confirm(response.accepted.turn, "Accepted")
            case "ended":
                self._end(response.ended)
            case "refusal":
                reason = error_reason_pb2.ErrorReason.Name(response.refusal.reason)
                raise PlayerRefused(f"seat {self._seat}: {reason}, {response.refusal.message}")
        return None

    async def _play_by_calls(self) -> None:
        while self._seat not in self._witness.results:
            if self._unconfirmed is not None:
                self._witness.send(self._unconfirmed.turn)
                submitted = await self._stub.SubmitMove(
                    pb.SubmitMoveRequest(
                        match_id=self._match_id,
                        seat=self._seat,
                        turn=self._unconfirmed.turn,
                        move=self._unconfirmed.move,
                    ),
                    metadata=self._metadata,
                    wait_for_ready=True,
                )
                self._confirm(submitted.turn, "SubmitMoveResponse")
            response = await self._stub.GetDecision(
                pb.GetDecisionRequest(
                    match_id=self._match_id,
                    seat=self._seat,
                    known_turn=self._known,
                    wait=_WAIT,
                    max_legal_moves=OFFERED,
                ),
                metadata=self._metadata,
                wait_for_ready=True,
            )
            if response.HasField("ended"):
                self._end(response.ended)
            elif response.HasField("decision"):
                self._hear(response.decision.moves_since)
                self._unconfirmed = self._witness.answer(self._seat, response.decision)

    def _hear(self, news: Iterable[match_pb2.PlayedMove]) -> None:
        self._known = self._witness.hear(self._seat, self._known, news)

    def _confirm(self, turn: int, how: str) -> None:
        self._witness.acknowledged[turn] = how
        if self._unconfirmed is not None and self._unconfirmed.turn == turn:
            self._unconfirmed = None

    def _end(self, ended: pb.Ended) -> None:
        self._hear(ended.moves_since)
        self._witness.results[self._seat] = ended.result


class CrashSpectator:
    """A spectator of one match, who comes back until it is over."""

    def __init__(
        self, stub: "MatchServiceAsyncStub", witness: Witness, match_id: str, token: str
    ) -> None:
        self._stub = stub
        self._witness = witness
        self._match_id = match_id
        self._metadata = metadata_of(token)
        self._known = 0

    async def watch(self) -> None:
        """
        Watch to the end, and hear each move once.

        Raises:
            PlayerRefused: something else than the referee's absence came in between.
        """
        while True:
            try:
                request = pb.WatchMatchRequest(match_id=self._match_id, from_turn=self._known + 1)
                call = self._stub.WatchMatch(request, metadata=self._metadata, wait_for_ready=True)
                async for response in call:
                    # A spectator is no seat: nothing that it hears confirms an answer of its own.
                    self._known = self._witness.hear(SEATS, self._known, response.moves)
                    if response.HasField("result"):
                        return
            except grpc.aio.AioRpcError as error:
                if not is_away(error):
                    where = f"a spectator, knowing turn {self._known}"
                    raise PlayerRefused(
                        f"{where}: {error.code().name}, {error.details()}"
                    ) from None
            await asyncio.sleep(_PAUSE)
