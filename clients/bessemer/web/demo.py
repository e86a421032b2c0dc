"""
Ladders that play on for people to watch, and a referee for their own matches.

All games, the shipped bots, at a pace that one can follow. The ladders' referees play for their ladders
alone, so people's own matches have another one.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.bots.registry import BOTS
from bessemer.bots.registry import NAMES as BOT_NAMES
from bessemer.engine.catalogue import GAMES
from bessemer.errors import AlreadyExists
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.continuous import Continuous
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Schedule
from bessemer.matches.records import ClockSettings
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server import serving
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.ladder_run import ensure_ladder, ladder_run
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox, build_sandbox
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.web.server.sources import SourceConfig

_MOST_BOTS: Final = 5
"""Of each game: enough for one match and somebody who waits."""
_KEPT_SEATS: Final = 16
"""Of each bot, for people: beside one match to watch, so many people find a match at once."""
_SPECTATOR: Final = "web-pages"
_TEACHER: Final = "web-lessons"


@asynccontextmanager
async def playing_ladders(
    data: Path, games: Sequence[str], pace: float, say: Callable[[str], None]
) -> AsyncIterator[list[SourceConfig]]:
    """
    A referee and a ladder for each game, playing while the body runs, and one more for people.

    Where to find them; the one for people comes first.

    Args:
        data: the folder for all of them; what was played there before is continued.
        games: which games.
        pace: how long a bot takes for a move at least, in seconds.
        say: is told what is being started.
    """
    async with AsyncExitStack() as stack:
        sources = [await stack.enter_async_context(_for_people(data / "people"))]
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
        data,
        ladder,
        [_paced(name, pace) for name in names],
        sandbox,
        concurrency=1 + _KEPT_SEATS,
        thinkers=32,
    )
    ensure_ladder(config)
    settings = MatchmakingSettings(seats=seats, kept_for_people=_KEPT_SEATS)

    def schedule(ratings: LiveRatings) -> Schedule:
        return Continuous(settings, ratings.rating, random.SystemRandom(), ratings.past)

    async with ladder_run(config, schedule) as run:
        yield replace(await _source(run.referee, data), takes_matches=False)


@asynccontextmanager
async def _for_people(data: Path) -> AsyncIterator[SourceConfig]:
    """A referee at which everybody may create matches, and the shipped bots are registered."""
    with temporary_folder() as sockets:
        config = ServeConfig(
            listen=(f"unix:{sockets}/referee.sock",), data=data, metrics="", drain_timeout=0.1
        )
        async with serving(config) as referee:
            directory = referee.accounts.directory

            async def bot_token(name: str) -> str:
                return (await directory.create_token(name)).text

            for name in BOT_NAMES:  # so that no guest takes one of them
                with suppress(AlreadyExists):
                    await directory.create_player(name, Role.PLAYER)
            with suppress(AlreadyExists):
                await directory.create_player(_TEACHER, Role.ORGANISER)
            teacher = await directory.create_token(_TEACHER)
            source = await _source(referee, data)
            yield replace(source, bot_token=bot_token, organiser_token=teacher.text)


async def _source(referee: Referee, data: Path) -> SourceConfig:
    directory = referee.accounts.directory

    async def register(name: str) -> str:
        return (await directory.create_player(name, Role.PLAYER, is_person=True)).text

    with suppress(AlreadyExists):
        await directory.create_player(_SPECTATOR, Role.SPECTATOR)
    token = await directory.create_token(_SPECTATOR, "")
    return SourceConfig(data, referee=referee.addresses[0], token=token.text, register=register)


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
