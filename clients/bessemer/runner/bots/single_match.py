"""A single match among bots at a private referee, from the start of their processes to what went wrong."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console

from bessemer.processes.process import CannotStart, ExitStatus
from bessemer.processes.processor_times import BotProcesses
from bessemer.processes.supervisor import ProcessStarter
from bessemer.rpc.serving.parts import Referee
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.match_bots import MatchBots
from bessemer.runner.bots.seating import seat_players
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.v1 import match_service_pb2 as pb

_CANNOT_RUN: Final = (126, 127)
"""Exit codes by which the system says that something is no program."""
_JOIN_SECONDS: Final = 60.0
_LOOK_SECONDS: Final = 0.1
_RESULT_SECONDS: Final = 5.0
"""How long the result may take to arrive once a bot's process has ended."""


class MatchFailed(Exception):
    """The match cannot be played to its end; the sentence says why."""


class SingleMatchResult(NamedTuple):
    """A match that was played, and what went wrong in it."""

    match_id: str
    result: Any
    """A MatchResult."""
    faults: Sequence[str]
    """By seat, a phrase each; empty if nothing did."""


class MatchHouse(NamedTuple):
    """What is needed to play matches at a private referee."""

    calls: RefereeCalls
    referee: Referee
    starter: ProcessStarter
    accounts: BotProcesses
    console: Console
    """Shows what bots print, and what went wrong with them."""


async def play_match(
    house: MatchHouse,
    request: pb.CreateMatchRequest,
    players: Sequence[BotSpec],
    seed: int | None,
    follow: Callable[[str], Coroutine[Any, Any, Any]],
) -> SingleMatchResult:
    """
    Play a match; `follow` watches it to its end and returns its result.

    Raises:
        MatchFailed: a bot cannot be started, does not join, or ends before the match is over.
    """
    calls, referee, starter, accounts, console = house
    seated = await seat_players(calls, referee.addresses[0], request, players, seed)
    socket = Path(referee.addresses[0].removeprefix("unix:"))
    specs = {seat: spec._replace(socket=socket) for seat, spec in seated.processes.items()}
    bots = MatchBots(players, referee.config.data, console)
    showing = asyncio.create_task(bots.show_output())
    try:
        try:
            await bots.start(starter, specs, accounts)
        except CannotStart as error:
            raise MatchFailed(f"cannot run {error}") from None

        async def is_over() -> bool:
            now = await calls.match(seated.match_id)
            return now.HasField("result")

        async def absent() -> list[int]:
            now = await calls.match(seated.match_id)
            return [number for number, seat in enumerate(now.seats) if not seat.joined]

        joining = _all_joined(absent, players)
        following = follow(seated.match_id)
        result = await unless_ended(following, is_over, joining, players, bots.ends)
        await asyncio.wait(bots.ends.values())
        bots.count(referee.registry.find(seated.match_id))
    finally:
        showing.cancel()
        await bots.stop()
        bots.show_failures()
    return SingleMatchResult(
        seated.match_id, result, [bots.faults(seat) for seat in range(len(players))]
    )


async def _all_joined(absent: Callable[[], Awaitable[list[int]]], bots: Sequence[BotSpec]) -> None:
    """
    Return when all seats are taken.

    Raises:
        MatchFailed: one was not for a minute.
    """
    try:
        async with asyncio.timeout(_JOIN_SECONDS):
            while missing := await absent():  # noqa: ASYNC110 - a referee is asked
                await asyncio.sleep(_LOOK_SECONDS)
    except TimeoutError:
        seat = missing[0]
        raise MatchFailed(
            f"{bots[seat].name} at seat {seat} runs, but did not join within {_JOIN_SECONDS:g} s: "
            "does its program end with run(…)?"
        ) from None


async def unless_ended(
    following: Coroutine[Any, Any, Any],
    is_over: Callable[[], Awaitable[bool]],
    joining: Coroutine[Any, Any, None],
    bots: Sequence[BotSpec],
    processes: Mapping[int, asyncio.Task[ExitStatus]],
) -> Any:  # noqa: ANN401 - a MatchResult
    """The result that `following` brings; a bot that ends or does not join ends the match for all."""
    result, joined = asyncio.create_task(following), asyncio.create_task(joining)
    ends = {end: seat for seat, end in processes.items()}
    try:
        first = asyncio.FIRST_COMPLETED
        done, _ = await asyncio.wait((result, joined, *ends), return_when=first)
        if done == {joined}:
            await joined
            done, _ = await asyncio.wait((result, *ends), return_when=first)
        if result not in done:
            seat, ended = next((ends[one], one.result()) for one in ends if one in done)
            # Perhaps the match is over and its result is still on the way, or a bot left in good
            # order after its last move. Who failed before the end is not waited for.
            if ended.code == 0 or await is_over():
                await asyncio.wait((result,), timeout=_RESULT_SECONDS)
        if not result.done():
            raise MatchFailed(_why_ended(seat, bots[seat], ended))
        return result.result()
    finally:
        for task in (result, joined):
            task.cancel()
        await asyncio.gather(result, joined, return_exceptions=True)


def _why_ended(seat: int, bot: BotSpec, status: ExitStatus) -> str:
    if status.code in _CANNOT_RUN and not bot.is_shipped:
        return f"cannot run {_program(bot)}: it {status.description}, as what is no program does"
    sentence = f"{bot.name} at seat {seat} {status.description} before the match was over"
    if not bot.is_shipped and status.code == 0:
        return f"{sentence}: does {_program(bot).name} end with run(…)?"
    return sentence


def _program(bot: BotSpec) -> Path:
    """The file that a bot is."""
    return bot.programs[-1] if bot.programs else Path(bot.command[-1])
