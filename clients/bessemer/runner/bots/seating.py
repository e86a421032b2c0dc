"""A match at a private referee, and the processes of the bots that play in it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bessemer.processes.process import ProcessSpec
from bessemer.runner.bots.bot_files import visible_files
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.sdk.connection.creation import bot_seed, seed_of
from bessemer.sdk.connection.referee_calls import RefereeCalls
from bessemer.sdk.program.environment import bot_environment
from bessemer.v1 import match_service_pb2 as pb


class SeatedMatch(NamedTuple):
    """A match that was created, and who is to play in it."""

    match_id: str
    tokens: Mapping[str, str]
    """By player."""
    processes: Mapping[int, ProcessSpec]
    """The bots' by seat, still to be started."""


async def seat_players(
    calls: RefereeCalls,
    address: str,
    request: pb.CreateMatchRequest,
    players: Sequence[BotSpec | str],
    seed: int | None,
) -> SeatedMatch:
    """
    Create the match of a request for these players: bots, and people by their names.

    A seed repeats it exactly: the set-up, and what bots do by chance.

    Raises:
        CallFailed: there can be no such match.
    """
    names = [player if isinstance(player, str) else player.name for player in players]
    # Names that are registered are shown as they are: who sits down has the player's own token.
    tokens = await calls.register(names)
    request.seats.extend(pb.SeatRequest(player=name) for name in names)
    request.seed = seed_of(seed)
    match_id = str((await calls(request)).match.match_id)
    processes = {}
    for seat, bot in enumerate(players):
        if isinstance(bot, str):
            continue
        luck = bot_seed(seed, seat, bot.name)
        told = bot_environment(address, match_id, seat, tokens[bot.name], luck, request.game)
        own = visible_files(bot)
        name = f"{bot.name} (seat {seat})"
        processes[seat] = ProcessSpec(name, bot.command, told, bot.folder, own)
    return SeatedMatch(match_id, tokens, processes)
