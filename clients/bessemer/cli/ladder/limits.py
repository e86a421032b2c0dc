"""The options that say how much is played on a ladder."""

import argparse

from bessemer.cli.console.values import whole


def add_limits(command: argparse.ArgumentParser, default: str | None) -> None:
    """Declare how much is played; `default` says what it is otherwise."""
    command.add_argument(
        "--matches-per-hour",
        type=whole(100_000, least=0),
        metavar="N",
        help="each bot begins at most N matches in any hour, and a twelfth of them in any five minutes; 0: "
        f"no limit (default: {default or 'no limit'})",
    )
    command.add_argument(
        "--until",
        type=whole(10_000, least=0),
        metavar="POINTS",
        help="a player whose rating is known to ± POINTS only plays with others that are not; 0: everybody "
        f"plays on (default: {default or 'everybody plays on'})",
    )
