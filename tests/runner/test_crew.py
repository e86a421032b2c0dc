"""The crew: who dies comes back, who cannot live is disabled, and in the end nobody is left."""

import asyncio
import heapq
import sys
from pathlib import Path

import pytest

from bessemer.runner.sandbox.bounded_log import OLDER
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
from bessemer.runner.sandbox.spec import Limits
from bessemer.runner.sandbox.supervisor import Supervisor
from tests.runner.fences import FOLDER, KINDS, deed, fence_of
from tests.runner.listener import PATIENCE, listening

CRASH = ExitStatus(1, "ended with exit code 1")
ASKED = ExitStatus(143, "killed by SIGTERM")


class FakeClock:
    """A clock that goes on only when it is told to."""

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
    """A process that dies when the test wants it to."""

    def __init__(self) -> None:
        self._end: asyncio.Future[ExitStatus] = asyncio.get_running_loop().create_future()

    @property
    def is_alive(self) -> bool:
        return not self._end.done()

    async def wait(self) -> ExitStatus:
        return await asyncio.shield(self._end)

    def ask_to_end(self) -> None:
        self.die(ASKED)

    async def stop(self) -> ExitStatus:
        self.ask_to_end()
        return await self.wait()

    def die(self, ending: ExitStatus = CRASH) -> None:
        """Its end."""
        if self.is_alive:
            self._end.set_result(ending)


