"""Streams that are opened again when the connection is lost, with growing pauses in between."""

import asyncio
import logging
import math
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from types import TracebackType
from typing import Any, Final, Self

import grpc

from bessemer.sdk.errors import ConnectionGone, SeatRefused, refusal_in
from bessemer.sdk.seats.answers import EncodedAnswer, play_request
from bessemer.sdk.seats.chance import CHANCE
from bessemer.v1 import match_service_pb2 as pb

_RETRY: Final = frozenset(
    {
        grpc.StatusCode.UNAVAILABLE,
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.INTERNAL,
    }
)
"""Failures that may be gone by the next attempt."""
PATIENCE: Final = 12 * 3600.0
"""The seconds that a referee may be away: an upgrade, a reboot or a night cost no bot its place."""
_WRONG_ADDRESS_SECONDS: Final = 60.0
"""The same for an address where somebody hangs up who has never answered as a referee."""
_FIRST_PAUSE: Final = 0.05
_LONGEST_PAUSE: Final = 2.0
"""Short: a referee that comes back stops the clocks for five seconds only."""
_HANDSHAKE_FAILED: Final = "handshake failed"
_HUNG_UP: Final = "Socket closed"
"""The words of gRPC for a connection that ends before it is one."""

_log: Final = logging.getLogger("bessemer.sdk")


def log_lost(what: str) -> Callable[[str], None]:
    """Logs each lost connection of `what`."""
    return lambda why: _log.info("%s: connection lost: %s; reconnecting", what, why)


