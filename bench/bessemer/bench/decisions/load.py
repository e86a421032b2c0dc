"""
The players of the referee's benchmark: a process that plays scripts, or exchanges with the floor.

It reads one JSON task a line from its input and prints one JSON line of figures for each. Both
tasks are the same loop of an ordinary client, which reads and writes the API's own messages: read
one, at once write the next one prepared.
"""

import asyncio
import json
import sys
import time
from dataclasses import dataclass
from itertools import cycle
from statistics import median
from typing import Any

import grpc
import uvloop
from google.protobuf.duration_pb2 import Duration

from bessemer.bench.decisions.echo import METHOD
from bessemer.bench.decisions.scripts import OPTIONS, SEATS, Script, script
from bessemer.engine.choices import Path
from bessemer.v1 import match_pb2, match_service_pb2_grpc
from bessemer.v1 import match_service_pb2 as pb

_PLAY = "/bessemer.v1.MatchService/Play"
_SCRIPTS = 16
_TIMED = 4
_STREAMS_PER_CONNECTION = 4096
_JOIN_SECONDS = 600
_WAIT_SECONDS = 0.05
_JOIN_AT_ONCE = 200
"""gRPC turns away some of a thousand calls that come at the same moment."""

Figures = dict[str, Any]
Stream = Any  # a call of grpc.aio that exchanges bytes, for which the stubs have no type


class PlayersTally:
    """The counts and times of all players together."""

    def __init__(self) -> None:
        self.decisions = 0
        self.calls = 0
        """Of `ListChoices`."""
        self.began = 0.0
        self.ended = 0.0
        self.counted = 0
        self.before = 0
        self.turns: list[float] = []
        self.messages: list[bytes] = []

    def begin(self) -> None:
        """Everybody is there: from here on it counts."""
        self.before = self.decisions
        self.turns.clear()
        self.began = time.perf_counter()

    def end(self) -> None:
        """The first match is over: from here on fewer are in flight, so nothing more counts."""
        if not self.ended:
            self.ended = time.perf_counter()
            self.counted = self.decisions - self.before

    def figures(self) -> Figures:
        """The figures for the report."""
        return {
            "decisions": self.counted,
            "calls_per_decision": self.calls / max(1, self.decisions),
            "seconds": max(1e-9, self.ended - self.began),
            "p50": median(self.turns or [0.0]),
        }


async def exchange(task: Figures) -> Figures:
    """
    As many streams as the matches have seats, and as many messages in flight as they have decisions.

    A message in flight has a few streams to itself and takes them in turn, as a match does with
    those of its seats.
    """
    in_flight, streams, total = task["in_flight"], task["streams"], task["exchanges"]
    answers = [pb.PlayRequest.FromString(one) for seat in script(0).answers for one in seat]
    tally, timing = PlayersTally(), in_flight == 1
    channels = _channels(task["address"], streams)
    calls: list[Stream] = [
        _exchange(channels[number % len(channels)], METHOD)() for number in range(streams)
    ]
    for call in calls:
        await call.write(answers[0])
        await call.read()

    async def take_turns(own: list[Stream]) -> None:
        for call, answer in zip(cycle(own), cycle(answers), strict=False):
            sent = time.perf_counter() if timing else 0.0
            await call.write(answer)
            await call.read()
            tally.decisions += 1
            if timing:
                tally.turns.append(time.perf_counter() - sent)
            if tally.decisions >= total:
                tally.end()
            if tally.ended:
                return

    tally.begin()
    await asyncio.gather(*(take_turns(calls[number::in_flight]) for number in range(in_flight)))
    for call in calls:
        call.cancel()
    await _close(channels)
    return tally.figures()


async def play(task: Figures) -> Figures:
    """So many scripted matches at once, from when all have begun until the first is over."""
    tally = PlayersTally()
    timing = task["matches"] <= _TIMED  # many at once are counted, and nothing else
    metadata = (("authorization", f"Bearer {task['token']}"),)
    channels = _channels(task["address"], task["matches"] * SEATS)
    game, by_choices = task["game"], task["by_choices"]
    scripts = [script(number, game, with_paths=by_choices) for number in range(_SCRIPTS)]
    matches = [
        await _create(channels[number % len(channels)], metadata, scripts[number % _SCRIPTS], task)
        for number in range(task["matches"])
    ]
    start, joining = Start(), asyncio.Semaphore(_JOIN_AT_ONCE)
    play_seat = _choose_seat if by_choices else _play_seat
    players = []
    for number, (match_id, tokens) in enumerate(matches):
        last_write, played = [0.0], scripts[number % _SCRIPTS]
        for seat, token in enumerate(tokens):
            channel = channels[(number * SEATS + seat) % len(channels)]
            seated = Seated(
                match_id,
                seat,
                (("authorization", f"Bearer {token}"),),
                [pb.PlayRequest.FromString(answer) for answer in played.answers[seat]],
                played.paths[seat] if by_choices else (),
                last_write,
                joining,
                timing,
            )
            players.append(asyncio.create_task(play_seat(channel, seated, tally, start)))
    await start.all_ready(len(matches))
    tally.begin()
    start.go.set()
    await asyncio.gather(*players)
    await _close(channels)
    return {**tally.figures(), "messages": [one.hex() for one in tally.messages]}


