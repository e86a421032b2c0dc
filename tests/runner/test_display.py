"""The screen of `ladder run`."""

import asyncio
import io

import pytest
from rich.console import Console

from bessemer.ratings.rating import Rating
from bessemer.runner.display import LadderDisplay
from tests.referees.in_process import eventually


@pytest.mark.asyncio
@pytest.mark.parametrize("terminal", [True, False], ids=["terminal", "pipe"])
async def test_a_run_that_waits_says_what_for(terminal: bool) -> None:
    """A full disk, for example: "1 of 200 matches" alone would stand there for ever."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=100, height=20)
    display = LadderDisplay("furnace", 200, 1, console)

    def rating(_: str) -> Rating:
        raise AssertionError("there are no bots")

    showing = asyncio.create_task(display.show(list, rating, lambda: "the disk is full"))
    await eventually(lambda: "waiting: the disk is full" in out.getvalue())
    showing.cancel()
    await asyncio.gather(showing, return_exceptions=True)
