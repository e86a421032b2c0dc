"""What goes into a new match, and what its bots are told: for whoever creates one."""

from google.protobuf.duration_pb2 import Duration

from bessemer.v1 import match_pb2


def clock_of(bank: float, increment: float) -> match_pb2.ClockSettings:
    """A clock with so many seconds in the bank, and so many for each decision."""
    return match_pb2.ClockSettings(bank=_duration(bank), increment=_duration(increment))


def seed_of(number: int | None) -> bytes:
    """The seed that a number stands for; without one the referee draws it."""
    return b"" if number is None else f"seed {number:>12}".encode()


def told_to_bot(
    address: str, match_id: str, seat: int, token: str, seed: str | None = None, game: str = ""
) -> dict[str, str]:
    """The environment in which a bot's program finds what to play."""
    told = {
        "BESSEMER_ADDRESS": address,
        "BESSEMER_MATCH": match_id,
        "BESSEMER_SEAT": str(seat),
        "BESSEMER_TOKEN": token,
    }
    if game:
        told["BESSEMER_GAME"] = game
    if seed is not None:
        told["BESSEMER_SEED"] = seed
    return told


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromMicroseconds(round(seconds * 1e6))
    return duration