class Start:
    """The moment at which all matches have begun: nobody answers before."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self._ready = asyncio.Semaphore(0)

    async def wait(self) -> None:
        """The first decision of a match is there: wait for those of the others."""
        self._ready.release()
        await self.go.wait()

    async def all_ready(self, matches: int) -> None:
        """Wait until so many matches have begun."""
        for _ in range(matches):
            await self._ready.acquire()


@dataclass(slots=True)
class Seated:
    """A seat of a scripted match."""

    match_id: str
    seat: int
    metadata: tuple[tuple[str, str], ...]
    answers: list[pb.PlayRequest]
    paths: tuple[Path, ...]
    last_write: list[float]
    """Of any seat of the match."""
    joining: asyncio.Semaphore
    timing: bool


async def _join(channel: grpc.aio.Channel, seated: Seated, *, with_choices: bool) -> Stream:
    join = pb.JoinSeat(match_id=seated.match_id, seat=seated.seat, with_choices=with_choices)
    async with seated.joining:
        call: Stream = _exchange(channel, _PLAY)(metadata=seated.metadata)
        await call.write(pb.PlayRequest(join=join))
        await call.read()  # Joined
    return call


async def _play_seat(
    channel: grpc.aio.Channel, seated: Seated, tally: PlayersTally, start: Start
) -> None:
    call = await _join(channel, seated, with_choices=False)
    last_write, timing = seated.last_write, seated.timing
    for answer in seated.answers:
        message = await call.read()
        if not start.go.is_set():
            await start.wait()
        tally.decisions += 1
        if timing:
            now = time.perf_counter()
            if last_write[0]:
                tally.turns.append(now - last_write[0])
            tally.messages.append(message.SerializeToString())
            last_write[0] = now
        await call.write(answer)
    await _leave(call, tally)


async def _choose_seat(
    channel: grpc.aio.Channel, seated: Seated, tally: PlayersTally, start: Start
) -> None:
    """Play the same moves, but as a client that asks for the choices one after the other."""
    list_choices = match_service_pb2_grpc.MatchServiceStub(channel).ListChoices
    call = await _join(channel, seated, with_choices=True)
    for path in seated.paths:
        decision = (await call.read()).decision
        if not start.go.is_set():
            await start.wait()
        tally.decisions += 1
        request = pb.ListChoicesRequest(
            match_id=seated.match_id, seat=seated.seat, turn=decision.turn
        )
        answers, step = request.paths.add().answers, decision.first_step
        for words in path:
            answers.add(words=words)
            step = (await list_choices(request, metadata=seated.metadata)).steps[0]
            tally.calls += 1
        if not step.HasField("move"):
            raise AssertionError("a scripted path does not lead to a move")
        await call.write(pb.PlayRequest(answer=pb.Answer(turn=decision.turn, move=step.move)))
    await _leave(call, tally)


async def _leave(call: Stream, tally: PlayersTally) -> None:
    """The last answer is sent: the match is over."""
    tally.end()
    ended = await call.read()
    if ended is grpc.aio.EOF or not ended.HasField("ended"):
        raise AssertionError("a scripted match did not end as it should")
    await call.done_writing()
    if await call.code() is not grpc.StatusCode.OK:
        raise AssertionError(f"a stream ended with {await call.code()}")


async def _create(
    channel: grpc.aio.Channel, metadata: tuple[tuple[str, str]], played: Script, task: Figures
) -> tuple[str, list[str]]:
    durability = match_pb2.Durability.Value(f"DURABILITY_{task['durability'].upper()}")
    stub = match_service_pb2_grpc.MatchServiceStub(channel)
    request = pb.CreateMatchRequest(
        game=task["game"],
        options=OPTIONS.get(task["game"], {}),
        seats=[pb.SeatRequest() for _ in range(SEATS)],
        seed=played.seed,
        durability=durability,
        # On a busy machine it takes a while until all are there.
        clock=match_pb2.ClockSettings(join_timeout=Duration(seconds=_JOIN_SECONDS)),
    )
    while True:
        try:
            response = await stub.CreateMatch(request, metadata=metadata)
        except grpc.aio.AioRpcError as error:
            # A quick machine creates more in a second than an ordinary referee allows.
            if error.code() is not grpc.StatusCode.RESOURCE_EXHAUSTED:
                raise
            await asyncio.sleep(_WAIT_SECONDS)
        else:
            return response.match.match_id, list(response.seat_tokens)


def _exchange(channel: grpc.aio.Channel, method: str) -> Any:  # noqa: ANN401 - see Stream
    return channel.stream_stream(
        method,
        request_serializer=pb.PlayRequest.SerializeToString,
        response_deserializer=pb.PlayResponse.FromString,
    )


def _channels(address: str, streams: int) -> list[grpc.aio.Channel]:
    options = (("grpc.use_local_subchannel_pool", 1),)
    count = -(-streams // _STREAMS_PER_CONNECTION)
    return [grpc.aio.insecure_channel(address, options=options) for _ in range(count)]


async def _close(channels: list[grpc.aio.Channel]) -> None:
    for channel in channels:
        await channel.close()


async def work() -> None:
    """Do the tasks of the input, one after the other."""
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        task = json.loads(line)
        figures = await (play(task) if task["what"] == "play" else exchange(task))
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    uvloop.run(work())
