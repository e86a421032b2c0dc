"""
Checks a bot that was built: smoke matches against shipped bots and against itself.

They are played at a private referee, in the sandbox and by the clock that the bot will have on its ladder.
A bot that crashes, plays what is not legal, runs out of time or does not join is refused.
"""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import IO, Any, Final, NamedTuple, cast

from rich.console import Console

from bessemer.bots.registry import BOTS
from bessemer.engine.catalogue import GAMES
from bessemer.matches.records import Durability
from bessemer.processes.processor_times import BotProcesses, default_thinkers
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server import serving
from bessemer.runner.bots.bot_specs import BotSpec, shipped_bot
from bessemer.runner.bots.single_match import MatchFailed, MatchHouse, play_match
from bessemer.runner.building.building import Built, NotBuilt, Say
from bessemer.runner.building.submitted_bot import submitted_bot
from bessemer.runner.sandbox.bot_starter import BotStarter
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.creation import clock_of
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.submissions.manifest import BadManifest
from bessemer.v1 import match_service_pb2 as pb
from bessemer.v1 import submission_service_pb2 as submission_pb

OPPONENTS: Final = ("random", "greedy")
CHECK_SECONDS: Final = 900.0
"""For each match, whatever the clock of the ladder allows."""
_BANK: Final = 60.0
_INCREMENT: Final = 1.0
"""The clock, if no ladder has another."""


async def check(
    built: Built,
    terms: Sequence[submission_pb.PlayingTerms],
    sandbox: Sandbox,
    say: Say,
    on_phase: Callable[[str], None],
    seconds: float = CHECK_SECONDS,
) -> None:
    """
    Play the smoke matches of a bot, all of them on each of these terms.

    Raises:
        NotBuilt: something went wrong in one, or took longer than `seconds`.
    """
    name = built.manifest.name
    if name in BOTS[built.manifest.game]:
        name += "-handed-in"  # a shipped one has it, and plays too
    try:
        bot = submitted_bot(built.manifest, built.folder, name)
    except BadManifest as error:
        raise NotBuilt(str(error)) from None
    for one in terms or (default_terms(built.manifest.game),):
        where = f" as on the ladder {one.ladder}" if len(terms) > 1 else ""
        for opponent in (*OPPONENTS, name):
            what = f"smoke match against {'itself' if opponent == name else opponent}"
            on_phase(what)
            other = bot if opponent == name else shipped_bot(opponent)
            said = await _played(sandbox, one, (built.manifest.game, bot, other), say, seconds)
            if said.fault:
                raise NotBuilt(f"in its {what}{where}: {said.fault}")
            say(f"{what}{where}: {said.text}\n")


def default_terms(game: str) -> submission_pb.PlayingTerms:
    """The terms of a check, if there is no ladder of the game."""
    clock = clock_of(_BANK, _INCREMENT)
    return submission_pb.PlayingTerms(seats=min(GAMES[game].seats), clock=clock)


class _Said(NamedTuple):
    """What there is to say of a match."""

    text: str
    fault: str = ""
    """What went wrong with the bot; "" if nothing did."""


async def _played(
    sandbox: Sandbox,
    terms: submission_pb.PlayingTerms,
    wanted: tuple[str, BotSpec, BotSpec],
    say: Say,
    seconds: float,
) -> _Said:
    """Play a match of a game between the first of two bots and the other."""
    # Each at a referee of its own: the players of one match are registered there.
    async with _house(sandbox, say) as house:
        # Nothing is raised in here: the referee would put it into a group.
        try:
            async with asyncio.timeout(seconds):
                return await _play(house, terms, *wanted)
        except TimeoutError:
            return _Said("", f"it took longer than {seconds:g} s")
        except (MatchFailed, CallFailed) as error:
            return _Said("", str(error))


async def _play(
    house: MatchHouse, terms: submission_pb.PlayingTerms, game: str, bot: BotSpec, other: BotSpec
) -> _Said:
    request = pb.CreateMatchRequest(game=game, options=terms.options, clock=terms.clock)
    players = [bot, *[other] * (terms.seats - 1)]

    async def follow(match_id: str) -> Any:  # noqa: ANN401 - a MatchResult
        async for update in house.calls.stream(pb.WatchMatchRequest(match_id=match_id)):
            if update.HasField("result"):
                return update.result
        raise MatchFailed("the match was not played to its end")

    played = await play_match(house, request, players, None, follow)
    result, count = played.result, len(players) if other is bot else 1
    told = {fault.seat: fault.message for fault in result.seat_faults}
    mine = (told.get(seat) or played.faults[seat] for seat in range(count))
    fault = next(filter(None, mine), "")
    if not result.ranks and not fault:
        fault = result.message or "the match was not played to its end"
    ranks = ", ".join(str(rank) for rank in result.ranks[:count])
    return _Said(f"place {ranks} of {len(result.ranks)}, nothing went wrong", fault)


@asynccontextmanager
async def _house(sandbox: Sandbox, say: Say) -> AsyncIterator[MatchHouse]:
    """A private referee for smoke matches; what bots print there is said."""
    with temporary_folder() as folder, temporary_folder() as socket:
        config = ServeConfig(
            listen=(f"unix:{socket}/referee.sock",),
            data=folder,
            durability=Durability.MATCH,
            metrics="",
            is_private=True,
            thinkers=default_thinkers(),
        )
        accounts = BotProcesses()
        async with serving(config, processor_times=accounts) as referee:
            token = (folder / "organiser.token").read_text(encoding="ascii").strip()
            async with open_channel(referee.addresses[0]) as channel:
                calls = RefereeCalls(channel, token)
                console = Console(
                    file=cast("IO[str]", _Lines(say)), width=200, no_color=True, highlight=False
                )
                yield MatchHouse(calls, referee, BotStarter(sandbox), accounts, console)


class _Lines(io.TextIOBase):
    """A file that says what is written to it."""

    def __init__(self, say: Say) -> None:
        super().__init__()
        self._say = say

    def writable(self) -> bool:
        return True

    def write(self, text: str, /) -> int:
        self._say(text)
        return len(text)
