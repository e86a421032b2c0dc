"""The parts of a request for a new match."""

from google.protobuf.duration_pb2 import Duration

from bessemer.v1 import match_pb2


def clock_of(bank: float, increment: float) -> match_pb2.ClockSettings:
    """A clock with so many seconds in the bank, and so many for each decision."""
    return match_pb2.ClockSettings(bank=_duration(bank), increment=_duration(increment))


def seed_of(number: int | None) -> bytes:
    """The seed for a number; without a number the referee draws it."""
    return b"" if number is None else f"seed {number:>12}".encode()


def bot_seed(number: int | str | None, seat: int, name: str) -> str | None:
    """The seed of a bot's own random choices, so that a match with a seed can be repeated."""
    return None if number is None else f"{number}/{seat}/{name}"


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromMicroseconds(round(seconds * 1e6))
    return duration
