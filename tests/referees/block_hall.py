"""A lobby in which blocks of matches are played by instances of bots."""

import asyncio
import random
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc

from bessemer.accounts.roles import Role
from bessemer.bots.registry import new_bot
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.schedule import (
    Availability,
    Pairing,
    Rounds,
    block_pairings,
)
from bessemer.ladder.lobby.withholdings import Withholdings
from bessemer.matches.records import ClockSettings, Durability
from bessemer.matches.registry import MatchRegistry
from bessemer.ratings.results import Result
from bessemer.replays.reader import read_replay
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving import server
from bessemer.rpc.serving.parts import Referee
from bessemer.sdk.seats.ladder import enlist
from bessemer.v1 import match_service_pb2 as pb
from tests.referees.in_process import (
    Client,
    admitted,
    channel_to,
    config_of,
    eventually,
)
from tests.referees.ladder_house import make_ladder

NAMES = ("anna", "bela")


SEED = b"the secret of the block"


BLOCK = [
    pairing._replace(instances=(number, number))
    for number, pairing in enumerate(block_pairings((NAMES, NAMES[::-1]), SEED, "test/1"))
]
"""Each match with instances of its own: nobody needs to be restarted."""


INSTANCES = [f"{name} {instance}" for name in NAMES for instance in (0, 1)]


PLACES = [(name, instance) for name in NAMES for instance in (0, 1)]


class Held:
    """A block, of whose matches so many may be played as a test allows."""

    def __init__(self, past: Sequence[Result], allowed: int) -> None:
        known = {(one.block, one.players): one for one in filter(Withholdings().decided, past)}
        rounds = iter([BLOCK])
        self._rounds = Rounds(
            lambda _results: next(rounds, []),
            lambda pairing: known.get((pairing.block, pairing.seating)),
        )
        self.is_over = self._rounds.is_over
        self.allowed = allowed
        self._running = 0

    needs_restart = False

    @property
    def is_done(self) -> bool:
        return self._rounds.is_done

    def restarted(self) -> None:
        pass

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        if self._running or not self.allowed:
            return None
        self._rounds.restarted()
        pairing = self._rounds.next_pairing(available)
        self.allowed -= pairing is not None
        self._running += pairing is not None
        return pairing

    def played(self, pairing: Pairing, result: Result | None) -> None:
        self._running -= 1
        self._rounds.played(pairing, result)
        self.allowed += result is None


class Hall:
    """A referee that plays the block, and who asks it."""

    def __init__(self, referee: Referee, channel: grpc.aio.Channel, tokens: dict[str, str]) -> None:
        self.referee = referee
        self.clients = {name: Client(channel, token) for name, token in tokens.items()}
        self.tokens = tokens
        (self.lobby,) = referee.ladders.lobbies

    @property
    def ended(self) -> list[str]:
        """The matches that are over, in the order in which they were created."""
        saved = self.referee.store.matches(limit=9, before=None, status=None, game="")
        return [one.spec.match_id for one in reversed(saved) if one.result is not None]

    def seed_of(self, match_id: str) -> bytes:
        """The seed that a match was played with."""
        saved = self.referee.store.match(match_id)
        assert saved is not None
        return saved.seed

    async def seeds_told(self, match_id: str, who: str) -> list[bytes]:
        """The seeds that somebody is told of a match, wherever matches are shown."""
        client, found = self.clients[who], []
        shown = (await client.GetMatch(pb.GetMatchRequest(match_id=match_id))).match
        found.append(shown.result.seed)
        listed = (await client.ListMatches(pb.ListMatchesRequest())).matches
        found += [one.result.seed for one in listed if one.match_id == match_id]
        return found

    async def watched(self, match_id: str, who: str) -> list[pb.WatchMatchResponse]:
        """All that a spectator is sent."""
        call = self.clients[who].WatchMatch(pb.WatchMatchRequest(match_id=match_id))
        return [message async for message in call]

    async def replay(self, match_id: str, who: str) -> bytes:
        """The seed in the replay file."""
        response = await self.clients[who].GetReplay(pb.GetReplayRequest(match_id=match_id))
        header = read_replay(response.replay).header
        assert header is not None
        return header.seed


@asynccontextmanager
async def hall(folder: Path, game: str, allowed: int) -> AsyncIterator[Hall]:
    """A referee with a ladder of two, opened again with what is in the folder."""
    past = make_ladder(folder, game, clock=ClockSettings(bank=60.0, join_timeout=60.0))

    def open_lobby(registry: MatchRegistry, ratings: LiveRatings) -> Lobby:
        schedule = Held(past, allowed)
        return Lobby(registry, ratings, schedule, durability=Durability.MATCH)

    config = config_of(folder, ladders=("main",), limits=Limits(call_milliseconds=10_000.0))
    async with server.serving(config, open_lobby=open_lobby) as referee:
        tokens = {"organiser": (folder / "organiser.token").read_text().strip()}
        for name, role in (*((name, Role.PLAYER) for name in NAMES), ("eve", Role.SPECTATOR)):
            tokens[name] = await admitted(referee, name, role)
        for name, instance in PLACES:
            token = await referee.accounts.directory.create_instance_token(name, "", instance)
            tokens[f"{name} {instance}"] = token.text
        async with channel_to(referee.addresses[0]) as channel:
            yield Hall(referee, channel, tokens)


@asynccontextmanager
async def playing(home: Hall, who: Sequence[str] = INSTANCES) -> AsyncIterator[None]:
    """Both players are there, each with an instance for each match."""

    def bot(game: str) -> Any:  # noqa: ANN401 - the bot of any game
        return new_bot(game, "random", random.Random(1))

    tasks = [
        asyncio.create_task(
            enlist(home.referee.addresses[0], home.tokens[name], "main", bot, concurrency=2)
        )
        for name in who
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def play(home: Hall, matches: int, who: Sequence[str] = INSTANCES) -> None:
    """Play until so many of the block are over."""
    async with playing(home, who):
        await eventually(lambda: len(home.ended) == matches)
