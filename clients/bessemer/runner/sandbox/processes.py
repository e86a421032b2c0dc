"""What is told about a crew: its members, their states, and what happens to them."""

from enum import Enum
from typing import NamedTuple

from bessemer.runner.sandbox.sandbox import Program


class ProcessSpec(NamedTuple):
    """A bot whose process is to be kept alive."""

    name: str
    program: Program


class Status(Enum):
    """What a member does just now."""

    WAITING = "waiting"
    """For its start; after a death this takes longer each time."""
    RUNNING = "running"
    DISABLED = "disabled"
    """It does not stay alive, or is not wanted; it is tried again later."""
    STOPPED = "stopped"


class State(NamedTuple):
    """A line in the table of the crew."""

    name: str
    status: Status
    seconds: float
    """How long it has been running; otherwise how long until it is started."""
    restarts: int
    reason: str
    """Why it is not running, or what ended it the last time; empty if nothing did."""


class EventKind(Enum):
    """What can happen to a member."""

    STARTED = "started"
    DIED = "died"
    DISABLED = "disabled"
    BACK = "back"
    """Started after it had been disabled."""


class ProcessEvent(NamedTuple):
    """Something happened to a member."""

    name: str
    news: EventKind
    reason: str
    """Of a death or a disablement; otherwise empty."""


class RestartPolicy(NamedTuple):
    """How a crew treats its members; all times in seconds."""

    between_starts: float = 0.2
    """One is started at a time, so that the matches that are being played get their share."""
    first_pause: float = 0.5
    longest_pause: float = 30.0
    good_life: float = 10.0
    """Who lived so long has no fault of its own; its pauses begin anew."""
    most_deaths: int = 8
    """Who dies so often in a row without a good life is disabled."""
    disabled: float = 300.0

    def pause(self, deaths: int) -> float:
        """How long to wait after so many deaths in a row; a good life's end counts as none."""
        doubled = self.first_pause * 2.0 ** max(0, deaths - 1)
        return min(doubled, self.longest_pause)
