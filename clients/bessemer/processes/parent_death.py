"""Child processes that end with their parent, however that dies."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Final

_SIGNAL_AT_PARENTS_DEATH: Final = 1


def dying_with_parent() -> Callable[[], None] | None:
    """
    What a child is to do before it becomes another program (`preexec_fn`), so that our death kills it.

    Everything is looked up here: between fork and exec a child of a program with threads may do next
    to nothing but a system call.
    """
    if sys.platform != "linux":
        return None
    from ctypes import CDLL  # noqa: PLC0415 - of no use elsewhere

    control, parent, kill = CDLL(None).prctl, os.getpid(), int(signal.SIGKILL)

    def ask() -> None:
        control(_SIGNAL_AT_PARENTS_DEATH, kill, 0, 0, 0)
        if os.getppid() != parent:  # it died a moment ago
            os._exit(1)

    return ask
