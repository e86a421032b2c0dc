"""
The supervisor: keeps processes running, such as all bots of a ladder from match to match.

A process that exits is restarted after a delay that grows. One that keeps failing is disabled, with
a reason that its author can work with, and tried again later. When the supervisor is stopped no
process is left.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

from bessemer.processes.process import (
    CannotStart,
    EventKind,
    ExitStatus,
    ProcessEvent,
    ProcessSpec,
    ProcessState,
    ProcessStatus,
)
from bessemer.processes.process_log import last_lines, log_path
from bessemer.processes.processor_times import BotProcesses
from bessemer.processes.restart_policy import RestartPolicy

_WRONG_USAGE: Final = 2
"""The exit code by which programs say that their command line makes no sense."""
DEFAULT_POLICY: Final = RestartPolicy()


class RunningProcess(Protocol):
    """A process: `SandboxedProcess` behind walls, `ChildProcess` without."""

    @property
    def process_id(self) -> int:
        """The process from which all of it descends."""

    @property
    def usage_file(self) -> str | None:
        """Where the kernel says what its control group has used; `None` if it has none."""

    async def wait(self) -> ExitStatus:
        """Return when it has ended."""

    def pause(self, *, is_paused: bool) -> None:
        """Pause all of it, or let it continue."""

    def terminate(self) -> None:
        """Ask it to end, without waiting for that."""

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that."""


class ProcessStarter(Protocol):
    """Starts processes: `Sandbox` behind walls, `ChildProcesses` without."""

    async def start(self, spec: ProcessSpec, log: Path) -> RunningProcess:
        """
        Start a process; what it prints goes to `log`.

        Raises:
            CannotStart: it cannot be started.
        """


@dataclass(slots=True)
class SupervisedProcess:
    """A process and what became of it so far."""

    spec: ProcessSpec
    log: Path
    since: float
    """When it was started, or when it will be."""
    status: ProcessStatus = ProcessStatus.WAITING
    is_active: bool = False
    """Whether it is being started, runs, or is being ended."""
    running: RunningProcess | None = None
    starts: int = 0
    failures: int = 0
    """In a row: exits before the policy's `min_uptime`."""
    has_run: bool = False
    """Whether it was ever up for the policy's `min_uptime`."""
    exit: str = ""
    """How it ended the last time."""
    reason: str = ""
    disable_request: str | None = None
    """Why the caller does not want it: it is being ended."""
    is_restarting: bool = False
    """Whether the caller wants it to be started afresh: it is being ended, which is no failure."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it has ended."""


