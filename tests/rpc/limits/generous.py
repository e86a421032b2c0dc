"""Limits that nobody reaches, but for the one that a test is about."""

from typing import Final

from bessemer.rpc.limits.limits import Limits

PLENTY: Final = 10_000.0


def limits(call_milliseconds: float) -> Limits:
    """Many requests, but only so much processor time."""
    return Limits(
        requests_per_second=PLENTY,
        burst=10_000,
        reads_per_second=PLENTY,
        call_milliseconds=call_milliseconds,
    )
