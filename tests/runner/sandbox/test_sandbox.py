"""The sandbox: a bad program tries one thing after the other; each ends as is expected."""

import asyncio
import json
import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

import pytest

from bessemer.processes.bounded_log import OLDER
from bessemer.processes.process import CannotStart, ExitStatus, ProcessSpec
from bessemer.runner.sandbox.bubblewrap import is_visible, readable_folders
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import build_sandbox, exit_status
from bessemer.runner.sandbox.shim import excess
from bessemer.runner.sandbox.spec import ExitReport, SandboxSpec
from bessemer.runner.sandbox.system_calls import filter_program
from tests.runner.sandbox.listener import PATIENCE, listening
from tests.runner.sandbox.sandboxes import FOLDER, KINDS, bad_bot, sandbox_of
from tests.runner.sandbox.walled import REFUSED, run

both = pytest.mark.parametrize("kind", KINDS)


@pytest.mark.asyncio
async def test_isolated_bots_reach_no_port_of_this_machine(tmp_path: Path) -> None:
    """
    A port on which somebody listens is refused, as is one that leads outside.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        near = await run(sandbox_of("isolated"), bad_bot("connect", port), tmp_path)
        far = await run(sandbox_of("isolated"), bad_bot("go_outside"), tmp_path)
        limited = await run(sandbox_of("limited"), bad_bot("connect", port), tmp_path)

    assert (REFUSED, "Connection refused\n") == (near[0].code, near[1])
    assert (REFUSED, "Connection refused\nNetwork is unreachable\n") == (far[0].code, far[1])
    assert limited[0].code == 0, "without isolation it can, as the warning says"


@pytest.mark.asyncio
@both
async def test_the_referees_socket_can_be_reached(kind: str, tmp_path: Path) -> None:
    """
    The socket is the only way out, isolated or not, and also after it was made anew.
    """
    with listening() as listener:
        spec = bad_bot("connect_again", listener.socket, socket=listener.socket)
        process = await sandbox_of(kind).start(spec, tmp_path / "bot.log")

        await listener.next_process()
        listener.restart()
        connected = await listener.next_process()

        await process.stop()
        await connected.end()


@pytest.mark.asyncio
@both
async def test_nothing_is_inherited(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The bot has the environment that it is given and no other, and none of our descriptors.
    """
    monkeypatch.setenv("ORGANISERS_SECRET", "1")
    ours = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(ours, True)
    try:
        _, printed = await run(sandbox_of(kind), bad_bot("spy", BESSEMER_SEAT="0"), tmp_path)
    finally:
        os.close(ours)

    names, *descriptors = printed.splitlines()
    assert {"PATH", "LANG", "HOME", "TMPDIR", "PYTHONUNBUFFERED", "BESSEMER_SEAT"} == set(
        names.split()
    ) - {
        "LC_CTYPE",
        "PWD",
    }
    assert [] == descriptors


@pytest.mark.asyncio
async def test_isolated_bots_see_neither_data_nor_homes(tmp_path: Path) -> None:
    """
    A file elsewhere is not there, and neither is one that is hidden in what the bot may read.
    """
    secret = tmp_path / "organiser.token"
    secret.write_text("secret", encoding="utf-8")
    own = tmp_path / "own"
    (own / "data").mkdir(parents=True)
    hidden = own / "data" / "organiser.token"
    hidden.write_text("secret", encoding="utf-8")
    shutil.copy(FOLDER / "bad_bot.py", own)
    sandbox = sandbox_of("isolated", hidden=(own / "data",))
    spec = bad_bot("read", secret)._replace(folder=own, readable=(own,))

    for path in (secret, hidden):
        command = (sys.executable, "bad_bot.py", "read", str(path))
        ended, printed = await run(sandbox, spec._replace(command=command), tmp_path)

        assert REFUSED == ended.code
        assert "secret" not in printed