class Reconnect:
    """
    The attempts to keep one stream open.

        async for attempt in reconnect:
            with attempt:
                ...  # open the stream, read it, call `reached` for what is read, return at its end

    Raises:
        SeatRefused: the stream ended with a status that the next attempt would end with, too.
        ConnectionGone: the referee was not reached for longer than `patience`, or cannot be reached
            with these certificates.
    """

    def __init__(self, on_lost: Callable[[str], None], *, patience: float = math.inf) -> None:
        """`on_lost` gets the reason of each loss, and again whenever attempts fail for another."""
        self._on_lost = on_lost
        self._patience = patience
        self._lost_since: float | None = None
        self._pause = _FIRST_PAUSE
        self._retry_delay = 0.0
        """The pause that the referee asked for."""
        self._why = ""
        """Why the last attempt ended."""
        self._notified = ""
        """The last reason that `on_lost` got."""
        self._is_first = True
        self._was_reached = False

    def reached(self) -> None:
        """The referee has answered: patience and pauses start afresh with the next loss."""
        self._lost_since, self._pause, self._notified = None, _FIRST_PAUSE, ""
        self._was_reached = True

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Self:
        if not self._is_first:
            await self._wait()
        self._is_first = False
        return self

    def __enter__(self) -> None:
        self._why, self._retry_delay = "the connection was closed", 0.0

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> bool:
        if isinstance(error, grpc.aio.AioRpcError):
            if error.code() not in _RETRY:
                raise SeatRefused.from_status(error) from None
            self._why = _reason(error)
            if not self._was_reached and self._patience < math.inf:
                self._check_address(error.details() or "")
            if (refusal := refusal_in(error)) is not None:
                self._retry_delay = refusal.retry_delay.ToMicroseconds() / 1e6
            return True
        return isinstance(error, asyncio.InvalidStateError)  # it broke while we wrote

    def _check_address(self, details: str) -> None:
        """
        Do not wait long for somebody who was never reached and looks like no referee of ours.

        Raises:
            ConnectionGone: waiting is no use.
        """
        if _HANDSHAKE_FAILED in details:
            raise ConnectionGone(
                "no TLS connection to the referee: does it use TLS, and has the CA that you trust "
                f"signed its certificate? ({details.rpartition('OPENSSL_internal:')[2]})"
            )
        if _HUNG_UP in details:
            self._patience = min(self._patience, _WRONG_ADDRESS_SECONDS)

    async def _wait(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._lost_since is None:
            self._lost_since = now
        if now - self._lost_since > self._patience:
            raise ConnectionGone(f"the referee was not reached for {in_words(self._patience)}")
        if self._why != self._notified:
            self._notified = self._why
            self._on_lost(self._why)
        # Many clients come back at once after a restart: not all in the same instant.
        pause = self._pause * random.uniform(0.5, 1.5)  # noqa: S311 - no secret
        await asyncio.sleep(max(self._retry_delay, pause))
        self._pause = min(self._pause * 2, _LONGEST_PAUSE)


def in_words(seconds: float) -> str:
    """A duration for people: in the largest unit of which there are two or more."""
    for unit, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * unit:
            return f"{seconds / unit:.3g} {name}"
    return f"{seconds:.3g} seconds"


def _reason(error: grpc.aio.AioRpcError) -> str:
    if error.code() is grpc.StatusCode.UNAVAILABLE and refusal_in(error) is None:
        return "the referee does not answer"
    return error.details() or error.code().name


def new_client_id() -> str:
    """A name for a program through all its connections: see `JoinSeat.client_id`."""
    return secrets.token_hex(16)


class SeatStream:
    """The messages of the referee to a seat, through as many connections as it takes."""

    def __init__(
        self,
        open_call: Callable[[], Any],
        match_id: str,
        seat: int,
        *,
        patience: float = math.inf,
        max_thinking: int = 0,
        push_moves: bool = False,
        is_person: bool = False,
        on_lost: Callable[[str], None] | None = None,
    ) -> None:
        """
        A stream over the calls that `open_call` makes, to which bytes are written.

        For `max_thinking`, `push_moves` and `is_person` see `JoinSeat`; `on_lost` is that of `Reconnect`, by default
        a line in the log.
        """
        self._open_call = open_call
        self._max_thinking = max_thinking
        self._push_moves = push_moves
        self._is_person = is_person
        self._match_id = match_id
        self._seat = seat
        on_lost = on_lost or log_lost(f"match {match_id}, seat {seat}")
        self._reconnect = Reconnect(on_lost, patience=patience)
        self._call: Any = None
        """The one that has joined, while there is one."""
        self._broken: Any = None
        """One that could not be written to."""
        self._writing = asyncio.Lock()
        self._commitment = CHANCE.commit()
        self._client_id = new_client_id()
        self.known_turn = 0
        """The moves up to this turn are known: they are not sent again."""

    async def messages(self) -> AsyncGenerator[pb.PlayResponse, None]:
        """
        Everything that is sent, for ever; each connection begins with `joined`.

        Raises:
            ConnectionGone: the referee was away for longer than our patience.
            SeatRefused: the referee does not let us play this seat.
        """
        async for attempt in self._reconnect:
            with attempt:
                async with aclosing(self._one_connection()) as connection:
                    async for response in connection:
                        yield response

    async def write(self, answer: EncodedAnswer) -> None:
        """Send an answer, if there is a connection; otherwise the decision will be sent again."""
        await self._write(play_request(answer))

    async def _write(self, request: bytes) -> None:
        # One after the other: of two writes at once gRPC fails one, and with it the call.
        async with self._writing:
            call = self._call
            if call is None:
                return
            try:
                await call.write(request)
            except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
                # The reader shall notice, whatever the other side still believes.
                self._broken = call
                call.cancel()

    async def _one_connection(self) -> AsyncGenerator[pb.PlayResponse, None]:
        call = self._open_call()
        try:
            join = pb.JoinSeat(
                match_id=self._match_id,
                seat=self._seat,
                known_turn=self.known_turn,
                max_thinking=self._max_thinking,
                push_moves=self._push_moves,
                chance_commitment=self._commitment,
                client_id=self._client_id,
                person=self._is_person,
            )
            await call.write(pb.PlayRequest(join=join).SerializeToString())
            async for response in call:
                self._call = call
                self._reconnect.reached()
                if response.HasField("reveal_request"):
                    shown = response.reveal_request
                    reveal = CHANCE.reveal(self._match_id, self._seat, shown)
                    await self._write(pb.PlayRequest(reveal=reveal).SerializeToString())
                    continue
                if response.HasField("ended"):
                    CHANCE.check(self._match_id, self._seat, response.ended.result)
                yield response
                if moves := response.decision.moves_since or response.update.moves:
                    self.known_turn = moves[-1].turn
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._broken is not call or (task is not None and task.cancelling()):
                raise  # it is we who are cancelled, not the call
        finally:
            self._call = None
            call.cancel()
