"""What the sandbox passes to the shim of a bot, and what the shim reports in the end."""

import json
from typing import Final, NamedTuple, Self


class Limits(NamedTuple):
    """
    What one bot, with all the processes that it starts, may use.

    The defaults are generous for a bot in Python or Node with gRPC and a search of its own.
    """

    memory: int = 2048
    """MiB: the data of each process, and the memory that all of them hold together."""
    processor: int = 4 * 3600
    """Seconds of CPU time of one process tree."""
    tasks: int = 256
    """Processes and threads at a time."""
    files: int = 1024
    """Open files of each process."""
    file_size: int = 256
    """MiB: the largest file that it may write."""
    temporary: int = 256
    """MiB: its own temporary folder, where bubblewrap makes it one."""
    log: int = 2048
    """KiB: what is kept of what it prints."""
    grace: float = 2.0
    """Seconds between SIGTERM and SIGKILL."""


GENEROUS: Final = Limits()


class SandboxSpec(NamedTuple):
    """How the shim is to run its bot."""

    limits: Limits
    log: str
    """The file for what the bot prints."""
    folder: str
    """Where the bot starts."""
    temporary: str = ""
    """A folder that the shim removes at the end; empty if there is none."""
    is_wrapped: bool = False
    """Whether what it starts is bubblewrap, which starts the bot."""

    def encode(self) -> str:
        return json.dumps({**self._asdict(), "limits": self.limits._asdict()})

    @classmethod
    def decode(cls, text: str) -> Self:
        """What `encode` wrote."""
        fields = json.loads(text)
        return cls(**{**fields, "limits": Limits(**fields["limits"])})


class Report(NamedTuple):
    """How the bot ended."""

    code: int
    """Its exit code; 128 and the signal's number if a signal ended it, as shells have it."""
    reason: str
    """Why the shim ended it; empty if it did not."""

    def encode(self) -> str:
        return json.dumps(self)

    @classmethod
    def decode(cls, text: str) -> Self:
        """What `encode` wrote."""
        return cls(*json.loads(text))
