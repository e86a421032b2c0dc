"""One call over gRPC with raw bytes, and how it ended."""

import asyncio
import random
from collections import deque
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.crafting import Crafted
from tests.fuzz.methods import Method
from tests.fuzz.process import DEADLINE
from tests.fuzz.verdicts import Ending, fault_of

_PATIENCE: Final = 1.0
"""For a request that asks to wait; the wait is then abandoned."""

_ABANDONED: Final = 50
"""How many streams are left alone at once."""

OPTIONS: Final = (
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.max_receive_message_length", 64 * 1024 * 1024),
    ("grpc.max_send_message_length", 64 * 1024 * 1024),
)


class Answer:
    """What came of a call: how it ended, what was sent back, and what is wrong with that."""

    def __init__(self, ending: Ending | None, fault: str = "", data: bytes = b"") -> None:
        self.ending = ending
        """`None` if we broke it off ourselves."""
        self.fault = fault
        self.data = data

    @property
    def status(self) -> str:
        """For the table."""
        return self.ending.code.name if self.ending else "broken off"


async def call_unary(channel: grpc.aio.Channel, method: Method, crafted: Crafted) -> Answer:
    """Send one message and await one."""
    waits = method.name == "GetDecision" and _asks_to_wait(crafted.data)
    data = b""
    try:
        call: Any = channel.unary_unary(method.path)
        timeout = _PATIENCE if waits else DEADLINE
        data = await call(crafted.data, metadata=crafted.metadata, timeout=timeout)
        ending = Ending(grpc.StatusCode.OK, "")
    except grpc.aio.AioRpcError as error:
        if waits and error.code() is grpc.StatusCode.DEADLINE_EXCEEDED:
            return Answer(None)
        ending = ending_of(error)
    return _judged(method, crafted, ending, data)


class Watches:
    """Streams that were begun and are no longer read; the oldest are cancelled, at last all."""

    def __init__(self) -> None:
        self._calls: deque[Any] = deque()

    def abandon(self, call: Any) -> None:  # noqa: ANN401 - a call of any shape
        """Leave `call` as it is, for a while."""
        self._calls.append(call)
        self.close(_ABANDONED)

    def close(self, leave: int = 0) -> None:
        """Cancel all but so many."""
        while len(self._calls) > leave:
            self._calls.popleft().cancel()


async def call_watch(
    channel: grpc.aio.Channel,
    method: Method,
    crafted: Crafted,
    luck: random.Random,
    watches: Watches,
) -> Answer:
    """Send one message, read the first answer, and leave."""
    begin: Any = channel.unary_stream(method.path)
    call = begin(crafted.data, metadata=crafted.metadata)
    if luck.random() < 0.1:
        call.cancel()
        return Answer(None)
    data, ending = b"", Ending(grpc.StatusCode.OK, "")
    try:
        async with asyncio.timeout(DEADLINE):
            first = await call.read()
            if first is grpc.aio.EOF:
                ending = await ended(call)
            else:
                data = first
    except grpc.aio.AioRpcError as error:
        ending = ending_of(error)
    except TimeoutError:
        ending = Ending(grpc.StatusCode.DEADLINE_EXCEEDED, "no answer")
    finally:
        if luck.random() < 0.8:
            call.cancel()
        else:
            watches.abandon(call)
    return _judged(method, crafted, ending, data)


async def call_talk(channel: grpc.aio.Channel, method: Method, messages: list[Crafted]) -> Answer:
    """Send all `messages` of a stream that needs no manners, and read what comes."""
    begin: Any = channel.stream_stream(method.path)
    call = begin(metadata=messages[0].metadata, timeout=DEADLINE)
    data = b""
    try:
        for message in messages:
            await call.write(message.data)
        await call.done_writing()
        while (new := await call.read()) is not grpc.aio.EOF:
            data = new
        ending = Ending(await call.code(), await call.details() or "")
    except grpc.aio.AioRpcError as error:
        ending = ending_of(error)
    except asyncio.InvalidStateError:  # it has ended while we wrote
        ending = await ended(call)
    if is_our_own(ending):
        return Answer(None)
    # The first has the token of them all.
    longest = max((message.data for message in messages), key=len)
    return _judged(method, messages[0]._replace(data=longest), ending, data)


def is_our_own(ending: Ending) -> bool:
    """Whether gRPC ended the call on our side: we wrote while the referee was ending it."""
    return ending.code is grpc.StatusCode.INTERNAL and ending.text == "Internal error from Core"


async def ended(call: Any) -> Ending:  # noqa: ANN401 - a call of any shape
    """How a call that is over ended."""
    trailers = await call.trailing_metadata()
    return Ending(await call.code(), await call.details() or "", tuple(trailers or ()))


def ending_of(error: grpc.aio.AioRpcError) -> Ending:
    """How the call ended that raised this."""
    return Ending(error.code(), error.details() or "", tuple(error.trailing_metadata() or ()))


def _judged(method: Method, crafted: Crafted, ending: Ending, data: bytes) -> Answer:
    fault = fault_of(method, crafted.credentials, (len(crafted.data),), ending)
    try:
        method.response.FromString(data)
    except DecodeError:
        fault = fault or f"the answer is no {method.response.DESCRIPTOR.name}: {data.hex()}"
    return Answer(ending, fault, data)


def _asks_to_wait(data: bytes) -> bool:
    try:
        wait = pb.GetDecisionRequest.FromString(data).wait
    except DecodeError:
        return False
    return wait.seconds + wait.nanos / 1e9 > _PATIENCE / 4
