"""A progress bar that appears only when the work takes longer than a moment; elsewhere than on a terminal, a line."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import Final, Protocol

from rich.console import Console
from rich.progress import Progress

_QUIET_SECONDS: Final = 1.0
"""Work that takes no longer shows nothing."""


class Advance(Protocol):
    """Says that one more step is done, and perhaps how things stand."""

    def __call__(self, stand: str = "", /) -> None: ...


@contextmanager
def progress_bar(what: str, total: int | None) -> Iterator[Advance]:
    """Gives a function to call for each of `total` steps; the bar goes to the standard error."""
    console = Console(stderr=True)
    progress = Progress(console=console, transient=True, disable=not console.is_terminal)
    task = progress.add_task(what, total=total)

    def show() -> None:
        if console.is_terminal:
            progress.start()
        else:
            console.print(f"{what} …", highlight=False, markup=False, soft_wrap=True)

    def advance(stand: str = "", /) -> None:
        progress.update(task, advance=1, description=f"{what} {stand}".rstrip())

    # By a thread of its own: the first step may take long as well.
    timer = Timer(_QUIET_SECONDS, show)
    timer.daemon = True
    timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
