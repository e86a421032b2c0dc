"""A referee that runs a ladder for two, and bots that play there."""

import asyncio
import random
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.roles import Role
from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.matches.records import ClockSettings, Durability
from bessemer.ratings.results import Result
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.referees.in_process import SHORT, House, opened

CLOCK: Final = ClockSettings(bank=60.0, increment=1.0)


def make_ladder(
    folder: Path,
    game: str = "furnace",
    seats: int = 2,
    clock: ClockSettings = CLOCK,
    options: Mapping[str, str] | None = None,
) -> list[Result]:
    """A ladder of short matches, in the database of a folder, unless it is there; its results so far."""
    rules = GAMES[game]
    texts = rules.option_texts(rules.options(SHORT[game] if options is None else options))
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        ladders = SqlLadderStore(store)
        if ladders.ladder("main") is None:
            ladders.create(Ladder("main", game, texts, seats, clock, created=1.0), "olga")
        return [one.result for one in ladders.history("main", 1)]


@asynccontextmanager
async def ladder_house(folder: Path, game: str = "furnace", **changes: Any) -> AsyncIterator[House]:  # noqa: ANN401
    """A referee that runs a ladder for two; matches are written at their end, unless people play."""
    make_ladder(folder, game)
    async with opened(folder, ladders=("main",), durability=Durability.MATCH, **changes) as house:
        yield house


def lobby_of(house: House) -> Lobby:
    """Where its players wait."""
    (lobby,) = house.referee.ladders.lobbies
    return lobby


async def registered(house: House, name: str, *, is_person: bool = False) -> str:
    """A player's token."""
    directory: PlayerDirectory = house.referee.accounts.directory
    token = await directory.create_player(name, Role.PLAYER, is_person=is_person)
    return token.text


@asynccontextmanager
async def bot(house: House, game: str, name: str, concurrency: int = 1) -> AsyncIterator[str]:
    """A random bot on the ladder; its token."""
    token = await registered(house, name)

    def make(game: str) -> Any:  # noqa: ANN401 - a bot
        return new_bot(game, "random", random.Random())

    task = asyncio.create_task(enlist(house.address, token, "main", make, concurrency=concurrency))
    try:
        yield token
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
