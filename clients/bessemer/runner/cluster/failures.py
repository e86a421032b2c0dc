"""What goes wrong on the machines of a cluster, and when it is too much."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bessemer.runner.cluster.messages import ClusterFailed

MOST_FAILURES: Final = 3
"""Of workers on one machine, without a good match in between; then the run ends."""
_LONGEST_PAUSE: Final = 30.0


@dataclass(slots=True)
class _NodeFailure:
    """What went wrong on a machine since its last good match."""

    failures: int = 0
    losses: int = 0
    not_before: float = 0.0


class NodeFailures:
    """
    The machines that had trouble lately, by their ids.

    A worker that says itself why it cannot play will not do better the next time: after a few
    times the run ends. One that is gone without a word may have been killed, or its machine is gone:
    another is tried there, after pauses that grow.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._troubles: dict[str, _NodeFailure] = {}

    def failed(self, node_id: str, what: str) -> None:
        """
        A worker cannot play, by its own account.

        Raises:
            ClusterFailed: that was once too often.
        """
        trouble = self._of(node_id)
        trouble.failures += 1
        if trouble.failures >= MOST_FAILURES:
            raise ClusterFailed(
                f"{what}. That was {trouble.failures} times in a row. What was played is kept: "
                "mend it, and the same command goes on"
            )

    def lost(self, node_id: str) -> None:
        """A worker is gone without a word."""
        trouble = self._of(node_id)
        trouble.losses += 1
        trouble.not_before = self._now() + min(2.0**trouble.losses, _LONGEST_PAUSE)

    def over(self, node_id: str) -> None:
        """A good match was played there."""
        self._troubles.pop(node_id, None)

    def may_have_worker(self, node_id: str) -> bool:
        """Whether a new worker may be tried there now."""
        trouble = self._troubles.get(node_id)
        return trouble is None or trouble.not_before <= self._now()

    def _of(self, node_id: str) -> _NodeFailure:
        return self._troubles.setdefault(node_id, _NodeFailure())