@pytest.mark.asyncio
async def test_isolated_bots_can_write_only_their_temporary_folders(tmp_path: Path) -> None:
    """
    Neither another file, nor the bot's own folder, nor the kernel's parameters can be changed.
    """
    victim = FOLDER / "victim"
    outside = await run(sandbox_of("isolated"), bad_bot("write", victim), tmp_path)
    (tmp_path / "bot.log").unlink()
    anywhere = await run(sandbox_of("isolated"), bad_bot("write_anywhere"), tmp_path)
    kernel = await run(sandbox_of("isolated"), bad_bot("set_kernel_parameter"), tmp_path)

    assert (REFUSED, False) == (outside[0].code, victim.exists())
    own, found = {"/tmp", "/dev/shm"}, set(anywhere[1].splitlines())  # noqa: S108 - the bot's own
    # Where the project itself lies in /tmp, the way to it is made in the bot's own.
    assert own == {folder for folder in found if not folder.startswith("/tmp/")}  # noqa: S108
    assert REFUSED == kernel[0].code


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("kind", "limits", "words", "expected"),
    [
        ("isolated", ResourceLimits(temporary=4), ["fill_disk"], "No space left on device"),
        ("limited", ResourceLimits(file_size=4), ["fill_disk"], "File too large"),
        ("isolated", ResourceLimits(), ["allocate"], "MemoryError"),
        ("limited", ResourceLimits(), ["allocate"], "MemoryError"),
        ("isolated", ResourceLimits(), ["open_files"], "Too many open files"),
        ("limited", ResourceLimits(), ["open_files"], "Too many open files"),
    ],
)
async def test_what_the_kernel_refuses(
    kind: str, limits: ResourceLimits, words: list[str], expected: str, tmp_path: Path
) -> None:
    """
    A full disk, 4 GiB and 10,000 open files are errors in the bot, and in nobody else.
    """
    ended, printed = await run(sandbox_of(kind, limits), bad_bot(*words), tmp_path)

    assert (REFUSED, expected + "\n") == (ended.code, printed)


@pytest.mark.asyncio
@both
async def test_a_bot_that_spins_is_stopped(kind: str, tmp_path: Path) -> None:
    """
    A bot that has used up its CPU time is killed, and the reason says so.
    """
    ended, _ = await run(sandbox_of(kind, ResourceLimits(processor=1)), bad_bot("spin"), tmp_path)

    assert "was killed by SIGXCPU: it used its 1 s of CPU time (see --cpu)" == ended.description


@pytest.mark.asyncio
@both
async def test_a_bot_with_many_children_is_stopped(kind: str, tmp_path: Path) -> None:
    """
    1,000 children are refused by the kernel, or the shim sees them and ends them all.
    """
    ended, printed = await run(
        sandbox := sandbox_of(kind, ResourceLimits(tasks=100)), bad_bot("fork"), tmp_path
    )

    if "pids" in sandbox.trees or (sandbox.bubblewrap and os.geteuid() != 0):
        assert (REFUSED, True) == (ended.code, printed.startswith("no more than"))
    else:
        assert ended.description.startswith("was stopped by the sandbox: it has ")
        assert ended.description.endswith(" processes and threads (limit 100)")


@pytest.mark.asyncio
@both
async def test_children_cannot_take_together_what_one_may_not(kind: str, tmp_path: Path) -> None:
    """
    The memory of all processes of a bot counts as one.
    """
    ended, _ = await run(
        sandbox_of(kind, ResourceLimits(memory=150)), bad_bot("allocate_together"), tmp_path
    )

    assert ended.description.endswith(" MiB of memory (limit 150, see --memory)")


def test_cpu_time_of_all_processes_counts() -> None:
    """
    A process tree that has used more than it may is reported.
    """
    assert "" == excess(ResourceLimits(memory=1 << 20, tasks=1 << 20), os.getpid())
    reason = excess(ResourceLimits(memory=1 << 20, tasks=1 << 20, processor=-1000), os.getpid())
    assert "its processes used their -1000 s of CPU time (see --cpu)" == reason


@pytest.mark.asyncio
@both
async def test_a_daemon_does_not_outlive_its_bot(kind: str, tmp_path: Path) -> None:
    """
    A child that has cut all ties is ended with the bot that left it behind.
    """
    with listening() as listener:
        spec = bad_bot("stay_with_daemon", listener.socket, socket=listener.socket)
        process = await sandbox_of(kind, ResourceLimits(grace=0.1)).start(
            spec, tmp_path / "bot.log"
        )
        connected = [await listener.next_process(), await listener.next_process()]

        await process.stop()

        for one in connected:
            await one.end()


