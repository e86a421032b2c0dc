"""Failures on the machines of a cluster, and when they are too many."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from bessemer.processes.restart_policy import RestartPolicy
from bessemer.runner.cluster.messages import ClusterFailed

POLICY: Final = RestartPolicy(initial_delay=2.0, max_delay=30.0, max_failures=3)
"""Of the workers on one machine; a match without a fault makes up for what went wrong before."""


class NodeFailures:
    """
    The machines that had failures lately, by their ids.

    A worker that reports why it cannot play will not do better the next time: after a few times the
    run ends. One that vanishes may have been killed, or its machine is gone: another is tried there,
    after delays that grow.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        # Since the last good match on a machine:
        self._failures: Counter[str] = Counter()
        self._losses: Counter[str] = Counter()
        self._not_before: dict[str, float] = {}

    def on_failure(self, node_id: str, reason: str) -> None:
        """
        A worker reports that it cannot play.

        Raises:
            ClusterFailed: that was once too often.
        """
        self._failures[node_id] += 1
        if self._failures[node_id] >= POLICY.max_failures:
            raise ClusterFailed(
                f"{reason}. It failed {self._failures[node_id]} times in a row. All results so far are kept: "
                "fix the cause and run the same command again to continue"
            )

    def on_lost(self, node_id: str) -> None:
        """A worker has vanished."""
        self._losses[node_id] += 1
        self._not_before[node_id] = self._now() + POLICY.delay(self._losses[node_id])

    def on_good_match(self, node_id: str) -> None:
        """A match without a fault was played there."""
        for known in (self._failures, self._losses, self._not_before):
            known.pop(node_id, None)

    def may_have_worker(self, node_id: str) -> bool:
        """Whether a new worker may be tried there now."""
        return self._not_before.get(node_id, 0.0) <= self._now()
