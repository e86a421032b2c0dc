"""
Time that went by after a question and is not the seat's, as it got no processor to think with.

The time in which the referee could not read is not even measured: see `referee_clock.py`.
"""

from collections.abc import Callable

from bessemer.engine.game import Seat
from bessemer.matches.seats import SeatState
from bessemer.matches.timing.processor_times import ProcessorTimes, waited


class Excuses:
    """Counts what a seat is not charged for."""

    def __init__(
        self,
        processor_times: ProcessorTimes | None = None,
        lost: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`lost` gives the seconds, all in all, for which the clock of the matches stood still."""
        self._processor_times = processor_times
        self._lost = lost

    def begin(self, seated: SeatState, seat: Seat) -> None:
        """The seat is being asked: count from here."""
        decision = seated.decision
        if decision is not None and self._processor_times is not None:
            self._processor_times.asked(seated.process, seated)
            decision.lost = self._lost()
            decision.processor = self._processor_times.read(seated.process, seat)

    def wake(self, seated: SeatState) -> None:
        """The seat has something to do that is not on its clock: it may use a processor until `end`."""
        if self._processor_times is not None:
            self._processor_times.asked(seated.process, seated)

    def end(self, seated: SeatState) -> None:
        """The seat has answered, or no longer needs to."""
        if self._processor_times is not None:
            self._processor_times.answered(seated.process, seated)

    def seconds(self, seated: SeatState, seat: Seat, now: float, *, exact: bool = False) -> float:
        """
        How much of the time since the seat was asked is not its own.

        Only an exact reading excuses anything; unless `exact`, an older one may say that there is
        nothing to excuse.
        """
        if exact or self._seconds(seated, seat, now, exact=False) > 0.0:
            return self._seconds(seated, seat, now, exact=True)
        return 0.0

    def _seconds(self, seated: SeatState, seat: Seat, now: float, *, exact: bool) -> float:
        decision = seated.decision
        if decision is None or not decision.seen:
            return 0.0
        before = decision.processor
        if before is None or self._processor_times is None:
            return 0.0
        after = self._processor_times.read(seated.process, seat, exact=exact)
        if after is None:
            return 0.0
        # The kernel counts on while our clock stands: what it waited then is not excused twice.
        stood = self._lost() - decision.lost
        return max(0.0, waited(now - decision.since + stood, before, after) - stood)
