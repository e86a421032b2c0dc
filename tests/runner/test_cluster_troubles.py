"""When a machine of a cluster is tried again, and when the run ends."""

import pytest

from bessemer.runner.cluster.failures import MOST_FAILURES, NodeFailures
from bessemer.runner.cluster.messages import ClusterFailed


class Clock:
    """The time, as the test wants it."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_run_ends_when_a_machine_fails_again_and_again() -> None:
    """The sentence has the reason that the worker gave."""
    troubles = NodeFailures(Clock())
    for _ in range(MOST_FAILURES - 1):
        troubles.failed("a", "no interpreter")
        troubles.failed("b", "no memory")

    with pytest.raises(ClusterFailed, match="no interpreter"):
        troubles.failed("a", "no interpreter")


def test_a_good_match_makes_up_for_failures() -> None:
    """Only those in a row count."""
    troubles = NodeFailures(Clock())
    for _ in range(2 * MOST_FAILURES):
        troubles.failed("a", "a hiccup")
        troubles.over("a")


def test_a_machine_that_loses_workers_is_tried_again_later_and_later() -> None:
    """The pauses double up to half a minute; losses alone never end the run."""
    clock = Clock()
    troubles = NodeFailures(clock)
    pauses = []
    for _ in range(6):
        troubles.lost("a")
        lost = clock.now
        while not troubles.may_have_worker("a"):
            clock.now += 1.0
        pauses.append(clock.now - lost)

    assert [2.0, 4.0, 8.0, 16.0, 30.0, 30.0] == pauses
    assert troubles.may_have_worker("b")
