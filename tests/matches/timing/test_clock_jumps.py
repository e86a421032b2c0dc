"""The simulation of days on a machine whose clocks misbehave, for a few hours of them."""

import pytest

from tests.matches.timing.clock_jumps import Simulation


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", [1, 2])
async def test_nobody_pays_for_stops_sleeps_and_jumps(seed: int) -> None:
    """Each charge is what the referee could hear, and only who thought too long is out of time."""
    figures = Simulation(seed).run(days=0.2)

    assert 0 == figures.wrong
    assert figures.caught > 0
    assert 0 < figures.timed_out <= figures.thought_too_long
