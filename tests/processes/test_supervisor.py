"""The supervisor: failed processes are restarted or disabled, and in the end none is left."""

import asyncio
import heapq
import sys
from pathlib import Path

import pytest

from bessemer.processes.bounded_log import OLDER
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
from bessemer.processes.restart_policy import RestartPolicy
from bessemer.processes.supervisor import DEFAULT_POLICY, Supervisor
from bessemer.runner.sandbox.limits import ResourceLimits
from tests.runner.sandbox.listener import PATIENCE, listening
from tests.runner.sandbox.sandboxes import FOLDER, KINDS, bad_bot, sandbox_of

CRASH = ExitStatus(1, "exited with code 1")
TERMINATED = ExitStatus(143, "was killed by SIGTERM")


class FakeClock:
    """A clock that moves only when the test moves it."""

    def __init__(self) -> None:
        self._now = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        sleeper = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (self._now + seconds, self._count, sleeper))
        await sleeper

    async def pass_by(self, seconds: float) -> None:
        """Let time pass, and everyone wake up when it is time."""
        until = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= until:
            self._now, _, sleeper = heapq.heappop(self._sleepers)
            if not sleeper.done():
                sleeper.set_result(None)
            await settle()
        self._now = until


async def settle() -> None:
    """Let all tasks do what they can without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


class FakeProcess:
    """A process that exits when the test wants it to."""

    def __init__(self) -> None:
        self._end: asyncio.Future[ExitStatus] = asyncio.get_running_loop().create_future()

    @property
    def process_id(self) -> int:
        return 2**22 + 1  # above all that there can be

    @property
    def usage_file(self) -> None:
        return None

    @property
    def is_alive(self) -> bool:
        return not self._end.done()

    async def wait(self) -> ExitStatus:
        return await asyncio.shield(self._end)

    def pause(self, *, is_paused: bool) -> None:  # noqa: ARG002 - never called
        raise AssertionError("nothing is known of what it uses")

    def terminate(self) -> None:
        self.exit(TERMINATED)

    async def stop(self) -> ExitStatus:
        self.terminate()
        return await self.wait()

    def exit(self, status: ExitStatus = CRASH) -> None:
        """Its end."""
        if self.is_alive:
            self._end.set_result(status)


class FakeStarter:
    """Starts processes that are none."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.started: list[tuple[float, str]] = []
        self.processes: list[FakeProcess] = []
        self.refusal: str | None = None

    async def start(self, spec: ProcessSpec, log: Path) -> FakeProcess:  # noqa: ARG002 - a starter's
        if self.refusal is not None:
            raise CannotStart(self.refusal)
        await asyncio.sleep(0)
        self.started.append((self._clock.now(), log.stem))
        self.processes.append(FakeProcess())
        return self.processes[-1]


class Scene:
    """A supervisor with a clock and a starter that the test controls."""

    def __init__(self, folder: Path, *names: str, policy: RestartPolicy = DEFAULT_POLICY) -> None:
        self.clock = FakeClock()
        self.starter = FakeStarter(self.clock)
        self.events: list[ProcessEvent] = []
        specs = [ProcessSpec(name, (name,), {}) for name in names]
        self.supervisor = Supervisor(
            specs,
            self.starter,
            folder,
            on_event=self.events.append,
            policy=policy,
            now=self.clock.now,
            sleep=self.clock.sleep,
        )

    @property
    def kinds(self) -> list[EventKind]:
        """What happened, in a word each."""
        return [event.kind for event in self.events]

    def state(self) -> ProcessState:
        """Of the first."""
        return self.supervisor.states()[0]

    async def exit(self, status: ExitStatus = CRASH) -> None:
        """The process started last exits."""
        self.starter.processes[-1].exit(status)
        await settle()


@pytest.mark.asyncio
async def test_all_are_started_one_after_the_other(tmp_path: Path) -> None:
    """
    Between two starts there is a pause.
    """
    scene = Scene(tmp_path, "a", "b", "c")
    async with scene.supervisor:
        await scene.clock.pass_by(1)

        assert [(0.0, "a"), (0.2, "b"), (0.4, "c")] == scene.starter.started
        assert [ProcessStatus.RUNNING] * 3 == [state.status for state in scene.supervisor.states()]
        assert [1.0, 0.8, 0.6] == [state.seconds for state in scene.supervisor.states()]


