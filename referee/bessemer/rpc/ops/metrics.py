"""The counters of calls, as plain numbers: `collector` makes metrics of them when Prometheus asks."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bessemer.engine.catalogue import NAMES
from bessemer.matches.tally import SECONDS, Histogram
from bessemer.v1 import error_reason_pb2

REASON_TEXTS: Final[Mapping[int, str]] = MappingProxyType(
    {
        value.number: value.name.removeprefix("ERROR_REASON_")
        for value in error_reason_pb2.ErrorReason.DESCRIPTOR.values
    }
)
"""The reasons of refusals without their prefix: "STALE_TURN"."""


class Metrics:
    """The counters of calls; what happens in matches is in their tallies, what is written in the journal's."""

    def __init__(self) -> None:
        self.incidents = 0
        """Calls that ended with an internal error."""
        self.refusals = [0] * (max(REASON_TEXTS) + 1)
        """By the number of the reason."""
        self.decision_seconds = {name: Histogram(SECONDS) for name in NAMES}
        """By game: from a move's arrival to the next decision's departure: the referee's own time."""

    def refused(self, reason: error_reason_pb2.ErrorReason.ValueType) -> None:
        """Count a refusal."""
        self.refusals[reason] += 1
