"""`bessemer ladder standings`, `history`, `matrix`, `plot` and `report`: how a ladder stands."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands

if TYPE_CHECKING:
    from bessemer.runner.report.facts import Report

_EXAMPLES: Final = """\
examples:
  bessemer ladder standings
  bessemer ladder standings --data bessemer-data --ladder main --csv > standings.csv
  bessemer ladder matrix
  bessemer ladder history greedy --most 50
  bessemer ladder plot --out ratings.svg
  bessemer ladder report --out standings.html
"""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    standings = _add(words, "standings", "who stands where", _standings)
    _add_plain(standings)
    matrix = _add(words, "matrix", "who does how against whom", _matrix)
    _add_plain(matrix)
    history = _add(words, "history", "the matches of one player", _history)
    history.add_argument("player", metavar="PLAYER")
    history.add_argument("--most", type=int, default=20, metavar="N", help="(%(default)s)")
    _add_plain(history)
    report = _add(words, "report", "all of it as a page", _report)
    report.add_argument("--out", type=Path, default=Path("report.html"), help="(%(default)s)")
    plot = _add(words, "plot", "the ratings over time, as a picture", _plot)
    plot.add_argument("--out", type=Path, default=Path("ratings.svg"), help="(%(default)s)")


def add_where(command: argparse.ArgumentParser) -> None:
    """Let a command say which ladder it is about."""
    add = command.add_argument
    add("--data", type=Path, default=Path("bessemer-ladder"), metavar="DIR", help="(%(default)s)")
    add("--database", default="", metavar="URL", help="postgresql://…; SQLite in DIR otherwise")
    add("--ladder", metavar="NAME", help="if there are several")


def _add(
    words: Subcommands, word: str, what: str, show: "Callable[[argparse.Namespace, Report], None]"
) -> argparse.ArgumentParser:
    command = words.add_parser(
        word, help=what, epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_where(command)
    command.add_argument("--season", type=int, metavar="N", help="the one that runs if not given")
    command.set_defaults(run=lambda args: _run(args, show))
    return command


def _add_plain(command: argparse.ArgumentParser) -> None:
    which = command.add_mutually_exclusive_group()
    which.add_argument("--json", action="store_true", help="print one JSON object")
    which.add_argument("--csv", action="store_true", help="print lines for a spreadsheet")


def _run(args: argparse.Namespace, show: "Callable[[argparse.Namespace, Report], None]") -> int:
    from bessemer.matches.errors import LadderNotFound
    from bessemer.matches.store import StoreError
    from bessemer.runner.queries import opened, report_of
    from bessemer.runner.report.facts import UnknownPlayer

    try:
        with opened(args.data, args.database) as store:
            report = report_of(store, args.ladder, args.season)
        show(args, report)
    except (LadderNotFound, StoreError, UnknownPlayer, OSError) as error:
        return failed(str(error), 1)
    return 0


def _standings(args: argparse.Namespace, report: "Report") -> None:
    from rich.console import Console

    from bessemer.runner.report.plain import Part, to_csv, to_json
    from bessemer.runner.report.tables import show_standings

    if args.json:
        print(to_json(report, Part.STANDINGS))
    elif args.csv:
        print(to_csv(report, Part.STANDINGS), end="")
    else:
        show_standings(report, Console(highlight=False))


def _matrix(args: argparse.Namespace, report: "Report") -> None:
    from rich.console import Console

    from bessemer.runner.report.matrix import show_matrix
    from bessemer.runner.report.plain import Part, to_csv, to_json

    if args.json:
        print(to_json(report, Part.MATRIX))
    elif args.csv:
        print(to_csv(report, Part.MATRIX), end="")
    else:
        show_matrix(report, Console(highlight=False))


def _history(args: argparse.Namespace, report: "Report") -> None:
    from rich.console import Console

    from bessemer.runner.report.plain import Part, to_csv, to_json
    from bessemer.runner.report.tables import show_history

    if args.json:
        print(to_json(report, Part.HISTORY, args.player, args.most))
    elif args.csv:
        print(to_csv(report, Part.HISTORY, args.player, args.most), end="")
    else:
        show_history(report, args.player, Console(highlight=False), args.most)


def _plot(args: argparse.Namespace, report: "Report") -> None:
    from bessemer.runner.report.plot import rating_plot

    args.out.write_text(rating_plot(report), encoding="utf-8")
    print(f"picture: {args.out}")


def _report(args: argparse.Namespace, report: "Report") -> None:
    from bessemer.runner.report.page import write_page

    write_page(report, args.out)
    print(f"report: {args.out}")
