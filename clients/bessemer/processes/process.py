"""A supervised process: what to start, how it is doing, what happened to it and how it ended."""

import signal
from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, Self


class CannotStart(Exception):
    """The process cannot be started; the message says what to do."""


class ProcessSpec(NamedTuple):
    """A process to be started and kept running."""

    name: str
    """The bot's, for the log and for people; each name once."""
    command: Sequence[str]
    environment: Mapping[str, str]
    """The variables for it: BESSEMER_ADDRESS, BESSEMER_TOKEN and so on."""
    folder: Path | None = None
    """Where it starts."""
    readable: tuple[Path, ...] = ()
    """Files and folders that it may read in a sandbox, in addition to what every program needs."""
    hidden: tuple[Path, ...] = ()
    """Paths in there that it must not see, such as the program of another bot."""
    socket: Path | None = None
    """The referee's unix socket, alone in its folder: in a sandbox the only way out."""
    writable: tuple[Path, ...] = ()
    """Files and folders that it may write in a sandbox; nobody but it can be harmed by what is in them."""


class ExitStatus(NamedTuple):
    """How a process ended."""

    code: int
    """128 and the number of the signal if it was one."""
    description: str
    """The same in words: `exited with code 3`, `was killed by SIGSEGV`."""

    @classmethod
    def of_code(cls, code: int, why: Mapping[signal.Signals, str] = MappingProxyType({})) -> Self:
        """The end with this code; `why` has more to say of some signals."""
        try:
            number = signal.Signals(code - 128)
        except ValueError:
            return cls(code, f"exited with code {code}")
        return cls(code, f"was killed by {number.name}{why.get(number, '')}")


class ProcessStatus(Enum):
    """The current state of a process."""

    WAITING = "waiting"
    """For its start; after each failure in a row this takes longer."""
    RUNNING = "running"
    DISABLED = "disabled"
    """It keeps failing, or is not wanted; it is tried again later."""
    STOPPED = "stopped"


class ProcessState(NamedTuple):
    """How a process is doing."""

    name: str
    status: ProcessStatus
    seconds: float
    """Since it was started; otherwise until it is started."""
    restarts: int
    reason: str
    """Why it is not running, or what ended it the last time; empty if nothing did."""


class EventKind(Enum):
    """The kinds of event in the life of a process."""

    STARTED = "is started"
    EXITED = "is restarted"
    """After it had exited."""
    FINISHED = "has finished"
    DISABLED = "is disabled"
    ENABLED = "is started again"
    """After it had been disabled."""


class ProcessEvent(NamedTuple):
    """Something happened to a process."""

    name: str
    kind: EventKind
    reason: str
    """Of an exit or a disablement; otherwise empty."""
    exit: str = ""
    """How it ended, if that is what happened: `exited with code 3`."""

    @property
    def is_failure(self) -> bool:
        """Whether somebody should know."""
        return self.kind in (EventKind.EXITED, EventKind.DISABLED)

    def __str__(self) -> str:
        """The event as a sentence, such as `greedy is disabled: it keeps failing …`."""
        return f"{self.name} {self.kind.value}" + (f": {self.reason}" if self.reason else "")
