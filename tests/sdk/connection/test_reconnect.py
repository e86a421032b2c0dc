"""A seat's stream over calls that break, without a network."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence

import grpc
import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.rpc.status_pb2 import Status  # type: ignore[import-untyped]
from grpc.aio import AioRpcError, Metadata
from grpc_status import rpc_status

from bessemer.sdk import (
    ConnectionGone,
    SeatRefused,
)
from bessemer.sdk.connection.reconnect import PATIENCE, Reconnect, SeatStream
from bessemer.sdk.seats.answers import encoded_answer
from bessemer.v1 import error_reason_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb

JOINED = pb.PlayResponse(joined=pb.Joined())
ENDED = pb.PlayResponse(ended=pb.Ended())


def status(code: grpc.StatusCode, retry_delay: int | None = None) -> AioRpcError:
    """How a call ends."""
    if retry_delay is None:
        return AioRpcError(code, Metadata(), Metadata(), "gone")
    detail = AnyMessage()
    detail.Pack(error_reason_pb2.Refusal(retry_delay=Duration(seconds=retry_delay)))
    packed = rpc_status.to_status(Status(code=code.value[0], message="gone", details=[detail]))
    return AioRpcError(code, Metadata(), Metadata(*packed.trailing_metadata), "gone")


class Call:
    """Says some things and then breaks; keeps what it is told."""

    def __init__(self, says: Sequence[pb.PlayResponse], ends: Exception | None) -> None:
        self._says, self._ends = says, ends
        self.heard: list[pb.PlayRequest] = []

    async def write(self, request: bytes) -> None:
        if not self._says and self._ends is not None:
            raise self._ends
        self.heard.append(pb.PlayRequest.FromString(request))

    async def __aiter__(self) -> AsyncIterator[pb.PlayResponse]:
        for response in self._says:
            yield response
        if self._ends is not None:
            raise self._ends

    def cancel(self) -> None:
        """Nothing to do."""


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the stream paused each time; nobody waits."""
    seconds: list[float] = []

    async def sleep(pause: float) -> None:
        seconds.append(pause)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    monkeypatch.setattr(random, "uniform", lambda low, high: (low + high) / 2)
    return seconds


def stream_of(*calls: Call, patience: float = 60.0) -> SeatStream:
    """A stream over these calls, one after the other."""
    waiting = iter(calls)
    return SeatStream(lambda: next(waiting), "m", 1, patience=patience)


async def until_the_end(stream: SeatStream) -> list[str | None]:
    """The kinds of message that come."""
    kinds: list[str | None] = []
    async for response in stream.messages():
        kinds.append(response.WhichOneof("message"))
        if kinds[-1] == "ended":
            return kinds
    raise AssertionError("messages come until the end")


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "broken",
    [
        status(grpc.StatusCode.UNAVAILABLE),
        status(grpc.StatusCode.INTERNAL),
        asyncio.InvalidStateError(),
        None,
    ],
    ids=["unavailable", "internal", "write", "closed"],
)
async def test_a_broken_call_is_followed_by_another(
    broken: Exception | None, pauses: list[float]
) -> None:
    """Each begins with a join, which names the last turn that we know."""
    calls = [Call([JOINED], broken), Call([JOINED, ENDED], None)]
    stream = stream_of(*calls)
    stream.known_turn = 17

    assert ["joined", "joined", "ended"] == await until_the_end(stream)
    (first,), again = (call.heard for call in calls)
    commitment = first.join.chance_commitment
    join = pb.JoinSeat(
        match_id="m",
        seat=1,
        known_turn=17,
        chance_commitment=commitment,
        client_id=first.join.client_id,
    )
    assert pb.PlayRequest(join=join) == first
    assert [first] == again
    assert len(commitment) == 32
    assert len(first.join.client_id) == 32
    assert [0.05] == pauses