@pytest.mark.asyncio
async def test_delays_grow_until_the_bot_is_disabled(tmp_path: Path) -> None:
    """
    A bot that keeps failing is restarted after delays that double, then not for five minutes.
    """
    scene = Scene(tmp_path, "a", policy=RestartPolicy(max_first_failures=8))
    (tmp_path / "a.log").write_text("one\nKeyError: 'iron'\n", encoding="utf-8")
    async with scene.supervisor:
        delays = []
        for _ in range(7):
            await scene.clock.pass_by(1)
            await scene.exit()
            delays.append(scene.state().seconds)
            await scene.clock.pass_by(delays[-1])
        await scene.clock.pass_by(1)
        await scene.exit()

        assert [0.5, 1, 2, 4, 8, 16, 30] == delays
        assert [EventKind.STARTED, EventKind.EXITED] * 7 + [
            EventKind.STARTED,
            EventKind.DISABLED,
        ] == scene.kinds
        assert (
            ProcessState(
                "a",
                ProcessStatus.DISABLED,
                300.0,
                7,
                "it keeps failing (8 times within 10 s of its start): it exited with code 1; "
                "its log ends: one / KeyError: 'iron'",
            )
            == scene.state()
        )

        await scene.clock.pass_by(300)

        assert (EventKind.ENABLED, ProcessStatus.RUNNING) == (scene.kinds[-1], scene.state().status)


@pytest.mark.asyncio
async def test_a_bot_that_never_ran_is_disabled_sooner(tmp_path: Path) -> None:
    """
    Three failures are enough for one that was never up for ten seconds, not for one that was.
    """
    scene = Scene(tmp_path, "a")
    async with scene.supervisor:
        for _ in range(3):
            await scene.clock.pass_by(2)
            await scene.exit()
        assert ProcessStatus.DISABLED is scene.state().status
        assert "exited with code 1" == scene.events[-1].exit

        await scene.clock.pass_by(300 + 11)
        await scene.exit()
        for _ in range(3):
            await scene.clock.pass_by(9)
            await scene.exit()
        assert ProcessStatus.WAITING is scene.state().status


@pytest.mark.asyncio
async def test_after_the_minimum_uptime_delays_begin_anew(tmp_path: Path) -> None:
    """
    A bot that runs for ten seconds each time is never disabled.
    """
    scene = Scene(tmp_path, "a")
    async with scene.supervisor:
        for _ in range(20):
            await scene.clock.pass_by(11)
            await scene.exit()

            assert (ProcessStatus.WAITING, 0.5) == scene.state()[1:3]


@pytest.mark.asyncio
async def test_a_process_that_has_finished_stays_so_if_the_policy_says_so(tmp_path: Path) -> None:
    """
    Exit code 0 is then no failure, while any other is.
    """
    scene = Scene(tmp_path, "a", policy=RestartPolicy(restart_on_success=False))
    async with scene.supervisor:
        await scene.clock.pass_by(1)
        await scene.exit()
        await scene.clock.pass_by(1)
        await scene.exit(ExitStatus(0, "exited with code 0"))
        await scene.clock.pass_by(1000)

        started = EventKind.STARTED
        assert [started, EventKind.EXITED, started, EventKind.FINISHED] == scene.kinds
        assert ProcessStatus.STOPPED is scene.state().status


@pytest.mark.asyncio
async def test_wrong_usage_disables_at_once(tmp_path: Path) -> None:
    """
    A bot that exits with code 2 was started in the wrong way, and would be again.
    """
    scene = Scene(tmp_path, "a")
    async with scene.supervisor:
        await scene.clock.pass_by(1)
        await scene.exit(ExitStatus(2, "exited with code 2"))

        assert ProcessStatus.DISABLED is scene.state().status
        assert (
            "it rejects its command line: it exited with code 2; it printed nothing"
            == scene.state().reason
        )


