"""How soon a failed process is restarted, and when it has failed too often."""

from typing import NamedTuple


class RestartPolicy(NamedTuple):
    """The delays and limits of restarts; all times in seconds."""

    start_interval: float = 0.2
    """One is started at a time, so that matches that are being played get their share of CPU."""
    initial_delay: float = 0.5
    max_delay: float = 30.0
    min_uptime: float = 10.0
    """A process that ran this long has not failed: its delays start again."""
    max_failures: int = 8
    """A process that fails this often in a row is disabled."""
    max_first_failures: int = 3
    """The same for one that has not yet run for `min_uptime` even once: it will hardly ever."""
    disabled_for: float = 300.0
    restart_on_success: bool = True
    """Whether a process that exits with code 0 is restarted as well."""

    def delay(self, failures: int) -> float:
        """The wait after this many failures in a row: it doubles up to the maximum."""
        return min(self.initial_delay * 2.0 ** max(0, failures - 1), self.max_delay)
