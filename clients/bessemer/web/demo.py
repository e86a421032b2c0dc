"""Ladders that play on for people to watch: all games, the shipped bots, at a pace that one can follow."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from bessemer.bots.registry import BOTS
from bessemer.engine.catalogue import GAMES
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import Ladder
from bessemer.matches.errors import AlreadyExists
from bessemer.matches.records import ClockSettings
from bessemer.runner.bot_specs import BotSpec, shipped_bot
from bessemer.runner.ladder_run import LadderRunConfig, ensure_ladder, ladder_run
from bessemer.runner.plan import Format, Plan
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox, build_sandbox
from bessemer.storage.accounts import Role
from bessemer.web.server.sources import SourceConfig

_FOR_EVER: Final = 1_000_000_000
_MOST_BOTS: Final = 5
"""Of each game: enough for one match and somebody who waits."""
_SPECTATOR: Final = "web-pages"


@asynccontextmanager
async def playing_ladders(
    data: Path, games: Sequence[str], pace: float, say: Callable[[str], None]
) -> AsyncIterator[list[SourceConfig]]:
    """
    A referee and a ladder for each game, playing while the body runs; where to watch them.

    Args:
        data: the folder for all of them; what was played there before is continued.
        games: which games.
        pace: how long a bot takes for a move at least, in seconds.
        say: is told what is being started.
    """
    async with AsyncExitStack() as stack:
        sources = []
        for game in games:
            say(f"Starting a ladder of {game}…")
            sources.append(await stack.enter_async_context(_playing(data / game, game, pace)))
        yield sources


@asynccontextmanager
async def _playing(data: Path, game: str, pace: float) -> AsyncIterator[SourceConfig]:
    rules = GAMES[game]
    names = _entrants(game, max(rules.seats))
    seats = min(max(rules.seats), len(names))
    ladder = Ladder(
        name=game,
        game=game,
        options=rules.option_texts(rules.options({})),
        seats=seats,
        clock=ClockSettings(bank=600.0, increment=10.0 + pace),
        created=time.time(),
    )
    sandbox = await asyncio.to_thread(_sandbox, data)
    config = LadderRunConfig(
        data, ladder, [_paced(name, pace) for name in names], sandbox, concurrency=1, thinkers=32
    )
    ensure_ladder(config)
    plan = Plan(Format("continuous"), tuple(names), seats, "", matches=_FOR_EVER)
    async with ladder_run(
        config, lambda ratings: plan.schedule(ratings.rating, (), authors_apart=False)
    ) as run:
        directory = run.referee.directory
        with suppress(AlreadyExists):
            await directory.create_player(_SPECTATOR, Role.SPECTATOR, "")
        token = await directory.create_token(_SPECTATOR, "")

        async def register(name: str) -> str:
            return (await directory.create_player(name, Role.PLAYER, "")).text

        yield SourceConfig(
            data=data, referee=run.referee.addresses[0], token=token.text, register=register
        )


def _entrants(game: str, seats: int) -> list[str]:
    """Shipped bots, and where these are too few for a full table, second versions of them."""
    shipped = [name for name in BOTS[game] if name != "idle"][:_MOST_BOTS]
    twins = [f"{name}:{version}" for version in range(2, seats + 1) for name in shipped]
    return [*shipped, *twins][: max(seats, len(shipped))]


def _sandbox(data: Path) -> Sandbox:
    return build_sandbox(ResourceLimits(), hidden=(data.resolve(),))


def _paced(name: str, pace: float) -> BotSpec:
    bot = shipped_bot(Entrant.parse(name).name)
    return bot._replace(name=name, command=(*bot.command, "--pace", str(pace)))
