"""
The processes and people beside the matches of a trial, some of which are killed, too.

Bots and a person play a ladder, somebody asks for its standings without a pause, so that there is a
process that rates, and somebody reads the pages of a web server.
"""

import asyncio
import os
import random
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from signal import SIGKILL
from typing import Any, Final

import grpc

from bessemer.bots.registry import new_bot
from bessemer.ladder.ladder import RatedMatch
from bessemer.ladder.season_standings import LadderStanding, SeasonStandings
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.sdk.bot import MatchEnd
from bessemer.sdk.connection.channels import metadata_of, open_channel
from bessemer.sdk.connection.reconnect import new_client_id
from bessemer.sdk.seats.ladder import enlist, wait_for_seat
from bessemer.sdk.seats.seat import play_seat
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc, ladder_service_pb2_grpc, match_service_pb2_grpc
from bessemer.v1 import ladder_service_pb2 as ladder_pb
from bessemer.v1 import match_service_pb2 as pb
from bessemer.web.pages import slug
from tests.crash.checks import Check, Violation
from tests.crash.players import is_away
from tests.crash.referee import CrashingReferee
from tests.ports import free_ports
from tests.running_processes import children
from tests.web.programs import Program

LADDER: Final = "crash"
_COMMAND: Final = (sys.executable, "-m", "bessemer.cli.main")
_BOTS: Final = ("anvil", "bellows", "crucible")
_PERSON: Final = "dora"
_PAUSE: Final = 0.05
_PAGE_SECONDS: Final = 600.0
_LADDER_PAGES: Final = f"/ladders/{slug(LADDER)}"
_PAGES: Final = ("/", f"{_LADDER_PAGES}/index.html", f"{_LADDER_PAGES}/matches.html", "/play")
_MOST_ROWS: Final = 1000


