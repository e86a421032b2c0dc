"""
The fence around a bot's process: what it may use, and what it can see and reach.

A bot is any command line, written by anyone. It is started by a keeper (`fence_keeper.py`), a small
process of its own that holds it to its limits and leaves nothing behind, even if the ladder is
killed. Where bubblewrap works there are walls as well (`fence_bubblewrap.py`).
"""

import asyncio
import shutil
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from bessemer.runner.sandbox.bubblewrap import (
    TEMPORARY,
    is_seen,
    readable_folders,
    walls,
    why_unusable,
)
from bessemer.runner.sandbox.spec import GENEROUS, Limits, Report, SandboxSpec

_PROJECT: Final = Path(__file__).resolve().parents[3]
# Without site and the environment, for a quick start; our own folder after Python's.
_BEGIN: Final = (
    f"import sys; sys.path.append({str(_PROJECT)!r}); "
    "from bessemer.runner.sandbox.shim import main; main()"
)
_PATH: Final = f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin"
_LATE: Final = 5.0
"""Seconds that a keeper has beyond the grace; then something is wrong with it."""


class CannotStart(Exception):
    """The program cannot be started behind this fence; the message says what to do."""


class Program(NamedTuple):
    """A bot's command line, and what belongs to it."""

    command: Sequence[str]
    environment: Mapping[str, str]
    """What it is told: BESSEMER_ADDRESS, BESSEMER_TOKEN and so on. It inherits nothing."""
    folder: Path | None = None
    """Where it is at home: there it starts, and that it can read."""
    socket: Path | None = None
    """The referee's unix socket, alone in its folder: the only way out."""


class ExitStatus(NamedTuple):
    """How a bot's process ended."""

    code: int
    """128 and the number of the signal if it was one."""
    words: str
    """The same in words: `killed by SIGSEGV`."""


class SandboxedProcess:
    """A bot's process behind its fence, made by `Sandbox.start`."""

    def __init__(self, keeper: asyncio.subprocess.Process, orders: SandboxSpec) -> None:
        self._keeper = keeper
        self._orders = orders

    async def wait(self) -> ExitStatus:
        """Return when it has ended, and all processes that it had started."""
        assert self._keeper.stdout is not None
        report = await self._keeper.stdout.read()
        await self._keeper.wait()
        if not report:
            _clear_away(self._orders)
            return ExitStatus(128 + signal.SIGKILL, "its keeper was killed, and the bot with it")
        return ending(Report.decode(report.decode()), self._orders.limits)

    def ask_to_end(self) -> None:
        """Have it ended: SIGTERM to all of its processes, and SIGKILL after the grace."""
        assert self._keeper.stdin is not None
        self._keeper.stdin.close()

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that."""
        self.ask_to_end()
        try:
            async with asyncio.timeout(self._orders.limits.grace + _LATE):
                return await self.wait()
        except TimeoutError:
            self._keeper.kill()
            return await self.wait()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How bots' processes are started; `build_fence` makes one that fits this machine."""

    limits: Limits = GENEROUS
    bubblewrap: str | None = None
    """The program that makes the walls; without it there are only limits."""
    readable: tuple[Path, ...] = ()
    """Folders that bots may read besides those that they need anyway."""
    hidden: tuple[Path, ...] = ()
    """Folders that they may not, such as the ladder's data."""
    warning: str = ""
    """What is not fenced, in a sentence to be shown once; empty if nothing."""

    async def start(self, program: Program, log: Path) -> SandboxedProcess:
        """
        Start a bot; what it prints goes to `log`.

        Raises:
            CannotStart: there is no such program, or it would not be safe or useful to start it.
        """
        plan = self._plan(program, log)
        try:
            keeper = await _start_keeper(plan)
        except BaseException:
            _clear_away(plan.orders)
            raise
        return SandboxedProcess(keeper, plan.orders)

    def _plan(self, program: Program, log: Path) -> "_Plan":
        file = str(log.absolute())  # the keeper is somewhere else
        folder = None if program.folder is None else program.folder.resolve()
        command = [_executable(program.command[0], folder), *program.command[1:]]
        if self.bubblewrap is None:
            temporary = tempfile.mkdtemp(prefix="bessemer-bot-")
            orders = SandboxSpec(self.limits, file, str(folder or temporary), temporary)
            return _Plan(orders, command, environment(temporary, program.environment))
        before = walls(
            self.bubblewrap,
            self._readable(program, folder, Path(command[0])),
            self.hidden,
            start_in=folder,
            temporary=self.limits.temporary,
            tasks=self.limits.tasks,
        )
        orders = SandboxSpec(self.limits, file, "/", is_wrapped=True)
        return _Plan(orders, [*before, *command], environment(TEMPORARY, program.environment))

    def _readable(self, program: Program, folder: Path | None, executable: Path) -> list[Path]:
        """All that the bot may read, if that is sound."""
        readable = [*readable_folders(), *(path.resolve() for path in self.readable)]
        if folder is not None:
            if Path.home().resolve().is_relative_to(folder):
                raise CannotStart(f"{folder} is or has a home: give the bot a folder of its own")
            readable.append(folder)
        if not is_seen(executable, readable) or not is_seen(executable.resolve(), readable):
            raise CannotStart(
                f"{executable} cannot be seen behind the fence: let the bots read its folder"
            )
        if program.socket is not None:
            around = program.socket.parent.resolve()
            if not all(path.is_socket() for path in around.iterdir()):
                raise CannotStart(
                    f"{around} has more than sockets in it, which the bots would see: "
                    "give the referee's socket a folder of its own"
                )
            # The folder, since a referee that is started anew makes a new socket.
            readable.append(around)
        return readable