@pytest.mark.asyncio
async def test_moves_that_are_known_are_not_sent_again(pauses: list[float]) -> None:
    """A new connection names the last turn that came with a decision."""
    asked = pb.PlayResponse(decision=match_pb2.Decision(turn=18))
    asked.decision.moves_since.add(turn=17)
    down = status(grpc.StatusCode.UNAVAILABLE)
    calls = [Call([JOINED, asked], down), Call([JOINED, ENDED], None)]
    await until_the_end(stream_of(*calls))

    assert [0, 17] == [call.heard[0].join.known_turn for call in calls]
    assert 1 == len(pauses)


@pytest.mark.asyncio
async def test_pauses_grow_while_nobody_answers(pauses: list[float]) -> None:
    """Doubled up to two seconds; whoever was reached starts anew."""
    down = [Call([], status(grpc.StatusCode.UNAVAILABLE)) for _ in range(8)]
    short = Call([JOINED], status(grpc.StatusCode.UNAVAILABLE))
    await until_the_end(stream_of(*down, short, Call([JOINED, ENDED], None)))

    assert [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0, 2.0, 0.05] == pauses


@pytest.mark.asyncio
async def test_a_referee_may_ask_for_a_longer_pause(pauses: list[float]) -> None:
    """Its `retry_delay` is heeded."""
    busy = Call([], status(grpc.StatusCode.RESOURCE_EXHAUSTED, retry_delay=5))
    await until_the_end(stream_of(busy, Call([JOINED, ENDED], None)))

    assert [5.0] == pauses


@pytest.mark.asyncio
async def test_a_refusal_is_not_tried_again(pauses: list[float]) -> None:
    """What will not get better ends the stream."""
    stream = stream_of(Call([JOINED], status(grpc.StatusCode.ABORTED)))
    with pytest.raises(SeatRefused, match="ABORTED: gone"):
        await until_the_end(stream)

    assert [] == pauses