@pytest.mark.asyncio
async def test_a_bot_that_cannot_be_started_is_disabled(tmp_path: Path) -> None:
    """
    A missing program is tried again five minutes later.
    """
    scene = Scene(tmp_path, "a")
    scene.starter.refusal = "there is no program a"
    async with scene.supervisor:
        await scene.clock.pass_by(299)
        scene.starter.refusal = None

        assert [
            ProcessEvent("a", EventKind.DISABLED, "it cannot be started: there is no program a")
        ] == (scene.events)
        await scene.clock.pass_by(1)
        assert EventKind.ENABLED is scene.kinds[-1]


@pytest.mark.asyncio
async def test_the_caller_may_disable_a_running_bot(tmp_path: Path) -> None:
    """
    The process is ended, the caller's reason is shown, and it comes back when it is time.
    """
    scene = Scene(tmp_path, "a")
    async with scene.supervisor:
        await scene.clock.pass_by(1)
        scene.supervisor.disable("a", "it connects, but never plays")
        await settle()

        assert not scene.starter.processes[0].is_alive
        assert (
            ProcessState("a", ProcessStatus.DISABLED, 300, 0, "it connects, but never plays")
            == scene.state()
        )
        await scene.clock.pass_by(300)
        assert [EventKind.STARTED, EventKind.DISABLED, EventKind.ENABLED] == scene.kinds


@pytest.mark.asyncio
async def test_the_caller_may_disable_a_bot_that_is_about_to_start(tmp_path: Path) -> None:
    """
    One that waits for its turn, and one that is just being started, do not slip through.
    """
    scene = Scene(tmp_path, "a", "b")
    async with scene.supervisor:
        await asyncio.sleep(0)  # the first is being started, the second waits for its turn
        scene.supervisor.disable("a", "not wanted")
        scene.supervisor.disable("b", "not wanted")
        await scene.clock.pass_by(1)

        assert [ProcessStatus.DISABLED] * 2 == [state.status for state in scene.supervisor.states()]
        assert [] == [process for process in scene.starter.processes if process.is_alive]


@pytest.mark.asyncio
async def test_a_stopped_supervisor_has_no_process(tmp_path: Path) -> None:
    """
    Running processes are ended, and waiting ones are not started any more.
    """
    scene = Scene(tmp_path, "a", "b")
    async with scene.supervisor:
        await scene.clock.pass_by(0.1)
        await scene.supervisor.stop()
        await scene.clock.pass_by(100)

        assert [False] == [process.is_alive for process in scene.starter.processes]
        assert [ProcessStatus.STOPPED] * 2 == [state.status for state in scene.supervisor.states()]


@pytest.mark.asyncio
async def test_an_error_of_the_caller_stays_what_it_is(tmp_path: Path) -> None:
    """
    The supervisor is stopped, and the error goes on as it was raised.
    """
    scene = Scene(tmp_path, "a")

    async def fail() -> None:
        async with scene.supervisor:
            await scene.clock.pass_by(1)
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        await fail()

    assert not scene.starter.processes[0].is_alive


