"""
A host: keeps the versions that play on the open ladders of their games, each in a process in the sandbox.

It asks the referee every moment which versions play. A new one is started; one that another version has
replaced ends its matches first; one that is withdrawn or whose player is banned ends at once. All that a
host has can be lost without harm: killed and started again, it asks, and continues.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import grpc
import structlog

from bessemer.matches.timing.processor_times import player_of
from bessemer.printable import printable
from bessemer.processes.process import CannotStart, EventKind, ProcessEvent, ProcessSpec
from bessemer.processes.processor_times import BotProcesses, default_thinkers
from bessemer.runner.bots.bot_failures import BotFailures
from bessemer.runner.bots.bot_files import visible_files
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.hosted_bots import HostedBots
from bessemer.runner.hosting.author_log import AuthorLog
from bessemer.runner.hosting.relay import BotRelay
from bessemer.runner.hosting.seat_watch import SeatWatch, WatchedMatch
from bessemer.runner.hosting.versions import HostedVersion, VersionSource
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.sdk.connection.reconnect import PATIENCE
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.sdk.program.environment import instance_environment

_LOOK_SECONDS: Final = 1.0
_TRY_AGAIN_SECONDS: Final = 30.0
"""After a version could not be fetched or unpacked."""
_REFUSED_SECONDS: Final = 120.0
"""After which a ladder that did not take a version is asked again."""
_LEAVE_SECONDS: Final = 900.0
"""A version that was replaced may end its matches for so long."""
_NO_TOKEN: Final = "hosted"  # noqa: S105 - it is none
"""Programs want some token; the host calls with its own."""
_log = structlog.get_logger()


class HostedPlace(NamedTuple):
    """What is hosted where."""

    version: HostedVersion
    ladder: str

    @property
    def process(self) -> str:
        """The name of its process: the bot's, and after a blank the ladder."""
        return f"{self.version.bot} {self.ladder}"


@dataclass(frozen=True, slots=True)
class HostConfig:
    """How a host plays."""

    data: Path
    """The folder for what it fetches and logs."""
    sandbox: Sandbox
    ladders: Collection[str] = ()
    """The ladders that it plays on; empty for all."""
    concurrency: int = 2
    """The number of matches that each bot plays at once on a ladder."""
    thinkers: int = 0
    """The number of bots that may think at once; 0 for as many as there are processors."""
    ponder: bool = False
    """Whether bots may use the processors while they are asked nothing."""

    @property
    def processors(self) -> int:
        """The number of bots that may think at once."""
        return self.thinkers or default_thinkers()


class _Taken(NamedTuple):
    """A place that is taken."""

    task: asyncio.Task[None]
    leaving: asyncio.Event
    """Set to have the bot end its matches and leave."""


