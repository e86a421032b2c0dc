"""A kernel for tests: what it has counted of bots' processes is what the test says."""

from collections.abc import Hashable

from bessemer.matches.timing.processor_times import ProcessorTime


class Kernel:
    """What the kernel has counted of the one player whose processes are known."""

    def __init__(self, player: str = "player0") -> None:
        self.player = player
        self.now = ProcessorTime(100.0, 7.0)
        self.open: dict[Hashable, str] = {}
        """Who has what to think about."""

    def read(self, player: str, seat: int, *, exact: bool = False) -> ProcessorTime | None:  # noqa: ARG002
        return self.now if player == self.player else None

    def asked(self, process: str, question: Hashable) -> None:
        self.open[question] = process

    def answered(self, process: str, question: Hashable) -> None:
        assert process == self.open.pop(question, process)

    def count(self, running: float, waiting: float) -> None:
        """So much time goes by for the player's processes."""
        self.now = ProcessorTime(self.now.running + running, self.now.waiting + waiting)
