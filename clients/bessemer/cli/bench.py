"""`bessemer bench`: the benchmarks, as ratios to a reference measured in the same run."""

import argparse
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from bessemer.cli.console.arguments import WrongUsage, add_commands, describe

_EXAMPLES: Final = """\
bessemer bench engine --json
bessemer bench referee --quick
bessemer bench strength planner greedy --blocks 50
"""
_BENCHMARKS: Final = {
    "engine": ("rules.engine", "complete random games on one core"),
    "referee": ("decisions.referee", "decisions per second over gRPC"),
    "ladder": ("ladders.ladder", "whole matches of real bots, with ratings and replays"),
    "load": ("ladders.busy_ladder", "a ladder beside busy processes: is its result the same?"),
    "planner": ("rules.planner", "the exact production planner on typical hands"),
    "strength": ("ladders.strength", "is one bot stronger than another?"),
    "crowd": ("audience.crowd", "matches beside spectators that ask for all they may"),
    "web": ("audience.web", "matches beside hundreds of browsers that watch one of them live"),
    "pages": (
        "audience.pages",
        "the page of a match in Chromium: its first picture, and a step",
    ),
}
"""Each is a module of `bessemer.bench`."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the benchmarks, which are in a checkout alone."""
    if find_spec("bessemer.bench") is None:
        describe(command, "Benchmarks: not installed, they are in a checkout of Bessemer.", "")
        command.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
        command.set_defaults(run=_missing)
        return
    describe(
        command,
        "Benchmarks of speed, as ratios to a reference measured in the same run, and of strength.",
        _EXAMPLES,
    )
    add_commands(
        command,
        {
            name: (summary, partial(_declare, module))
            for name, (module, summary) in _BENCHMARKS.items()
        },
    )


def _missing(_: argparse.Namespace) -> int:
    raise WrongUsage(
        "the benchmarks are not installed: they are in the folder bench of Bessemer's sources, where "
        "make setup installs them"
    )


def _declare(module: str, command: argparse.ArgumentParser) -> None:
    benchmark = import_module(f"bessemer.bench.{module}")
    benchmark.add_arguments(command)
    command.set_defaults(run=benchmark.run)