class BotHost:
    """Hosts the versions of a source until it is cancelled."""

    def __init__(
        self, config: HostConfig, source: VersionSource, connect: Callable[[], grpc.aio.Channel]
    ) -> None:
        """Every bot has a connection of its own, which `connect` makes."""
        self._config = config
        self._source = source
        self._connect = connect
        share = max(1, default_thinkers() // config.processors)
        limits = config.sandbox.limits._replace(processors=share)
        self.bots = HostedBots(
            replace(config.sandbox, limits=limits),
            config.data / "logs",
            on_event=self._on_event,
            processes=BotProcesses(processors=0.0 if config.ponder else share),
            failures=BotFailures(),
        )
        self._taken: dict[HostedPlace, _Taken] = {}
        self._hosted: set[HostedPlace] = set()
        """Those of them whose process runs, or is restarted."""
        self._logs: dict[HostedVersion, AuthorLog] = {}
        self._away_since: float | None = None
        """When the referee was away the last time."""

    @property
    def places(self) -> list[HostedPlace]:
        """What is hosted now, those included that are leaving."""
        return list(self._taken)

    async def run(self) -> None:
        """Host until cancelled; then all bots end, and the next host continues their matches."""
        (self._config.data / "logs").mkdir(parents=True, exist_ok=True)
        async with self.bots, asyncio.TaskGroup() as group:
            group.create_task(self.bots.processes.watch_idle())
            try:
                while True:
                    await self._look(group)
                    await asyncio.sleep(_LOOK_SECONDS)
            finally:
                for taken in self._taken.values():
                    taken.task.cancel()

    async def _look(self, group: asyncio.TaskGroup) -> None:
        """See what is to be hosted, and tell authors what has happened."""
        self._read_logs()
        try:
            wanted = await self._wanted()
            self._change(wanted, group)
            await self._send_logs()
        except CallFailed as error:
            if not error.is_away:
                raise
            if self._away_since is None:
                _log.warning("the referee is away; bots wait for it", why=str(error))
            self._away_since = asyncio.get_running_loop().time()
            return
        now = asyncio.get_running_loop().time()
        if self._away_since is not None and now - self._away_since < self.bots.join_seconds:
            return  # bots that could not join until now may yet
        self.bots.set_aside_silent()

    async def _wanted(self) -> set[HostedPlace]:
        versions, ladders = await self._source.versions(), await self._source.ladders()
        names = self._config.ladders
        return {
            HostedPlace(version, ladder)
            for version in versions
            for ladder, game in ladders
            if game == version.game and (not names or ladder in names)
        }

    def _change(self, wanted: set[HostedPlace], group: asyncio.TaskGroup) -> None:
        """Start what is new, and end what is not wanted any longer."""
        players = {(place.version.player, place.version.game) for place in wanted}
        for place, taken in self._taken.items():
            if place in wanted:
                continue
            if (place.version.player, place.version.game) in players:
                taken.leaving.set()  # another version plays instead
            elif not taken.task.cancelling():
                _log.info("ends: it no longer plays", bot=place.process)
                taken.task.cancel()
        for place in wanted - self._taken.keys():
            leaving = asyncio.Event()
            task = group.create_task(self._host(place, leaving))
            self._taken[place] = _Taken(task, leaving)
            task.add_done_callback(partial(self._forget, place))

    def _forget(self, place: HostedPlace, _task: asyncio.Task[None]) -> None:
        del self._taken[place]

    async def _host(self, place: HostedPlace, leaving: asyncio.Event) -> None:
        """Host a version on a ladder until it is to leave, or this is cancelled."""
        version, log = place.version, self._log_of(place.version)
        try:
            spec, takes_challenges = await self._source.bot(version)
        except (CallFailed, CannotStart, OSError) as error:
            log.say(f"version {version.version} cannot be started: {error}", f"set aside: {error}")
            _log.warning("cannot be started", bot=place.process, why=str(error))
            await asyncio.sleep(_TRY_AGAIN_SECONDS)
            return

        def ended(played: WatchedMatch) -> None:
            log.say(f"{place.ladder}: {played}")
            self.bots.played(version.bot, played.fault)

        watch = SeatWatch(
            self.bots.processes, place.process, ended, lambda: self.bots.joined([place.process])
        )
        relay = BotRelay(
            self._connect(),
            lambda: self._source.token(version),
            watch,
            ladder=place.ladder,
            concurrency=self._config.concurrency,
            takes_challenges=takes_challenges,
        )
        bot = spec._replace(name=version.bot)
        with temporary_folder() as folder:
            socket = folder / "referee.sock"
            async with relay.listening(socket):
                self.bots.add(bot, self._spec(place, bot, socket))
                self._hosted.add(place)
                log.say(
                    f"version {version.version} is hosted on the ladder {place.ladder}",
                    self._state_of(version),
                )
                _log.info("starts", bot=place.process)
                try:
                    await self._stay(place, relay, leaving)
                finally:
                    log.printed(await self.bots.remove(place.process))
                    self._hosted.discard(place)
                    log.say(
                        f"version {version.version} has left the ladder {place.ladder}",
                        self._state_of(version),
                    )
                    _log.info("has ended", bot=place.process)
        if relay.refusal.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(leaving.wait(), _REFUSED_SECONDS)

    async def _stay(self, place: HostedPlace, relay: BotRelay, leaving: asyncio.Event) -> None:
        """Return when a bot has left its ladder, or is not taken there."""
        told = asyncio.create_task(leaving.wait())
        try:
            await asyncio.wait((told, relay.refusal), return_when=asyncio.FIRST_COMPLETED)
        finally:
            told.cancel()
        if relay.refusal.done():
            why = relay.refusal.result()
            self._log_of(place.version).say(f"the ladder {place.ladder} does not take it: {why}")
            _log.info("is not taken", bot=place.process, why=why)
            return
        _log.info("leaves: another version plays", bot=place.process)
        with suppress(TimeoutError):
            await asyncio.wait_for(relay.leave(), _LEAVE_SECONDS)

    def _spec(self, place: HostedPlace, bot: BotSpec, socket: Path) -> ProcessSpec:
        """The process of a version on a ladder, and what it is told by its environment."""
        version = place.version
        environment = instance_environment(
            f"unix:{socket}",
            place.ladder,
            _NO_TOKEN,
            version.game,
            self._config.concurrency,
            version.version,
            PATIENCE,
        )
        own = visible_files(bot)
        return ProcessSpec(place.process, bot.command, environment, bot.folder, own, (), socket)

    def _read_logs(self) -> None:
        by_bot = {place.version.bot: place.version for place in self._taken}
        for process, output in self.bots.read_logs().items():
            self._log_of(by_bot[player_of(process)]).printed(output)

    async def _send_logs(self) -> None:
        """Tell authors what is new; of versions that are gone, what is left."""
        for version, log in list(self._logs.items()):
            text, state = log.next_part()
            if text:
                await self._source.append_log(version, text, state)
                log.sent()
            elif not any(place.version == version for place in self._taken):
                del self._logs[version]

    def _on_event(self, event: ProcessEvent) -> None:
        """Something happened to a bot's process: its author must know of failures."""
        if event.kind is EventKind.ENABLED:
            _log.info(event.kind.value, bot=event.name)
        elif event.is_failure:
            _log.warning(event.kind.value, bot=event.name, why=printable(event.reason))
        else:
            return
        for version, log in self._logs.items():
            if version.bot == event.name:
                states = {
                    EventKind.DISABLED: f"set aside: {event.reason}",
                    EventKind.ENABLED: self._state_of(version),
                }
                why = f": {event.reason}" * bool(event.reason)
                log.say(
                    f"version {version.version} {event.kind.value}{why}",
                    states.get(event.kind, ""),
                )

    def _state_of(self, version: HostedVersion) -> str:
        """Where a version plays."""
        found = sorted(place.ladder for place in self._hosted if place.version == version)
        return f"plays on {', '.join(found)}" if found else "plays nowhere"

    def _log_of(self, version: HostedVersion) -> AuthorLog:
        return self._logs.setdefault(version, AuthorLog())
