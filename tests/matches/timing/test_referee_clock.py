"""The clock of the matches: it stands still while the referee cannot read."""

import asyncio
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.matches.timing.referee_clock import LATE, RECONNECT_SECONDS, TICK, RefereeClock

NEAR = 1e-6


class Machine:
    """What the system's clocks say: one that runs always, and for how long the machine slept."""

    def __init__(self) -> None:
        self.time = 5_000.0
        self.asleep = 0.0

    def clock(self) -> RefereeClock:
        """A clock on this machine, which has beaten once."""
        made = RefereeClock(lambda: self.time, lambda: self.asleep)
        made.beat()
        return made

    def run(self, clock: RefereeClock, seconds: float) -> None:
        """The loop comes round in time, all the time."""
        for _ in range(round(seconds / TICK)):
            self.time += TICK
            clock.beat()


def test_while_the_loop_comes_round_it_runs_as_any_clock() -> None:
    """And beats that are a little late change nothing."""
    machine = Machine()
    clock = machine.clock()
    began = clock.now()
    for _ in range(100):
        machine.time += TICK + LATE / 2
        clock.beat()

    assert pytest.approx(100 * (TICK + LATE / 2)) == clock.now() - began
    assert 0.0 == clock.lost


@pytest.mark.parametrize("seconds", [0.1, 1.0, 9.0, 3_600.0])
def test_whoever_looks_after_a_stop_sees_the_time_before_it(seconds: float) -> None:
    """Also before the first beat: answers that waited may be read sooner than the loop beats."""
    machine = Machine()
    clock = machine.clock()
    machine.run(clock, 1.0)
    before = clock.now()
    machine.time += seconds
    first = clock.now()
    clock.beat()

    assert first == pytest.approx(clock.now())
    assert 0.0 <= first - before <= TICK + LATE + NEAR
    assert pytest.approx(seconds - (first - before)) == clock.lost


def test_it_waits_for_clients_to_connect_again_after_a_long_stop() -> None:
    """As after a restart; after a short one it runs at once."""
    machine = Machine()
    clock = machine.clock()
    machine.time += 30.0
    clock.beat()
    resumed = clock.now()
    machine.run(clock, RECONNECT_SECONDS - 0.1)
    assert resumed == pytest.approx(clock.now())
    machine.run(clock, 2.1)
    assert pytest.approx(2.0, abs=2 * TICK) == clock.now() - resumed

    machine.time += 3.0
    clock.beat()
    resumed = clock.now()
    machine.run(clock, 1.0)
    assert pytest.approx(1.0) == clock.now() - resumed


def test_a_machine_that_slept_is_waited_for_though_its_clock_stood() -> None:
    """Clients elsewhere have given the connection up meanwhile."""
    machine = Machine()
    clock = machine.clock()
    machine.asleep += 8 * 3_600.0
    machine.time += TICK
    away = clock.beat()
    resumed = clock.now()
    machine.run(clock, 1.0)

    assert pytest.approx(8 * 3_600.0) == away
    assert resumed == pytest.approx(clock.now())


def test_a_clock_that_goes_back_takes_nothing_back() -> None:
    """Whatever the machine says, what was shown stays, and time goes on from there."""
    machine = Machine()
    clock = machine.clock()
    machine.run(clock, 1.0)
    before = clock.now()
    machine.time -= 4_000.0
    clock.beat()
    assert before == pytest.approx(clock.now())
    machine.run(clock, 1.0)
    assert pytest.approx(1.0) == clock.now() - before


@given(st.lists(st.tuples(st.floats(0.0, 40.0) | st.floats(0.0, 0.03), st.booleans()), max_size=60))
def test_of_any_time_without_a_beat_it_shows_no_more_than_a_moment(
    steps: Sequence[tuple[float, bool]],
) -> None:
    """Never back, never faster than the machine's own, and all that it does not show is lost."""
    machine = Machine()
    clock = machine.clock()
    began, shown, since_beat = machine.time, clock.now(), 0.0
    first = shown
    for seconds, beats in steps:
        machine.time += seconds
        now = clock.now()
        assert shown - NEAR <= now <= shown + seconds + NEAR
        since_beat += now - shown
        assert since_beat <= TICK + LATE + NEAR
        shown = now
        if beats:
            clock.beat()
            since_beat = 0.0
            assert shown == pytest.approx(clock.now())
    clock.beat()
    assert pytest.approx(machine.time - began) == clock.lost + clock.now() - first


@pytest.mark.asyncio
async def test_a_timeout_by_this_clock_waits_while_it_stands() -> None:
    """It is over when the clock says so, however late the loop's own timers are."""
    machine = Machine()
    clock = machine.clock()
    waiting = asyncio.create_task(_wait_for_ever(clock, 0.05))
    await asyncio.sleep(0.2)  # by the loop's clock it would be over
    assert not waiting.done()
    machine.run(clock, 0.06)
    assert "timed out" == await waiting


@pytest.mark.asyncio
async def test_what_ends_in_time_is_not_timed_out() -> None:
    """The body's own result stands, and its own error."""
    clock = Machine().clock()
    async with clock.timeout(60.0):
        await asyncio.sleep(0)
    with pytest.raises(ValueError, match="mine"):
        async with clock.timeout(60.0):
            raise ValueError("mine")


async def _wait_for_ever(clock: RefereeClock, seconds: float) -> str:
    try:
        async with clock.timeout(seconds):
            await asyncio.Event().wait()
    except TimeoutError:
        return "timed out"
    return "never"
