"""Two referees on one PostgreSQL, in the test's own process, and the ladder that they share."""

import asyncio
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple

from bessemer.accounts.roles import Role
from bessemer.bots.registry import new_bot
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import ClockSettings
from bessemer.sdk.seats.ladder import enlist
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.referees.in_process import SHORT, House, admitted, eventually, opened


class Pair(NamedTuple):
    """Two referees: the first has the ladder, the second passes on to it whoever asks for it."""

    first: House
    second: House


def make_ladder(url: str) -> None:
    """A ladder of short matches for two, in a new database."""
    rules = GAMES["furnace"]
    texts = rules.option_texts(rules.options(SHORT["furnace"]))
    with closing(open_store(url)) as store:
        ladder = Ladder("main", "furnace", texts, 2, ClockSettings(bank=60.0), created=1.0)
        SqlLadderStore(store).create(ladder, "olga")


@asynccontextmanager
async def referee(url: str, folder: Path, name: str, **changes: Any) -> AsyncIterator[House]:  # noqa: ANN401
    """One of several referees on a database; all know the same organiser."""
    share_token(folder, folder.parent)
    async with opened(folder, database=url, name=name, ladders=("main",), **changes) as house:
        share_token(folder.parent, folder)
        yield house


def share_token(folder: Path, other: Path) -> None:
    """Give a folder the organiser's token that another one has."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if (other / "organiser.token").exists():
        shutil.copy(other / "organiser.token", folder)


@asynccontextmanager
async def pair(url: str, folder: Path) -> AsyncIterator[Pair]:
    """Both of them, and an empty ladder."""
    make_ladder(url)
    async with AsyncExitStack() as stack:
        houses = [
            await stack.enter_async_context(referee(url, folder / name, name))
            for name in ("one", "two")
        ]
        await eventually(lambda: "two" in houses[0].referee.vouchers.peers)
        yield Pair(*houses)


async def token_of(house: House, name: str) -> str:
    """The token of a new player."""
    return await admitted(house.referee, name, Role.PLAYER)


@asynccontextmanager
async def bot(address: str, token: str) -> AsyncIterator["asyncio.Task[None]"]:
    """A random bot on the ladder while the body runs."""
    task = asyncio.create_task(
        enlist(address, token, "main", lambda game: new_bot(game, "random", random.Random()))
    )
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def played(url: str) -> list[tuple[str, ...]]:
    """Who met in each rated match, in the order of rating."""
    with closing(open_store(url)) as store:
        return [one.result.players for one in SqlLadderStore(store).history("main", 1)]
