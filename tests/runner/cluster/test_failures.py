"""When a machine of a cluster is tried again, and when the run ends."""

import pytest

from bessemer.runner.cluster.failures import POLICY, NodeFailures
from bessemer.runner.cluster.messages import ClusterFailed


class Clock:
    """The time, as the test wants it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_run_ends_when_a_machine_fails_again_and_again() -> None:
    """The error has the reason that the worker gave."""
    failures = NodeFailures(Clock())
    for _ in range(POLICY.max_failures - 1):
        failures.on_failure("a", "no interpreter")
        failures.on_failure("b", "no memory")

    with pytest.raises(ClusterFailed, match="no interpreter"):
        failures.on_failure("a", "no interpreter")


def test_a_good_match_makes_up_for_failures() -> None:
    """Only those in a row count."""
    failures = NodeFailures(Clock())
    for _ in range(2 * POLICY.max_failures):
        failures.on_failure("a", "a hiccup")
        failures.on_good_match("a")


def test_a_machine_that_loses_workers_is_tried_again_later_and_later() -> None:
    """The delays double up to half a minute; losses alone never end the run."""
    clock = Clock()
    failures = NodeFailures(clock)
    delays = []
    for _ in range(6):
        failures.on_lost("a")
        lost = clock.now
        while not failures.may_have_worker("a"):
            clock.now += 1.0
        delays.append(clock.now - lost)

    assert [2.0, 4.0, 8.0, 16.0, 30.0, 30.0] == delays
    assert failures.may_have_worker("b")
