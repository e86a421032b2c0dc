"""
A ladder on a Ray cluster: `bessemer ladder run --cluster`.

Each worker is a referee with the bots beside it (`cluster_worker.py`). Whoever gave the command has
the schedule and the ladder's database, deals matches to the workers and writes down what comes
back. A worker that is gone has taken its unfinished matches with it, and they are dealt again: only
what was written down has been played, and each match is written down once.
"""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast

import ray
from rich.console import Console

from bessemer.ladder.live_ratings import LiveRatings
from bessemer.matches.match import Match
from bessemer.ratings.results import Result
from bessemer.runner.cluster.archive import recruit
from bessemer.runner.cluster.dispatcher import Dispatcher, InFlight, PackedBots
from bessemer.runner.cluster.failures import NodeFailures
from bessemer.runner.cluster.messages import (
    ClusterFailed,
    Played,
    WorkerConfig,
    WorkerEvents,
    WorkerHello,
)
from bessemer.runner.cluster.nodes import Node, connect, living_nodes, next_place, start_worker
from bessemer.runner.display import LadderDisplay
from bessemer.runner.ladder_run import LadderRun, LadderRunConfig
from bessemer.runner.plan import Plan
from bessemer.runner.sandbox.processes import State
from bessemer.runtime.version import __version__
from bessemer.storage.ladders import SqlLadderStore
from bessemer.storage.lock import lock_database
from bessemer.storage.store import SqlStore, open_store

_LOOK_SECONDS: Final = 1.0
"""How often the machines of the cluster are counted."""
_SILENCE_SECONDS: Final = 60.0
"""A worker that says nothing for so long is given up, although its machine may be up."""
_CLOSING_SECONDS: Final = 10.0


class ClusterOptions(NamedTuple):
    """What was asked for on the command line."""

    address: str
    workers: int | None


@dataclass(slots=True)
class _WorkerSlot:
    """A worker as the dealer sees it."""

    node: Node
    actor: Any
    hand: InFlight = field(default_factory=InFlight)
    states: list[State] = field(default_factory=list)


async def play_on_cluster(
    wish: ClusterOptions,
    setting: LadderRunConfig,
    plan: Plan,
    past: Sequence[Result],
    screen: LadderDisplay,
    stopped: asyncio.Event,
) -> bool:
    """
    Play until the plan is done or `stopped` is set; whether it is done.

    Raises:
        ClusterFailed: the cluster cannot be used so, or a machine of it cannot play.
        StoreError: the ladder's database cannot be used.
    """
    brief = WorkerConfig(
        __version__,
        sys.executable,
        setting.ladder,
        [recruit(one, setting.data) for one in setting.entrants],
        setting.fence.limits,
        setting.fence.readable,
        setting.concurrency,
    )
    database = setting.database or setting.data / "bessemer.sqlite3"
    with ExitStack() as stack:
        # Ray prints there what it thinks of a machine that is gone; the command prints results.
        stack.enter_context(redirect_stdout(StringIO()))
        stack.enter_context(lock_database(database, referee=setting.referee))
        store = open_store(database, referee=setting.referee)
        stack.callback(store.close)
        await connect(wish.address)
        stack.callback(ray.shutdown)
        run = _Run(wish, setting, plan, past, screen, store, stopped)
        try:
            await run.play(ray.put(brief))
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
        return run.dealer.is_done


