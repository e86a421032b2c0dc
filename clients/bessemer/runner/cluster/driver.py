"""
A ladder on a Ray cluster: `bessemer ladder run --cluster`.

Each worker is a referee with the bots beside it (`worker.py`). The driver, which runs where the
command was given, has the schedule and the ladder's database, assigns matches to the workers and
records what comes back. The unfinished matches of a worker that is lost are assigned again: only
what was recorded has been played, and each match is recorded once.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Final, TypeVar

import ray
from rich.console import Console

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.ladder.tournament.known_results import LostMatches
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.matches.records import BlockOver
from bessemer.matches.timing.processor_times import player_of
from bessemer.printable import printable
from bessemer.processes.bounded_log import BoundedLog
from bessemer.processes.process import ProcessState
from bessemer.processes.process_log import log_path
from bessemer.ratings.results import Result
from bessemer.replays.resign import resigned
from bessemer.replays.signatures import BadKey, SigningKey, signing_key
from bessemer.runner.bots.instances import bot_states
from bessemer.runner.cluster import nodes
from bessemer.runner.cluster.archive import pack
from bessemer.runner.cluster.dispatcher import Dispatcher, InFlight
from bessemer.runner.cluster.failures import NodeFailures
from bessemer.runner.cluster.gathered import GatheredSetups
from bessemer.runner.cluster.messages import (
    ClusterFailed,
    WorkerConfig,
    WorkerEvents,
    WorkerHello,
    WorkerResult,
)
from bessemer.runner.display import LadderDisplay
from bessemer.runner.ladder_run import tell_finished_blocks
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.limits import GENEROUS
from bessemer.runtime.version import __version__
from bessemer.storage.database.lock import lock_database
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store

T = TypeVar("T")

_POLL_SECONDS: Final = 1.0
"""Seconds between two counts of the machines of the cluster."""
_WORKER_TIMEOUT: Final = 60.0
"""A worker that does not answer for this long is given up, although its machine may be up."""
_STOP_SECONDS: Final = 10.0


@dataclass(slots=True)
class _WorkerSlot:
    """A worker as the driver sees it."""

    node: nodes.Node
    worker: nodes.RemoteWorker
    in_flight: InFlight = field(default_factory=InFlight)
    states: list[ProcessState] = field(default_factory=list)
    must_restart: bool = False
    """Whether its bots are to be restarted."""


async def play_on_cluster(
    address: str,
    workers: int | None,
    config: LadderRunConfig,
    plan: LadderPlan,
    past: Sequence[Result],
    display: LadderDisplay,
    stopped: asyncio.Event,
) -> bool:
    """
    Play until the plan is done or `stopped` is set; whether it is done.

    Raises:
        ClusterFailed: the cluster cannot be used so, or a machine of it cannot play.
        StoreError: the ladder's database cannot be used.
    """
    worker_config = WorkerConfig(
        sys.executable,
        config.ladder,
        [pack(bot, config.data) for bot in config.entrants],
        config.sandbox.limits,
        config.sandbox.readable,
        config.concurrency,
        config.thinkers,
        dict(config.instances),
        config.ponder,
    )
    key = _signing_key(config.data)
    with ExitStack() as stack:
        # Ray prints there what it thinks of a machine that is gone; the command prints results.
        stack.enter_context(redirect_stdout(StringIO()))
        stack.enter_context(lock_database(config.database))
        store = stack.enter_context(closing(open_store(config.database)))
        ratings = LiveRatings(SqlLadderStore(store), config.ladder.name)
        authors_apart = config.ladder.authors_apart
        schedule = plan.schedule(
            ratings.rating,
            past,
            authors_apart=authors_apart,
            limits=lambda: ratings.ladder.limits,
            on_round=display.on_round,
            lost=lambda: LostMatches(ratings.disqualified),
        )
        dispatcher = Dispatcher(schedule, config.entrants, config.concurrency, config.instances)
        tell_blocks = partial(
            tell_finished_blocks, SqlLadderStore(store), config.ladder.name, schedule
        )
        await asyncio.to_thread(tell_blocks)
        if dispatcher.is_done:
            return True
        await nodes.connect(address)
        stack.callback(ray.shutdown)
        config.logs.mkdir(parents=True, exist_ok=True)
        gathered = GatheredSetups(store.block_mixes(), store.spent_setups())
        run = ClusterRun(
            workers, dispatcher, gathered, ratings, store, key, display, stopped, config.logs
        )
        try:
            await run.play(ray.put(worker_config))
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        await asyncio.to_thread(tell_blocks)
        return dispatcher.is_done


@dataclass
class ClusterRun:
    """One run: starts workers, assigns matches to them and records their results."""

    workers: int | None
    """How many there should be; one per two CPUs if not given."""
    dispatcher: Dispatcher
    gathered: GatheredSetups
    ratings: LiveRatings
    """The ladder's, in the season that is played."""
    store: SqlStore
    """Where matches are recorded."""
    key: SigningKey
    """Signs their replays: a worker and its key are gone after the run."""
    display: LadderDisplay
    stopped: asyncio.Event
    """Ends the run when it is set, and is set when the run is done."""
    logs: Path
    """The folder for what the bots print, a file for each bot and machine."""
    _log_files: dict[str, BoundedLog] = field(default_factory=dict)
    _slots: list[_WorkerSlot] = field(default_factory=list)
    _failures: NodeFailures = field(default_factory=partial(NodeFailures, time.monotonic))
    _may_assign: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and replaced by another, whenever there may be something new to assign."""
    _warnings: set[str] = field(default_factory=set)
    _has_warned_of_waiting = False
    _is_restarting = False

    def __post_init__(self) -> None:
        self._season = self.ratings.ladder.season
        self._console = Console(stderr=True, highlight=False)

    async def play(self, config: "ray.ObjectRef[WorkerConfig]") -> None:
        """Play until it is over."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.display.show(self.states, self.ratings.rating))]
            while not self.stopped.is_set():
                there = await asyncio.to_thread(nodes.living_nodes)
                while (slot := self._start_worker(there, config)) is not None:
                    tasks.append(group.create_task(self._drive(slot)))
                if not self._slots and not self._has_warned_of_waiting:
                    self._has_warned_of_waiting = True
                    self._print("waiting: no machine of the cluster has room for a worker now")
                await asyncio.to_thread(self._refresh_ratings)
                self._wake_drivers()  # a ladder that was unfrozen continues by itself
                with suppress(TimeoutError):
                    async with asyncio.timeout(_POLL_SECONDS):
                        await self.stopped.wait()
            for task in tasks:
                task.cancel()

    def states(self) -> list[ProcessState]:
        """How every bot is doing: as at the worker where it is worst off."""
        return bot_states(state for slot in self._slots for state in slot.states)

    def _start_worker(
        self, there: Sequence[nodes.Node], config: "ray.ObjectRef[WorkerConfig]"
    ) -> _WorkerSlot | None:
        """One more worker, where there is room and nothing failed just now."""
        usable = [node for node in there if self._failures.may_have_worker(node.node_id)]
        present = Counter(slot.node.node_id for slot in self._slots)
        node = nodes.next_node(usable, present, self.workers)
        if node is None:
            return None
        slot = _WorkerSlot(node, nodes.start_worker(node, config, self.workers))
        self._slots.append(slot)
        return slot

    async def _drive(self, slot: _WorkerSlot) -> None:
        """Assign matches to a worker and record what it has played, while it lives."""
        try:
            self._on_hello(slot, await slot.worker.start.remote())
            while True:
                if slot.must_restart:
                    await self._restart(slot)
                is_waiting = self._is_restarting or self.ratings.ladder.is_frozen
                pairings = [] if is_waiting else self.dispatcher.assign(slot.in_flight)
                if not slot.in_flight.pairings:
                    if not is_waiting and self.dispatcher.needs_restart:
                        self._restart_all()
                    else:
                        await self._may_assign.wait()
                    continue
                async with asyncio.timeout(_WORKER_TIMEOUT):
                    gathered = self.gathered.known_for(pairings)
                    events = await slot.worker.exchange.remote(pairings, gathered)
                await self._record(slot, events)
        except (ray.exceptions.RayTaskError, _WorkerFailed) as error:
            self._on_failure(slot, _last_line(error))
        except (ray.exceptions.RayError, TimeoutError) as error:
            if getattr(error, "actor_init_failed", False):
                self._on_failure(slot, _last_line(error))
            else:
                self._on_lost(slot)
        finally:
            await self._discard(slot)

    def _restart_all(self) -> None:
        """Have the bots of all workers restarted; until then nothing is assigned."""
        self._is_restarting = True
        for slot in self._slots:
            slot.must_restart = True
        self._wake_drivers()

    async def _restart(self, slot: _WorkerSlot) -> None:
        async with asyncio.timeout(_WORKER_TIMEOUT):
            await slot.worker.restart.remote()
        slot.must_restart = False
        self._notice_restarted()

    def _notice_restarted(self) -> None:
        """Assign matches again once no worker has bots of before."""
        if self._is_restarting and not any(slot.must_restart for slot in self._slots):
            self._is_restarting = False
            self.dispatcher.restarted()
            self._wake_drivers()

    def _on_hello(self, slot: _WorkerSlot, hello: WorkerHello) -> None:
        if hello.version != __version__:
            raise _WorkerFailed(
                f"it has Bessemer {hello.version} and this machine {__version__}: "
                "install the same version on both"
            )
        self._print(f"the worker on {slot.node.address} is ready")
        if hello.warning and hello.warning not in self._warnings:
            self._warnings.add(hello.warning)
            self._print(hello.warning)

    async def _record(self, slot: _WorkerSlot, events: WorkerEvents) -> None:
        """Record what a worker has played; only then has it been played."""
        slot.states = events.states
        await _unhurried(self._write, events.played)
        for played in events.played:
            self.gathered.add(played)
            self.dispatcher.on_match_ended(slot.in_flight, played.pairing, played.result)
            self.display.on_match_ended(played.pairing, played.match_result)
            answers = zip(played.spec.players, played.refused, played.late, strict=True)
            for name, refused, late in answers:
                self.display.failures.on_refused(name, refused)
                self.display.failures.on_late(name, late)
            if played.result is not None and not played.match_result.seat_faults:
                self._failures.on_good_match(slot.node.node_id)
        over = {
            BlockOver(block)
            for played in events.played
            if (block := played.spec.shared_setup) and self.dispatcher.is_over(block.name)
        }
        for one in over:
            self.gathered.close(one.block)
        await _unhurried(self.store.write, list(over))
        for event in events.events:
            self.display.on_event(event)
        self._bring_home(slot, events.logs)
        if events.played:
            self._wake_drivers()
        if self.dispatcher.is_done:
            self.stopped.set()
        elif events.failure:
            raise _WorkerFailed(events.failure)

    def _write(self, matches: Sequence[WorkerResult]) -> None:
        """Keep matches, with replays that are signed by the ladder's own key. Blocking."""
        signed = (
            played._replace(replay=played.replay and resigned(played.replay, self.key))
            for played in matches
        )
        self.store.write([record for played in signed for record in played.records()])

    def _on_failure(self, slot: _WorkerSlot, reason: str) -> None:
        """A worker reports that it cannot play."""
        text = f"the worker on {slot.node.address} failed: {reason}"
        self._failures.on_failure(slot.node.node_id, text)
        self._print(text)

    def _on_lost(self, slot: _WorkerSlot) -> None:
        """A worker has vanished; its machine may have, too."""
        self._failures.on_lost(slot.node.node_id)
        count = len(slot.in_flight.pairings)
        self._print(f"lost the worker on {slot.node.address}; its {count} matches are played again")

    async def _discard(self, slot: _WorkerSlot) -> None:
        """Stop a worker, and assign its unfinished matches again."""
        self._slots.remove(slot)
        self.dispatcher.on_worker_lost(slot.in_flight)
        self._notice_restarted()
        self._wake_drivers()
        with suppress(ray.exceptions.RayError, TimeoutError):
            async with asyncio.timeout(_STOP_SECONDS):
                self._bring_home(slot, await slot.worker.stop.remote())
        ray.kill(slot.worker)

    def _bring_home(self, slot: _WorkerSlot, logs: Mapping[str, bytes]) -> None:
        """Keep what the bots have printed at a worker, and count the failures in it."""
        for name, output in logs.items():
            self.display.failures.on_output(player_of(name), output, f"{id(slot)} {name}")
            path = str(log_path(self.logs, f"{name} on {slot.node.address}"))
            with suppress(OSError):  # a full disk ends no ladder
                if path not in self._log_files:
                    size = GENEROUS.log * 1024
                    self._log_files[path] = BoundedLog(path, size, time.monotonic())
                self._log_files[path].write(output)

    def _refresh_ratings(self) -> None:
        """Read what is new in the ladder's history. Blocking."""
        self.ratings.refresh()
        ladder = self.ratings.ladder
        if ladder.season != self._season:
            raise ClusterFailed(
                f"season {ladder.season} of {ladder.name} has begun: run the same command again"
            )

    def _wake_drivers(self) -> None:
        self._may_assign.set()
        self._may_assign = asyncio.Event()

    def _print(self, text: str) -> None:
        self._console.print(printable(text), style="yellow", markup=False, soft_wrap=True)


class _WorkerFailed(Exception):
    """A worker cannot play; the message says why."""


async def _unhurried(write: Callable[[T], None], what: T) -> None:
    """Write something in a thread, to the end: the store is not closed before."""
    writing = asyncio.ensure_future(asyncio.to_thread(write, what))
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        await writing
        raise


def _last_line(error: BaseException) -> str:
    """The gist of Ray's long report."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def _signing_key(folder: Path) -> SigningKey:
    try:
        return signing_key(folder)
    except (BadKey, OSError) as error:
        raise ClusterFailed(f"replays cannot be signed: {error}") from None
