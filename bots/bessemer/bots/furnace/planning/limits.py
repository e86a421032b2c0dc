"""How long the planner may think."""

import time


class Deadline:
    """A moment after which no more is searched; never, if no seconds were given."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.thread_time() + seconds

    @property
    def is_past(self) -> bool:
        return self._end is not None and time.thread_time() >= self._end


class OutOfTime(Exception):
    """The deadline passed; what was not searched yet is worth no more than `bound`."""

    def __init__(self, bound: float) -> None:
        super().__init__(bound)
        self.bound = bound


NEVER = Deadline(None)


def rounding(worth: float) -> float:
    """How far two worths of this size may differ and still count as equal."""
    return 1e-9 * (1.0 + abs(worth))
