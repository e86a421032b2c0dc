"""Limits: how often, how many at once, and that counting costs bounded memory."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bessemer.errors import TooManyMatches, TooManyRequests, TooManyStreams
from bessemer.rpc.limits import limits
from bessemer.rpc.limits.limits import AtOnce, Limits, RequestRate
from bessemer.rpc.limits.quotas import Quotas
from tests.rpc.limit_clock import Clock


def passed(rate: RequestRate, caller: str, tries: int) -> int:
    """How many of so many requests are let through at this moment."""
    count = 0
    for _ in range(tries):
        try:
            rate.request(caller)
        except TooManyRequests:
            continue
        count += 1
    return count


@pytest.mark.parametrize("per_second", [0.3, 1.0, 7.0, 10.0, 1000.0])
@pytest.mark.parametrize("burst", [1, 2, 10, 100])
def test_a_rested_caller_may_burst_and_no_more(per_second: float, burst: int) -> None:
    """Exactly the burst passes at once, whatever the sums of fractions come to."""
    rate = RequestRate(per_second, burst, Clock())

    assert burst == passed(rate, "alice", burst + 50)


def test_callers_do_not_share() -> None:
    """One who asks too much costs the others nothing."""
    rate = RequestRate(1, 3, Clock())

    assert 3 == passed(rate, "alice", 10)
    assert 3 == passed(rate, "bob", 10)


def test_waiting_as_long_as_told_is_enough_and_less_is_not() -> None:
    """`retry_after` is the time until the next request passes."""
    clock = Clock()
    rate = RequestRate(4, 2, clock)
    passed(rate, "alice", 2)

    with pytest.raises(TooManyRequests, match="more than 4 requests a second") as refusal:
        rate.request("alice")
    assert math.isclose(0.25, refusal.value.retry_after)

    clock.now += refusal.value.retry_after * 0.9
    assert 0 == passed(rate, "alice", 1)
    clock.now += refusal.value.retry_after * 0.1
    assert 1 == passed(rate, "alice", 5)


@given(
    burst=st.integers(1, 20),
    steps=st.lists(st.tuples(st.floats(0, 1.5), st.integers(0, 50)), max_size=40),
)
def test_no_stretch_of_time_sees_more_than_the_rate_and_one_burst(
    burst: int, steps: list[tuple[float, int]]
) -> None:
    """Between any two moments at most `burst + seconds * rate` pass, whoever else comes."""
    clock = Clock()
    rate = RequestRate(10, burst, clock)
    times: list[float] = []
    for pause, tries in steps:
        clock.now += pause
        times += [clock.now] * passed(rate, "alice", tries)
        passed(rate, "bob", 1)

    for first, start in enumerate(times):
        for last in range(first, len(times)):
            most = burst + (times[last] - start) * 10
            assert last - first + 1 <= most + 0.01


@given(per_second=st.floats(0.5, 500), burst=st.integers(1, 20))
def test_a_caller_at_the_rate_is_never_refused(per_second: float, burst: int) -> None:
    """Requests that come no faster than allowed all pass."""
    clock = Clock()
    rate = RequestRate(per_second, burst, clock)

    for _ in range(100):
        rate.request("alice")
        clock.now += 1 / per_second


def test_without_a_limit_everything_passes() -> None:
    """An infinite rate refuses nothing."""
    rate = RequestRate(math.inf, 1, Clock())

    assert 1000 == passed(rate, "alice", 1000)


def test_nobody_is_forgotten_before_the_bucket_is_full() -> None:
    """Others who keep coming do not fill the bucket of one who waits."""
    clock = Clock()
    rate = RequestRate(10, 10, clock)
    passed(rate, "alice", 10)

    for _ in range(5):
        for _ in range(9):
            clock.now += 0.1
            rate.request("bob")
        assert 9 == passed(rate, "alice", 20)


def test_callers_who_rest_are_forgotten() -> None:
    """After two times that a bucket takes to fill, nothing is left of those who were here."""
    clock = Clock()
    rate = RequestRate(10, 10, clock)
    for number in range(500):
        rate.request(f"caller {number}")
    clock.now += 2.0
    rate.request("alice")

    assert 1 == len(rate._new) + len(rate._old)


def test_more_callers_than_can_be_remembered_cost_no_more_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A flood of names at one moment is bounded by two generations."""
    monkeypatch.setattr(limits, "_MOST_KNOWN", 50)
    rate = RequestRate(100.0, 200, Clock())
    most = 0
    for number in range(1000):
        rate.request(f"caller {number}")
        most = max(most, len(rate._new) + len(rate._old))

    assert 100 == most


@pytest.mark.parametrize(
    ("name", "refusal"), [("streams", TooManyStreams), ("matches", TooManyMatches)]
)
def test_so_many_at_once_and_no_more(
    name: str, refusal: type[TooManyStreams | TooManyMatches]
) -> None:
    """The next is refused with a time to come back, until one is released."""
    at_once: AtOnce = getattr(Quotas(Limits(streams=2, matches=2), Clock()), name)
    first, _ = at_once.take("alice"), at_once.take("alice")

    with pytest.raises(refusal, match=f"more than 2 {name} at once") as refused:
        at_once.take("alice")
    assert refused.value.retry_after > 0

    at_once.take("bob")
    first.close()
    at_once.take("alice")
    assert 3 == len(at_once)


def test_a_slot_is_released_once_however_often_it_is_told() -> None:
    """Releasing again gives nobody a place that is taken."""
    streams = Quotas(Limits(streams=2), Clock()).streams
    first, _ = streams.take("alice"), streams.take("alice")
    first.close()
    first.close()
    streams.take("alice")

    with pytest.raises(TooManyStreams):
        streams.take("alice")


def test_a_slot_is_released_when_its_body_fails() -> None:
    """Whatever ends a stream gives the place back."""
    streams = Quotas(Limits(streams=1), Clock()).streams
    with pytest.raises(RuntimeError), streams.take("alice"):
        raise RuntimeError

    assert 0 == len(streams)


def test_callers_without_anything_are_not_remembered() -> None:
    """Counting leaves nothing behind."""
    streams = Quotas(Limits(), Clock()).streams
    for number in range(100):
        with streams.take(f"caller {number}"):
            pass

    assert {} == streams._counts


def test_what_was_granted_before_a_restart_is_restored_beyond_the_limit() -> None:
    """Matches that run already are counted and never refused."""
    matches = Quotas(Limits(matches=1), Clock()).matches
    slots = [matches.restore("alice") for _ in range(3)]

    with pytest.raises(TooManyMatches):
        matches.take("alice")
    for slot in slots:
        slot.close()
    matches.take("alice")
