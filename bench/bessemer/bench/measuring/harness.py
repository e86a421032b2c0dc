"""The common parts of all benchmarks' commands: options, progress, tables, and a report at the end."""

import argparse
from collections.abc import Iterator, Mapping

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from bessemer.bench.measuring.rounds import (
    MIN_ROUNDS,
    Configurations,
    Detail,
    Report,
    Round,
    rounds_argument,
    run_rounds,
)

ONE_ROUND = "one small round: measures nothing"


def declare(
    parser: argparse.ArgumentParser,
    description: str,
    example: str,
    *,
    rounds: str = "",
    quick: str = "",
) -> argparse._ActionsContainer:
    """
    Declare what benchmarks have in common.

    Args:
        parser: the command's.
        description: what it measures.
        example: a call of it.
        rounds: what `--rounds` counts; "" without that option.
        quick: what `--quick` does; "" without it.

    Returns:
        The options that say how long it runs, of which one can be given.
    """
    parser.description = description
    parser.epilog = example
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    length = parser.add_mutually_exclusive_group() if rounds or quick else parser
    if rounds:
        length.add_argument(
            "--rounds",
            type=rounds_argument,
            metavar="N",
            help=f"{rounds} (default: {MIN_ROUNDS}, the fewest)",
        )
    if quick:
        length.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object on the last line"
    )
    return length


def rounds_of(args: argparse.Namespace) -> int:
    """The number of rounds to run."""
    return 1 if args.quick else args.rounds or MIN_ROUNDS


def progress_line(*facts: str, is_redrawn: bool = True) -> Progress:
    """
    A line on the terminal that says how far it is, with `facts` such as "{task.fields[stand]}".

    Unless `is_redrawn` by a thread of its own it changes only when it is updated: that thread would be
    timed with the work.
    """
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *map(TextColumn, facts),
        TimeRemainingColumn(),
    )
    return Progress(
        *columns,
        console=console,
        auto_refresh=is_redrawn,
        transient=True,
        disable=not console.is_terminal,
    )


def measure(configurations: Configurations, rounds: int, *, warm_ups: int) -> tuple[Round, ...]:
    """The figures of all rounds, and a line of progress meanwhile."""
    with progress_line(is_redrawn=False) as progress:
        line = progress.add_task("warming up", total=(rounds + warm_ups) * len(configurations))

        def advance(name: str) -> None:
            progress.update(line, advance=1, description=name, refresh=True)

        return run_rounds(configurations, rounds, warm_ups=warm_ups, finished=advance)


def present(args: argparse.Namespace, report: Report) -> None:
    """Print the report as one line of JSON, or as a table: all its figures, with their ranges."""
    if args.json:
        print(report.to_json())
        return
    ratio = "no ratio" if report.ratio is None else f"{report.ratio:.3f}"
    title = f"{report.name}: {ratio}, rounds: {report.rounds}"
    table = figure_table(title, "", "median, or the figure", "lowest", "highest")
    if report.ratio is not None:
        table.add_row(
            "ratio", *(_number(value) for value in (report.ratio, report.low, report.high))
        )
    for name, figures in _rows(report.figures):
        table.add_row(name.replace("_", " "), *map(_number, figures))
    Console(highlight=False).print(table)


def _rows(figures: Detail, group: str = "") -> Iterator[tuple[str, list[object]]]:
    """The figures by name, those of a group after its name; a spread has three."""
    for name, figure in figures.items():
        if not isinstance(figure, Mapping):
            yield f"{group}{name}", [figure]
        elif "median" in figure:
            yield f"{group}{name}", list(figure.values())
        else:
            yield from _rows(figure, f"{group}{name}: ")


def _number(figure: object) -> str:
    if not isinstance(figure, float):
        return "" if figure is None else str(figure)
    return f"{figure:,.0f}" if abs(figure) >= 1000 else f"{figure:.3g}"


def figure_table(title: str, first: str, *columns: str) -> Table:
    """A table with names in its first column and figures in the others."""
    table = Table(title=title, title_justify="left")
    table.add_column(first)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def positive(text: str, most: int = 1_000_000) -> int:
    """The number of an option that counts something, for argparse."""
    if not text.isdecimal() or not 1 <= int(text[:18]) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {most:,}")
    return int(text)
