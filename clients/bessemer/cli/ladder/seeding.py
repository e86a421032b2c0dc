"""Seeds of a format with rounds: the order of the bots, or how they stand on another ladder."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from bessemer.cli.console.arguments import WrongUsage
from bessemer.printable import printable
from bessemer.runner.bots.bot_specs import BotSpec

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.runner.report.facts import LadderReport


class Seeding(NamedTuple):
    """The bots, the first seed first."""

    bots: list[BotSpec]
    source: str = ""
    """How they are seeded, for people; "" for the order of the command line."""
    standings: Sequence[str] = ()
    """How each stands there, for people."""

    def show(self, console: "Console") -> None:
        """Print who has which seed, before anything is played."""
        from rich.text import Text

        from bessemer.runner.report.column_fitting import Column, drawn

        console.print(f"Seeds, by {self.source or 'the order of the bots'}:", markup=False)
        names = [Text(printable(bot.name)) for bot in self.bots]
        columns = [
            Column("seed", [Text(str(seed)) for seed in range(1, len(names) + 1)]),
            Column("player", names, justify="left", most=40),
        ]
        if self.standings:
            columns.append(Column("there", list(map(Text, self.standings)), justify="left"))
        console.print(drawn(columns, console.width))


def add_seed_from(command: argparse.ArgumentParser) -> None:
    """Declare `--seed-from`."""
    command.add_argument(
        "--seed-from",
        metavar="LADDER[:SEASON]",
        help="seed the bots by their standings on another ladder of the folder; who has none comes "
        "last (default: by the order of --bot and --bots)",
    )


def seeded(args: argparse.Namespace, bots: list[BotSpec]) -> Seeding:
    """
    The bots in the order of their seeds; a tournament that has begun keeps its own.

    Raises:
        WrongUsage: no other ladder of the folder is named, or none of the bots has played there.
        StoreError: the folder cannot be read.
    """
    if not args.seed_from:
        return Seeding(bots)
    from bessemer.errors import LadderNotFound
    from bessemer.runner.queries import opened, report_of
    from bessemer.storage.ladders.ladder_store import SqlLadderStore
    from bessemer.storage.ladders.plans import SqlPlans

    ladder, _, season = args.seed_from.partition(":")
    mine = args.name or args.game
    if args.format == "continuous":
        raise WrongUsage("--format continuous has no seeds: leave --seed-from out")
    if not ladder or ladder == mine or (":" in args.seed_from and not season.isdecimal()):
        raise WrongUsage(
            f"--seed-from {args.seed_from}: name another ladder, and a season by its number, as in "
            f"main:1 (--name gives this ladder, {mine}, another name)"
        )
    try:
        with opened(args.data) as store:
            report = report_of(store, ladder, int(season) if season else None, data=args.data)
            begun = SqlLadderStore(store).ladder(mine)
            kept = SqlPlans(store).plan(mine, begun.season) if begun is not None else None
    except LadderNotFound as error:
        raise WrongUsage(f"--seed-from: {error}") from None
    there = _standing_there(report)
    if not any(bot.name in there for bot in bots):
        raise WrongUsage(f"--seed-from {args.seed_from}: none of the bots has played there")
    ranked = list(there)
    if kept is not None and set(kept.players) == {bot.name for bot in bots}:
        ranked = list(kept.players)
    bots = sorted(
        bots, key=lambda bot: ranked.index(bot.name) if bot.name in ranked else len(ranked)
    )
    source = f"the standings of {ladder}, season {report.facts.season}"
    return Seeding(bots, source, [there.get(bot.name, "did not play") for bot in bots])


def _standing_there(report: "LadderReport") -> dict[str, str]:
    """Everybody on a ladder who is not disqualified, the best first, and how it stands, for people."""
    from bessemer.runner.report import phrases

    result = report.outcome
    if result is None:
        rows = [row for row in report.rows if row.place]
        return {row.standing.player: phrases.rating(row.standing.rating) for row in rows}
    table = result.table if result.bracket is None else result.bracket.places
    return {row.player: f"place {row.place}" for row in table if row.player not in result.out}
