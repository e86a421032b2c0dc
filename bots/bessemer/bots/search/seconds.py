"""How much of its clock a bot may spend on one decision: a share, so that it never runs out."""

import math
from typing import Final

_SHARE: Final = 0.04
"""Of what is left: however many decisions follow, something always remains."""
_RESERVE: Final = 0.2
"""Seconds that are never touched: the way to the referee and back takes time, too."""
_MOST: Final = 2.5
"""Seconds: more thinking hardly finds more, and people do not wait longer for a move."""
_LEAST: Final = 0.01
"""Seconds within which there is no use in beginning to think."""


def share_of_clock(clock: float, *, among: int = 1) -> float | None:
    """
    The seconds for each of so many questions of one decision when `clock` are left.

    `None` where no clock runs.
    """
    if math.isinf(clock):
        return None
    return min(max(0.0, clock - _RESERVE) * _SHARE, _MOST) / among


def is_too_little(clock: float) -> bool:
    """Whether a bot had better answer at once."""
    share = share_of_clock(clock)
    return share is not None and share < _LEAST
