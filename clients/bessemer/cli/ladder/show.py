"""`bessemer ladder standings`, `history`, `matrix`, `plot` and `report`: how a ladder stands."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bessemer.cli.console.arguments import add_data, add_json, describe
from bessemer.cli.console.values import ROWS, output_file, whole
from bessemer.cli.organise.command import add_referee
from bessemer.cli.organise.command import run as run_action
from bessemer.runtime.whole_files import write_whole

if TYPE_CHECKING:
    from rich.console import Console

    from bessemer.cli.organise.calls import Calls
    from bessemer.runner.report.facts import LadderReport
    from bessemer.runner.report.plain import ReportPart


def add_standings(command: argparse.ArgumentParser) -> None:
    """Declare `standings`."""
    examples = """\
bessemer ladder standings
bessemer ladder standings --ladder main --csv > standings.csv
bessemer ladder standings --json | tail -n 1
BESSEMER_TOKEN=bsm_… bessemer ladder standings --connect 127.0.0.1:7777 --ladder main
"""
    describe(
        command,
        "Show the standings: ratings with their 95 % intervals, or the result of a format.",
        examples,
    )
    add_ratings(command)
    _add_common(command, _standings)
    _add_plain(command)


def add_ratings(command: argparse.ArgumentParser) -> None:
    """Declare `--ratings`."""
    command.add_argument(
        "--ratings",
        action="store_true",
        help="show ratings after the result of a format with rounds, too; after few matches they say "
        "little (the continuous format always shows them)",
    )


def add_matrix(command: argparse.ArgumentParser) -> None:
    """Declare `matrix`."""
    examples = """\
bessemer ladder matrix
bessemer ladder matrix --csv > matrix.csv
BESSEMER_TOKEN=bsm_… bessemer ladder matrix --connect 127.0.0.1:7777 --ladder main
"""
    describe(command, "Show how often each player is placed above every other.", examples)
    _add_common(command, _matrix)
    _add_plain(command)


def add_history(command: argparse.ArgumentParser) -> None:
    """Declare `history`."""
    examples = """\
bessemer ladder history greedy
bessemer ladder history mine:2 --most 50 --json
"""
    describe(command, "List the matches of one player, the newest first.", examples)
    command.add_argument(
        "player",
        metavar="PLAYER",
        help="a name, with all its versions, or one version: NAME:VERSION",
    )
    command.add_argument("--most", type=ROWS, default=20, help="how many matches to list")
    _add_common(command, _history)
    _add_plain(command)


def add_report(command: argparse.ArgumentParser) -> None:
    """Declare `report`."""
    examples = """\
bessemer ladder report --out standings.html
BESSEMER_TOKEN=bsm_… bessemer ladder report --connect 127.0.0.1:7777 --ladder main
"""
    describe(command, "Write everything about a ladder as one HTML page.", examples)
    _add_out(command, "report.html")
    _add_common(command, _report)


def add_plot(command: argparse.ArgumentParser) -> None:
    """Declare `plot`."""
    examples = """\
