"""`bessemer ladder`: matches among bots, and who stands where."""

import argparse
import json
import secrets
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bots.bot import NAMES
from clients.cli.options import add_option, read_options
from clients.cli.tournament import Standing, Tournament, standings
from clients.cli.words import Words
from referee.games.catalogue import GAMES

_EXAMPLES: Final = """\
examples:
  bessemer ladder run
  bessemer ladder run --bots greedy,random,idle --blocks 100
  bessemer ladder run --option capitalists=off --option rounds=3
  bessemer ladder run --option deck=@my-cards.toml
  bessemer ladder run --seed 7 --json | tail -n 1
"""

_BOTS: Final = ("planner", "greedy", "random", "idle")
"""Who plays if nobody is named: those that play many matches in little time."""


def add_to(words: Words) -> None:
    """Add the command's words."""
    ladder = words.add_parser("ladder", help="matches among bots, and the standings")
    which = ladder.add_subparsers(required=True, metavar="WHAT")
    command = which.add_parser(
        "run",
        help="play a tournament",
        description="Play blocks: one set-up each, played once in every rotation of the seats.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--game", choices=sorted(GAMES), default="furnace")
    command.add_argument(
        "--bots",
        type=_bots,
        default=_BOTS,
        metavar="A,B,…",
        help=f"who plays, one bot to a seat: {', '.join(NAMES)} ({','.join(_BOTS)})",
    )
    command.add_argument(
        "--blocks", type=_positive, default=50, metavar="N", help="how many set-ups (%(default)s)"
    )
    add_option(command)
    command.add_argument("--seed", type=int, metavar="N", help="repeat a tournament exactly")
    command.add_argument("--json", action="store_true", help="print one JSON object")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play the tournament that `args` ask for and print its standings."""
    options = read_options(args.option)
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    tournament = Tournament(GAMES[args.game], options, args.bots, seed)
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    results = []
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        matches = args.blocks * len(args.bots)
        bar = progress.add_task(f"{args.game}, {len(args.bots)} seats", total=matches)
        for block in range(args.blocks):
            results.append(tournament.play_block(block))
            progress.advance(bar, len(args.bots))
    table = standings(args.bots, results)
    if args.json:
        print(json.dumps({"seed": seed, "standings": [row._asdict() for row in table]}))
    else:
        _show(table, f"{args.game}: {matches} matches in {args.blocks} blocks, seed {seed}")
    return 0


def _show(rows: list[Standing], title: str) -> None:
    table = Table(title=title, caption="± is half of a 95 % interval over the blocks")
    table.add_column("bot", style="bold")
    for heading in ("matches", "wins", "mean rank", "mean score", "median score"):
        table.add_column(heading, justify="right")
    for row in rows:
        table.add_row(
            row.bot,
            str(row.matches),
            _figure(row.wins, row.wins_margin, ".1%"),
            _figure(row.rank, row.rank_margin, ".2f"),
            _figure(row.score, row.score_margin, ".1f"),
            f"{row.median_score:g}",
        )
    Console(highlight=False).print(table)


def _figure(value: float, margin: float | None, form: str) -> str:
    return f"{value:{form}} ±{'?' if margin is None else format(margin, form)}"


def _bots(text: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"no bot {name!r}: there are {', '.join(NAMES)}")
    if len(set(names)) < len(names):
        raise argparse.ArgumentTypeError("name each bot once")
    return names


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")
    return int(text)
