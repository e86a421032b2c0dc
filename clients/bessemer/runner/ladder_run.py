"""
A private referee and the bots' processes around it: what `ladder run` and `compare` play with.

The referee listens on a unix socket, which is the bots' only connection to anything outside. A
bot's process lives across matches: it enlists once and plays several matches at a time.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bessemer.errors import AlreadyExists, LadderClosed
from bessemer.ladder.ladder import Ladder
from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.lobby.lobby import Lobby
from bessemer.ladder.lobby.schedule import Pairing, Schedule
from bessemer.matches.match import Match
from bessemer.matches.records import Durability, Fault
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.timing.processor_times import process_name
from bessemer.processes.process import ProcessEvent
from bessemer.processes.processor_times import BotProcesses, default_thinkers
from bessemer.rpc.limits.limits import Limits
from bessemer.rpc.serving.parts import Referee
from bessemer.rpc.serving.serve_config import ServeConfig
from bessemer.rpc.serving.server import serving
from bessemer.runner.bots.bot_failures import BotFailures
from bessemer.runner.bots.bot_specs import author_of
from bessemer.runner.bots.hosted_bots import MOST_FAULTS, HostedBots
from bessemer.runner.bots.instances import numbers_of
from bessemer.runner.bots.run_processes import in_order_of_start, new_token, process_spec, socket_in
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.stalled import StallWatch, frozen_sentence
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.storage.data_folder import private_folder
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store

_MOST_CONNECTIONS: Final = 64
"""At the socket of each process of a bot."""
_ORGANISER: Final = "organiser"
_LOOK_SECONDS: Final = 0.5


@dataclass
class LadderRun:
    """A private referee that plays, made by `ladder_run`."""

    config: LadderRunConfig
    referee: Referee
    lobby: Lobby
    bots: HostedBots
    why_stalled: str = ""
    stalled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when no more matches can be made."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the schedule is done and its last match is over."""
    needs_restart: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when no match can go on before the bots that have played are restarted."""
    _broken: int = 0
    """The matches in a row that the referee itself failed to play."""
    _played: set[str] = field(default_factory=set)
    """The authors whose bots have played since the last restart."""

    def __post_init__(self) -> None:
        self._watch = StallWatch(self.lobby, self.bots)
        self._authors = {bot.name: author_of(bot) for bot in self.config.entrants}
        self._notice_end()

    def on_match_ended(self, pairing: Pairing, match: Match) -> None:
        """Set bots aside that are at fault again and again, and notice the end of the schedule."""
        self.bots.failures.on_match_ended(match, self._authors)
        is_broken = match.result is not None and match.result.fault is Fault.REFEREE
        self._broken = self._broken + 1 if is_broken else 0
        if self._broken == MOST_FAULTS:
            self._stall(f"internal error: the referee failed in {MOST_FAULTS} matches, see above")
        faults = match.result.seat_faults if match.result else ()
        by_name = {pairing.seating[fault.seat]: fault for fault in faults}
        for name in self._authors.keys() & set(pairing.seating):  # others are people
            self._played.add(self._authors[name])
            fault = by_name.get(name)
            is_own = fault is not None and fault.fault in (Fault.PLAYER, Fault.NETWORK)
            self.bots.played(name, fault.message if fault is not None and is_own else "")
        self._notice_end()

    @property
    def waits_for(self) -> str:
        """Why nothing can be played at the moment, or ""."""
        return self.referee.registry.journal.failure

    async def watch(self, *, reads_logs: bool = True) -> None:
        """Look after the bots, for ever."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            if reads_logs:
                self.bots.read_logs()
            if why := self._watch.look():
                self._stall(why)
            self._notice_end()  # ratings may have become certain enough since the last match
            if incidents := self.referee.guard.metrics.incidents:
                self._stall(f"internal error: the referee failed in {incidents} calls, see above")

    def on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Something of ours raised in the event loop: a bug, which does not heal by going on."""
        error = context.get("exception")
        if "handle" in context and error is not None:
            self._stall(f"internal error: {type(error).__name__}: {error}")
        loop.default_exception_handler(context)

    def _stall(self, why: str) -> None:
        """No more matches can be made."""
        if not self.stalled.is_set():
            self.why_stalled = why
            self.stalled.set()

    async def restart_bots(self) -> None:
        """Restart all bots that have played, and those of the same authors, all at once."""
        bots = [bot for bot, author in self._authors.items() if author in self._played]
        self._played.clear()
        instances = self.config.instances
        places = [(bot, number) for bot in bots for number in numbers_of(bot, instances)]
        async with self.bots.supervisor.restarted([process_name(*place) for place in places]):
            # A match must not be given to a connection whose process is gone.
            await self.lobby.gone(places)
            self.lobby.restarted()

    async def restart_when_needed(self) -> None:
        """Restart the bots whenever that is needed, for ever."""
        while True:
            await self.needs_restart.wait()
            self.needs_restart.clear()
            await self.restart_bots()

    def _notice_end(self) -> None:
        if self.lobby.schedule.is_done and not self.lobby.running:
            self.done.set()


def ensure_ladder(config: LadderRunConfig) -> Ladder:
    """
    The ladder as it is in the database, made there if it is new. Blocking.

    Raises:
        LadderClosed: it is frozen.
    """
    private_folder(config.data)
    with closing(open_store(config.database)) as store:
        ladders = SqlLadderStore(store)
        if (found := ladders.ladder(config.ladder.name)) is None:
            with suppress(AlreadyExists):  # by another run, just now
                ladders.create(config.ladder, _ORGANISER)
            found = ladders.ladder(config.ladder.name)
        assert found is not None, "it was just made"
        if found.is_frozen:
            raise LadderClosed(frozen_sentence(found.name), field="ladder")
        return found


def tell_finished_blocks(ladders: SqlLadderStore, ladder: str, schedule: Schedule) -> None:
    """
    Let the seeds of blocks be told that are over; of a schedule that is done, all of them. Blocking.

    A referee closes each block with its last match. It may have been killed just before; and a
    schedule may be done before all its blocks are, as a comparison is when it has decided.
    """
    over = [
        block
        for block in ladders.open_blocks(ladder)
        if schedule.is_done or schedule.is_over(block.name)
    ]
    if over:
        ladders.close_blocks(over)


@asynccontextmanager
async def ladder_run(
    config: LadderRunConfig,
    schedule: Callable[[LiveRatings], Schedule],
    *,
    on_match_ended: Callable[[Pairing, Match], None] = lambda _pairing, _match: None,
    on_event: Callable[[ProcessEvent], None] = lambda _event: None,
    failures: BotFailures | None = None,
    reads_logs: bool = True,
) -> AsyncIterator[LadderRun]:
    """
    A referee and its bots, playing a schedule while the body runs.

    Args:
        config: what is played; its ladder is in the database (see `ensure_ladder`).
        schedule: makes the schedule from the ladder's ratings.
        on_match_ended: called with every match that has ended.
        on_event: called with what happens to the bots' processes.
        failures: counts what goes wrong with bots.
        reads_logs: whether failures are looked for in the bots' logs; if not, the body reads those.

    Raises:
        ConfigError, StoreError: the referee cannot be served so.
    """
    config.logs.mkdir(parents=True, exist_ok=True)

    def ended(pairing: Pairing, match: Match) -> None:
        on_match_ended(pairing, match)
        run.on_match_ended(pairing, match)

    def restart() -> None:
        run.needs_restart.set()

    def open_lobby(registry: MatchRegistry, ratings: LiveRatings) -> Lobby:
        return Lobby(
            registry,
            ratings,
            schedule(ratings),
            durability=Durability.MATCH,
            on_match_ended=ended,
            restart=restart,
        )

    thinkers = config.thinkers or default_thinkers()
    share = max(1, default_thinkers() // thinkers)
    limits = config.sandbox.limits._replace(processors=share)
    with temporary_folder() as sockets:
        # A socket for each process: however often a bot connects, there is room for the others.
        places = in_order_of_start(config)
        ours, *own_sockets = (socket_in(sockets, number) for number in range(len(places) + 1))
        serve_config = ServeConfig(
            listen=tuple(f"unix:{socket}" for socket in (ours, *own_sockets)),
            connections=_MOST_CONNECTIONS,
            data=config.data,
            durability=Durability.MATCH,
            metrics=config.metrics,
            ladders=(config.ladder.name,),
            is_private=True,
            is_rated=config.is_rated,
            thinkers=thinkers,
            limits=Limits(requests_per_second=1e6, burst=1_000_000, reads_per_second=1e6),
        )
        bots = HostedBots(
            replace(config.sandbox, limits=limits),
            config.logs,
            on_event=on_event,
            processes=BotProcesses(processors=0.0 if config.ponder else share),
            failures=failures,
        )
        async with serving(
            serve_config,
            open_lobby=open_lobby,
            processor_times=bots.processes,
            disabled_bots=lambda: bots.set_aside_count,
        ) as referee:
            ladders, (lobby,) = referee.ladders.store, referee.ladders.lobbies
            name = config.ladder.name
            await asyncio.to_thread(tell_finished_blocks, ladders, name, lobby.schedule)
            specs = [
                process_spec(config, bot, socket, await new_token(referee, bot, number), number)
                for (bot, number), socket in zip(places, own_sockets, strict=True)
            ]
            run = LadderRun(config, referee, lobby, bots)
            asyncio.get_running_loop().set_exception_handler(run.on_loop_error)
            watching = asyncio.gather(
                run.watch(reads_logs=reads_logs),
                bots.processes.watch_idle(),
                run.restart_when_needed(),
            )
            try:
                async with bots:
                    for (bot, _), spec in zip(places, specs, strict=True):
                        bots.add(bot, spec)
                    yield run
            finally:
                watching.cancel()
                await asyncio.gather(watching, return_exceptions=True)
                if reads_logs:
                    bots.read_logs()  # what the bots printed last
    if run.lobby.schedule.is_done:
        await asyncio.to_thread(_tell_all, config, run.lobby.schedule)


def _tell_all(config: LadderRunConfig, schedule: Schedule) -> None:
    """The schedule is done, and what it left half played will never be played: no more secrets."""
    with closing(open_store(config.database)) as store:
        tell_finished_blocks(SqlLadderStore(store), config.ladder.name, schedule)
