"""A campaign: so many mutated messages on every method of one referee, many at once."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from bessemer.sdk.connection.channels import metadata_of
from bessemer.v1 import admin_service_pb2 as admin_pb
from bessemer.v1 import match_service_pb2 as pb
from tests.fuzz.calls import OPTIONS, Answer, Watches, call_talk, call_unary, call_watch
from tests.fuzz.crafting import Crafted, craft
from tests.fuzz.methods import Method, methods
from tests.fuzz.process import DEADLINE, FuzzedReferee, Size
from tests.fuzz.seat_talks import SeatTalk
from tests.fuzz.verdicts import Violation
from tests.fuzz.world import World

_CHANNELS: Final = 4
_WORKERS: Final = 40
_ENOUGH: Final = 20
"""After so many violations there is enough to mend."""
_TRIES: Final = 60
"""How often a message is sent again, to find a shorter one with the same fault."""


class Campaign:
    """Sends, judges and counts."""

    def __init__(
        self, referee: FuzzedReferee, seed: int, messages: int, titles: Sequence[str] = ()
    ) -> None:
        self._referee = referee
        self._seed = seed
        self.methods = [method for method in methods() if not titles or method.title in titles]
        self._share = -(-messages // len(self.methods))
        self._next = 0
        self._watches = Watches()
        self.total = self._share * len(self.methods)
        self.sent: Counter[str] = Counter()
        """Mutated messages, by method."""
        self.statuses: Counter[tuple[str, str]] = Counter()
        """How calls ended, by method and status."""
        self.violations: list[Violation] = []
        self.sizes: list[Size] = []
        """What the referee held at the start, and after each third."""
        self.tell: Callable[[int], None] = lambda _sent: None
        """Told how many messages were sent so far."""

    async def run(self) -> None:
        """Send everything."""
        channels = [
            grpc.aio.insecure_channel(self._referee.address, options=OPTIONS)
            for _ in range(_CHANNELS)
        ]
        world = World(channels[0], self._referee.token)
        await world.set_up()
        self.sizes.append(self._referee.size())
        for third in (1, 2, 3):
            limit = self._share * third // 3
            jobs = self._jobs(limit)
            async with asyncio.TaskGroup() as tasks:
                for number in range(_WORKERS):
                    tasks.create_task(self._work(jobs, channels[number % _CHANNELS], world))
            self._read_log()
            self.sizes.append(self._referee.size())
        self._watches.close()
        for channel in channels:
            await channel.close()

    def _jobs(self, limit: int) -> Iterator[tuple[Method, str]]:
        """Every method in turn until each was sent `limit` messages; with a seed for each job."""
        while True:
            due = [method for method in self.methods if self.sent[method.title] < limit]
            if not due or len(self.violations) >= _ENOUGH or not self._referee.is_alive:
                return
            for method in due:
                self._next += 1
                yield method, f"{self._seed}/{self._next}"

    async def _work(
        self, jobs: Iterator[tuple[Method, str]], channel: grpc.aio.Channel, world: World
    ) -> None:
        for method, seed in jobs:
            luck = random.Random(seed)
            if luck.random() < 0.04:
                await world.tend(luck)
            if method.title == "MatchService.Play":
                await self._talk(SeatTalk(channel, method, world, seed), method)
            else:
                await self._send(method, channel, world, luck)
            self.tell(self.sent.total())

    async def _talk(self, talk: SeatTalk, method: Method) -> None:
        answer = await talk.run()
        self._count(method, answer, talk.mutated)
        if answer.fault:
            data = b"\n".join(talk.sent)
            self.violations.append(Violation(method.title, talk.credentials, data, answer.fault))

    async def _send(
        self, method: Method, channel: grpc.aio.Channel, world: World, luck: random.Random
    ) -> None:
        crafted = craft(method, world, luck)
        match method.shape:
            case "watch":
                answer = await call_watch(channel, method, crafted, luck, self._watches)
            case "talk":
                answer = await call_talk(channel, method, [crafted, craft(method, world, luck)])
            case _:
                answer = await call_unary(channel, method, crafted)
                if answer.fault and answer.status != "DEADLINE_EXCEEDED":
                    crafted = await _shortened(channel, method, crafted, answer.fault)
        self._count(method, answer, int(crafted.is_mutated))
        if answer.fault:
            self.violations.append(
                Violation(method.title, crafted.credentials, crafted.data, answer.fault)
            )
        elif answer.status == "OK":
            await _take_note(world, method, answer.data)

    def _count(self, method: Method, answer: Answer, mutated: int) -> None:
        self.sent[method.title] += mutated
        self.statuses[method.title, answer.status] += 1

    def _read_log(self) -> None:
        for line in self._referee.trouble()[:_ENOUGH]:
            self.violations.append(Violation("log", "anybody", b"", line[:3000]))
        if not self._referee.is_alive:
            self.violations.append(Violation("process", "anybody", b"", "the referee has stopped"))


async def _take_note(world: World, method: Method, data: bytes) -> None:
    """Remember what was made, and undo what would stop the campaign."""
    try:
        response = method.response.FromString(data)
    except DecodeError:
        return
    match response:
        case pb.CreateMatchResponse():
            world.add_spare(response)
        case admin_pb.CreateTokenResponse():
            world.spare_token_ids.append(response.token_id)
        case admin_pb.PauseResponse(paused=True):
            with suppress(grpc.aio.AioRpcError):  # it is seen elsewhere if the referee is gone
                await world.admin.Pause(
                    admin_pb.PauseRequest(), metadata=metadata_of(world.organiser), timeout=DEADLINE
                )
        case _:
            pass


async def _shortened(
    channel: grpc.aio.Channel, method: Method, crafted: Crafted, fault: str
) -> Crafted:
    """A shorter message with the same fault, if one is found soon."""
    tries, size = 0, len(crafted.data) // 2
    while size and tries < _TRIES:
        for start in range(0, len(crafted.data), size):
            tries += 1
            data = crafted.data[:start] + crafted.data[start + size :]
            shorter = crafted._replace(data=data)
            if tries < _TRIES and _same(await call_unary(channel, method, shorter), fault):
                crafted = shorter
                break
        else:
            size //= 2
    return crafted


def _same(answer: Answer, fault: str) -> bool:
    return bool(answer.fault) and answer.fault.partition(" ")[0] == fault.partition(" ")[0]
