"""
A referee of one's own and the bots' processes around it: what `ladder run` and `compare` play with.

The referee listens on a unix socket, which is the bots' only way out, and the bots live across
matches: each enlists once and plays several matches at a time.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.ladder.ladder import Ladder
from bessemer.ladder.lobby import Lobby
from bessemer.ladder.schedule import Pairing, Schedule
from bessemer.matches.errors import AlreadyExists
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.rpc.access.limits import Limits
from bessemer.rpc.config import ServeConfig
from bessemer.rpc.server import Referee, serving
from bessemer.runner.sandbox.processes import ProcessEvent, ProcessSpec
from bessemer.runner.sandbox.sandbox import Program, Sandbox
from bessemer.runner.sandbox.supervisor import Supervisor
from bessemer.storage.accounts import Role
from bessemer.storage.ladders import SqlLadderStore
from bessemer.storage.store import open_store

_HOPELESS: Final = 5
"""A bot that spoils so many matches in a row is not asked for a while."""
_ORGANISER: Final = "organiser"


class Entrant(NamedTuple):
    """A bot that takes part: any command line."""

    name: str
    command: tuple[str, ...]
    folder: Path | None = None
    """Where its program is at home; `None` for a shipped one."""
    author: str = ""


@dataclass(frozen=True, slots=True)
class LadderRunConfig:
    """What is played, by whom, where."""

    data: Path
    """The folder for the database, the logs of the bots and whatever else is kept."""
    ladder: Ladder
    entrants: Sequence[Entrant]
    fence: Sandbox
    concurrency: int = 8
    """How many matches each bot plays at once."""
    database: str = ""
    """A URL of PostgreSQL, "" for SQLite in the folder."""
    referee: str = ""
    """The referee's name, where several share a database."""


@dataclass(slots=True)
class LadderRun:
    """A private referee that plays."""

    referee: Referee
    hall: Lobby
    crew: Supervisor
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the schedule is done and its last match is over."""


def ensure_ladder(setting: LadderRunConfig) -> Ladder:
    """The ladder as it stands in the database, made there if it is new. Blocking."""
    setting.data.mkdir(parents=True, exist_ok=True)
    store = open_store(setting.database or setting.data / "bessemer.sqlite3")
    try:
        ladders = SqlLadderStore(store)
        if (found := ladders.ladder(setting.ladder.name)) is None:
            with suppress(AlreadyExists):  # by another referee, just now
                ladders.create(setting.ladder, _ORGANISER)
            found = ladders.ladder(setting.ladder.name)
        assert found is not None, "it was just made"
        return found
    finally:
        store.close()


@asynccontextmanager
async def ladder_run(
    setting: LadderRunConfig,
    schedule: Callable[[Referee, Lobby], Schedule],
    *,
    played: Callable[[Pairing, Match], None] = lambda _pairing, _match: None,
    hear: Callable[[ProcessEvent], None] = lambda _event: None,
    rated: bool = True,
) -> AsyncIterator[LadderRun]:
    """
    A referee and its bots, playing a schedule while the body runs.

    Args:
        setting: what is played; its ladder is in the database (see `ensure_ladder`).
        schedule: makes the schedule.
        played: told of every match that has ended.
        hear: told what happens to the bots' processes.
        rated: whether the matches count for the ladder.

    Raises:
        ConfigError, StoreError: the referee cannot be served so.
    """
    logs = setting.data / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bessemer-") as sockets:
        socket = Path(sockets) / "referee.sock"
        config = ServeConfig(
            listen=(f"unix:{socket}",),
            data=setting.data,
            database=setting.database,
            durability=Durability.MATCH,
            metrics="",
            ladder=setting.ladder.name,
            name=setting.referee,
            limits=Limits(requests_per_second=1e6, burst=1_000_000),
        )
        async with serving(config) as referee:
            hall = referee.lobby
            assert hall is not None, "it was asked for"
            hall.is_rated = rated
            hall.schedule = schedule(referee, hall)
            tokens = {one.name: await _token(referee, one) for one in setting.entrants}
            members = [
                ProcessSpec(one.name, _program(setting, one, socket, tokens[one.name]))
                for one in setting.entrants
            ]
            async with Supervisor(members, setting.fence, logs, hear=hear) as crew:
                home = LadderRun(referee, hall, crew)
                hall.on_match_ended = _watch(home, played)
                if hall.schedule.is_done:
                    home.done.set()
                yield home


def _watch(
    home: LadderRun, played: Callable[[Pairing, Match], None]
) -> Callable[[Pairing, Match], None]:
    """Notice the end of the schedule, and bots that only spoil matches."""
    spoiled: Counter[str] = Counter()

    def told(pairing: Pairing, match: Match) -> None:
        played(pairing, match)
        faults = match.result.seat_faults if match.result else ()
        guilty = {pairing.seating[fault.seat]: fault for fault in faults}
        for name in dict.fromkeys(pairing.seating):
            fault = guilty.get(name)
            if fault is None or fault.fault not in (Fault.PLAYER, Fault.NETWORK):
                spoiled[name] = 0
                continue
            spoiled[name] += 1
            if spoiled[name] == _HOPELESS:
                spoiled[name] = 0
                home.crew.disable(name, f"{_HOPELESS} matches in a row: {fault.message}")
        if home.hall.schedule.is_done and not home.hall.running:
            home.done.set()

    return told


async def _token(referee: Referee, entrant: Entrant) -> str:
    roster = referee.directory
    if await asyncio.to_thread(roster.accounts.player, entrant.name) is None:
        try:
            return (await roster.create_player(entrant.name, Role.PLAYER, entrant.author)).text
        except AlreadyExists:  # by another referee on the same database, just now
            pass
    return (await roster.create_token(entrant.name)).text


def _program(setting: LadderRunConfig, entrant: Entrant, socket: Path, token: str) -> Program:
    told = {
        "BESSEMER_ADDRESS": f"unix:{socket}",
        "BESSEMER_TOKEN": token,
        "BESSEMER_LADDER": setting.ladder.name,
        "BESSEMER_GAME": setting.ladder.game,
        "BESSEMER_CONCURRENCY": str(setting.concurrency),
        "BESSEMER_LOG": "warning",
    }
    return Program(entrant.command, told, entrant.folder, socket)
