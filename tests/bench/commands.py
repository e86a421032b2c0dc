"""The commands of benchmarks, in the process of a test."""

import argparse
from collections.abc import Sequence
from typing import Protocol


class Benchmark(Protocol):
    """A module of `bessemer.bench` that the command line knows."""

    def add_arguments(self, parser: argparse.ArgumentParser, /) -> None:
        """Declare its options."""

    def run(self, args: argparse.Namespace, /) -> int:
        """Run it; the exit code."""


def run_benchmark(benchmark: Benchmark, words: Sequence[str]) -> int:
    """Run it as `bessemer bench NAME WORDS` does; the exit code."""
    parser = argparse.ArgumentParser(prog="bessemer bench NAME")
    benchmark.add_arguments(parser)
    return benchmark.run(parser.parse_args(words))
