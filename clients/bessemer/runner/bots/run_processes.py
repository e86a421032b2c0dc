"""The processes of the bots of a run: their order, and the socket, the token and the environment of each."""

import asyncio
from pathlib import Path

from bessemer.accounts.roles import Role
from bessemer.ladder.entrants import Entrant
from bessemer.matches.timing.processor_times import process_name
from bessemer.processes.process import ProcessSpec
from bessemer.rpc.serving.parts import Referee
from bessemer.runner.bots.bot_files import visible_files
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.instances import numbers_of, seats_of_each
from bessemer.runner.ladder_run_config import LadderRunConfig
from bessemer.runner.sandbox.private_files import others_files
from bessemer.sdk.program.environment import instance_environment


def in_order_of_start(config: LadderRunConfig) -> list[tuple[BotSpec, int | None]]:
    """All instances; the first ones of all bots first: with them the first matches can be played."""
    found = [
        (bot, number)
        for bot in config.entrants
        for number in numbers_of(bot.name, config.instances)
    ]
    return sorted(found, key=lambda one: one[1] or 0)


def socket_in(around: Path, number: int) -> Path:
    """Where one of the bots' processes reaches the referee: alone in its folder, as the sandbox wants."""
    folder = around / str(number)
    folder.mkdir()
    return folder / "referee.sock"


async def new_token(referee: Referee, bot: BotSpec, instance: int | None) -> str:
    """A token for one of the bots' processes; its player is made if there is none yet."""
    directory, (name, version) = referee.accounts.directory, Entrant.parse(bot.name)
    if await asyncio.to_thread(directory.accounts.player, name) is None:
        await directory.create_player(name, Role.PLAYER, bot.author)
    if instance is None:
        return (await directory.create_token(name, version)).text
    return (await directory.create_instance_token(name, version, instance)).text


def process_spec(
    config: LadderRunConfig, bot: BotSpec, socket: Path, token: str, instance: int | None
) -> ProcessSpec:
    """The process of a bot, or of one instance of it, and what it is told by its environment."""
    concurrency = seats_of_each(config.concurrency, bot.name, config.instances)
    environment = instance_environment(
        f"unix:{socket}",
        config.ladder.name,
        token,
        config.ladder.game,
        concurrency,
        Entrant.parse(bot.name).version,
    )
    name = process_name(bot.name, instance)
    hidden = others_files(bot, config.entrants)
    own = visible_files(bot)
    return ProcessSpec(name, bot.command, environment, bot.folder, own, hidden, socket)
