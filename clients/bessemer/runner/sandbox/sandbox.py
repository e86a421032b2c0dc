"""
The sandbox of a bot's process: what it may use, and what it can see and reach.

A bot is any command line, written by anyone. It is started by a shim (`shim.py`), a small process
of its own that enforces the limits and leaves nothing behind, even if the ladder is killed. Where
bubblewrap works the bot is isolated as well (`bubblewrap.py`), where control groups can be made the
kernel holds its whole family to its share (`control_groups.py`), and where libseccomp is installed it is
kept from system calls that would undo this (`system_calls.py`).
"""

import asyncio
import contextlib
import itertools
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bessemer.processes.process import CannotStart, ExitStatus, ProcessSpec
from bessemer.runner.sandbox.bubblewrap import (
    TEMPORARY,
    bubblewrap_command,
    is_visible,
    readable_folders,
    why_unusable,
)
from bessemer.runner.sandbox.control_groups import (
    COUNTS_USE,
    PREFIX,
    ControlGroup,
    Trees,
    remove_leftovers,
    usage_file,
)
from bessemer.runner.sandbox.find_control_groups import usable_trees
from bessemer.runner.sandbox.limits import GENEROUS, ResourceLimits
from bessemer.runner.sandbox.private_files import private_files
from bessemer.runner.sandbox.spec import PAUSE, RESUME, ExitReport, SandboxSpec
from bessemer.runner.sandbox.system_calls import NoFilter, filter_program

_PROJECT: Final = Path(__file__).resolve().parents[3]
# Without site and the environment, for a quick start; our own folder after Python's.
_RUN_SHIM: Final = (
    f"import sys; sys.path.append({str(_PROJECT)!r}); "
    "from bessemer.runner.sandbox.shim import main; main()"
)
_PATH: Final = f"{sys.prefix}/bin:/usr/local/bin:/usr/bin:/bin"
_SHIM_TIMEOUT: Final = 5.0
"""Seconds that a shim has beyond the grace period; then something is wrong with it."""


