"""`bessemer replay analyse`: what each choice of a match earned, and what the best would have."""

import argparse
import json
from pathlib import Path
from typing import Final

from bessemer.cli.subcommands import Subcommands

EXAMPLES: Final = """\
examples:
  bessemer replay analyse match.replay
  bessemer replay analyse match.replay --html match.html --svg match.svg
  bessemer replay analyse match.replay --json | tail -n 1

Earned is how much more a holding is worth after a round: money alone in the last round; before, the
rest counts at a price (docs/analysis.md). A best plan that was not proven best in time is marked.
Of a damaged file what is sound is analysed; the exit code is then 1.
"""
_SECONDS: Final = 2.0


def add_to(which: Subcommands) -> None:
    """Add the word."""
    command = which.add_parser(
        "analyse",
        help="what each plan earned beside the best plan, and what cards were worth",
        description="Judge every plan, compensation and line of a match, and value every row.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("file", metavar="FILE", help="a replay; - is the standard input")
    add("--json", action="store_true", help="print one JSON object instead of tables")
    add("--html", type=Path, metavar="OUT", help="write a page with curves and tables there")
    add("--svg", type=Path, metavar="OUT", help="write the curves alone there")
    add("--plans", action="store_true", help="print the plans and the best plans too")
    add(
        "--seconds",
        type=positive,
        default=_SECONDS,
        metavar="S",
        help="for each question to the planner (%(default)s)",
    )
    command.set_defaults(run=run)


def positive(text: str) -> float:
    """A number of seconds above zero, for argparse."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return seconds


def run(args: argparse.Namespace) -> int:
    """Analyse the match."""
    from rich.console import Console

    from bessemer.analysis.logged_match import UnusableReplay, read_match
    from bessemer.analysis.rooms import analysis
    from bessemer.cli.output import failed

    try:
        match = read_match(args.file)
    except UnusableReplay as unusable:
        return failed(str(unusable), unusable.exit_code)
    game = analysis(match.game.name)
    found = game.analysed(match, seconds=args.seconds)
    drawings = ((args.html, game.page), (args.svg, game.curve))
    try:
        for out, draw in drawings:
            if out is not None:
                out.write_text(draw(found), encoding="utf-8")
    except OSError as error:
        return failed(f"cannot write {error.filename}: {error.strerror}")
    if args.json:
        print(json.dumps(found))
    else:
        game.print_tables(Console(highlight=False), found, with_plans=args.plans)
    return 0 if match.error is None else failed(f"damaged: {match.error}")
