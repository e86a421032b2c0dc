"""`bessemer drain`: close a referee in good order."""

import argparse
import asyncio
import os
import select
import socket
import struct
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer drain                                     # the referee of ./bessemer-data
bessemer drain --wait && bessemer backup backups   # go on when the referee has ended
bessemer drain --connect referee.example:7777 --tls --token-file my.token
"""
_NOTES: Final = """\
Does the same as SIGTERM: the referee accepts no new matches, waits for running ones up to its --drain-timeout,
and ends. Unfinished matches continue after the next start. The audit log has an entry.
"""
_MOMENT: Final = 0.2
"""Between two looks at a referee that drains."""
_CREDENTIALS: Final = struct.Struct("3i")
"""Of the process at the other end of a unix socket: its id, user and group."""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Close a referee in good order.", _EXAMPLES, _NOTES)
    command.add_argument(
        "--wait", action="store_true", help="return when the referee has ended (default: at once)"
    )
    add_action(command, _drain)


async def _drain(args: argparse.Namespace, calls: "Calls") -> Answer:
    if calls.is_own:
        raise ValueError(f"no referee runs on {args.data}: there is nothing to drain")
    with ExitStack() as stack:
        process = None if args.connect or not args.wait else _process_of(args.data, stack)
        response = await calls(pb.DrainRequest())
        count = response.running_matches
        if not args.wait:
            return Answer(
                f"The referee drains; {_matches(count)} not over yet.", facts_of(response)
            )
        count = await _end(calls, count, process)
    return Answer(
        "The referee has ended."
        + (f" {_matches(count)} not over, and will continue when it starts." if count else ""),
        {"running_matches": count},
    )


def _matches(count: int) -> str:
    return "1 match is" if count == 1 else f"{count} matches are"


def _process_of(data: Path, stack: ExitStack) -> int | None:
    """A descriptor of the process of the referee on this folder; `None` if the system does not say."""
    from bessemer.rpc.serving.ports import local_address

    address = local_address(data)
    if address is None or not hasattr(socket, "SO_PEERCRED"):
        return None
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(address.removeprefix("unix:"))
            told = line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        descriptor = os.pidfd_open(_CREDENTIALS.unpack(told)[0])
    except (OSError, ValueError):  # it is in another container, or has ended by now
        return None
    stack.callback(os.close, descriptor)
    return descriptor


async def _end(calls: "Calls", count: int, process: int | None) -> int:
    """Wait until the referee has ended; how many matches were not over."""
    from bessemer.cli.console.progress import progress_bar
    from bessemer.sdk.connection.referee_calls import CallFailed

    started = None
    with progress_bar(f"the referee drains; {_matches(count)} not over yet", count or None) as step:
        while True:
            try:
                status = await calls(pb.GetStatusRequest())
                started = started or status.start_time
                if status.start_time != started:
                    return count  # another one has started by now
                left = status.open_matches + status.running_matches
                for _ in range(left, count):
                    step()
                count = min(left, count)
            except CallFailed:
                if process is None:
                    return count
            # It answers no longer and still writes.
            if process is not None and select.select([process], [], [], 0)[0]:
                return count
            await asyncio.sleep(_MOMENT)
