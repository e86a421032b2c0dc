"""The fence: a bad program tries one thing after the other; each has the end that is expected."""

import asyncio
import os
import shutil
import socket
import sys
import tempfile
from pathlib import Path

import pytest

from bessemer.runner.sandbox.bounded_log import OLDER
from bessemer.runner.sandbox.bubblewrap import is_seen, readable_folders
from bessemer.runner.sandbox.sandbox import (
    CannotStart,
    ExitStatus,
    Program,
    Sandbox,
    build_fence,
    ending,
)
from bessemer.runner.sandbox.shim import excess
from bessemer.runner.sandbox.spec import Limits, Report, SandboxSpec
from tests.runner.fences import FOLDER, KINDS, deed, fence_of
from tests.runner.listener import PATIENCE, listening

REFUSED = 3
"""The bad bot's exit code when it could not do what it wanted."""
both = pytest.mark.parametrize("kind", KINDS)


async def run(fence: Sandbox, program: Program, folder: Path) -> tuple[ExitStatus, str]:
    """How the program ended, and what it had printed."""
    log = folder / "bot.log"
    fenced = await fence.start(program, log)
    try:
        async with asyncio.timeout(PATIENCE):
            ended = await fenced.wait()
    finally:
        await fenced.stop()
    return ended, log.read_text(encoding="utf-8")


