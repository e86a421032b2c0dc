"""`bessemer bench`: the benchmarks, as ratios to a reference measured in the same run."""

from bench import engine
from clients.cli.words import Words


def add_to(words: Words) -> None:
    """Add the command's words."""
    bench = words.add_parser("bench", help="the benchmarks, as ratios")
    which = bench.add_subparsers(required=True, metavar="WHICH")
    command = which.add_parser("engine", help="complete random games on one core")
    engine.add_arguments(command)
    command.set_defaults(run=engine.run)
