"""What the sandbox passes to the shim of a bot, and what the shim reports in the end."""

import json
from typing import NamedTuple, Self

from bessemer.runner.sandbox.limits import ResourceLimits


class SandboxSpec(NamedTuple):
    """How the shim is to run its bot."""

    limits: ResourceLimits
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
        return cls(**{**fields, "limits": ResourceLimits(**fields["limits"])})


class ExitReport(NamedTuple):
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