@pytest.mark.asyncio
@both
async def test_a_bot_that_ends_by_itself_takes_its_daemon_along(kind: str, tmp_path: Path) -> None:
    """
    The exit code is the bot's, and the daemon is gone when the exit is reported.
    """
    with listening() as listener:
        spec = bad_bot("leave_daemon", listener.socket, socket=listener.socket)

        ended, _ = await run(sandbox_of(kind), spec, tmp_path)

        connected = await listener.next_process()
        await connected.end()
    assert ExitStatus(0, "exited with code 0") == ended


@pytest.mark.asyncio
@both
async def test_a_bot_that_prints_for_ever_fills_no_disk(kind: str, tmp_path: Path) -> None:
    """
    The log keeps its size, however much is printed.
    """
    log, older = tmp_path / "bot.log", tmp_path / f"bot.log{OLDER}"
    process = await sandbox_of(kind, ResourceLimits(log=100)).start(bad_bot("print_for_ever"), log)
    async with asyncio.timeout(PATIENCE):
        while not older.exists():  # noqa: ASYNC110 - a file tells nobody that it is there
            await asyncio.sleep(0.01)

    await process.stop()

    assert 0 < log.stat().st_size + older.stat().st_size <= 100 * 1024


@pytest.mark.asyncio
async def test_a_log_may_be_named_from_where_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The shim runs in another folder, and finds the log all the same.
    """
    monkeypatch.chdir(tmp_path)

    _, printed = await run(sandbox_of("limited"), bad_bot("spy"), Path())

    assert "PATH" in printed


@pytest.mark.asyncio
@both
async def test_no_temporary_folder_stays(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Neither of a bot that ended, nor of one whose shim was killed, nor of one never started.
    """
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    sandbox = sandbox_of(kind)

    await run(sandbox, bad_bot("spy"), tmp_path)
    process = await sandbox.start(bad_bot("spin"), tmp_path / "bot.log")
    process._shim.kill()
    assert "was killed together with its shim" == (await process.wait()).description
    with pytest.raises(FileNotFoundError):
        await sandbox.start(bad_bot("spy"), tmp_path / "no such folder" / "bot.log")

    assert [] == list(temporary.iterdir())


@pytest.mark.asyncio
async def test_what_a_bot_prints_last_is_kept(tmp_path: Path) -> None:
    """
    A bot that has printed too much is not read for a while; what it said last is, when it ends.
    """
    _, printed = await run(sandbox_of("limited"), bad_bot("print_too_much"), tmp_path)

    assert printed.endswith("\nlast words\n")


@pytest.mark.asyncio
@both
async def test_a_terminated_bot_has_time_to_end(kind: str, tmp_path: Path) -> None:
    """
    SIGTERM comes first, and a bot that obeys ends in its own way.
    """
    with listening() as listener:
        spec = bad_bot("be_polite", listener.socket, socket=listener.socket)
        log = tmp_path / "bot.log"
        process = await sandbox_of(kind, ResourceLimits(grace=PATIENCE)).start(spec, log)
        await listener.next_process()

        ended = await process.stop()

    assert (0, "goodbye") == (ended.code, log.read_text(encoding="utf-8").strip())


@pytest.mark.asyncio
@both
async def test_a_bot_that_ignores_sigterm_is_killed(kind: str, tmp_path: Path) -> None:
    """
    After the grace period comes SIGKILL.
    """
    with listening() as listener:
        spec = bad_bot("be_deaf", listener.socket, socket=listener.socket)
        process = await sandbox_of(kind, ResourceLimits(grace=0.1)).start(
            spec, tmp_path / "bot.log"
        )
        connected = await listener.next_process()

        ended = await process.stop()

        await connected.end()
    assert "was killed by SIGKILL" == ended.description