class SandboxedProcess:
    """A bot's process in its sandbox, made by `Sandbox.start`."""

    def __init__(self, shim: asyncio.subprocess.Process, spec: SandboxSpec) -> None:
        self._shim = shim
        self._spec = spec

    @property
    def process_id(self) -> int:
        """The shim's: the bot's processes descend from it."""
        return self._shim.pid

    @property
    def usage_file(self) -> str | None:
        """Where the kernel says what its control group has used; `None` if it has none."""
        return usage_file(self._spec.trees, self._spec.group)

    async def wait(self) -> ExitStatus:
        """Return when it has ended, and all processes that it had started."""
        assert self._shim.stdout is not None
        report = await self._shim.stdout.read()
        await self._shim.wait()
        if not report:
            _clean_up(self._spec)
            return ExitStatus(128 + signal.SIGKILL, "was killed together with its shim")
        return exit_status(ExitReport(*json.loads(report)), self._spec.limits)

    def terminate(self) -> None:
        """Have it ended: SIGTERM to all of its processes, and SIGKILL after the grace period."""
        assert self._shim.stdin is not None
        self._shim.stdin.close()

    def pause(self, *, is_paused: bool) -> None:
        """Have all of its processes stand still, wherever they went, or go on."""
        assert self._shim.stdin is not None
        if not self._shim.stdin.is_closing():
            self._shim.stdin.write(PAUSE if is_paused else RESUME)

    async def stop(self) -> ExitStatus:
        """Have it ended and wait for that."""
        self.terminate()
        try:
            async with asyncio.timeout(self._spec.limits.grace + _SHIM_TIMEOUT):
                return await self.wait()
        except TimeoutError:
            self._shim.kill()
            return await self.wait()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How bots' processes are started; `build_sandbox` makes one that fits this machine."""

    limits: ResourceLimits = GENEROUS
    bubblewrap: str | None = None
    """The program that isolates bots; without it there are only limits."""
    readable: tuple[Path, ...] = ()
    """Files and folders that bots may read in addition to those that they need anyway."""
    hidden: tuple[Path, ...] = ()
    """Folders that they may not, such as the ladder's data."""
    warning: str = ""
    """A warning about what bots are not kept from, to be shown once; empty if nothing."""
    filter: bytes = b""
    """The seccomp filter of their system calls; empty if there is none."""
    trees: Trees = field(default_factory=dict)
    """Where their control groups can be made; empty if nowhere."""

    async def start(self, spec: ProcessSpec, log: Path) -> SandboxedProcess:
        """
        Start a bot, which inherits nothing; what it prints goes to `log`.

        Raises:
            CannotStart: there is no such program, or it would not be safe or useful to start it.
        """
        walled, command, environment = await asyncio.to_thread(self._walled, spec, log)
        try:
            # What goes wrong with the shim itself is found in the bot's log.
            with log.open("ab") as errors:
                shim = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-I", "-S", "-c", _RUN_SHIM, walled.encode(), *command),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=errors,
                    env=environment,
                    cwd="/",
                    start_new_session=True,  # Ctrl-C is for the ladder
                )
        except BaseException:
            _clean_up(walled)
            raise
        return SandboxedProcess(shim, walled)

    def _walled(
        self, spec: ProcessSpec, log: Path
    ) -> tuple[SandboxSpec, Sequence[str], Mapping[str, str]]:
        """What the shim needs to know, and the command line and the environment of what it starts."""
        folder = None if spec.folder is None else spec.folder.resolve()
        command = [_executable(spec.command[0], folder), *spec.command[1:]]
        shim = SandboxSpec(
            self.limits,
            str(log.absolute()),  # the shim is somewhere else
            "/",
            filter=self.filter.hex(),
            trees=self.trees,
            group=f"{PREFIX}{secrets.token_hex(8)}",
            pinned=() if "cpu" in self.trees else _share(self.limits.processors),
        )
        if self.bubblewrap is None:
            temporary = tempfile.mkdtemp(prefix="bessemer-bot-")
            limited = shim._replace(folder=str(folder or temporary), temporary=temporary)
            return limited, command, whole_environment(temporary, spec.environment)
        before = bubblewrap_command(
            self.bubblewrap,
            self._readable(spec, Path(command[0])),
            self._hidden(spec, folder),
            start_in=folder,
            temporary=self.limits.temporary,
            tasks=self.limits.tasks,
            writable=[path.resolve() for path in spec.writable],
        )
        environment = whole_environment(TEMPORARY, spec.environment)
        return shim._replace(is_wrapped=True), [*before, *command], environment

    def _hidden(self, spec: ProcessSpec, folder: Path | None) -> list[Path]:
        """The paths that the bot does not see in what it may read."""
        hidden = [path.resolve() for path in (*self.hidden, *spec.hidden)]
        for data in self.hidden:
            if folder is not None and folder.is_relative_to(data.resolve()):
                raise CannotStart(
                    f"{folder} lies in {data}, the ladder's own data: give the bot its own folder"
                )
        named = {path.resolve() for path in (*spec.readable, *self.readable)}
        for shown in named:
            hidden += [path for path in private_files(shown) if path not in named]
        return hidden

    def _readable(self, spec: ProcessSpec, executable: Path) -> list[Path]:
        """All that the bot may read, if that is sound."""
        own = [path.resolve() for path in spec.readable]
        readable = [*readable_folders(), *(path.resolve() for path in self.readable), *own]
        if large := [path for path in own if Path.home().resolve().is_relative_to(path)]:
            raise CannotStart(
                f"{large[0]} is or contains your home folder, which the bot could read: "
                "give the bot its own folder"
            )
        if not is_visible(executable, readable) or not is_visible(executable.resolve(), readable):
            raise CannotStart(
                f"{executable} cannot be read inside the sandbox: "
                f"allow it with --readable {executable.resolve().parent}"
            )
        if spec.socket is not None:
            around = spec.socket.parent.resolve()
            if not all(path.is_socket() for path in around.iterdir()):
                raise CannotStart(
                    f"{around} holds other files than sockets, which the bots could read: "
                    "give the referee's socket its own folder"
                )
            # The folder, since a referee that is restarted makes a new socket.
            readable.append(around)
        return readable


