"""Clocks in text."""

from typing import Final

NO_CLOCK: Final = 30 * 86400.0
"""A bank of so many seconds, the longest that there is, hurries nobody: it is not shown."""


def is_shown(bank: float) -> bool:
    """Whether a bank is so short that a person wants to see it: less than a day."""
    return bank < 86400.0


def clock_text(seconds: float) -> str:
    """`4:05` for minutes and seconds left, `1:02:03` with hours; tenths when it gets tight."""
    if seconds < 10:
        return f"0:{max(0.0, seconds):04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
