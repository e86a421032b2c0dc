"""What goes into a request for a new match."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from google.protobuf.duration_pb2 import Duration

from bessemer.v1 import admin_service_pb2 as admin
from bessemer.v1 import admin_service_pb2_grpc, match_pb2

if TYPE_CHECKING:
    import grpc


def clock_of(bank: float, increment: float) -> match_pb2.ClockSettings:
    """A clock with so many seconds in the bank, and so many for each decision."""
    return match_pb2.ClockSettings(bank=_duration(bank), increment=_duration(increment))


def seed_of(number: int | None) -> bytes:
    """The seed that a number stands for; without one the referee draws it."""
    return b"" if number is None else f"seed {number:>12}".encode()


def bot_seed(number: int | str | None, seat: int, name: str) -> str | None:
    """What a bot's own random choices follow from, so that a match with a seed can be repeated."""
    return None if number is None else f"{number}/{seat}/{name}"


async def registered(
    channel: "grpc.aio.Channel", metadata: tuple[tuple[str, str], ...], names: Iterable[str]
) -> dict[str, str]:
    """
    Register players at a private referee, with the metadata of its organiser; their tokens by name.

    Raises:
        grpc.aio.AioRpcError: one of these is no name, or is in use.
    """
    stub = admin_service_pb2_grpc.AdminServiceStub(channel)
    tokens = {}
    for name in dict.fromkeys(names):
        created = await stub.CreatePlayer(admin.CreatePlayerRequest(name=name), metadata=metadata)
        tokens[name] = created.token
    return tokens


def _duration(seconds: float) -> Duration:
    duration = Duration()
    duration.FromMicroseconds(round(seconds * 1e6))
    return duration
