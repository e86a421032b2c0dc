"""Ladders in a referee, and bots that play on them."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.formats.blocks import Seatings
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.tournament.terms import Format, FormatTerms
from bessemer.matches.records import ClockSettings, Durability
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import ladder_service_pb2_grpc as ladder_grpc
from tests.referees.in_process import SHORT, House, opened


def ladder_of(game: str, name: str = "", *, is_frozen: bool = False) -> Ladder:
    """A ladder of short matches for two."""
    rules = GAMES[game]
    texts = rules.option_texts(rules.options(SHORT[game]))
    clock = ClockSettings(bank=60.0, increment=1.0)
    return Ladder(name or game, game, texts, 2, clock, is_frozen=is_frozen, created=1.0)


def tournament(format_: Format, **terms: object) -> Ladder:
    """A ladder of short matches for two, each group in one match."""
    chosen = FormatTerms(format_, seatings=Seatings.ONE, rounds=2 * (format_ is Format.GAUNTLET))
    return replace(ladder_of("furnace", "cup"), format=replace(chosen, **terms))  # type: ignore[arg-type]


@asynccontextmanager
async def several(folder: Path, *ladders: Ladder, **changes: Any) -> AsyncIterator[House]:  # noqa: ANN401
    """A referee with these ladders in its database."""
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        for ladder in ladders:
            SqlLadderStore(store).create(ladder, "olga")
    async with opened(folder, durability=Durability.MATCH, **changes) as house:
        yield house


def lobbies(house: House) -> dict[str, Lobby]:
    """By the names of their ladders."""
    return {lobby.ratings.ladder.name: lobby for lobby in house.referee.ladders.lobbies}


def stub_of(house: House) -> Any:  # noqa: ANN401 - grpc's stubs know no asyncio
    """The calls of ladders."""
    return ladder_grpc.LadderServiceStub(house.channel)


@asynccontextmanager
async def playing(house: House, ladder: str, names: str) -> AsyncIterator[None]:
    """Bots that play on a ladder while the body runs, each with the token of its name."""
    tasks = []
    for name in names.split():
        client, _ = await house.player(name)
        work = enlist(
            house.address,
            client.token,
            ladder,
            lambda game: new_bot(game, "random", random.Random()),
        )
        tasks.append(asyncio.create_task(work))
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