@pytest.mark.asyncio
@both
async def test_a_program_that_is_not_there_is_refused(kind: str, tmp_path: Path) -> None:
    """
    A typing error in a command line is reported before anything is started.
    """
    for command in ("no-such-program", "./no-such-program"):
        with pytest.raises(CannotStart, match="no program"):
            await sandbox_of(kind).start(
                ProcessSpec("a", (command,), {}, FOLDER), tmp_path / "bot.log"
            )


@pytest.mark.asyncio
async def test_a_layout_that_exposes_other_files_is_refused(tmp_path: Path) -> None:
    """
    A home as the bot's folder, a socket among other files, a program that cannot be read.
    """
    sandbox = sandbox_of("isolated")
    (tmp_path / "organiser.token").touch()
    program = tmp_path / "program"
    program.touch(mode=0o700)

    for unsound, why in (
        (bad_bot("spy")._replace(readable=(Path.home(),)), "your home folder"),
        (bad_bot("spy", socket=tmp_path / "referee.sock"), "other files than sockets"),
        (
            ProcessSpec("a", (str(program),), {}),
            "cannot be read inside the sandbox: allow it with --readable",
        ),
    ):
        with pytest.raises(CannotStart, match=why):
            await sandbox.start(unsound, tmp_path / "bot.log")


def test_without_bubblewrap_a_warning_says_what_bots_can_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    The warning says why bots are not isolated, and what that means.
    """
    monkeypatch.setattr(shutil, "which", lambda _: None)

    sandbox = build_sandbox()

    assert sandbox.bubblewrap is None
    assert "apt install bubblewrap" in sandbox.warning
    assert "network" in sandbox.warning


def test_without_groups_a_warning_says_that_time_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    A clock that may be cheated is not promised.
    """
    monkeypatch.setattr("bessemer.runner.sandbox.sandbox.usable_trees", dict)

    assert "Bots' processor time is partly estimated" in build_sandbox().warning


def test_without_libseccomp_a_warning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Bots run all the same, and the sentence says what to install.
    """
    filter_program.cache_clear()
    monkeypatch.setitem(sys.modules, "pyseccomp", None)

    sandbox = build_sandbox()

    assert b"" == sandbox.filter
    assert "Bots' system calls are not filtered" in sandbox.warning
    assert "apt install libseccomp2" in sandbox.warning


def test_a_bubblewrap_that_does_not_work_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Where namespaces are forbidden the program is there and yet of no use; its own message is shown.
    """
    forbidden = tmp_path / "bwrap"
    forbidden.write_text("#!/bin/sh\necho no namespaces for you >&2\nexit 1\n", encoding="utf-8")
    forbidden.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))

    sandbox = build_sandbox()

    assert sandbox.bubblewrap is None
    assert "no namespaces for you" in sandbox.warning


@pytest.mark.parametrize(
    ("code", "description"),
    [
        (0, "exited with code 0"),
        (1, "exited with code 1"),
        (139, "was killed by SIGSEGV"),
        (153, "was killed by SIGXFSZ: it wrote a file of more than 256 MiB"),
        (255, "exited with code 255"),
    ],
)
def test_an_exit_is_described_in_words(code: int, description: str) -> None:
    """
    Readers of the table need not know numbers of signals.
    """
    assert ExitStatus(code, description) == exit_status(ExitReport(code, ""), ResourceLimits())


def test_specs_and_reports_read_back_as_themselves() -> None:
    """
    The shim gets what was meant, and its report is understood.
    """
    spec = SandboxSpec(ResourceLimits(memory=7), "log", "folder", "temporary", is_wrapped=True)
    report = ExitReport(3, 'a "reason"')

    assert spec == SandboxSpec.decode(spec.encode())
    assert report == ExitReport(*json.loads(json.dumps(report)))


def test_the_projects_folder_as_a_whole_is_not_readable() -> None:
    """
    A checkout may have a referee's data in it; the packages are seen, their neighbours are not.
    """
    project = FOLDER.parents[2]

    assert is_visible(project / "clients" / "bessemer" / "sdk" / "bot.py", readable_folders())
    assert not is_visible(project / "bessemer-data" / "organiser.token", readable_folders())