def build_sandbox(
    limits: ResourceLimits = GENEROUS, *, readable: Sequence[Path] = (), hidden: Sequence[Path] = ()
) -> Sandbox:
    """The best sandbox that this machine allows: each of its parts is tried."""
    trees = usable_trees()
    remove_leftovers(trees)
    bubblewrap = shutil.which("bwrap")
    why_not = why_unusable(bubblewrap)
    program, why_no_filter = b"", ""
    try:
        program = filter_program(counts_memory="memory" in trees, is_isolated=not why_not)
    except NoFilter as error:
        why_no_filter = str(error)
    warnings = []
    if why_not:
        bubblewrap = None
        warnings.append(
            f"Bots are not isolated: {why_not}. They can use the network and read or change "
            "everything that you can, including the ladder's data and other bots' tokens; only their "
            "memory, CPU time, open files and processes are limited. Run only bots that you trust."
        )
    if why_no_filter:
        warnings.append(
            f"Bots' system calls are not filtered: {why_no_filter}. "
            + (
                "They can take memory that is not counted, and more processors than their share."
                if "memory" not in trees
                else "They reach more of the kernel than they need."
            )
        )
    if COUNTS_USE not in trees:
        warnings.append(
            "Bots' processor time is partly estimated, because no control groups can be made here: a "
            "bot that keeps replacing its processes may get more time than its clock says."
        )
    return Sandbox(
        limits,
        bubblewrap,
        tuple(readable),
        tuple(hidden),
        " ".join(warnings),
        filter=program,
        trees=trees,
    )


def whole_environment(temporary: str, given: Mapping[str, str]) -> dict[str, str]:
    """The whole environment of a bot: what every program needs, and what it is given."""
    return {
        "PATH": _PATH,
        "LANG": "C.UTF-8",
        "HOME": temporary,
        "TMPDIR": temporary,
        # What a bot prints is in its log at once, even if it is killed a moment later.
        "PYTHONUNBUFFERED": "1",
        **given,
    }


def exit_status(report: ExitReport, limits: ResourceLimits) -> ExitStatus:
    """The shim's report in words."""
    if report.reason:
        return ExitStatus(report.code, f"was stopped by the sandbox: {report.reason}")
    why = {
        signal.SIGXCPU: f": it used its {limits.processor} s of CPU time (see --cpu)",
        signal.SIGXFSZ: f": it wrote a file of more than {limits.file_size} MiB",
    }
    return ExitStatus.of_code(report.code, why)


def _clean_up(spec: SandboxSpec) -> None:
    """Do what a shim does in the end, for one that could not."""
    if spec.trees:
        with contextlib.suppress(OSError):
            ControlGroup(spec.trees, spec.group).remove()
    if spec.temporary:
        shutil.rmtree(spec.temporary, ignore_errors=True)


_started: Final = itertools.count()


def _share(count: int) -> Sequence[int]:
    """So many of our processors, others each time; empty if that would be all."""
    ours = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if not 0 < count < len(ours):
        return ()
    first = next(_started) * count
    return tuple(ours[(first + number) % len(ours)] for number in range(count))


def _executable(word: str, folder: Path | None) -> str:
    """Where the program is that the first word of a command line names."""
    if "/" in word:
        # A relative one is meant from the bot's folder.
        path = Path(word) if folder is None else folder / word
        found = shutil.which(path) if path.is_absolute() else None
    else:
        found = shutil.which(word, path=_PATH)
    if found is None:
        raise CannotStart(
            f"there is no program {word}, or it is not executable: check the bot's command line"
        )
    return found