class Supervisor:
    """
    Keeps processes running while it is entered: `async with Supervisor(...) as supervisor`.

    A file `NAME.log` in the folder `logs` has what each prints. `on_event` is called with all that
    happens, as it happens; what it raises ends the body. `processes` hears which processes run.
    """

    def __init__(
        self,
        specs: Sequence[ProcessSpec],
        starter: ProcessStarter,
        logs: Path,
        *,
        on_event: Callable[[ProcessEvent], None] = lambda _: None,
        processes: BotProcesses | None = None,
        policy: RestartPolicy = DEFAULT_POLICY,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._starter = starter
        self._on_event = on_event
        self._known = processes or BotProcesses()
        self._policy = policy
        self._now, self._sleep = now, sleep
        self._logs = logs
        self._specs = specs
        self._processes: dict[str, SupervisedProcess] = {}
        self._starting = asyncio.Lock()
        self._group = asyncio.TaskGroup()
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        for spec in self._specs:
            self.add(spec)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.stop()
        # The group interrupts the body when a task of ours fails, and must see that interruption;
        # an error of the body's own is none of its business.
        is_interrupted = isinstance(error, asyncio.CancelledError)
        about = (kind, error, traceback) if is_interrupted else (None, None, None)
        await self._group.__aexit__(*about)

    def add(self, spec: ProcessSpec) -> None:
        """Keep one more process running, whose name no other has."""
        assert spec.name not in self._processes, f"there are two {spec.name}"
        process = SupervisedProcess(spec, log_path(self._logs, spec.name), self._now())
        self._processes[spec.name] = process
        self._tasks[spec.name] = self._group.create_task(self._supervise(process))

    async def remove(self, name: str) -> None:
        """End a process and forget it; there may be none of this name."""
        if (task := self._tasks.pop(name, None)) is None:
            return
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        self._known.ended(name)
        del self._processes[name]

    def states(self) -> list[ProcessState]:
        """How every process is doing, in the order in which they were added."""
        now = self._now()
        return [
            ProcessState(
                process.spec.name,
                process.status,
                now - process.since
                if process.status is ProcessStatus.RUNNING
                else max(0.0, process.since - now),
                max(0, process.starts - 1),
                process.reason,
            )
            for process in self._processes.values()
        ]

    def disable(self, name: str, reason: str) -> None:
        """
        End a process, for a reason that is a sentence for people, and do not start it for a while.

        Raises:
            KeyError: there is no such process.
        """
        process = self._processes[name]
        process.disable_request = reason
        if not process.is_active:
            self._disable(process, reason)
        elif process.running is not None:
            process.running.terminate()

    @asynccontextmanager
    async def restarted(self, names: Collection[str]) -> AsyncIterator[None]:
        """End processes; while the body runs nothing is started, and then they are started afresh."""
        async with self._starting:
            ending = [self._processes[name] for name in names]
            ending = [process for process in ending if process.running is not None]
            for process in ending:
                process.is_restarting = True
                if process.running is not None:
                    process.running.terminate()
            for process in ending:
                await process.ended.wait()
            yield

    async def stop(self) -> None:
        """End all processes: SIGTERM, and SIGKILL after the grace period; none is left."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for process in self._processes.values():
            process.status, process.since = ProcessStatus.STOPPED, self._now()

    async def _supervise(self, process: SupervisedProcess) -> None:
        """Start a process again and again."""
        while process.status is not ProcessStatus.STOPPED:
            # The start may be put off while we wait for it.
            while (left := process.since - self._now()) > 0:
                await self._sleep(left)
            try:
                await self._run_once(process)
            except (CannotStart, OSError) as error:
                self._disable(process, f"it cannot be started: {error}")

    async def _run_once(self, process: SupervisedProcess) -> None:
        """Start a process and wait for its end."""
        running = None
        try:
            async with self._starting:
                if process.since > self._now():
                    return  # put off while others were started
                process.is_active = True
                running = await self._starter.start(process.spec, process.log)
                # After a restart of all nobody plays who would have to wait for this one.
                interval = 0.0 if process.is_restarting else self._policy.start_interval
                self._on_start(process, running)
                await self._sleep(interval)
            status = await running.wait()
        except asyncio.CancelledError:
            if running is not None:
                await running.stop()
            raise
        self._on_exit(process, status)

    def _on_start(self, process: SupervisedProcess, running: RunningProcess) -> None:
        was_disabled = process.status is ProcessStatus.DISABLED
        process.running, process.since = running, self._now()
        process.status = ProcessStatus.RUNNING
        process.starts += not process.is_restarting
        process.is_restarting = False
        process.ended.clear()
        self._known.started(
            process.spec.name,
            running.process_id,
            pause=running.pause,
            usage_file=running.usage_file,
        )
        self._notify(process, EventKind.ENABLED if was_disabled else EventKind.STARTED)
        if process.disable_request is not None:
            running.terminate()

    def _on_exit(self, process: SupervisedProcess, status: ExitStatus) -> None:
        policy, now = self._policy, self._now()
        has_failed = now - process.since < policy.min_uptime and not process.is_restarting
        process.running, process.is_active = None, False
        process.ended.set()
        self._known.ended(process.spec.name, is_restarting=process.is_restarting)
        process.failures = process.failures + 1 if has_failed else 0
        process.has_run = process.has_run or not has_failed
        is_wanted = process.is_restarting or process.disable_request is not None
        process.exit = "" if is_wanted else status.description
        process.reason = f"it {status.description}; {last_lines(process.log)}"
        if process.disable_request is not None:
            self._disable(process, process.disable_request)
        elif process.is_restarting:
            process.status, process.since, process.reason = ProcessStatus.WAITING, now, ""
        elif status.code == 0 and not policy.restart_on_success:
            process.status = ProcessStatus.STOPPED
            self._notify(process, EventKind.FINISHED)
        elif status.code == _WRONG_USAGE and has_failed:
            self._disable(process, f"it rejects its command line: {process.reason}")
        elif process.failures >= (
            policy.max_failures
            if process.has_run
            else min(policy.max_failures, policy.max_first_failures)
        ):
            reason = (
                f"it keeps failing ({process.failures} times within {policy.min_uptime:g} s of its "
                f"start): {process.reason}"
            )
            self._disable(process, reason)
        else:
            process.status = ProcessStatus.WAITING
            process.since = now + policy.delay(process.failures)
            self._notify(process, EventKind.EXITED)

    def _disable(self, process: SupervisedProcess, reason: str) -> None:
        process.status = ProcessStatus.DISABLED
        process.since = self._now() + self._policy.disabled_for
        process.is_active, process.failures, process.disable_request = False, 0, None
        process.is_restarting = False
        process.reason = reason
        self._notify(process, EventKind.DISABLED)

    def _notify(self, process: SupervisedProcess, kind: EventKind) -> None:
        reason = process.reason if kind in (EventKind.EXITED, EventKind.DISABLED) else ""
        how, process.exit = process.exit, ""
        self._on_event(ProcessEvent(process.spec.name, kind, reason, how))