@pytest.mark.asyncio
async def test_behind_walls_no_port_of_this_machine_can_be_reached(tmp_path: Path) -> None:
    """
    A port on which somebody listens is refused, as is one that leads outside.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        near = await run(fence_of("walls"), deed("connect", port), tmp_path)
        far = await run(fence_of("walls"), deed("go_outside"), tmp_path)
        unfenced = await run(fence_of("limits"), deed("connect", port), tmp_path)

    assert (REFUSED, "Connection refused\n") == (near[0].code, near[1])
    assert (REFUSED, "Connection refused\nNetwork is unreachable\n") == (far[0].code, far[1])
    assert unfenced[0].code == 0, "without walls it can, as the warning says"


@pytest.mark.asyncio
@both
async def test_the_referees_socket_can_be_reached(kind: str, tmp_path: Path) -> None:
    """
    The socket is the way out, behind walls too, and also after it was made anew.
    """
    with listening() as listener:
        program = deed("connect_again", listener.socket, socket=listener.socket)
        fenced = await fence_of(kind).start(program, tmp_path / "bot.log")

        await listener.birth()
        listener.begin_anew()
        life = await listener.birth()

        await fenced.stop()
        await life.end()


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
        _, printed = await run(fence_of(kind), deed("spy", BESSEMER_SEAT="0"), tmp_path)
    finally:
        os.close(ours)

    names, *descriptors = printed.splitlines()
    assert {"PATH", "LANG", "HOME", "TMPDIR", "BESSEMER_SEAT"} == set(names.split()) - {
        "LC_CTYPE",
        "PWD",
    }
    assert [] == descriptors


@pytest.mark.asyncio
async def test_behind_walls_data_and_homes_cannot_be_seen(tmp_path: Path) -> None:
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
    fence = fence_of("walls", hidden=(own / "data",))
    program = deed("read", secret)._replace(folder=own)

    for path in (secret, hidden):
        command = (sys.executable, "bad_bot.py", "read", str(path))
        ended, printed = await run(fence, program._replace(command=command), tmp_path)

        assert REFUSED == ended.code
        assert "secret" not in printed


@pytest.mark.asyncio
async def test_behind_walls_only_the_temporary_folders_can_be_written(tmp_path: Path) -> None:
    """
    Neither another file, nor the bot's own folder, nor the kernel's parameters can be changed.
    """
    victim = FOLDER / "victim"
    outside = await run(fence_of("walls"), deed("write", victim), tmp_path)
    (tmp_path / "bot.log").unlink()
    anywhere = await run(fence_of("walls"), deed("write_anywhere"), tmp_path)
    kernel = await run(fence_of("walls"), deed("set_kernel_parameter"), tmp_path)

    assert (REFUSED, False) == (outside[0].code, victim.exists())
    own, found = {"/tmp", "/dev/shm"}, set(anywhere[1].splitlines())  # noqa: S108 - the bot's own
    # Where the project itself lies in /tmp, the way to it is made in the bot's own.
    assert own == {folder for folder in found if not folder.startswith("/tmp/")}  # noqa: S108
    assert REFUSED == kernel[0].code


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("kind", "limits", "words", "expected"),
    [
        ("walls", Limits(temporary=4), ["fill_disk"], "No space left on device"),
        ("limits", Limits(file_size=4), ["fill_disk"], "File too large"),
        ("walls", Limits(), ["allocate"], "MemoryError"),
        ("limits", Limits(), ["allocate"], "MemoryError"),
        ("walls", Limits(), ["open_files"], "Too many open files"),
        ("limits", Limits(), ["open_files"], "Too many open files"),
    ],
)
async def test_what_the_kernel_refuses(
    kind: str, limits: Limits, words: list[str], expected: str, tmp_path: Path
) -> None:
    """
    A full disk, 4 GiB and 10,000 open files are errors in the bot, and in nobody else.
    """
    ended, printed = await run(fence_of(kind, limits), deed(*words), tmp_path)

    assert (REFUSED, expected + "\n") == (ended.code, printed)


@pytest.mark.asyncio
@both
async def test_who_spins_is_ended(kind: str, tmp_path: Path) -> None:
    """
    A bot that has used up its processor time is killed, and the reason says so.
    """
    ended, _ = await run(fence_of(kind, Limits(processor=1)), deed("spin"), tmp_path)

    assert "killed by SIGXCPU: used its 1 s of processor time" == ended.words


@pytest.mark.asyncio
@both
async def test_who_has_many_children_is_ended(kind: str, tmp_path: Path) -> None:
    """
    1,000 children are refused by the kernel, or their keeper sees them and ends them all.
    """
    ended, printed = await run(fence_of(kind, Limits(tasks=100)), deed("fork"), tmp_path)

    if kind == "walls" and os.geteuid() != 0:
        assert (REFUSED, True) == (ended.code, printed.startswith("no more than"))
    else:
        assert ended.words.startswith("ended by its keeper: it has ")
        assert ended.words.endswith(" processes and threads, and may have 100")


@pytest.mark.asyncio
@both
async def test_children_cannot_take_together_what_one_may_not(kind: str, tmp_path: Path) -> None:
    """
    The memory of all processes of a bot counts as one.
    """
    ended, _ = await run(fence_of(kind, Limits(memory=150)), deed("allocate_together"), tmp_path)

    assert ended.words.endswith(" MiB of memory, and may hold 150")


def test_processor_time_of_all_processes_counts() -> None:
    """
    A family that has used more than it may is told so.
    """
    assert "" == excess(Limits(memory=1 << 20, tasks=1 << 20), os.getpid())
    told = excess(Limits(memory=1 << 20, tasks=1 << 20, processor=-1000), os.getpid())
    assert "its processes used their -1000 s of processor time" == told


@pytest.mark.asyncio
@both
async def test_a_daemon_does_not_outlive_its_bot(kind: str, tmp_path: Path) -> None:
    """
    A child that has cut all ties is ended with the bot that left it behind.
    """
    with listening() as listener:
        program = deed("stay_with_daemon", listener.socket, socket=listener.socket)
        fenced = await fence_of(kind, Limits(grace=0.1)).start(program, tmp_path / "bot.log")
        lives = [await listener.birth(), await listener.birth()]

        await fenced.stop()

        for life in lives:
            await life.end()


@pytest.mark.asyncio
@both
async def test_a_bot_that_ends_by_itself_takes_its_daemon_along(kind: str, tmp_path: Path) -> None:
    """
    The exit code is the bot's, and the daemon is gone when the end is told.
    """
    with listening() as listener:
        program = deed("leave_daemon", listener.socket, socket=listener.socket)

        ended, _ = await run(fence_of(kind), program, tmp_path)

        life = await listener.birth()
        await life.end()
    assert ExitStatus(0, "ended with exit code 0") == ended


@pytest.mark.asyncio
@both
async def test_who_prints_for_ever_fills_no_disk(kind: str, tmp_path: Path) -> None:
    """
    The log keeps its size, however much is printed.
    """
    log, older = tmp_path / "bot.log", tmp_path / f"bot.log{OLDER}"
    fenced = await fence_of(kind, Limits(log=100)).start(deed("print_for_ever"), log)
    async with asyncio.timeout(PATIENCE):
        while not older.exists():  # noqa: ASYNC110 - a file tells nobody that it is there
            await asyncio.sleep(0.01)

    await fenced.stop()

    assert 0 < log.stat().st_size + older.stat().st_size <= 100 * 1024


@pytest.mark.asyncio
async def test_a_log_may_be_named_from_where_we_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The keeper is somewhere else, and finds the log all the same.
    """
    monkeypatch.chdir(tmp_path)

    _, printed = await run(fence_of("limits"), deed("spy"), Path())

    assert "PATH" in printed