class _Run:
    """One run: the workers, what they have, and what is written down."""

    def __init__(
        self,
        wish: ClusterOptions,
        setting: LadderRunConfig,
        plan: Plan,
        past: Sequence[Result],
        screen: LadderDisplay,
        store: SqlStore,
        over: asyncio.Event,
    ) -> None:
        self._wish = wish
        self._ladder = setting.ladder
        self._screen = screen
        self._store = store
        self._over = over
        self._book = LiveRatings(SqlLadderStore(store), setting.ladder.name, time.time)
        schedule = plan.schedule(
            lambda name: self._book.rating(name)[:2],
            past,
            authors_apart=setting.ladder.authors_apart,
        )
        bots = [PackedBots(one.name, one.author) for one in setting.entrants]
        self.dealer = Dispatcher(schedule, bots, setting.concurrency)
        self._posts: list[_WorkerSlot] = []
        self._troubles = NodeFailures(time.monotonic)
        self._dealt_anew = asyncio.Event()
        """Set, and replaced by another, whenever there may be something new to deal."""
        self._warnings: set[str] = set()
        self._console = Console(stderr=True, highlight=False)
        self._is_waiting_said = False

    async def play(self, brief: Any) -> None:  # noqa: ANN401 - a reference to a Brief
        """Play until it is over."""
        # The screen looks at the ratings and at the bots' processes, and at nothing else.
        seen = SimpleNamespace(crew=self, hall=SimpleNamespace(ratings=self._book))
        if self.dealer.is_done:
            return
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self._screen.show(cast("LadderRun", seen)))]
            while not self._over.is_set():
                nodes = await asyncio.to_thread(living_nodes)
                while (post := self._hire(nodes, brief)) is not None:
                    tasks.append(group.create_task(self._attend(post)))
                if not self._posts and not self._is_waiting_said:
                    self._is_waiting_said = True
                    self._say("no machine of the cluster can have a worker now: waiting for one")
                await asyncio.to_thread(self._read_book)
                self._wake()  # a ladder that was thawed goes on by itself
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._over.wait()
            for task in tasks:
                task.cancel()

    def states(self) -> list[State]:
        """How every bot is: as at the worker where it is worst off."""
        by_name: dict[str, State] = {}
        for post in self._posts:
            for state in post.states:
                known = by_name.get(state.name)
                if known is None or (bool(state.reason), state.restarts) > (
                    bool(known.reason),
                    known.restarts,
                ):
                    by_name[state.name] = state
        return list(by_name.values())

    # --------------------------------------------------------------------------------- workers

    def _hire(self, nodes: Sequence[Node], brief: Any) -> _WorkerSlot | None:  # noqa: ANN401
        """One more worker, where there is room and no trouble."""
        calm = [node for node in nodes if self._troubles.may_have_worker(node.node_id)]
        present = Counter(post.node.node_id for post in self._posts)
        node = next_place(calm, present, self._wish.workers)
        if node is None:
            return None
        post = _WorkerSlot(node, start_worker(node, brief, self._wish.workers))
        self._posts.append(post)
        return post

    async def _attend(self, post: _WorkerSlot) -> None:
        """Deal matches to a worker and write down what it has played, while it lives."""
        try:
            self._greet(post, await post.actor.begin.remote())
            while True:
                pairings = [] if self._book.ladder.is_frozen else self.dealer.deal(post.hand)
                if not post.hand.pairings:
                    await self._dealt_anew.wait()
                    continue
                async with asyncio.timeout(_SILENCE_SECONDS):
                    news = await post.actor.exchange.remote(pairings)
                await self._take(post, news)
        except (ray.exceptions.RayTaskError, _WorkerFailed) as error:
            self._failed(post, _last_line(error))
        except (ray.exceptions.RayError, TimeoutError) as error:
            if getattr(error, "actor_init_failed", False):
                self._failed(post, _last_line(error))
            else:
                self._lost(post)
        finally:
            await self._dismiss(post)

    def _greet(self, post: _WorkerSlot, greeting: WorkerHello) -> None:
        if greeting.version != __version__:
            raise _WorkerFailed(f"it has Bessemer {greeting.version}, this is {__version__}")
        self._say(f"the worker on {post.node.address} is ready")
        if greeting.warning and greeting.warning not in self._warnings:
            self._warnings.add(greeting.warning)
            self._say(greeting.warning)

    async def _take(self, post: _WorkerSlot, news: WorkerEvents) -> None:
        """Write down what a worker has played; only then has it been played."""
        post.states = news.states
        records = [record for played in news.played for record in played.records()]
        writing = asyncio.ensure_future(asyncio.to_thread(self._store.write, records))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await writing  # before the store is closed
            raise
        for played in news.played:
            self.dealer.played(post.hand, played.pairing, played.result)
            self._screen.played(played.pairing, _match(played))
            if played.result is not None and not played.ending.seat_faults:
                self._troubles.over(post.node.node_id)
        for event in news.events:
            self._screen.hear(event)
        if news.played:
            self._wake()
        if self.dealer.is_done:
            self._over.set()
        elif news.failure:
            raise _WorkerFailed(news.failure)

    def _failed(self, post: _WorkerSlot, reason: str) -> None:
        """A worker cannot play, by its own account."""
        what = f"the worker on {post.node.address} failed: {reason}"
        self._troubles.failed(post.node.node_id, what)
        self._say(what)

    def _lost(self, post: _WorkerSlot) -> None:
        """A worker is gone; its machine may be, too."""
        self._troubles.lost(post.node.node_id)
        count = len(post.hand.pairings)
        self._say(f"the worker on {post.node.address} is gone; {count} matches are dealt again")

    async def _dismiss(self, post: _WorkerSlot) -> None:
        """End a worker, and deal again what it had."""
        self._posts.remove(post)
        self.dealer.lost(post.hand)
        self._wake()
        with suppress(ray.exceptions.RayError, TimeoutError):
            async with asyncio.timeout(_CLOSING_SECONDS):
                await post.actor.close.remote()
        ray.kill(post.actor)

    # ------------------------------------------------------------------------------ bookkeeping

    def _read_book(self) -> None:
        """Look at what is new in the ladder's history. Blocking."""
        self._book.refresh()
        if self._book.ladder.season != self._ladder.season:
            raise ClusterFailed(f"a new season of {self._ladder.name} has begun: start again")

    def _wake(self) -> None:
        self._dealt_anew.set()
        self._dealt_anew = asyncio.Event()

    def _say(self, words: str) -> None:
        self._console.print(words, style="yellow", markup=False, soft_wrap=True)


class _WorkerFailed(Exception):
    """A worker cannot play; the message says why."""


def _match(played: Played) -> Match:
    """The match as the screen wants to see it."""
    match = Match(played.spec)
    match.result = played.ending
    return match


def _last_line(error: BaseException) -> str:
    """What a long report of Ray's comes down to."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__