class Beside:
    """A ladder and its pages beside the matches of a trial."""

    def __init__(self, referee: CrashingReferee, folder: Path, database: str) -> None:
        self.looked_at: Counter[Check] = Counter()
        self.violations: list[Violation] = []
        self.spectator = ""
        """The token of a spectator."""
        self._referee = referee
        self._data = folder / "data"
        self._database = database
        self._port = free_ports()[0]
        self._state = folder / "web-state"
        self._tokens: dict[str, str] = {}
        self._told: dict[str, tuple[int, ...]] = {}
        """The ranks that players of the ladder were told, by match."""
        self._leave = asyncio.Event()
        self._players: list[asyncio.Task[None]] = []
        self._lookers: list[asyncio.Task[None]] = []
        self._open = ExitStack()
        self._kills = 0
        where = ("--database", database) if database else ()
        create = (*_COMMAND, "ladder", "create", LADDER, "--data", str(self._data), *where)
        subprocess.run(
            (*create, "--seats", "2", "--bank", "600", "--increment", "10"),
            check=True,
            stdout=subprocess.DEVNULL,
        )

    # ------------------------------------------------------------------------ begin and end

    async def begin(self) -> None:
        """Register everybody with a referee that serves, and let them begin."""
        async with open_channel(self._referee.address) as channel:
            stub: Any = admin_service_pb2_grpc.AdminServiceStub(channel)
            organiser = metadata_of(self._referee.organiser_token())
            requests = [admin.CreatePlayerRequest(name=name) for name in _BOTS]
            requests.append(admin.CreatePlayerRequest(name=_PERSON, person=True))
            requests.append(admin.CreatePlayerRequest(name="pages", role=admin.ROLE_SPECTATOR))
            for request in requests:
                response = await stub.CreatePlayer(request, metadata=organiser)
                self._tokens[request.name] = response.token
        self.spectator = self._tokens["pages"]
        self._start_pages()
        start = asyncio.create_task
        self._players = [start(self._bot(name)) for name in _BOTS] + [start(self._person())]
        self._lookers = [start(self._ask_for_standings()), start(self._read_pages())]

    async def finish(self) -> None:
        """Let the ladder's players finish their matches, and look at the pages once more."""
        self._leave.set()
        for ended in await asyncio.gather(*self._players, return_exceptions=True):
            if isinstance(ended, BaseException):
                self._report(Check.REFUSED, f"a player of the ladder: {ended!r}")
        await self._stop_looking()
        await self._check_replays()

    async def abandon(self) -> None:
        """Leave nothing behind."""
        for task in self._players:
            task.cancel()
        await asyncio.gather(*self._players, return_exceptions=True)
        await self._stop_looking()
        self._open.close()

    async def _stop_looking(self) -> None:
        for task in self._lookers:
            task.cancel()
        for ended in await asyncio.gather(*self._lookers, return_exceptions=True):
            if isinstance(ended, Exception):
                self._report(Check.REFUSED, f"a spectator: {ended!r}")
        self._lookers = []

    # ------------------------------------------------------------------------------ killing

    def kill_one(self, luck: random.Random) -> str | None:
        """Kill the process that rates, or the web server; which it was, `None` if nobody rates now."""
        self._kills += 1
        if luck.random() < 0.5:
            self._open.close()
            self._start_pages()
            return "web server"
        for process in children(self._referee.lives[-1].process.pid):
            with suppress(OSError):
                if b"rating_process" in Path(f"/proc/{process}/cmdline").read_bytes():
                    os.kill(process, SIGKILL)
                    return "rating process"
        return None

    def _start_pages(self) -> None:
        self._open.enter_context(
            Program(
                *("web", "--referee", self._referee.address, "--port", str(self._port)),
                *("--data", str(self._data), "--state", str(self._state), "--requests", "1000"),
                *(("--database", self._database) if self._database else ()),
                token=self.spectator,
            )
        )

    # ------------------------------------------------------------------------------ players

    async def _bot(self, name: str) -> None:
        await enlist(
            self._referee.address,
            self._tokens[name],
            LADDER,
            lambda game: new_bot(game, "random", random.Random()),
            concurrency=2,
            ended=self._hear_end,
            leave=self._leave,
        )

    async def _person(self) -> None:
        """As people do it: wait for a seat, and join it with `Play`."""
        token, client_id = self._tokens[_PERSON], new_client_id()
        async with open_channel(self._referee.address) as channel:
            stub = ladder_service_pb2_grpc.LadderServiceStub(channel)
            while not self._leave.is_set():
                try:
                    async with asyncio.timeout(5):
                        found = await wait_for_seat(stub, token, LADDER, client_id)
                except (TimeoutError, asyncio.InvalidStateError):
                    found = None
                except grpc.aio.AioRpcError as error:
                    if not is_away(error):
                        raise
                    found = None
                if found is None:
                    await asyncio.sleep(_PAUSE)
                    continue
                bot = new_bot("furnace", "random", random.Random())
                self._hear_end(await play_seat(channel, token, *found, bot))

    def _hear_end(self, end: MatchEnd) -> None:
        self.looked_at[Check.RATED] += 1
        if not end.ranks or end.faults:
            self._report(Check.RATED, f"it ended with {end}", end.match_id)
        elif self._told.setdefault(end.match_id, end.ranks) != end.ranks:
            self._report(Check.RATED, f"told were {self._told[end.match_id]}, {end.ranks}")

    # ----------------------------------------------------------------------------- lookers

    async def _ask_for_standings(self) -> None:
        """The matches that count may only become more."""
        rated = 0
        async with open_channel(self._referee.address) as channel:
            stub: Any = ladder_service_pb2_grpc.LadderServiceStub(channel)
            request = ladder_pb.ListStandingsRequest(ladder=LADDER)
            while True:
                await asyncio.sleep(_PAUSE)
                try:
                    response = await stub.ListStandings(
                        request, metadata=metadata_of(self.spectator), timeout=_PAGE_SECONDS
                    )
                except grpc.aio.AioRpcError as error:
                    if not is_away(error):
                        what = f"ListStandings: {error.code().name}, {error.details()}"
                        self._report(Check.LOOKED, what)
                    continue
                self.looked_at[Check.LOOKED] += 1
                now = sum(standing.matches for standing in response.standings)
                if now < rated:
                    self._report(Check.LOOKED, f"{rated} seats were rated, now {now}")
                rated = now

    async def _read_pages(self) -> None:
        """Pages come, or say that the referee is away; while their server is dead, nobody answers."""
        while True:
            for page in _PAGES:
                await asyncio.sleep(_PAUSE)
                kills = self._kills
                status = await asyncio.to_thread(self._page, page)
                if status is None:
                    continue
                self.looked_at[Check.LOOKED] += 1
                if status not in (200, 503) and kills == self._kills:
                    self._report(Check.LOOKED, f"{page} was answered by {status}")

    def _page(self, path: str) -> int | None:
        """The status of a page; `None` if the server went away."""
        address = f"http://127.0.0.1:{self._port}{path}"
        try:
            with urllib.request.urlopen(address, timeout=_PAGE_SECONDS) as response:
                response.read()
                return int(response.status)
        except urllib.error.HTTPError as error:
            with closing(error):
                return error.code
        except TimeoutError:
            return 0
        except OSError:
            return None

    # ------------------------------------------------------------------------------- checks

    async def _check_replays(self) -> None:
        """Every match whose end was told has a replay with that result, which verifies."""
        organiser = metadata_of(self._referee.organiser_token())
        async with open_channel(self._referee.address) as channel:
            stub: Any = match_service_pb2_grpc.MatchServiceStub(channel)
            for match_id, ranks in self._told.items():
                while True:
                    try:
                        request = pb.GetReplayRequest(match_id=match_id)
                        response = await stub.GetReplay(request, metadata=organiser)
                        break
                    except grpc.aio.AioRpcError as error:
                        if not is_away(error):
                            raise
                        await asyncio.sleep(_PAUSE)
                replay = read_replay(response.replay)
                self.looked_at[Check.VERIFIES] += 1
                if not (verdict := verify(replay)).ok:
                    self._report(Check.VERIFIES, str(verdict), match_id)
                if replay.result is None or replay.result.ranks != ranks:
                    self._report(Check.RATED, f"told {ranks}, recorded {replay.result}", match_id)

    def check_history(self) -> None:
        """The referee is closed: each match of the ladder counts once, and the standings follow."""
        with closing(open_store(self._database or self._data / "bessemer.sqlite3")) as store:
            history = SqlLadderStore(store).history(LADDER, 1)
            kept = SqlStandings(store)
            state = kept.state(LADDER, 1)
            assert state is not None
            rows = kept.page(state, 0, _MOST_ROWS)
        self.looked_at[Check.RATED] += len(history)
        for fault in history_faults(history, self._told):
            self._report(Check.RATED, fault)
        # Nobody may have asked since the last match: then those before it are kept.
        rated = [match for match in history if match.number <= state.kept.rated]
        if _bare(rows) != _bare(SeasonStandings().add(rated, frozenset())):
            self._report(Check.RATED, "the standings are not those that follow from the history")

    def _report(self, check: Check, message: str, match_id: str = "") -> None:
        violation = Violation(check, message, match_id)
        if violation not in self.violations:
            self.violations.append(violation)


def history_faults(history: list[RatedMatch], told: dict[str, tuple[int, ...]]) -> Iterator[str]:
    """What is wrong with a history, given the ranks that players were told."""
    counted = Counter(match.result.match_id for match in history)
    yield from (f"{match_id} is rated {n} times" for match_id, n in counted.items() if n > 1)
    yield from (
        f"{match_id} is not rated, and its end was told" for match_id in told.keys() - counted
    )
    for match in history:
        ranks = told.get(match.result.match_id, match.result.ranks)
        if ranks != match.result.ranks:
            yield f"{match.result.match_id} is rated with {match.result.ranks}, told were {ranks}"
        if match.result.faults:
            yield f"{match.result.match_id} has faults: {match.result.faults}"


def _bare(rows: list[LadderStanding]) -> list[LadderStanding]:
    """Standings without what follows from no history."""
    return [row._replace(is_person=False) for row in rows]
