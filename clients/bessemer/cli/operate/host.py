"""`bessemer host`: the bots that were handed in play from this machine."""

import argparse
import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import WrongUsage, add_sandbox, describe
from bessemer.cli.console.extras import require
from bessemer.cli.console.output import failed
from bessemer.cli.console.signals import run_until_stopped
from bessemer.cli.organise.command import add_where

_EXAMPLES: Final = """\
bessemer host                                           # beside the referee of ./bessemer-data
bessemer player add box1 --role worker --out box1.token
bessemer host --connect referee.example:7777 --tls --token-file box1.token
bessemer host --ladder main --concurrency 4 --thinkers 8 --work /var/lib/bessemer-host
"""
_NOTES: Final = """\
A host runs the version of every submission that plays, in the sandbox, on all open ladders of its game. It needs
the token of a worker. Several hosts of one referee share the versions. Ctrl-C or kill -9 loses nothing: the next
host continues the matches. See docs/hosting.md.
"""
_CONCURRENCY: Final = 2


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Run the bots that were handed in to a referee.", _EXAMPLES, _NOTES)
    add_where(command, "a worker, or of an organiser")
    add = command.add_argument
    add(
        "--ladder",
        action="append",
        metavar="NAME",
        help="play on this ladder; may be repeated (default: all open ladders)",
    )
    add(
        "--name",
        default=socket.gethostname(),
        help="the name of this host; each has its own (default: that of the machine)",
    )
    add(
        "--work",
        type=Path,
        default=Path("bessemer-host"),
        metavar="DIR",
        help="the folder for the bots' files and logs",
    )
    add_sandbox(command)
    command.set_defaults(run=run, concurrency=_CONCURRENCY)


def run(args: argparse.Namespace) -> int:
    """Host until stopped."""
    require("host", "serve")
    from bessemer.accounts.names import check_name
    from bessemer.errors import BadRequest
    from bessemer.processes.process import CannotStart
    from bessemer.rpc.ops.logs import LogFormat
    from bessemer.rpc.ops.stderr import logging_to_stderr
    from bessemer.sdk.connection.referee_calls import CallFailed

    try:
        check_name(args.name, "name")
    except BadRequest as error:
        raise WrongUsage(f"--name: {error}") from None
    try:
        with logging_to_stderr(LogFormat.AUTO):
            return run_until_stopped(_host(args))
    except (CallFailed, CannotStart) as error:
        return failed(str(error), 1)


@asynccontextmanager
async def host_beside(data: Path, name: str) -> AsyncIterator[None]:
    """A host for the referee on a folder, in a process of its own, while the body runs."""
    from bessemer.processes.child_process import ChildProcesses
    from bessemer.processes.process import ProcessSpec
    from bessemer.processes.supervisor import Supervisor

    work = Path(f"{data}-host")
    work.mkdir(mode=0o700, exist_ok=True)  # noqa: ASYNC240 - once, at the start
    where = ("--data", str(data), "--work", str(work), "--name", name or "beside")
    command = (sys.executable, "-P", "-m", "bessemer.cli.main", "host", *where)
    # The organiser's token is in the folder, and not in the environment.
    spec = ProcessSpec("host", command, {"BESSEMER_TOKEN": ""})
    async with Supervisor([spec], ChildProcesses(), work):
        yield


async def _host(args: argparse.Namespace) -> int:
    from bessemer.cli.organise.calls import running_referee
    from bessemer.runner.hosting.host import BotHost, HostConfig
    from bessemer.runner.hosting.submissions import SubmittedVersions
    from bessemer.runner.sandbox.limits import ResourceLimits
    from bessemer.runner.sandbox.sandbox import build_sandbox
    from bessemer.sdk.connection.channels import open_channel
    from bessemer.sdk.connection.referee_calls import RefereeCalls

    where = running_referee(args)
    limits = ResourceLimits(memory=args.memory, processor=args.cpu)
    sandbox = await asyncio.to_thread(
        build_sandbox, limits, readable=args.readable, hidden=(args.data.resolve(),)
    )
    if sandbox.warning:
        print(sandbox.warning, file=sys.stderr)
    config = HostConfig(
        args.work,
        sandbox,
        tuple(args.ladder or ()),
        args.concurrency,
        args.thinkers or 0,
        args.ponder,
    )
    async with open_channel(where.address, tls=where.tls) as channel:
        calls = RefereeCalls(channel, where.token, where.address)
        source = SubmittedVersions(calls, args.work, sandbox, args.name, config.processors)
        try:
            await BotHost(config, source, lambda: open_channel(where.address, tls=where.tls)).run()
        except BaseExceptionGroup as group:
            raise group.exceptions[0] from None
    return 0
