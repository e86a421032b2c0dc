"""`bessemer drain`: close a referee in good order."""

import argparse
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer drain                                     # the referee of ./bessemer-data
bessemer drain --connect referee.example:7777 --tls --token-file my.token
"""
_NOTES: Final = """\
Does the same as SIGTERM: the referee accepts no new matches, waits for running ones up to its --drain-timeout,
and ends. Unfinished matches continue after the next start. The audit log has an entry.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Close a referee in good order.", _EXAMPLES, _NOTES)
    add_action(command, _drain)


async def _drain(args: argparse.Namespace, calls: "Calls") -> Answer:
    if calls.is_own:
        raise ValueError(f"no referee runs on {args.data}: there is nothing to drain")
    response = await calls(pb.DrainRequest())
    count = response.running_matches
    matches = "1 match is" if count == 1 else f"{count} matches are"
    return Answer(f"The referee drains; {matches} not over yet.", facts_of(response))
