"""`bessemer build-worker`: builds and checks what is handed in to a referee."""

import argparse
import asyncio
import os
import socket
import sys
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import describe
from bessemer.cli.console.failures import Failed
from bessemer.cli.console.output import failed
from bessemer.cli.console.signals import run_until_stopped
from bessemer.cli.organise.command import add_where
from bessemer.printable import printable

_EXAMPLES: Final = """\
bessemer build-worker                                 # for the referee on this folder
bessemer player add builder --role worker --out builder.token
bessemer build-worker --connect referee.example:7777 --tls --token-file builder.token
bessemer build-worker --wheels /srv/wheels            # Python packages that bots may have
"""
_NOTES: Final = """\
A worker builds one submission at a time, in a sandbox without a network, and plays its smoke matches. Run several
for more. Its token is a worker's: it can build and host bots, and nothing else. If the worker is killed, the
referee gives the submission to the next one. Compilers are those of this machine below /usr; --readable shows
more folders to builds and bots. Fill the folder of --wheels with `pip download --only-binary :all:`.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command, "Build and check the bots that are handed in to a referee.", _EXAMPLES, _NOTES
    )
    add_where(command, "a worker, or of an organiser")
    add = command.add_argument
    add(
        "--name",
        default=f"{socket.gethostname()}-{os.getpid()}",
        help="the worker's name; one that is started again under its old name takes up its work at once "
        "(default: the machine and the number of the process)",
    )
    add(
        "--wheels",
        type=Path,
        metavar="DIR",
        help="the folder of the Python packages that bots may have (default: none)",
    )
    add(
        "--readable",
        type=Path,
        action="append",
        default=[],
        metavar="PATH",
        help="a file or folder that builds and bots may read, such as a compiler; may be repeated",
    )
    add(
        "--trust-bots",
        action="store_true",
        help="build even where bubblewrap does not work, so that a bot can do all that you can",
    )
    add(
        "--once",
        action="store_true",
        help="build what waits now, then end (default: wait for more)",
    )
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    if args.wheels is not None and not args.wheels.is_dir():
        return failed(f"--wheels: {args.wheels} is not a folder", 2)
    return run_until_stopped(_work(args))


async def _work(args: argparse.Namespace) -> int:
    from bessemer.cli.organise.calls import calls_of
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.building.building import Builder
    from bessemer.runner.building.worker import BuildWorker
    from bessemer.runner.sandbox.sandbox import build_sandbox

    configure(LogFormat.PLAIN, level=40)
    hidden = (args.data,) if args.data.exists() else ()
    sandbox = await asyncio.to_thread(build_sandbox, readable=args.readable, hidden=hidden)
    if sandbox.bubblewrap is None and not args.trust_bots:
        raise Failed(
            f"strangers' bots are not built here. {sandbox.warning} --trust-bots builds them all the same"
        )
    async with calls_of(args) as calls:
        if calls.is_own:
            raise Failed(f"no referee runs on {args.data}: start one with bessemer serve")
        worker = BuildWorker(calls, args.name, Builder(sandbox, args.wheels), _tell)
        if not args.once:
            _tell("waits for submissions")
            await worker.run()
        while await worker.build_next() is not None:
            pass
    return 0


def _tell(text: str) -> None:
    print(printable(f"Worker {text}."), file=sys.stderr, flush=True)
