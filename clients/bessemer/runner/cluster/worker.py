"""A worker of a cluster: a referee of its own with the bots beside it, as a Ray actor."""

import asyncio
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bessemer.ladder.schedule import Availability, Pairing
from bessemer.matches.match import Match
from bessemer.ratings.results import Result
from bessemer.runner.cluster.folder import own_folder
from bessemer.runner.cluster.messages import Played, WorkerConfig, WorkerEvents, WorkerHello
from bessemer.runner.sandbox.processes import EventKind as Kind
from bessemer.runner.sandbox.processes import ProcessEvent
from bessemer.runtime.version import __version__

if TYPE_CHECKING:
    from bessemer.runner.ladder_run import LadderRun

_PATIENCE: Final = 0.5
"""Seconds after which it answers although nothing happened."""


class AssignedSchedule:
    """The `Schedule` of a worker: the matches that it was given, the first that can be played first."""

    is_done = False

    def __init__(self) -> None:
        self.waiting: list[Pairing] = []
        self.results: dict[Pairing, Result | None] = {}
        """Of those that have just ended."""

    def next_pairing(self, available: Iterable[Availability]) -> Pairing | None:
        """See `Schedule`."""
        free = {offer.name: offer.free for offer in available}
        for at, pairing in enumerate(self.waiting):
            if all(free.get(name, 0) >= pairing.seating.count(name) for name in pairing.seating):
                return self.waiting.pop(at)
        return None

    def played(self, pairing: Pairing, result: Result | None) -> None:
        """Whether it is played again is not decided here."""
        self.results[pairing] = result


class Worker:
    """Plays the matches that it is given, several at once. Everything it has goes with it."""

    def __init__(self, brief: WorkerConfig) -> None:
        # Its children never use our gRPC; without this it says so at every start of one.
        os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")
        self._brief = brief
        self._dealt = AssignedSchedule()
        self._over: list[tuple[Pairing, Result | None, Match]] = []
        self._events: list[ProcessEvent] = []
        self._failure = ""
        self._changed = asyncio.Event()
        self._closed = asyncio.Event()
        self._home: LadderRun | None = None
        self._life: asyncio.Task[None] | None = None

    async def begin(self) -> WorkerHello:
        """Open the house."""
        opened: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._life = asyncio.create_task(self._live(opened))
        await asyncio.wait((opened, self._life), return_when=asyncio.FIRST_COMPLETED)
        if not opened.done():
            await self._life  # raises what went wrong
        return WorkerHello(__version__, await opened)

    async def exchange(self, pairings: Sequence[Pairing]) -> WorkerEvents:
        """Take new matches, and give back those that have ended, as soon as one has."""
        assert self._home is not None, "it was begun"
        assert self._life is not None, "it was begun"
        if self._life.done():
            await self._life  # raises what ended it
        self._dealt.waiting += pairings
        if pairings:
            self._home.hall.pair_soon()
        with suppress(TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                await self._changed.wait()
        self._changed.clear()
        over, self._over = self._over, []
        events, self._events = self._events, []
        played = await asyncio.to_thread(self._with_replays, over)
        return WorkerEvents(played, events, self._home.crew.states(), self._failure)

    async def close(self) -> None:
        """End the bots and leave nothing behind."""
        self._closed.set()
        if self._life is not None:
            await self._life

    async def _live(self, opened: "asyncio.Future[str]") -> None:
        # Not before `__init__`: gRPC reads the environment when it is imported.
        from bessemer.runner.cluster.archive import settle  # noqa: PLC0415
        from bessemer.runner.ladder_run import ensure_ladder, ladder_run  # noqa: PLC0415

        with own_folder() as folder:
            setting = await asyncio.to_thread(settle, self._brief, folder)
            await asyncio.to_thread(ensure_ladder, setting)
            async with ladder_run(
                setting, lambda *_: self._dealt, played=self._note, hear=self._hear
            ) as self._home:
                opened.set_result(setting.fence.warning)
                await self._closed.wait()

    def _note(self, pairing: Pairing, match: Match) -> None:
        self._over.append((pairing, self._dealt.results.pop(pairing), match))
        self._changed.set()

    def _hear(self, event: ProcessEvent) -> None:
        self._events.append(event)
        if event.news is Kind.DISABLED and not self._failure:
            self._failure = f"{event.name} cannot play there: {event.reason}"
            self._changed.set()

    def _with_replays(self, over: list[tuple[Pairing, Result | None, Match]]) -> list[Played]:
        assert self._home is not None, "it was begun"
        store = self._home.referee.store
        played = []
        for pairing, result, match in over:
            assert match.result is not None, "it is over"
            spec = match.spec
            players = tuple(place.player for place in match.seats)
            replay = store.replay(spec.match_id)
            played.append(
                Played(pairing, result, spec, players, match.started, match.result, replay)
            )
        return played