class FakeFence:
    """Starts processes that are none."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.started: list[tuple[float, str]] = []
        self.processes: list[FakeProcess] = []
        self.refusal: str | None = None

    async def start(self, program: Program, log: Path) -> FakeProcess:  # noqa: ARG002 - a fence's
        if self.refusal is not None:
            raise CannotStart(self.refusal)
        await asyncio.sleep(0)
        self.started.append((self._clock.now(), log.stem))
        self.processes.append(FakeProcess())
        return self.processes[-1]


class Scene:
    """A crew with a clock and a fence that the test controls."""

    def __init__(self, folder: Path, *names: str) -> None:
        self.clock = FakeClock()
        self.fence = FakeFence(self.clock)
        self.events: list[ProcessEvent] = []
        members = [ProcessSpec(name, Program((name,), {})) for name in names]
        self.crew = Supervisor(
            members, self.fence, folder, hear=self.events.append, clock=self.clock
        )

    @property
    def news(self) -> list[EventKind]:
        """What happened, in a word each."""
        return [event.news for event in self.events]

    def state(self) -> State:
        """Of the first."""
        return self.crew.states()[0]

    async def die(self, ending: ExitStatus = CRASH) -> None:
        """The process started last dies."""
        self.fence.processes[-1].die(ending)
        await settle()


@pytest.mark.asyncio
async def test_all_are_started_one_after_the_other(tmp_path: Path) -> None:
    """
    Between two starts there is a pause.
    """
    scene = Scene(tmp_path, "a", "b", "c")
    async with scene.crew:
        await scene.clock.pass_by(1)

        assert [(0.0, "a"), (0.2, "b"), (0.4, "c")] == scene.fence.started
        assert [Status.RUNNING] * 3 == [state.status for state in scene.crew.states()]
        assert [1.0, 0.8, 0.6] == [state.seconds for state in scene.crew.states()]


@pytest.mark.asyncio
async def test_pauses_grow_until_the_bot_is_disabled(tmp_path: Path) -> None:
    """
    A bot that always dies is started after pauses that double, then not for five minutes.
    """
    scene = Scene(tmp_path, "a")
    (tmp_path / "a.log").write_text("one\nKeyError: 'iron'\n", encoding="utf-8")
    async with scene.crew:
        pauses = []
        for _ in range(7):
            await scene.clock.pass_by(1)
            await scene.die()
            pauses.append(scene.state().seconds)
            await scene.clock.pass_by(pauses[-1])
        await scene.clock.pass_by(1)
        await scene.die()

        assert [0.5, 1, 2, 4, 8, 16, 30] == pauses
        assert [EventKind.STARTED, EventKind.DIED] * 7 + [
            EventKind.STARTED,
            EventKind.DISABLED,
        ] == scene.news
        assert (
            State(
                "a",
                Status.DISABLED,
                300.0,
                7,
                "it died 8 times within 10 s: ended with exit code 1; "
                "its log ends: one / KeyError: 'iron'",
            )
            == scene.state()
        )

        await scene.clock.pass_by(300)

        assert (EventKind.BACK, Status.RUNNING) == (scene.news[-1], scene.state().status)


@pytest.mark.asyncio
async def test_a_good_life_is_remembered(tmp_path: Path) -> None:
    """
    After ten seconds of life pauses begin anew, and no number of deaths disables.
    """
    scene = Scene(tmp_path, "a")
    async with scene.crew:
        for _ in range(20):
            await scene.clock.pass_by(11)
            await scene.die()

            assert (Status.WAITING, 0.5) == scene.state()[1:3]


@pytest.mark.asyncio
async def test_wrong_usage_disables_at_once(tmp_path: Path) -> None:
    """
    Who exits with code 2 has been started in the wrong way, and would be again.
    """
    scene = Scene(tmp_path, "a")
    async with scene.crew:
        await scene.clock.pass_by(1)
        await scene.die(ExitStatus(2, "ended with exit code 2"))

        assert Status.DISABLED is scene.state().status
        assert (
            "it does not understand its command line: ended with exit code 2; it printed nothing"
            == scene.state().reason
        )


@pytest.mark.asyncio
async def test_who_cannot_be_started_is_disabled(tmp_path: Path) -> None:
    """
    A program that is not there is looked for again five minutes later.
    """
    scene = Scene(tmp_path, "a")
    scene.fence.refusal = "there is no program a"
    async with scene.crew:
        await scene.clock.pass_by(299)
        scene.fence.refusal = None

        assert [
            ProcessEvent("a", EventKind.DISABLED, "it cannot be started: there is no program a")
        ] == (scene.events)
        await scene.clock.pass_by(1)
        assert EventKind.BACK is scene.news[-1]


@pytest.mark.asyncio
async def test_the_caller_may_disable_who_runs(tmp_path: Path) -> None:
    """
    The process is ended, the caller's reason is shown, and it comes back when it is time.
    """
    scene = Scene(tmp_path, "a")
    async with scene.crew:
        await scene.clock.pass_by(1)
        scene.crew.disable("a", "it connects, but never plays", seconds=60)
        await settle()

        assert not scene.fence.processes[0].is_alive
        assert State("a", Status.DISABLED, 60, 0, "it connects, but never plays") == scene.state()
        await scene.clock.pass_by(60)
        assert [EventKind.STARTED, EventKind.DISABLED, EventKind.BACK] == scene.news


@pytest.mark.asyncio
async def test_the_caller_may_disable_who_is_about_to_start(tmp_path: Path) -> None:
    """
    Who waits for its turn, and who is just being started, does not slip through.
    """
    scene = Scene(tmp_path, "a", "b")
    async with scene.crew:
        await asyncio.sleep(0)  # the first is being started, the second waits for its turn
        scene.crew.disable("a", "not wanted")
        scene.crew.disable("b", "not wanted")
        await scene.clock.pass_by(1)

        assert [Status.DISABLED] * 2 == [state.status for state in scene.crew.states()]
        assert [] == [process for process in scene.fence.processes if process.is_alive]


@pytest.mark.asyncio
async def test_a_stopped_crew_has_nobody(tmp_path: Path) -> None:
    """
    Who runs is ended, and who waits is not started any more.
    """
    scene = Scene(tmp_path, "a", "b")
    async with scene.crew:
        await scene.clock.pass_by(0.1)
        await scene.crew.stop()
        await scene.clock.pass_by(100)

        assert [False] == [process.is_alive for process in scene.fence.processes]
        assert [Status.STOPPED] * 2 == [state.status for state in scene.crew.states()]


@pytest.mark.asyncio
async def test_an_error_of_the_caller_stays_what_it_is(tmp_path: Path) -> None:
    """
    The crew is stopped, and the error goes on as it was raised.
    """
    scene = Scene(tmp_path, "a")

    async def fail() -> None:
        async with scene.crew:
            await scene.clock.pass_by(1)
            raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        await fail()

    assert not scene.fence.processes[0].is_alive


@pytest.mark.asyncio
async def test_a_fault_of_ours_is_not_silent(tmp_path: Path) -> None:
    """
    If keeping a member fails, the body is interrupted and the fault is raised.
    """

    def fail(_event: ProcessEvent) -> None:
        raise LookupError("ours")

    clock = FakeClock()
    crew = Supervisor(
        [ProcessSpec("a", Program(("a",), {}))], FakeFence(clock), tmp_path, hear=fail
    )
    with pytest.raises(ExceptionGroup) as caught:
        async with crew:
            await asyncio.Event().wait()

    assert "ours" == str(caught.value.exceptions[0])


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_stopping_leaves_no_process(kind: str, tmp_path: Path) -> None:
    """
    Real processes, and the daemons that they have started, are gone after the stop.
    """
    with listening() as listener:
        program = deed("stay_with_daemon", listener.socket, socket=listener.socket)
        members = [ProcessSpec("one", program), ProcessSpec("two", program)]
        async with Supervisor(members, fence_of(kind, Limits(grace=0.2)), tmp_path):
            lives = [await listener.birth() for _ in range(4)]

        for life in lives:
            await life.end()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_a_killed_ladder_leaves_no_process(kind: str, tmp_path: Path) -> None:
    """
    The ladder has no time for a last word, and yet its bots and their daemons end.
    """
    fence_of(kind)  # or skip
    with listening() as listener:
        ladder = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.runner.ladder_to_kill"),
            *(kind, listener.socket, tmp_path),
            cwd=FOLDER.parents[1],
        )
        lives = [await listener.birth(), await listener.birth()]

        ladder.kill()
        await ladder.wait()

        for life in lives:
            await life.end()


@pytest.mark.asyncio
@pytest.mark.parametrize("kind", KINDS)
async def test_a_bot_that_dies_is_started_again(kind: str, tmp_path: Path) -> None:
    """
    A real one: its end is told with its last words.
    """
    died = asyncio.Event()
    events: list[ProcessEvent] = []

    def hear(event: ProcessEvent) -> None:
        events.append(event)
        if event.news is EventKind.DIED:
            died.set()

    last_words = "import os; print('so long', flush=True); os.abort()"
    member = ProcessSpec("short", Program((sys.executable, "-c", last_words), {}))
    async with Supervisor(
        [member], fence_of(kind), tmp_path, hear=hear, habits=RestartPolicy(first_pause=0)
    ):
        async with asyncio.timeout(PATIENCE):
            await died.wait()

    assert (
        ProcessEvent("short", EventKind.DIED, "killed by SIGABRT; its log ends: so long")
        == events[1]
    )


def test_logs_have_names_that_are_files(tmp_path: Path) -> None:
    """
    A name may have anything in it; its log stays in the folder.
    """
    assert tmp_path / "..%2Fmy bot.log" == log_of(tmp_path, "../my bot")


def test_a_log_just_begun_anew_is_read_in_its_older_half(tmp_path: Path) -> None:
    """
    The last words are told even if the log was put aside after them.
    """
    log = tmp_path / "a.log"
    log.touch()
    Path(f"{log}{OLDER}").write_text("last words\n", encoding="utf-8")

    assert "its log ends: last words" == last_lines(log)
