"""The screen of `ladder run`."""

import asyncio
import io

import pytest
from rich.console import Console

from bessemer.processes.process import ProcessState, ProcessStatus
from bessemer.ratings.rating import Rating, Ratings
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


@pytest.mark.asyncio
@pytest.mark.parametrize("is_continuous", [True, False])
async def test_ratings_are_shown_of_the_continuous_format_alone(is_continuous: bool) -> None:
    """A format with rounds shows its round: a rating of ±1100 after a match says nothing."""
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=100, height=20)
    display = LadderDisplay("furnace", 9, 0, console, is_continuous=is_continuous)
    display.on_round("round 2 of 3")
    state = ProcessState("greedy", ProcessStatus.RUNNING, 1.0, 0, "")

    showing = asyncio.create_task(display.show(lambda: [state], Ratings().rating))
    await eventually(lambda: "greedy" in out.getvalue())
    showing.cancel()
    await asyncio.gather(showing, return_exceptions=True)

    assert "round 2 of 3" in out.getvalue()
    assert ("1500" in out.getvalue()) == is_continuous