@pytest.mark.asyncio
@both
async def test_no_temporary_folder_stays(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Neither of a bot that ended, nor of one whose keeper was killed, nor of one never started.
    """
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    fence = fence_of(kind)

    await run(fence, deed("spy"), tmp_path)
    fenced = await fence.start(deed("spin"), tmp_path / "bot.log")
    fenced._keeper.kill()
    assert "its keeper was killed, and the bot with it" == (await fenced.wait()).words
    with pytest.raises(FileNotFoundError):
        await fence.start(deed("spy"), tmp_path / "no such folder" / "bot.log")

    assert [] == list(temporary.iterdir())


@pytest.mark.asyncio
async def test_last_words_are_kept(tmp_path: Path) -> None:
    """
    A bot that has printed too much is not read for a while; what it said last is, when it ends.
    """
    _, printed = await run(fence_of("limits"), deed("print_too_much"), tmp_path)

    assert printed.endswith("\nlast words\n")


@pytest.mark.asyncio
@both
async def test_who_is_asked_to_end_has_time_to(kind: str, tmp_path: Path) -> None:
    """
    SIGTERM comes first, and who obeys ends in its own way.
    """
    with listening() as listener:
        program = deed("be_polite", listener.socket, socket=listener.socket)
        log = tmp_path / "bot.log"
        fenced = await fence_of(kind, Limits(grace=PATIENCE)).start(program, log)
        await listener.birth()

        ended = await fenced.stop()

    assert (0, "goodbye") == (ended.code, log.read_text(encoding="utf-8").strip())


@pytest.mark.asyncio
@both
async def test_who_does_not_end_is_killed(kind: str, tmp_path: Path) -> None:
    """
    After the grace nobody is asked any more.
    """
    with listening() as listener:
        program = deed("be_deaf", listener.socket, socket=listener.socket)
        fenced = await fence_of(kind, Limits(grace=0.1)).start(program, tmp_path / "bot.log")
        life = await listener.birth()

        ended = await fenced.stop()

        await life.end()
    assert "killed by SIGKILL" == ended.words


@pytest.mark.asyncio
@both
async def test_a_program_that_is_not_there_is_refused(kind: str, tmp_path: Path) -> None:
    """
    A typing error in a command line is told before anything is started.
    """
    for command in ("no-such-program", "./no-such-program"):
        with pytest.raises(CannotStart, match="no program"):
            await fence_of(kind).start(Program((command,), {}, FOLDER), tmp_path / "bot.log")


@pytest.mark.asyncio
async def test_walls_with_a_hole_are_refused(tmp_path: Path) -> None:
    """
    A home as the bot's folder, a socket among other files, a program that cannot be seen.
    """
    fence = fence_of("walls")
    (tmp_path / "organiser.token").touch()
    program = tmp_path / "program"
    program.touch(mode=0o700)

    for unsound, why in (
        (deed("spy")._replace(folder=Path.home()), "has a home"),
        (deed("spy", socket=tmp_path / "referee.sock"), "more than sockets"),
        (Program((str(program),), {}), "cannot be seen"),
    ):
        with pytest.raises(CannotStart, match=why):
            await fence.start(unsound, tmp_path / "bot.log")


def test_a_machine_without_bubblewrap_is_told_what_is_not_fenced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """
    The warning says why there are no walls, and what that means.
    """
    monkeypatch.setattr(shutil, "which", lambda _: None)

    fence = build_fence()

    assert fence.bubblewrap is None
    assert "install bubblewrap" in fence.warning
    assert "network" in fence.warning


def test_a_bubblewrap_that_does_not_work_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Where namespaces are forbidden the program is there and yet of no use; its own words are shown.
    """
    forbidden = tmp_path / "bwrap"
    forbidden.write_text("#!/bin/sh\necho no namespaces for you >&2\nexit 1\n", encoding="utf-8")
    forbidden.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path))

    fence = build_fence()

    assert fence.bubblewrap is None
    assert "no namespaces for you" in fence.warning


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, "ended with exit code 0"),
        (1, "ended with exit code 1"),
        (139, "killed by SIGSEGV"),
        (153, "killed by SIGXFSZ: wrote a file of more than 256 MiB"),
        (255, "ended with exit code 255"),
    ],
)
def test_an_end_is_told_in_words(code: int, words: str) -> None:
    """
    Who reads the table need not know numbers of signals.
    """
    assert ExitStatus(code, words) == ending(Report(code, ""), Limits())


def test_orders_and_reports_read_back_as_themselves() -> None:
    """
    The keeper is told what was meant, and its report is understood.
    """
    orders = SandboxSpec(Limits(memory=7), "log", "folder", "temporary", is_wrapped=True)
    report = Report(3, 'a "reason"')

    assert orders == SandboxSpec.decode(orders.encode())
    assert report == Report.decode(report.encode())


def test_the_projects_folder_as_a_whole_is_not_readable() -> None:
    """
    A checkout may have a referee's data in it; the packages are seen, their neighbours are not.
    """
    project = FOLDER.parents[1]

    assert is_seen(project / "clients" / "bessemer" / "sdk" / "bot.py", readable_folders())
    assert not is_seen(project / "bessemer-data" / "organiser.token", readable_folders())
