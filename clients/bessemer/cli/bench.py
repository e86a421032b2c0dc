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
    "lines": ("decisions.lines", "the cost of a decision over lines, and questions per second"),
    "ladder": ("ladders.ladder", "whole matches of real bots, with ratings and replays"),
    "load": ("ladders.busy_ladder", "a ladder beside busy processes: is its result the same?"),
    "search": ("rules.search", "decisions and positions per second of the strongest bots"),
    "planner": ("rules.planner", "the exact production planner on typical hands"),
    "crowd": ("audience.crowd", "matches beside spectators that ask for all they may"),
    "web": ("audience.web", "matches beside hundreds of browsers that watch one of them live"),
    "pages": (
        "audience.pages",
        "the page of a match in Chromium: its first picture, and a step",
    ),
}
"""Each is a module of `bessemer.bench`."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the measure of strength, and the benchmarks of speed, which are in a checkout alone."""
    describe(
        command,
        "The strength of bots, and benchmarks of speed, as ratios to a reference measured in the "
        "same run.",
        _EXAMPLES,
    )
    declaration = _declare if find_spec("bessemer.bench") else _declare_missing
    add_commands(
        command,
        {"strength": ("is one bot stronger than another?", _declare_strength)}
        | {
            name: (summary, partial(declaration, module))
            for name, (module, summary) in _BENCHMARKS.items()
        },
    )


def _declare_strength(command: argparse.ArgumentParser) -> None:
    from bessemer.cli.bots import strength

    strength.add_arguments(command)
    command.set_defaults(run=strength.run)


def _declare_missing(_: str, command: argparse.ArgumentParser) -> None:
    describe(command, "Not installed: the benchmarks of speed are in a checkout of Bessemer.", "")
    command.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    command.prefix_chars = "\0"  # options are words like all others: there is one answer
    command.set_defaults(run=_missing)


def _missing(_: argparse.Namespace) -> int:
    raise WrongUsage(
        "the benchmarks are not installed: they are in the folder bench of Bessemer's sources, where "
        "make setup installs them"
    )


def _declare(module: str, command: argparse.ArgumentParser) -> None:
    benchmark = import_module(f"bessemer.bench.{module}")
    benchmark.add_arguments(command)
    command.set_defaults(run=benchmark.run)