@pytest.mark.asyncio
async def test_an_error_of_the_event_handler_ends_the_body(tmp_path: Path) -> None:
    """
    The body is interrupted and the error is raised.
    """

    def fail(_event: ProcessEvent) -> None:
        raise LookupError("ours")

    starter = FakeStarter(FakeClock())
    spec = ProcessSpec("a", ("a",), {})
    supervisor = Supervisor([spec], starter, tmp_path, on_event=fail)
    with pytest.raises(ExceptionGroup) as caught:
        async with supervisor:
            await asyncio.Event().wait()

    assert "ours" == str(caught.value.exceptions[0])


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_stopping_leaves_no_process(kind: str, tmp_path: Path) -> None:
    """
    Real processes, and the daemons that they have started, are gone after the stop.
    """
    with listening() as listener:
        one = bad_bot("stay_with_daemon", listener.socket, socket=listener.socket)
        specs = [one, one._replace(name="two")]
        async with Supervisor(specs, sandbox_of(kind, ResourceLimits(grace=0.2)), tmp_path):
            connected = [await listener.next_process() for _ in range(4)]

        for process in connected:
            await process.end()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_a_killed_ladder_leaves_no_process(kind: str, tmp_path: Path) -> None:
    """
    The ladder has no time to clean up, and yet its bots and their daemons end.
    """
    sandbox_of(kind)  # or skip
    with listening() as listener:
        ladder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.runner.sandbox.ladder_to_kill"),
            *(kind, listener.socket, tmp_path),
            cwd=FOLDER.parents[2],
        )
        connected = [await listener.next_process(), await listener.next_process()]

        ladder.kill()
        await ladder.wait()

        for process in connected:
            await process.end()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_a_bot_that_crashes_is_restarted(kind: str, tmp_path: Path) -> None:
    """
    A real one: the event says how it ended and what it printed last.
    """
    exited = asyncio.Event()
    events: list[ProcessEvent] = []

    def on_event(event: ProcessEvent) -> None:
        events.append(event)
        if event.kind is EventKind.EXITED:
            exited.set()

    crash = "import os; print('so long', flush=True); os.abort()"
    spec = ProcessSpec("short", (sys.executable, "-c", crash), {})
    policy = RestartPolicy(initial_delay=0)
    async with Supervisor([spec], sandbox_of(kind), tmp_path, on_event=on_event, policy=policy):
        async with asyncio.timeout(PATIENCE):
            await exited.wait()

    assert "short is restarted: it was killed by SIGABRT; its log ends: so long" == str(events[1])


def test_logs_have_names_that_are_files(tmp_path: Path) -> None:
    """
    A name may have anything in it; its log stays in the folder.
    """
    assert tmp_path / "..%2Fmy bot.log" == log_path(tmp_path, "../my bot")


def test_a_log_just_begun_anew_is_read_in_its_older_half(tmp_path: Path) -> None:
    """
    What was printed last is found even if the log was moved away after that.
    """
    log = tmp_path / "a.log"
    log.touch()
    Path(f"{log}{OLDER}").write_text("last words\n", encoding="utf-8")

    assert "its log ends: last words" == last_lines(log)


@pytest.mark.asyncio
async def test_processes_that_are_restarted_are_all_gone_before_the_first_is_started(
    tmp_path: Path,
) -> None:
    """It is no failure and no restart of theirs, and the others live on."""
    scene = Scene(tmp_path, "one", "two", "three")
    async with scene.supervisor as supervisor:
        await scene.clock.pass_by(1)
        async with supervisor.restarted(["one", "two"]):
            await settle()
            assert [False, False, True] == [one.is_alive for one in scene.starter.processes]
        await scene.clock.pass_by(0)

        assert 5 == len(scene.starter.started), "at once"
        states = supervisor.states()
        assert [ProcessStatus.RUNNING] * 3 == [state.status for state in states]
        assert [(0, "")] * 3 == [(state.restarts, state.reason) for state in states]
        assert not any(event.exit for event in scene.events)


@pytest.mark.asyncio
async def test_processes_are_added_and_removed_while_others_run(tmp_path: Path) -> None:
    """A removed one is ended and forgotten, its name is free again, and nobody else notices."""
    scene = Scene(tmp_path, "a")
    async with scene.supervisor:
        await scene.clock.pass_by(1)
        scene.supervisor.add(ProcessSpec("b", ("b",), {}))
        await scene.clock.pass_by(1)
        assert ["a", "b"] == [state.name for state in scene.supervisor.states()]
        assert [ProcessStatus.RUNNING] * 2 == [state.status for state in scene.supervisor.states()]

        await scene.supervisor.remove("b")
        assert not scene.starter.processes[1].is_alive
        assert scene.starter.processes[0].is_alive
        assert ["a"] == [state.name for state in scene.supervisor.states()]

        scene.supervisor.add(ProcessSpec("b", ("b",), {}))
        await scene.clock.pass_by(1)
        assert ["a", "b", "b"] == [name for _, name in scene.starter.started]
    assert not any(process.is_alive for process in scene.starter.processes)
