"""
What each caller may use of the processor on which all matches are played.

Calls differ: one lists a hundred choices with explanations, another one says that nothing is asked.
So the processor time of a call is charged to its caller, step by step, while it runs.
"""

import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any, Final, Generic, TypeVar

from bessemer.errors import TooManyRequests
from bessemer.rpc.limits.limits import RequestRate

_BURST_SECONDS: Final = 3.0
"""A rested caller may at once use what it is given in so many seconds."""
CALL: Final = 0.5e-3
"""What gRPC itself takes for a call, which no step of the call shows."""
BYTE: Final = 4e-9
"""What it takes to receive a byte of a request."""
STREAM: Final = 5e-3
"""What it takes to open a stream and to end it."""
RESUMED: Final = 0.3e-3
"""What it takes to resume a seat over another connection."""
_MILLISECONDS: Final = 1000.0

ResultT = TypeVar("ResultT")


class WorkBudget:
    """The processor time of each caller, in milliseconds."""

    def __init__(self, milliseconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Each caller may use so many milliseconds in each second, in the long run."""
        self._milliseconds = milliseconds
        self._used = RequestRate(milliseconds, max(1, round(_BURST_SECONDS * milliseconds)), clock)

    def has_room(self, caller: str) -> bool:
        """Whether a caller may have more done now."""
        return not self._used.wait(caller)

    def wait(self, caller: str) -> float:
        """The seconds until it may."""
        return self._used.wait(caller)

    def charge(self, caller: str, seconds: float) -> None:
        """Count so much processor time."""
        self._used.charge(caller, seconds * _MILLISECONDS)

    def check(self, caller: str) -> None:
        """
        Refuse a caller who has used its share.

        Raises:
            TooManyRequests: come back after `retry_after`.
        """
        wait = self.wait(caller)
        if wait > 0:
            raise TooManyRequests(
                f"your calls take more than {self._milliseconds:g} ms of the referee's processor "
                f"time a second; wait {wait:.3f} s, and ask for less at a time",
                retry_after=wait,
            )


class Metered(Generic[ResultT]):
    """Runs a coroutine, and charges the processor time of each of its steps as soon as it is over."""

    def __init__(
        self, coroutine: Coroutine[Any, Any, ResultT], charge: Callable[[float], None]
    ) -> None:
        self._coroutine = coroutine
        self._charge = charge

    def __await__(self) -> Generator[Any, Any, ResultT]:
        resume: Callable[[], Any] = partial(self._coroutine.send, None)
        while True:
            began = time.thread_time()
            try:
                waits_for = resume()
            except StopIteration as done:
                result: ResultT = done.value
                return result
            finally:
                self._charge(time.thread_time() - began)
            try:
                yield waits_for
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is the coroutine's
                resume = partial(self._coroutine.throw, error)
            else:
                resume = partial(self._coroutine.send, None)
