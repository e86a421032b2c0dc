"""
The program that unpacks and builds a submission, inside the sandbox.

It is told what to do by one argument, writes the result into one file and what was built into another,
which are all that it can write outside of its own temporary folder. Nothing that it says is trusted: what
it has built is unpacked again, by the same rules as what was handed in.
"""

import contextlib
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple, NoReturn, Self

from bessemer.processes.process_tree import adopt_orphans, descendants, send_signal
from bessemer.runner.building.unpacking import unpack
from bessemer.submissions.archives import BUILT, ArchiveBounds, BadArchive, pack

_ROUNDS: Final = 100


class BuildPlan(NamedTuple):
    """What is to be done."""

    archive: str
    bounds: ArchiveBounds
    folder: str
    """Where it is unpacked; empty for a temporary folder of its own."""
    commands: Sequence[Sequence[str]] = ()
    """What is run there, in this order."""
    result: str = ""
    """The file for the reason of a failure; empty if there is none."""
    built: str = ""
    """The file for the archive of what was built; empty if nothing is built."""

    def encode(self) -> str:
        return json.dumps({**self._asdict(), "bounds": self.bounds._asdict()})

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote."""
        fields = json.loads(text)
        return cls(**{**fields, "bounds": ArchiveBounds(**fields["bounds"])})


class _Failed(Exception):
    """It was not built; the message says why."""


def main() -> NoReturn:
    """Do what the argument says: exit code 0, or 1 with a reason."""
    plan = BuildPlan.decode(sys.argv[1])
    adopt_orphans()
    try:
        _do(plan)
    except (_Failed, BadArchive) as error:
        reason = str(error)
    except OSError as error:
        reason = f"{error.strerror}: {error.filename or 'the disk'}"
        if error.errno in (28, 122, 27):
            reason = f"it needs more disk than it may use ({error.strerror})"
    else:
        _leave(0)
    _say(reason)
    if plan.result:
        Path(plan.result).write_text(json.dumps({"reason": reason[:1000]}), encoding="utf-8")
    _leave(1)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _leave(code: int) -> NoReturn:
    sys.stdout.flush()
    os._exit(code)


def _do(plan: BuildPlan) -> None:
    folder = plan.folder or tempfile.mkdtemp(prefix="bessemer-build-")
    unpack(plan.archive, folder, plan.bounds)
    try:
        for command in plan.commands:
            _run(command, folder)
        if plan.built:
            content = pack(Path(folder), BUILT)
            Path(plan.built).write_bytes(content)
    finally:
        if not plan.folder:
            shutil.rmtree(folder, ignore_errors=True)


def _run(command: Sequence[str], folder: str) -> None:
    """Run a command; what it leaves behind is ended."""
    _say(f"$ {shlex.join(command)}")
    try:
        done = subprocess.run(command, check=False, cwd=folder, stdin=subprocess.DEVNULL)  # noqa: S603 - the submission's own
    except FileNotFoundError:
        raise _Failed(f"there is no program {command[0]} here: ask the organiser for it") from None
    except PermissionError:
        raise _Failed(f"{command[0]} is not executable") from None
    if left := _end_the_rest():
        _say(f"{left} processes that the command had left were ended")
    if done.returncode:
        how = f"failed with code {done.returncode}"
        if done.returncode < 0:
            how = f"was killed by {signal.Signals(-done.returncode).name}"
        if done.returncode == -signal.SIGKILL:
            how += ", as the sandbox does with what needs too much memory"
        raise _Failed(f"`{shlex.join(command)[:200]}` {how}: see the log")


def _end_the_rest() -> int:
    """End all processes that are left of a command; how many there were."""
    seen: set[int] = set()
    for _ in range(_ROUNDS):
        found = descendants(os.getpid())
        if not found:
            break
        seen.update(found)
        for one in found:
            send_signal(one, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0)[0]:
                pass
    return len(seen)
