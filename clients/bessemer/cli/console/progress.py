"""A progress bar that appears only when the work takes longer than a moment."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import Progress

_QUIET_SECONDS: Final = 1.0
"""Work that takes no longer shows no bar."""


@contextmanager
def progress_bar(what: str, total: int | None) -> Iterator[Callable[[], None]]:
    """Gives a function to call for each of `total` steps; the bar goes to the standard error."""
    console = Console(stderr=True)
    progress = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = progress.add_task(what, total=total)
    begun = time.monotonic()

    def advance() -> None:
        progress.advance(task)
        if not progress.live.is_started and time.monotonic() - begun > _QUIET_SECONDS:
            progress.start()

    try:
        yield advance
    finally:
        progress.stop()
