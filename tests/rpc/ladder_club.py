"""A referee with an open ladder, and players who enlist there."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc

from bessemer.accounts.roles import Role
from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.schedule import Limited, Pairing
from bessemer.matches.match import Match
from bessemer.matches.records import ClockSettings, Durability
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving import server
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import ladder_service_pb2 as pb
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from bessemer.v1 import match_service_pb2
from tests.rpc.referee_under_test import PATIENCE, metadata_of

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
    game = GAMES["furnace"]
    texts = game.option_texts(game.options({"rounds": "3", **options}))
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        SqlLadderStore(store).create(
            Ladder("main", "furnace", texts, 3, CLOCK, created=1.0), "olga"
        )


@asynccontextmanager
async def club(
    folder: Path,
    matches: int,
    durability: Durability = Durability.MATCH,
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> AsyncIterator[Club]:
    """A referee with so many matches to play."""
    config = ServeConfig(
        listen=(f"unix:{folder}/r.sock",),
        data=folder,
        metrics="",
        ladder="main",
        durability=durability,
        drain_timeout=0.1,
        limits=limits,
    )
    async with server.serving(config) as referee:
        lobby = referee.ladders.lobby
        assert lobby is not None
        tokens = {}
        for name in NAMES:
            if await asyncio.to_thread(referee.accounts.directory.accounts.player, name) is None:
                tokens[name] = (
                    await referee.accounts.directory.create_player(name, Role.PLAYER)
                ).text
            else:
                tokens[name] = (await referee.accounts.directory.create_token(name)).text
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
