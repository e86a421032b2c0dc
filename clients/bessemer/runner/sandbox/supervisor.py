"""
The crew: the processes of all bots of a ladder, kept alive from match to match.

Who dies is started again, after a pause that grows. Who cannot live is disabled with a reason that
its author can work with, and tried again later. When the crew is stopped nobody is left.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

from bessemer.runner.sandbox.process_log import last_lines, log_of
from bessemer.runner.sandbox.processes import (
    EventKind,
    ProcessEvent,
    ProcessSpec,
    RestartPolicy,
    State,
    Status,
)
from bessemer.runner.sandbox.sandbox import CannotStart, ExitStatus, Program

_WRONG_USAGE: Final = 2
"""The exit code by which programs say that their command line makes no sense."""
DEFAULT_HABITS: Final = RestartPolicy()


class Running(Protocol):
    """A process; `Fenced` is one."""

    async def wait(self) -> ExitStatus:
        """Return when it has ended."""

    def ask_to_end(self) -> None: ...

    async def stop(self) -> ExitStatus: ...


class Starter(Protocol):
    """What starts processes; `Fence` does."""

    async def start(self, program: Program, log: Path) -> Running: ...


class Clock(Protocol):
    """The time; tests have one of their own."""

    def now(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class WallClock:
    """The time as it goes by."""

    def now(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class SupervisedProcess:
    """A member and what became of it so far."""

    def __init__(self, member: ProcessSpec, log: Path, now: float) -> None:
        self.member = member
        self.log = log
        self.status = Status.WAITING
        self.is_active = False
        """Whether it is being started, runs, or is being ended."""
        self.running: Running | None = None
        self.since = now
        """When it was started, or when it will be."""
        self.starts = 0
        self.deaths = 0
        """In a row, without a good life."""
        self.reason = ""
        self.verdict: tuple[str, float] | None = None
        """Why the caller does not want it, and for how long: it is being ended."""


class Supervisor:
    """
    Keeps the processes of its members alive while it is entered: `async with Crew(...) as crew`.

    Args:
        members: the bots; each name once.
        fence: starts them.
        logs: the folder for what they print, a file `NAME.log` for each.
        hear: is told all that happens, as it happens.
        habits: how often and how soon they are started again.
        clock: the time.
    """

    def __init__(
        self,
        members: Sequence[ProcessSpec],
        fence: Starter,
        logs: Path,
        *,
        hear: Callable[[ProcessEvent], None] = lambda _: None,
        habits: RestartPolicy = DEFAULT_HABITS,
        clock: Clock | None = None,
    ) -> None:
        self._fence = fence
        self._hear = hear
        self._habits = habits
        self._clock = WallClock() if clock is None else clock
        self._posts = {
            member.name: SupervisedProcess(member, log_of(logs, member.name), self._clock.now())
            for member in members
        }
        self._starting = asyncio.Lock()
        self._group = asyncio.TaskGroup()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        self._tasks = [self._group.create_task(self._keep(post)) for post in self._posts.values()]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()
        # The group interrupts the body when a task of ours fails, and wants to hear of that; an
        # error of the body's own is none of its business.
        is_interrupted = isinstance(error, asyncio.CancelledError)
        about = (kind, error, traceback) if is_interrupted else (None, None, None)
        await self._group.__aexit__(*about)

    def states(self) -> list[State]:
        """How everyone is, in the order of the members."""
        now = self._clock.now()
        return [
            State(
                post.member.name,
                post.status,
                now - post.since if post.status is Status.RUNNING else max(0.0, post.since - now),
                max(0, post.starts - 1),
                post.reason,
            )
            for post in self._posts.values()
        ]

    def disable(self, name: str, reason: str, seconds: float | None = None) -> None:
        """
        End a member's process, and do not start it again for a while.

        Args:
            name: the member.
            reason: a sentence for the table and the log.
            seconds: how long; as the habits have it if not given.

        Raises:
            KeyError: there is no such member.
        """
        post = self._posts[name]
        post.verdict = reason, self._habits.disabled if seconds is None else seconds
        if not post.is_active:
            self._carry_out(post)
        elif post.running is not None:
            post.running.ask_to_end()

    async def stop(self) -> None:
        """End everyone: SIGTERM, after the fence's grace SIGKILL; nobody is left."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for post in self._posts.values():
            post.status, post.since = Status.STOPPED, self._clock.now()

    async def _keep(self, post: SupervisedProcess) -> None:
        """One life after the other."""
        while True:
            # The start may be put off while we wait for it.
            while (left := post.since - self._clock.now()) > 0:
                await self._clock.sleep(left)
            try:
                await self._live(post)
            except (CannotStart, OSError) as error:
                self._disable(post, f"it cannot be started: {error}", self._habits.disabled)

    async def _live(self, post: SupervisedProcess) -> None:
        """One life, from start to end."""
        running = None
        try:
            async with self._starting:
                if post.since > self._clock.now():
                    return  # put off while others were started
                post.is_active = True
                running = await self._fence.start(post.member.program, post.log)
                self._welcome(post, running)
                await self._clock.sleep(self._habits.between_starts)
            ending = await running.wait()
        except asyncio.CancelledError:
            if running is not None:
                await running.stop()
            raise
        self._bury(post, ending)

    def _welcome(self, post: SupervisedProcess, running: Running) -> None:
        """Its process has been started."""
        is_back = post.status is Status.DISABLED
        post.running, post.status, post.since = running, Status.RUNNING, self._clock.now()
        post.starts += 1
        self._tell(post, EventKind.BACK if is_back else EventKind.STARTED)
        if post.verdict is not None:
            running.ask_to_end()

    def _bury(self, post: SupervisedProcess, ending: ExitStatus) -> None:
        """Its process has ended: what now?"""
        habits, now = self._habits, self._clock.now()
        has_lived_well = now - post.since >= habits.good_life
        post.running, post.is_active = None, False
        post.deaths = 0 if has_lived_well else post.deaths + 1
        post.reason = f"{ending.words}; {last_lines(post.log)}"
        if post.verdict is not None:
            self._carry_out(post)
            return
        if ending.code == _WRONG_USAGE and not has_lived_well:
            wrong = f"it does not understand its command line: {post.reason}"
            self._disable(post, wrong, habits.disabled)
            return
        if post.deaths >= habits.most_deaths:
            often = f"it died {post.deaths} times within {habits.good_life:g} s: {post.reason}"
            self._disable(post, often, habits.disabled)
            return
        post.status, post.since = Status.WAITING, now + habits.pause(post.deaths)
        self._tell(post, EventKind.DIED)

    def _carry_out(self, post: SupervisedProcess) -> None:
        assert post.verdict is not None
        reason, seconds = post.verdict
        self._disable(post, reason, seconds)

    def _disable(self, post: SupervisedProcess, reason: str, seconds: float) -> None:
        post.status, post.since = Status.DISABLED, self._clock.now() + seconds
        post.is_active, post.deaths, post.verdict = False, 0, None
        post.reason = reason
        self._tell(post, EventKind.DISABLED)

    def _tell(self, post: SupervisedProcess, news: EventKind) -> None:
        has_reason = news in {EventKind.DIED, EventKind.DISABLED}
        self._hear(ProcessEvent(post.member.name, news, post.reason if has_reason else ""))