def build_fence(
    limits: Limits = GENEROUS,
    *,
    readable: Sequence[Path] = (),
    hidden: Sequence[Path] = (),
) -> Sandbox:
    """The best fence that this machine allows; bubblewrap is tried with a small program."""
    bubblewrap = shutil.which("bwrap")
    why_not = why_unusable(bubblewrap)
    warning = ""
    if why_not:
        warning = (
            f"Bots are started without walls, since {why_not}: they can use the network, fill the "
            "disk, and read, write and end all that you can, the ladder's data and other bots' "
            "tokens among it; only their memory, processor time, open files and processes are "
            "limited. Enlist only bots that you trust."
        )
        bubblewrap = None
    return Sandbox(limits, bubblewrap, tuple(readable), tuple(hidden), warning)


def environment(temporary: str, told: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of a bot: what every program needs, and what it is told."""
    return {"PATH": _PATH, "LANG": "C.UTF-8", "HOME": temporary, "TMPDIR": temporary, **told}


def ending(report: Report, limits: Limits) -> ExitStatus:
    """The keeper's report in words."""
    if report.reason:
        return ExitStatus(report.code, f"ended by its keeper: {report.reason}")
    try:
        number = signal.Signals(report.code - 128)
    except ValueError:
        return ExitStatus(report.code, f"ended with exit code {report.code}")
    why = {
        signal.SIGXCPU: f": used its {limits.processor} s of processor time",
        signal.SIGXFSZ: f": wrote a file of more than {limits.file_size} MiB",
    }.get(number, "")
    return ExitStatus(report.code, f"killed by {number.name}{why}")


class _Plan(NamedTuple):
    """How a keeper is started."""

    orders: SandboxSpec
    command: Sequence[str]
    environment: Mapping[str, str]


async def _start_keeper(plan: _Plan) -> asyncio.subprocess.Process:
    # What goes wrong with the keeper itself is found in the bot's log.
    with Path(plan.orders.log).open("ab") as complaints:  # noqa: ASYNC230 - takes a moment
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", "-S", "-c", _BEGIN, plan.orders.encode()),
            *plan.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=complaints,
            env=plan.environment,
            cwd="/",
            start_new_session=True,  # Ctrl-C is for the ladder
        )


def _clear_away(orders: SandboxSpec) -> None:
    """Do what a keeper does in the end, for one that could not."""
    if orders.temporary:
        shutil.rmtree(orders.temporary, ignore_errors=True)


def _executable(word: str, folder: Path | None) -> str:
    """Where the program is that the first word of a command line names."""
    if "/" in word:
        # A relative one is meant from the bot's folder.
        path = Path(word) if folder is None else folder / word
        found = shutil.which(path) if path.is_absolute() else None
    else:
        found = shutil.which(word, path=_PATH)
    if found is None:
        raise CannotStart(f"there is no program {word} that can be run: see the bot's command line")
    return found
