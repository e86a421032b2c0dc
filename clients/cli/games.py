"""`bessemer games`: what can be played."""

import argparse
import json

from rich.console import Console
from rich.table import Table

from clients.cli.words import Words
from referee.games.catalogue import GAMES


def add_to(words: Words) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "games",
        help="games, seats, options and defaults",
        description="Every game with its seats, its options and their defaults.",
        epilog="examples:\n  bessemer games\n  bessemer games --json | tail -n 1",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the games."""
    if args.json:
        print(json.dumps({"games": [_facts(name) for name in GAMES]}))
        return 0
    console = Console(highlight=False)
    for name, game in GAMES.items():
        seats = f"{game.seats[0]} to {game.seats[-1]} players"
        table = Table(
            title=f"{name}: {seats}, rules version {game.rules_version}", title_justify="left"
        )
        for heading in ("option", "values", "default", "meaning"):
            table.add_column(heading)
        for option in game.option_list:
            table.add_row(option.name, ", ".join(option.values), option.default, option.meaning)
        console.print(table)
    return 0


def _facts(name: str) -> dict[str, object]:
    game = GAMES[name]
    return {
        "name": name,
        "rules_version": game.rules_version,
        "seats": list(game.seats),
        "options": [option._asdict() for option in game.option_list],
    }
