"""A referee with an open ladder, and players who enlist there."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from bessemer.bots.registry import new_bot
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.lobby.continuous import Limited
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.match import Match
from bessemer.matches.records import ClockSettings, Durability
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving import server
from bessemer.rpc.serving.parts import Referee
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2
from tests.referees import ladder_house
from tests.referees.in_process import PATIENCE, admitted, config_of, metadata_of

NAMES = ("anna", "bela", "carl", "dora")


CLOCK = ClockSettings(bank=60.0, increment=1.0, join_timeout=60.0)


@dataclass
class Club:
    """A referee that runs a ladder, and what happened there."""

    referee: Referee
    lobby: Lobby
    tokens: dict[str, str]
    played: list[tuple[Pairing, Match]] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def address(self) -> str:
        """Where it listens."""
        return self.referee.addresses[0]

    def told(self, pairing: Pairing, match: Match) -> None:
        """A match is over."""
        self.played.append((pairing, match))
        if self.lobby.schedule.is_done and not self.lobby.running:
            self.done.set()

    async def finish(self) -> None:
        """Wait until all that was to be played is over."""
        async with asyncio.timeout(PATIENCE):
            await self.done.wait()


def make_ladder(folder: Path, **options: str) -> None:
    """A ladder of Furnace for three, in a new database."""
    ladder_house.make_ladder(folder, seats=3, clock=CLOCK, options={"rounds": "3", **options})


@asynccontextmanager
async def club(
    folder: Path,
    matches: int,
    durability: Durability = Durability.MATCH,
    limits: Limits = Limits(call_milliseconds=10_000.0),  # noqa: B008 - frozen
) -> AsyncIterator[Club]:
    """A referee with so many matches to play."""
    config = config_of(
        folder,
        listen=(f"unix:{folder}/r.sock",),
        ladders=("main",),
        durability=durability,
        drain_timeout=0.1,
        limits=limits,
    )
    async with server.serving(config) as referee:
        (lobby,) = referee.ladders.lobbies
        tokens = {name: await admitted(referee, name) for name in NAMES}
        found = Club(referee, lobby, tokens)
        lobby.schedule = Limited(lobby.schedule, matches)  # type: ignore[arg-type]
        lobby.on_match_ended = found.told
        yield found


def random_bot(game: str) -> object:
    """A player of anything legal."""
    return new_bot(game, "random", random.Random())


@asynccontextmanager
async def players(club: Club, *names: str, concurrency: int = 3) -> AsyncIterator[list[MatchEnd]]:
    """These are enlisted while the body runs, names or `name:version`; how their matches ended."""
    ends: list[MatchEnd] = []
    tasks = [
        asyncio.create_task(
            enlist(
                club.address,
                club.tokens[entrant.name],
                "main",
                random_bot,  # type: ignore[arg-type]
                concurrency=concurrency,
                version=entrant.version,
                ended=ends.append,
            )
        )
        for entrant in map(Entrant.parse, names)
    ]
    try:
        yield ends
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Enlisted:
    """A player at the other end of an `Enlist` stream, who answers what a test wants."""

    def __init__(self, channel: grpc.aio.Channel, token: str) -> None:
        self._call: Any = ladder_grpc.LadderServiceStub(channel).Enlist(metadata=metadata_of(token))
        self._envelopes: list[pb.ServerEnvelope] = []

    async def enlist(self, **wishes: Any) -> None:  # noqa: ANN401 - fields
        """Enter the ladder, with one match at a time."""
        enlistment = pb.Enlistment(ladder="main", **wishes)
        await self._call.write(pb.EnlistRequest(enlistment=enlistment))

    async def answer(self, channel: int, answer: match_service_pb2.Answer) -> None:
        """Send an answer on a channel."""
        request = pb.EnlistRequest()
        request.requests.add(channel=channel, request=match_service_pb2.PlayRequest(answer=answer))
        await self._call.write(request)

    async def next(self, kind: str) -> pb.ServerEnvelope:
        """The next response of this kind; those before it are dropped."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._envelopes:
                    envelope = self._envelopes.pop(0)
                    if envelope.response.HasField(kind):  # type: ignore[arg-type]
                        return envelope
                response = await self._call.read()
                assert response is not grpc.aio.EOF
                self._envelopes += response.responses
