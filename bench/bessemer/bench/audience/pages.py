"""
The page of a match in Chromium: how long until its first picture, and how long a step takes.

Each round opens the page of a match of four, goes through all of its turns, and does what it is compared
with: opening the same page as a picture that needs no script, and putting the whole picture of each
turn there again. Ratios are of processor time, which does not depend on how busy the machine is.

The weight is that of the page beyond the match, compressed.
"""

import argparse
import gzip
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.bench.audience.timed_pages import TimedPage, Times
from bessemer.bench.measuring.chromium import chromium
from bessemer.bench.measuring.harness import declare, measure, present, rounds_of
from bessemer.bench.measuring.rounds import (
    Configurations,
    Detail,
    Figures,
    Report,
    Round,
    Spread,
)
from bessemer.engine.catalogue import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLE: Final = """\
examples:
  bessemer bench pages
  bessemer bench pages --game brass --json | tail -n 1
"""
_PICTURE, _STEP, _WEIGHT = 0.3, 0.016, 60_000
"""The goals, in seconds and bytes."""
_MIDDLE: Final = "#turn=40"
_FEW, _ALL = 5, 1000
"""Turns that a round goes through, at most."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of the benchmark on `parser`."""
    declare(
        parser,
        "The page of a match of four in Chromium: its first picture, and a step from turn to turn. "
        "The ratio is how many times as fast a step is as putting the whole picture there again.",
        EXAMPLE,
        rounds="rounds to measure",
        quick="one round of a few turns: measures nothing",
    )
    parser.add_argument("--game", choices=NAMES, help="one game (default: all)")


def run(args: argparse.Namespace) -> int:
    """Run the benchmark that `args` ask for, print its report, and return the exit code."""
    games = (args.game,) if args.game else NAMES
    rounds = rounds_of(args)
    turns = _FEW if args.quick else _ALL
    with tempfile.TemporaryDirectory(prefix="bessemer-bench-") as folder, ExitStack() as stack:
        browser = stack.enter_context(chromium())
        pages = {game: MatchPage(browser, game, Path(folder), turns) for game in games}
        configurations: Configurations = {game: page.measured for game, page in pages.items()}
        counted = measure(configurations, rounds, warm_ups=0 if args.quick else 1)
    found = report(counted, games)
    present(args, found)
    return 0


def _command(*words: str) -> None:
    subprocess.run(  # noqa: S603 - words of our own
        [sys.executable, "-P", "-m", "bessemer.cli.main", *words],
        check=True,
        stdout=subprocess.DEVNULL,
    )


class MatchPage:
    """The page of one match, as it is and as a picture of itself."""

    def __init__(self, browser: "Browser", game: str, folder: Path, turns: int) -> None:
        self._browser, self._turns = browser, turns
        self._page, self._frozen = folder / f"{game}.html", folder / f"{game}-frozen.html"
        replay = str(folder / f"{game}.replay")
        bots = "greedy,greedy,random,random"
        _command("match", game, "--bots", bots, "--seed", "4", "--out", replay)
        _command("replay", "html", replay, "-o", str(self._page))

    def measured(self) -> Figures:
        """Processor time and time by the clock, in seconds: of the picture, and of steps."""
        page_alone = re.sub(
            r'(<script id="match"[^>]*>)[^<]*', r"\1", self._page.read_text("utf-8")
        )
        figures: dict[str, float] = {"bytes": float(len(gzip.compress(page_alone.encode())))}
        for name, file in (("picture", self._page), ("frozen", self._frozen)):
            context = self._browser.new_context(viewport={"width": 1280, "height": 800})
            page = TimedPage(context.new_cdp_session(context.new_page()))
            opened = page.open(file, _MIDDLE)
            figures |= {name: opened.processor, f"{name} clock": opened.clock}
            if file is self._page:
                self._frozen.write_text(page.frozen(), encoding="utf-8")
                steps, whole = zip(*page.steps(self._turns), strict=True)
                figures |= _spread("step", steps) | _spread("whole", whole)
            context.close()
        return figures


def _spread(name: str, times: Sequence[Times]) -> dict[str, float]:
    processor, clock = ([one[part] for one in times] for part in (1, 0))
    return {
        name: statistics.median(processor),
        f"{name} 95 %": statistics.quantiles(processor, n=20)[-1],
        f"{name} clock": statistics.median(clock),
        f"{name} clock 95 %": statistics.quantiles(clock, n=20)[-1],
    }


def _ratio(rounds: Sequence[Round], games: Sequence[str], subject: str, reference: str) -> Spread:
    return Spread.of(
        statistics.geometric_mean(each[game][reference] / each[game][subject] for game in games)
        for each in rounds
    )


def report(rounds: Sequence[Round], games: Sequence[str]) -> Report:
    """The ratio of the whole picture's time to a step's; all times are in the figures."""
    figures: dict[str, Detail | float] = {
        game: {
            name: statistics.median(each[game][name] for each in rounds) for name in rounds[0][game]
        }
        for game in games
    }
    figures |= {
        "picture ÷ frozen": 1 / _ratio(rounds, games, "picture", "frozen").median,
        "worst picture clock": max(
            each[game]["picture clock"] for each in rounds for game in games
        ),
        "picture goal": _PICTURE,
        "worst step clock 95 %": max(
            statistics.median(each[game]["step clock 95 %"] for each in rounds) for game in games
        ),
        "step goal": _STEP,
        "heaviest page ÷ goal": max(each[game]["bytes"] for each in rounds for game in games)
        / _WEIGHT,
    }
    return Report.of("pages", _ratio(rounds, games, "step", "whole"), len(rounds), figures)
