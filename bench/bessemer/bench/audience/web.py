"""
Browsers: do matches slow down while hundreds of browsers watch one of them live?

A referee, sixteen matches of scripted players at once, and the command `bessemer web` beside it. Every
round plays the same matches alone, and while hundreds of streams (`watchers.py`) watch one of them.
"""

import argparse
import os
import re
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from bessemer.bench.audience import beside
from bessemer.bench.audience.crowd import spectators
from bessemer.bench.measuring.harness import ONE_ROUND, declare, present
from bessemer.bench.measuring.processes import MeasuredReferee, TaskProcess

EXAMPLE: Final = """\
examples:
  bessemer bench web
  bessemer bench web --quick --json | tail -n 1
"""
_TIMES: Final = 12
"""Plays of a round: matches are soon over."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "Decisions a second beside browsers that watch, as a ratio to without.",
        EXAMPLE,
        rounds="rounds to measure",
        quick=ONE_ROUND,
    )
    add = parser.add_argument
    add("--watchers", type=int, default=500, metavar="N", help="browsers (default: %(default)s)")
    add("--matches", type=int, default=16, metavar="N", help="at once (default: %(default)s)")


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    count, times = (5, 1) if args.quick else (args.watchers, _TIMES)
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        referee = MeasuredReferee(stack, Path(folder))
        watchers = TaskProcess(stack, "bessemer.bench.audience.watchers")
        watchers.tell({"pages": _pages(stack, referee, Path(folder)), "count": count})
        rounds = beside.measured(
            args, referee, watchers, "watched", matches=args.matches, times=times
        )
    frames = beside.counted(rounds, "watched", "frames")
    about = {
        "watchers": float(count),
        "matches": float(args.matches),
        "frames per second": frames,
    }

    present(args, beside.report(rounds, "web", "watched", about))
    return 0


def _pages(stack: ExitStack, referee: MeasuredReferee, folder: Path) -> str:
    """The address of the pages, as the command serves them to anyone."""
    (os.environ["BESSEMER_TOKEN"],) = spectators(referee, 1)
    words = ("web", "--referee", referee.address, "--data", str(folder / "none"), "--port", "0")
    limits = ("--watchers", "5000", "--requests", "100000")
    found = re.search(r"http\S+", TaskProcess(stack, "bessemer.cli.main", *words, *limits).line())
    if found is None:
        raise SystemExit("bessemer: the pages could not be served")
    return found[0]
