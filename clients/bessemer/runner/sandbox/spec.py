"""The messages from the sandbox to the shim of a bot, and its report in the end."""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple, Self

from bessemer.runner.sandbox.control_groups import Tree, Trees
from bessemer.runner.sandbox.limits import ResourceLimits

PAUSE: Final = b"-"
RESUME: Final = b"+"
"""One byte each for the shim: stop all of the bot's processes, or let them continue."""


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

    filter: str = ""
    """The seccomp filter, in hexadecimal digits; empty if there is none."""
    trees: Trees = {}  # noqa: RUF012 - a Mapping
    """Where the bot's control group is made; empty if nowhere."""
    group: str = ""
    """The name of that."""
    pinned: Sequence[int] = ()
    """The processors that it is pinned to once it has taken more than its share; empty for all."""

    def encode(self) -> str:
        return json.dumps({**self._asdict(), "limits": self.limits._asdict()})

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read what `encode` wrote."""
        fields = json.loads(text)
        limits = ResourceLimits(**fields["limits"])
        trees = {kind: Tree(*tree) for kind, tree in fields["trees"].items()}
        pinned = tuple(fields["pinned"])
        return cls(**{**fields, "limits": limits, "trees": trees, "pinned": pinned})


class ExitReport(NamedTuple):
    """How the bot ended; a JSON array on its way."""

    code: int
    """Its exit code; 128 and the signal's number if a signal ended it, as shells have it."""
    reason: str
    """Why the shim ended it; empty if it did not."""
