"""
Plays several seats at once in one process, over one connection, each with a bot of its own.

    ends = await play_matches("127.0.0.1:7777", [Seating(match_id, 0, token), …], MyBot)
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bessemer.sdk.bot import Bot, MatchEnd
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.reconnect import PATIENCE
from bessemer.sdk.connection.silence import watched
from bessemer.sdk.connection.tls import Tls
from bessemer.sdk.errors import BotFailed, SeatError
from bessemer.sdk.program.bot_checks import UnusableBot, make_bot
from bessemer.sdk.seats.seat import play_seat


class SeatCredentials(NamedTuple):
    """A seat that is ours to play, and the token that opens it."""

    match_id: str
    seat: int
    token: str


async def play_matches(
    address: str,
    seatings: Iterable[SeatCredentials],
    new_bot: Callable[[], Bot],
    *,
    tls: Tls | None = None,
    patience: float = PATIENCE,
    strict: bool = False,
) -> list[MatchEnd | SeatError]:
    """
    Play all these seats at the same time; how each ended, in the same order.

    A failure at one seat is its own affair: the others play on.

    Args:
        address: the referee's, `host:port` or `unix:/path`.
        seatings: the seats; they may be of one match or of many.
        new_bot: makes a bot for each; the class will do.
        tls: connect by TLS.
        patience: see `play_seat`.
        strict: see `play_seat`.
    """

    async def play(seating: SeatCredentials) -> MatchEnd | SeatError:
        match_id, seat, token = seating
        try:
            bot = make_bot(new_bot)
        except UnusableBot as error:
            return BotFailed(str(error))
        try:
            return await play_seat(
                channel, token, match_id, seat, bot, patience=patience, strict=strict
            )
        except SeatError as error:
            return error

    async with (
        open_channel(address, tls=tls) as channel,
        watched(channel, address, tls=tls is not None),
        asyncio.TaskGroup() as tasks,
    ):
        playing = [tasks.create_task(play(seating)) for seating in seatings]
    return [seat.result() for seat in playing]
