"""Failures on the machines of a cluster, and when they are too many."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bessemer.processes.restart_policy import RestartPolicy
from bessemer.runner.cluster.messages import ClusterFailed

POLICY: Final = RestartPolicy(initial_delay=2.0, max_delay=30.0, max_failures=3)
"""Of the workers on one machine; a match without a fault makes up for what went wrong before."""


@dataclass(slots=True)
class _NodeFailure:
    """The failures on a machine since its last good match."""

    failures: int = 0
    losses: int = 0
    not_before: float = 0.0


class NodeFailures:
    """
    The machines that had failures lately, by their ids.

    A worker that reports why it cannot play will not do better the next time: after a few times the
    run ends. One that vanishes may have been killed, or its machine is gone: another is tried there,
    after delays that grow.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._by_node: dict[str, _NodeFailure] = {}

    def on_failure(self, node_id: str, reason: str) -> None:
        """
        A worker reports that it cannot play.

        Raises:
            ClusterFailed: that was once too often.
        """
        node = self._of(node_id)
        node.failures += 1
        if node.failures >= POLICY.max_failures:
            raise ClusterFailed(
                f"{reason}. It failed {node.failures} times in a row. All results so far are kept: "
                "fix the cause and run the same command again to continue"
            )

    def on_lost(self, node_id: str) -> None:
        """A worker has vanished."""
        node = self._of(node_id)
        node.losses += 1
        node.not_before = self._now() + POLICY.delay(node.losses)

    def on_good_match(self, node_id: str) -> None:
        """A match without a fault was played there."""
        self._by_node.pop(node_id, None)

    def may_have_worker(self, node_id: str) -> bool:
        """Whether a new worker may be tried there now."""
        node = self._by_node.get(node_id)
        return node is None or node.not_before <= self._now()

    def _of(self, node_id: str) -> _NodeFailure:
        return self._by_node.setdefault(node_id, _NodeFailure())
