"""Time that went by after a question and is not the seat's: it could not think, or we could not read."""

from bessemer.engine.game import Seat
from bessemer.matches.seats import SeatState
from bessemer.matches.thinking import ProcessorTimes, waited


class Excuses:
    """Counts what a seat is not charged for."""

    def __init__(self, processor_times: ProcessorTimes | None = None) -> None:
        self._processor_times = processor_times
        self.lateness = 0.0
        """How many seconds, all in all, the event loop was late: nobody's time."""

    def begin(self, seated: SeatState, seat: Seat) -> None:
        """The seat is being asked: count from here."""
        decision = seated.decision
        if decision is not None:
            decision.lateness = self.lateness
            if self._processor_times is not None:
                decision.processor = self._processor_times.read(seated.player, seat)

    def seconds(self, seated: SeatState, seat: Seat, now: float, *, exact: bool = False) -> float:
        """How much of the time since the seat was asked is not its own."""
        decision = seated.decision
        if decision is None or not decision.seen:
            return 0.0
        late = self.lateness - decision.lateness
        before = decision.processor
        if before is None or self._processor_times is None:
            return late
        after = self._processor_times.read(seated.player, seat, exact=exact)
        if after is None:
            return late
        return max(late, waited(now - decision.since, before, after))