bessemer ladder plot --out ratings.svg
BESSEMER_TOKEN=bsm_… bessemer ladder plot --connect 127.0.0.1:7777 --ladder main
"""
    describe(command, "Draw the ratings over time as an SVG picture.", examples)
    _add_out(command, "ratings.svg")
    _add_common(command, _plot)


def _add_common(
    command: argparse.ArgumentParser,
    show: "Callable[[argparse.Namespace, LadderReport], None]",
) -> None:
    """Declare where the ladder is."""
    add_data(command, "the folder that the ladder is in")
    command.add_argument(
        "--ladder",
        metavar="NAME",
        help="which ladder (default: the only one, or for a table each of them)",
    )
    add_referee(command, "any player's token")
    command.add_argument(
        "--season", type=whole(1_000_000), help="which season (default: the current one)"
    )
    command.set_defaults(run=lambda args: _run(args, show))


def _add_out(command: argparse.ArgumentParser, name: str) -> None:
    command.add_argument("--out", type=output_file, default=Path(name), help="the file to write")


def _add_plain(command: argparse.ArgumentParser) -> None:
    form = command.add_mutually_exclusive_group()
    add_json(form)
    form.add_argument("--csv", action="store_true", help="print CSV, for a spreadsheet")


def _run(
    args: argparse.Namespace, show: "Callable[[argparse.Namespace, LadderReport], None]"
) -> int:
    from bessemer.cli.organise.calls import is_asked

    if is_asked(args):
        return _ask_referee(args, show)
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.queries import opened, report_of
    from bessemer.storage.ladders.ladder_store import SqlLadderStore

    configure(LogFormat.PLAIN, level=30)
    folder = None if args.database else args.data
    with opened(args.data, args.database) as store:
        names = [args.ladder]
        if args.ladder is None and show is _standings and not (args.json or args.csv):
            # A person sees those of all ladders; a program is to say which.
            names = [one.name for one in SqlLadderStore(store).ladders()] or names
        reports = [report_of(store, name, args.season, data=folder) for name in names]
    for number, report in enumerate(reports):
        if number:
            print()
        show(args, report)
    return 0


def _ask_referee(
    args: argparse.Namespace, show: "Callable[[argparse.Namespace, LadderReport], None]"
) -> int:
    from bessemer.cli.ladder import remote

    async def show_report(args: argparse.Namespace, calls: "Calls") -> None:
        show(args, await remote.report(args, calls))

    # What the referee keeps need not be computed from the whole history.
    if show is _standings and not args.csv:
        return run_action(args, remote.standings)
    if show is _history and not args.csv and not args.season:
        return run_action(args, remote.history)
    return run_action(args, show_report)


def _standings(args: argparse.Namespace, report: "LadderReport") -> None:
    from bessemer.runner.report.plain import ReportPart
    from bessemer.runner.report.terminal_tables import show_standings

    def show(report: "LadderReport", console: "Console") -> None:
        show_standings(report, console, ratings=args.ratings)

    _print(args, report, ReportPart.STANDINGS, show, ratings=args.ratings)


def _matrix(args: argparse.Namespace, report: "LadderReport") -> None:
    from bessemer.runner.report.plain import ReportPart
    from bessemer.runner.report.terminal_tables import show_matrix

    _print(args, report, ReportPart.MATRIX, show_matrix)


def _history(args: argparse.Namespace, report: "LadderReport") -> None:
    from bessemer.runner.report.plain import ReportPart
    from bessemer.runner.report.terminal_tables import show_history

    def show(report: "LadderReport", console: "Console") -> None:
        show_history(report, args.player, console, args.most)

    _print(args, report, ReportPart.HISTORY, show, args.player, args.most)


def _print(
    args: argparse.Namespace,
    report: "LadderReport",
    part: "ReportPart",
    show: "Callable[[LadderReport, Console], None]",
    *whose: Any,  # noqa: ANN401 - a player, and how many matches
    ratings: bool = False,
) -> None:
    """Print a part of the report in the form that was asked for."""
    from rich.console import Console

    from bessemer.runner.report.plain import to_csv, to_json

    if args.json:
        print(to_json(report, part, *whose, ratings=ratings))
    elif args.csv:
        print(to_csv(report, part, *whose, ratings=ratings), end="")
    else:
        show(report, Console(highlight=False))


def _plot(args: argparse.Namespace, report: "LadderReport") -> None:
    from bessemer.runner.report.rating_curves import rating_plot

    write_whole(args.out, rating_plot(report))
    print(f"The picture is in {args.out}.")


def _report(args: argparse.Namespace, report: "LadderReport") -> None:
    from bessemer.web.site.report_page import write_report

    write_report(report, args.out)
    print(f"The report is in {args.out}.")
