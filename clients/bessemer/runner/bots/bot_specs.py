"""
Bots that take part in matches: any command line, started as a process of its own.

What it is to play it finds in its environment; `bessemer.sdk.program.running` reads that, and so can a program
in any language.
"""

import sys
from pathlib import Path
from typing import NamedTuple


class BotSpec(NamedTuple):
    """A bot that takes part."""

    name: str
    """What matches and replays call it: a name, or one version of it as `name:version`."""
    command: tuple[str, ...]
    """What starts it."""
    folder: Path | None = None
    """Where its program lies; `None` for a shipped one."""
    author: str = ""

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with Bessemer and not from elsewhere."""
        return self.folder is None


def shipped_bot(name: str) -> BotSpec:
    """The bot `name` that comes with Bessemer."""
    # Without -P a file in the caller's folder, such as random.py, would be imported.
    return BotSpec(name, (sys.executable, "-P", "-m", "bessemer.cli.main", "bot", name))
