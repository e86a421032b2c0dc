"""`bessemer games`: what can be played, by whom, and how it is asked for."""

import argparse
import json
from collections.abc import Iterable
from typing import Final

from rich.console import Console
from rich.table import Table

from bessemer.cli.console.arguments import add_json, describe
from bessemer.engine.catalogue import GAMES, AnyGame

_EXAMPLES: Final = """\
bessemer games
bessemer games --json | tail -n 1
"""
_NOTES: Final = """\
Every command that creates a match takes a game's options in the same way:
  bessemer match GAME --bots A,B,… --option NAME=VALUE --option NAME=@FILE
The number of bots is the number of seats. An option that is not given has its default. In the list,
<…> stands for a value of your own; @FILE reads it from a file.
"""
_BOT: Final = "random"
"""It plays every game."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "List every game with its seats, its shipped bots, its options and their defaults.",
        _EXAMPLES,
        _NOTES,
    )
    add_json(command)
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    from bessemer.bots.registry import BOTS

    if args.json:
        print(json.dumps({"games": [_facts(game, BOTS[game.name]) for game in GAMES.values()]}))
        return 0
    console = Console(highlight=False)
    for number, game in enumerate(GAMES.values()):
        if number:
            console.print()
        seats = f"{game.seats[0]} to {game.seats[-1]} players"
        title = f"{game.name}: {seats}, rules version {game.rules_version}"
        if game.option_list:
            console.print(_table(game, title))
        else:
            console.print(f"{title}, no options", style="italic")
        console.print(f"  bots: {', '.join(BOTS[game.name])}", markup=False)
        # Not wrapped, so that it can be copied.
        console.print(f"  {example(game)}", soft_wrap=True, markup=False)
    return 0


def example(game: AnyGame) -> str:
    """A line that plays a match of `game`, with an option if it has any."""
    bots = ",".join([_BOT] * game.seats[-1])
    command = ["bessemer", "match", game.name, "--bots", bots]
    # The first option that another listed value can be given to alone.
    for option in game.option_list:
        others = [value for value in option.values if value != option.default]
        if others and not others[0].startswith("<"):
            return " ".join((*command, "--option", f"{option.name}={others[0]}"))
    return " ".join(command)


def _table(game: AnyGame, title: str) -> Table:
    table = Table(title=title, title_justify="left")
    for heading in ("option", "values", "default", "meaning"):
        table.add_column(heading)
    for option in game.option_list:
        table.add_row(option.name, ", ".join(option.values), option.default, option.meaning)
    return table


def _facts(game: AnyGame, bots: Iterable[str]) -> dict[str, object]:
    return {
        "name": game.name,
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "bots": list(bots),
        "options": [option._asdict() for option in game.option_list],
        "example": example(game),
    }