@pytest.mark.asyncio
async def test_patience_is_counted_from_the_loss(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not from the last word: an opponent may think for longer than we wait for a referee."""
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])

    class Silent(Call):
        async def __aiter__(self) -> AsyncIterator[pb.PlayResponse]:
            yield JOINED
            now[0] += 3600
            raise status(grpc.StatusCode.UNAVAILABLE)

    await until_the_end(stream_of(Silent([JOINED], None), Call([JOINED, ENDED], None)))
    assert 1 == len(pauses)

    class Down(Call):
        async def write(self, request: bytes) -> None:
            assert pb.PlayRequest.FromString(request).HasField("join")
            now[0] += 25
            raise status(grpc.StatusCode.UNAVAILABLE)

    with pytest.raises(ConnectionGone, match="not reached for 60 seconds"):
        await until_the_end(stream_of(*(Down([], None) for _ in range(9))))
    assert 4 == len(pauses)


@pytest.mark.asyncio
async def test_an_answer_goes_to_the_call_that_has_joined(pauses: list[float]) -> None:
    """While there is none it is dropped: the decision will come again."""
    call = Call([JOINED, ENDED], None)
    stream = stream_of(call)
    answer = encoded_answer(3, b"")
    await stream.write(answer)
    async for response in stream.messages():
        await stream.write(answer)
        if response.HasField("ended"):
            break

    assert [3, 3] == [request.answer.turn for request in call.heard[1:]]


@pytest.mark.asyncio
async def test_answers_are_written_one_after_the_other() -> None:
    """GRPC gives up a call on which two writes are under way."""

    class Careful(Call):
        is_writing = False

        async def write(self, request: bytes) -> None:
            assert not self.is_writing
            self.is_writing = True
            await asyncio.sleep(0)
            self.is_writing = False
            await super().write(request)

    call = Careful([JOINED, ENDED], None)
    stream = stream_of(call)
    async for _ in stream.messages():
        await asyncio.gather(*(stream.write(encoded_answer(turn, b"")) for turn in (1, 2, 3)))
        break

    assert [1, 2, 3] == [request.answer.turn for request in call.heard[1:]]


@pytest.mark.asyncio
async def test_a_call_that_cannot_be_written_to_is_left(pauses: list[float]) -> None:
    """Even if nothing else tells that it is broken: another one is opened."""

    class HalfDead(Call):
        def __init__(self) -> None:
            super().__init__([JOINED], None)
            self._cancelled = asyncio.Event()

        async def write(self, request: bytes) -> None:
            if pb.PlayRequest.FromString(request).HasField("answer"):
                raise asyncio.InvalidStateError

        async def __aiter__(self) -> AsyncIterator[pb.PlayResponse]:
            yield JOINED
            await self._cancelled.wait()
            raise asyncio.CancelledError  # what gRPC raises in whoever reads a cancelled call

        def cancel(self) -> None:
            self._cancelled.set()

    stream = stream_of(HalfDead(), Call([JOINED, ENDED], None))
    kinds = []
    async for response in stream.messages():
        kinds.append(response.WhichOneof("message"))
        await stream.write(encoded_answer(1, b""))
        if response.HasField("ended"):
            break

    assert ["joined", "joined", "ended"] == kinds


@pytest.mark.asyncio
async def test_whoever_is_cancelled_stays_cancelled() -> None:
    """Ending the task that reads is no lost connection."""

    class Silent(Call):
        async def __aiter__(self) -> AsyncIterator[pb.PlayResponse]:
            yield JOINED
            await asyncio.Event().wait()

    reading = asyncio.create_task(until_the_end(stream_of(Silent([JOINED], None))))
    await asyncio.sleep(0)
    reading.cancel()

    with pytest.raises(asyncio.CancelledError):
        await reading


@pytest.mark.asyncio
async def test_a_loss_is_reported_once_for_each_reason(pauses: list[float]) -> None:
    """And again after the referee was reached."""
    lost: list[str] = []
    reconnect = Reconnect(lost.append)
    down = status(grpc.StatusCode.UNAVAILABLE)
    ends = iter([down, down, status(grpc.StatusCode.INTERNAL), down, None, None])
    async for attempt in reconnect:
        with attempt:
            if (error := next(ends)) is not None:
                raise error
            if len(lost) > 3:
                break
            reconnect.reached()

    silent = "the referee does not answer"
    assert [silent, "gone", silent, "the connection was closed"] == lost
    assert 5 == len(pauses)


@pytest.mark.asyncio
async def test_a_referee_may_be_away_for_a_night(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By default a bot is there when the referee comes back; then it gives up, with the hours."""
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])

    async def attempts() -> None:
        async for attempt in Reconnect(lambda _: None, patience=PATIENCE):
            with attempt:
                now[0] += 3600
                raise status(grpc.StatusCode.UNAVAILABLE)

    with pytest.raises(ConnectionGone, match="not reached for 12 hours"):
        await attempts()
    assert 13 == len(pauses)


def unreachable(details: str) -> AioRpcError:
    """How a call ends that got no connection."""
    return AioRpcError(grpc.StatusCode.UNAVAILABLE, Metadata(), Metadata(), details)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("details", "said"),
    [
        pytest.param(
            "Tls handshake failed: OPENSSL_internal:CERTIFICATE_VERIFY_FAILED: x",
            "CERTIFICATE_VERIFY_FAILED",
            id="certificate",
        ),
        pytest.param("failed to connect: Socket closed", "for 60 seconds", id="hangs-up"),
    ],
)
async def test_an_address_without_our_referee_is_not_waited_for(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch, details: str, said: str
) -> None:
    """Unless the referee was reached before: then it will be again."""
    loop, now = asyncio.get_running_loop(), [1000.0]
    monkeypatch.setattr(loop, "time", lambda: now[0])

    async def attempts(reconnect: Reconnect, most: int) -> int:
        number = 0
        async for attempt in reconnect:
            with attempt:
                now[0] += 25
                number += 1
                if number < most:
                    raise unreachable(details)
                break
        return number

    with pytest.raises(ConnectionGone, match=said):
        await attempts(Reconnect(lambda _: None, patience=PATIENCE), 100)
    known = Reconnect(lambda _: None, patience=PATIENCE)
    known.reached()

    assert 100 == await attempts(known, 100)
    assert pauses
