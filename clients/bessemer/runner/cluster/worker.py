"""A worker of a cluster: a referee of its own with the bots beside it, as a Ray actor."""

import asyncio
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.ladder.lobby.schedule import Availability, Pairing, take_playable
from bessemer.matches.match import Match
from bessemer.processes.process import EventKind, ProcessEvent
from bessemer.ratings.results import Result
from bessemer.runner.cluster.messages import (
    NOTHING_GATHERED,
    Gathered,
    WorkerConfig,
    WorkerEvents,
    WorkerHello,
    WorkerResult,
)
from bessemer.runtime.temporary_folders import temporary_folder
from bessemer.runtime.version import __version__

if TYPE_CHECKING:
    from bessemer.runner.ladder_run import LadderRun

_EXCHANGE_SECONDS: Final = 0.5
"""Seconds after which it answers although nothing happened."""


class AssignedSchedule:
    """The `Schedule` of a worker: the matches that it was given, the first that can be played first."""

    is_done = False
    needs_restart = False

    def __init__(self) -> None:
        self.waiting: list[Pairing] = []
        self.results: dict[Pairing, Result | None] = {}
        """Of those that have just ended."""

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """See `Schedule`."""
        return take_playable(self.waiting, available)

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """Whether it is played again is not decided here."""
        self.results[pairing] = result

    def restarted(self) -> None:
        """When bots are restarted is not decided here either."""

    def is_over(self, block: str) -> bool:  # noqa: ARG002 - as in `Schedule`
        """Nobody knows here: other workers may play the same block."""
        return False


class Worker:
    """Plays the matches that it is given, several at once. Everything it has goes with it."""

    def __init__(self, config: WorkerConfig) -> None:
        # Its children never use our gRPC; without this it says so at every start of one.
        os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
        self._config = config
        self._schedule = AssignedSchedule()
        self._ended: list[tuple[Pairing, Result | None, Match]] = []
        self._events: list[ProcessEvent] = []
        self._failure = ""
        self._last_logs: Mapping[str, bytes] = {}
        self._changed = asyncio.Event()
        self._stopped = asyncio.Event()
        self._run: LadderRun | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> WorkerHello:
        """Start the referee and the bots."""
        warning: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._play(warning))
        await asyncio.wait((warning, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not warning.done():
            await self._task  # raises what went wrong
        return WorkerHello(__version__, await warning)

    async def exchange(
        self, pairings: Sequence[Pairing], gathered: Gathered = NOTHING_GATHERED
    ) -> WorkerEvents:
        """
        Take new matches, and give back those that have ended, as soon as one has.

        `gathered` is what others of their blocks have gathered.
        """
        assert self._run is not None, "it was started"
        assert self._task is not None, "it was started"
        if self._task.done():
            await self._task  # raises what ended it
        self._run.referee.registry.open_blocks.restore(*gathered)
        self._schedule.waiting += pairings
        if pairings:
            self._run.lobby.pair_soon()
        with suppress(TimeoutError):
            async with asyncio.timeout(_EXCHANGE_SECONDS):
                await self._changed.wait()
        self._changed.clear()
        ended, self._ended = self._ended, []
        events, self._events = self._events, []
        played = await asyncio.to_thread(self._with_replays, ended)
        states = self._run.bots.states()
        return WorkerEvents(played, events, states, self._failure, self._run.bots.read_logs())

    async def restart(self) -> None:
        """Restart the bots that have played, so that they may be given matches of the same set-ups."""
        assert self._run is not None, "it was started"
        await self._run.restart_bots()

    async def stop(self) -> Mapping[str, bytes]:
        """Stop the bots and leave nothing behind; what each has printed since it was last asked."""
        self._stopped.set()
        if self._task is not None:
            await self._task
        return self._last_logs

    async def _play(self, warning: "asyncio.Future[str]") -> None:
        # Not before `__init__`: gRPC reads the environment when it is imported.
        from bessemer.runner.cluster.archive import unpack  # noqa: PLC0415
        from bessemer.runner.ladder_run import ensure_ladder, ladder_run  # noqa: PLC0415

        with worker_folder() as folder:
            config = await asyncio.to_thread(unpack, self._config, folder)
            await asyncio.to_thread(ensure_ladder, config)
            async with ladder_run(
                config,
                lambda _ratings: self._schedule,
                on_match_ended=self._on_match_ended,
                on_event=self._on_event,
                reads_logs=False,
            ) as self._run:
                warning.set_result(config.sandbox_warning)
                await self._stopped.wait()
            self._last_logs = self._run.bots.read_logs()

    def _on_match_ended(self, pairing: Pairing, match: Match) -> None:
        self._ended.append((pairing, self._schedule.results.pop(pairing), match))
        self._changed.set()

    def _on_event(self, event: ProcessEvent) -> None:
        self._events.append(event)
        if event.kind is EventKind.DISABLED and not self._failure:
            self._failure = str(event)
            self._changed.set()

    def _with_replays(
        self, ended: list[tuple[Pairing, Result | None, Match]]
    ) -> list[WorkerResult]:
        assert self._run is not None, "it was started"
        store = self._run.referee.store
        played = []
        for pairing, result, match in ended:
            assert match.result is not None, "it is over"
            spec = match.spec
            players = tuple(seat.player for seat in match.seats)
            replay = store.replay(spec.match_id)
            refused = tuple(tuple(seat.refused) for seat in match.seats)
            late = tuple(tuple(map(str, seat.late)) for seat in match.seats)
            played.append(
                WorkerResult(
                    pairing,
                    result,
                    spec,
                    players,
                    match.started,
                    match.result,
                    replay,
                    refused,
                    late,
                    match.mix,
                    match.commitments,
                )
            )
        return played


@contextmanager
def worker_folder() -> Iterator[Path]:
    """A folder for all that a worker writes, its temporary files among them; gone at the end."""
    around = tempfile.gettempdir()
    with temporary_folder() as folder:
        tempfile.tempdir = str(folder)
        try:
            yield folder
        finally:
            tempfile.tempdir = around
