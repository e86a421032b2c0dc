"""A seat's stream, played by somebody who does not know how: `Play` in all its ways to go wrong."""

import asyncio
import random
from contextlib import suppress
from typing import Any, Final

import grpc
from google.protobuf.message import DecodeError, Message

from bessemer.v1 import error_reason_pb2
from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.bytes_mutations import mutate_bytes
from tests.fuzz.calls import Answer, ended, ending_of, is_our_own
from tests.fuzz.crafting import Metadata, credentials
from tests.fuzz.drafts import answer, join
from tests.fuzz.message_mutations import mutate_message
from tests.fuzz.methods import Method
from tests.fuzz.process import DEADLINE
from tests.fuzz.verdicts import fault_of
from tests.fuzz.world import World

_Broken: Final = (grpc.aio.AioRpcError, asyncio.InvalidStateError)


class SeatTalk:
    """One stream: it joins, or fails to, sends what it likes, and leaves."""

    def __init__(self, channel: grpc.aio.Channel, method: Method, world: World, seed: str) -> None:
        self._channel = channel
        self._method = method
        self._world = world
        self._luck = random.Random(seed)
        self._table = self._luck.choice(world.tables)
        self._fault = ""
        self._heard = asyncio.Event()
        self.sent: list[bytes] = []
        """Every message, the valid join too."""
        self.mutated = 0
        self.credentials = ""

    async def run(self) -> Answer:
        """Talk; what is wrong with the answers, or with how it ended."""
        luck = self._luck
        first, token = join(self._world, self._table, luck)
        self.credentials, metadata = credentials(self._world, token, luck)
        call = self._call(metadata)
        reader = asyncio.create_task(self._read(call))
        is_sound = luck.random() < 0.7
        assert isinstance(first, pb.PlayRequest)
        seat = first.join.seat
        try:
            await self._write(call, first.SerializeToString() if is_sound else self._mutate(first))
            if luck.random() < 0.8:
                await self._heard.wait()  # the answer to the join, or the end
            for _ in range(luck.choice((0, 2, 6, 12))):
                await self._write(call, self._next(seat))
            return await self._leave(call, reader, first, metadata)
        except _Broken:
            await reader
            return await self._judged(call)
        finally:
            call.cancel()
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader

    async def _leave(
        self,
        call: Any,  # noqa: ANN401 - the stubs do not say
        reader: "asyncio.Task[None]",
        first: Message,
        metadata: Metadata,
    ) -> Answer:
        way = self._luck.random()
        if way < 0.15:
            return Answer(None, self._fault)  # cancelled by the caller
        if way < 0.3:
            # The same seat once more: the older stream is told so, the newer one leaves.
            newer = self._call(metadata)
            with suppress(*_Broken):
                await newer.write(first.SerializeToString())
                await newer.done_writing()
                while await newer.read() is not grpc.aio.EOF:
                    pass
            newer.cancel()
        with suppress(*_Broken):
            await call.done_writing()
        await reader
        return await self._judged(call)

    def _next(self, seat: int) -> bytes:
        luck = self._luck
        how = luck.random()
        if how < 0.1:
            return answer(self._table, seat, luck).SerializeToString()
        if how < 0.2:
            return self._mutate(join(self._world, self._table, luck).message)
        return self._mutate(answer(self._table, seat, luck))

    def _mutate(self, message: Message) -> bytes:
        luck = self._luck
        self.mutated += 1
        how = luck.random()
        if how < 0.6:
            mutate_message(message, self._world.texts(), luck)
        data = message.SerializeToString()
        other = answer(self._table, 0, luck).SerializeToString()
        return mutate_bytes(data, other, luck) if how >= 0.45 else data

    def _call(self, metadata: Metadata) -> Any:  # noqa: ANN401 - the stubs do not say
        open_stream: Any = self._channel.stream_stream(self._method.path)
        return open_stream(metadata=metadata, timeout=DEADLINE)

    async def _write(self, call: Any, data: bytes) -> None:  # noqa: ANN401
        self.sent.append(data)
        await call.write(data)

    async def _read(self, call: Any) -> None:  # noqa: ANN401
        try:
            while (data := await call.read()) is not grpc.aio.EOF:
                self._heard.set()
                self._fault = self._fault or _fault_in(data)
        except _Broken:
            pass
        finally:
            self._heard.set()

    async def _judged(self, call: Any) -> Answer:  # noqa: ANN401
        try:
            ending = await ended(call)
        except grpc.aio.AioRpcError as error:
            ending = ending_of(error)
        if is_our_own(ending):
            return Answer(None, self._fault)
        sizes = map(len, self.sent)
        fault = self._fault or fault_of(self._method, self.credentials, sizes, ending)
        return Answer(ending, fault)


def _fault_in(data: bytes) -> str:
    try:
        response = pb.PlayResponse.FromString(data)
    except DecodeError:
        return f"the answer is no PlayResponse: {data.hex()}"
    match response.WhichOneof("message"):
        case None:
            return f"the answer is empty: {data.hex()}"
        case "refusal" if response.refusal.reason not in error_reason_pb2.ErrorReason.values()[1:]:
            return f"a refusal without a reason: {response.refusal}"
        case _:
            return ""
