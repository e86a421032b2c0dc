"""`bessemer bench`: the benchmarks, as ratios to a reference measured in the same run."""

from bench import crash, engine, referee
from clients.cli.words import Words


def add_to(words: Words) -> None:
    """Add the command's words."""
    bench = words.add_parser("bench", help="the benchmarks, as ratios")
    which = bench.add_subparsers(required=True, metavar="WHICH")
    for module, name, meaning in (
        (engine, "engine", "complete random games on one core"),
        (referee, "referee", "decisions a second over gRPC"),
        (crash, "crash", "kill the referee again and again: nothing is lost"),
    ):
        command = which.add_parser(name, help=meaning)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
