"""A stream of one seat that comes back by itself when the connection is lost."""

import asyncio
import logging
import random
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Final

import grpc

from bessemer.sdk.errors import ConnectionGone, SeatRefused, refusal_in
from bessemer.v1 import match_service_pb2 as pb

RETRY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
"""What may be gone by the next try."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 2.0

_log: Final = logging.getLogger("bessemer.sdk")


class SeatStream:
    """What the referee sends to a seat, through as many connections as it takes."""

    def __init__(
        self, open_call: Callable[[], Any], match_id: str, seat: int, *, patience: float
    ) -> None:
        self._open_call = open_call
        self._match_id = match_id
        self._seat = seat
        self._patience = patience
        self._call: Any = None
        """The one that has joined, while there is one."""
        self._broken: Any = None
        """One that could not be written to."""
        self._writing = asyncio.Lock()
        self._lost_since: float | None = None
        self._pause = FIRST_PAUSE
        self.known_turn = 0
        """The moves up to this turn are known: they are not sent again."""

    async def messages(self) -> AsyncGenerator[pb.PlayResponse, None]:
        """
        Everything that is sent, for ever; each connection begins with `joined`.

        Raises:
            ConnectionGone: the referee was away for longer than our patience.
            SeatRefused: the referee does not let us play this seat.
        """
        while True:
            delay = 0.0
            try:
                async with aclosing(self._one_connection()) as connection:
                    async for response in connection:
                        yield response
            except grpc.aio.AioRpcError as error:
                if error.code() not in RETRY:
                    raise SeatRefused(error) from None
                if (refusal := refusal_in(error)) is not None:
                    delay = refusal.retry_delay.ToMicroseconds() / 1e6
            except asyncio.InvalidStateError:
                pass  # it broke while we wrote
            await self._wait(delay)

    async def write(self, answer: pb.Answer) -> None:
        """Send an answer, if there is a connection; else the decision will be sent again."""
        # One after the other: of two writes at once gRPC fails one, and with it the call.
        async with self._writing:
            call = self._call
            if call is None:
                return
            try:
                await call.write(pb.PlayRequest(answer=answer))
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                # Whoever reads shall notice, whatever the other side still believes.
                self._broken = call
                call.cancel()

    async def _one_connection(self) -> AsyncGenerator[pb.PlayResponse, None]:
        call = self._open_call()
        try:
            join = pb.JoinSeat(match_id=self._match_id, seat=self._seat, known_turn=self.known_turn)
            await call.write(pb.PlayRequest(join=join))
            async for response in call:
                self._call, self._lost_since, self._pause = call, None, FIRST_PAUSE
                yield response
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._broken is not call or (task is not None and task.cancelling()):
                raise  # it is we who are cancelled, not the call
        finally:
            self._call = None
            call.cancel()

    async def _wait(self, at_least: float) -> None:
        """Pause before the next attempt, unless there were too many in vain."""
        now = asyncio.get_running_loop().time()
        if self._lost_since is None:
            self._lost_since = now
            _log.info("match %s, seat %d: connection lost; coming back", self._match_id, self._seat)
        if now - self._lost_since > self._patience:
            raise ConnectionGone(f"the referee was not reached for {self._patience:g} seconds")
        # Many seats come back at once after a restart: not all in the same instant.
        pause = self._pause * random.uniform(0.5, 1.5)  # noqa: S311 - no secret
        await asyncio.sleep(max(at_least, pause))
        self._pause = min(self._pause * 2, LONGEST_PAUSE)
