"""
Browsers: do hundreds that watch one live match slow the matches down?

A referee, sixteen matches of scripted players at once, and the command `bessemer web` beside it. Every
round plays the same matches alone, and while hundreds of streams (`watchers.py`) watch one of them.
"""

import argparse
import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from bessemer.bench.audience.crowd import hear, spectators, tell
from bessemer.bench.decisions.referee import (
    decision_rate,
    module_process,
    rate_ratios,
    referee_process,
    served_line,
)
from bessemer.bench.measuring.harness import ONE_ROUND, declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Figures,
    Report,
    Round,
    Spread,
)

EXAMPLE: Final = """\
examples:
  bessemer bench web
  bessemer bench web --quick --json | tail -n 1
"""
_TIMES: Final = 12
"""A round plays so often: matches are soon over."""
_GOAL: Final = 0.9


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
    rounds = rounds_of(args)
    watchers = 5 if args.quick else args.watchers
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        bench = Watched(Path(folder), stack, watchers, 1 if args.quick else _TIMES)
        configurations = {
            "alone": lambda: bench.play(args.matches),
            "watched": lambda: bench.play_watched(args.matches),
        }
        counted = measure(configurations, rounds, warm_ups=1)
    found = report(counted, watchers, args.matches)
    present(args, found, lambda: _show(counted, found))
    return 0


class Watched:
    """The processes: a referee, its players, the pages and those who watch."""

    def __init__(self, folder: Path, stack: ExitStack, watchers: int, times: int) -> None:
        self._times = times
        log = folder / "referee.log"
        stack.enter_context(referee_process(folder, log))
        self._address = str(served_line(log)["listen"][0])
        self._token = (folder / "organiser.token").read_text(encoding="ascii").strip()
        self._players = stack.enter_context(module_process("bessemer.bench.decisions.load"))
        (os.environ["BESSEMER_TOKEN"],) = spectators(self._address, self._token, 1)
        words = ("web", "--referee", self._address, "--data", str(folder / "none"), "--port", "0")
        limits = ("--watchers", "5000", "--requests", "100000")
        pages = stack.enter_context(module_process("bessemer.cli.main", *words, *limits))
        if pages.stdout is None:
            raise AssertionError("its output is a pipe")
        found = re.search(r"http\S+", pages.stdout.readline())
        if found is None:
            raise SystemExit("bessemer: the pages could not be served")
        self._watchers = stack.enter_context(module_process("bessemer.bench.audience.watchers"))
        tell(self._watchers, {"pages": found[0], "count": watchers})

    def play(self, matches: int) -> Figures:
        """So many matches at once, several times."""
        task = {
            "what": "play",
            "address": self._address,
            "token": self._token,
            "matches": matches,
            "durability": "match",
        }
        played = []
        for _ in range(self._times):
            tell(self._players, task)
            played.append(hear(self._players))
        return {
            "decisions": sum(one["decisions"] for one in played),
            "seconds": sum(one["seconds"] for one in played),
        }

    def play_watched(self, matches: int) -> Figures:
        """The same, and what those who watched have seen."""
        tell(self._watchers, {})
        figures = self.play(matches)
        tell(self._watchers, {})
        return {**figures, **hear(self._watchers)}


def report(rounds: Sequence[Round], watchers: int, matches: int) -> Report:
    """Decisions a second while browsers watch ÷ without them."""
    figures: dict[str, Any] = {
        f"{name} per second": Spread.of(decision_rate(each, name) for each in rounds)._asdict()
        for name in ("alone", "watched")
    }
    figures |= {"watchers": float(watchers), "matches": float(matches), "goal": _GOAL}
    figures["frames per second"] = Spread.of(
        each["watched"].get("frames", 0) / each["watched"]["seconds"] for each in rounds
    ).median
    return Report.of("web", rate_ratios(rounds, "watched", "alone"), len(rounds), figures)


def _show(rounds: Sequence[Round], found: Report) -> None:
    for name in ("alone", "watched"):
        spread = Spread.of(decision_rate(each, name) for each in rounds)
        print(f"{name:10} {spread.median:10,.0f} decisions a second")
    ratio = rate_ratios(rounds, "watched", "alone")
    print(
        f"watched ÷ alone: {ratio.median:.3f} ({ratio.low:.3f} to {ratio.high:.3f}); goal {_GOAL}"
    )
    frames: Any = found.figures["frames per second"]
    print(f"frames that browsers were sent: {frames:,.0f} a second")
