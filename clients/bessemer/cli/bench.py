"""`bessemer bench`: the benchmarks, as ratios to a reference measured in the same run."""

import argparse
from importlib import import_module
from typing import Any, Final

from bessemer.cli.subcommands import Subcommands

_BENCHMARKS: Final = {
    "engine": "complete random games on one core",
    "referee": "decisions a second over gRPC",
    "ladder": "whole matches of real bots, with ratings and replays",
    "planner": "the exact production planner on hands as they occur",
    "strength": "is one bot stronger than another?",
    "crash": "kill the referee again and again: nothing is lost",
}


class _Benchmark(argparse.ArgumentParser):
    """
    The words of one benchmark, declared only when they are to be read.

    Benchmarks import nearly everything, and every command, every bot's process too, passes here.
    """

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - argparse's own
        if self.module:
            benchmark, self.module = import_module(self.module), ""
            benchmark.add_arguments(self)
            self.set_defaults(run=benchmark.run)
        return super().parse_known_args(args, namespace)


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    bench = words.add_parser("bench", help="the benchmarks, as ratios")
    which = bench.add_subparsers(required=True, metavar="WHICH", parser_class=_Benchmark)
    for name, meaning in _BENCHMARKS.items():
        which.add_parser(name, help=meaning).module = f"bessemer.bench.{name}"
