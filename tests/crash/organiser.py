"""The organiser of the matches: creates them and fetches their replays, whatever comes in between."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

import grpc
from google.protobuf.duration_pb2 import Duration

from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import match_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.crash.players import is_away
from tests.crash.referee import CrashingReferee
from tests.crash.witness import GAME, SEATS, PlayerRefused

if TYPE_CHECKING:  # only type checkers know the class by this name
    from bessemer.v1.match_service_pb2_grpc import MatchServiceAsyncStub

T = TypeVar("T")

_PAUSE: Final = 0.02
_CLOCK: Final = match_pb2.ClockSettings(
    bank=Duration(seconds=600), join_timeout=Duration(seconds=600), strike_limit=1
)


class Organiser:
    """
    Asks the referee, however often it must be asked.

    Raises:
        PlayerRefused: from each method, if it is refused.
    """

    def __init__(self, stub: "MatchServiceAsyncStub", referee: CrashingReferee) -> None:
        self._stub = stub
        self._referee = referee

    async def create(self, seed: bytes) -> pb.CreateMatchResponse:
        """Create the match with this seed; however often it is asked for, it is one match."""
        # The organiser is registered when the referee first starts.
        await self._referee.served_once.wait()
        request = pb.CreateMatchRequest(
            game=GAME,
            seats=[pb.SeatRequest() for _ in range(SEATS)],
            clock=_CLOCK,
            durability=match_pb2.DURABILITY_MOVE,
            seed=seed,
            request_id=seed.decode(),
        )
        return await self._answer(
            lambda token: self._stub.CreateMatch(
                request, metadata=metadata_of(token), wait_for_ready=True
            )
        )

    async def replay(self, match_id: str) -> bytes:
        """The file of a match that is over."""
        request = pb.GetReplayRequest(match_id=match_id)
        response = await self._answer(
            lambda token: self._stub.GetReplay(
                request, metadata=metadata_of(token), wait_for_ready=True
            )
        )
        return response.replay

    async def _answer(self, call: Callable[[str], Awaitable[T]]) -> T:
        while True:
            try:
                return await call(self._referee.organiser_token())
            except grpc.aio.AioRpcError as error:
                if not is_away(error):
                    message = f"the organiser: {error.code().name}, {error.details()}"
                    raise PlayerRefused(message) from None
            await asyncio.sleep(_PAUSE)
