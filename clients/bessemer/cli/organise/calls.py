"""
Calls of an organiser: to a referee elsewhere, to the one that runs on a folder, or on the folder itself.

All three are gRPC calls of the same services, so a command does the same wherever it works.
"""

import argparse
import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple

import grpc

from bessemer.cli.console.arguments import WrongUsage
from bessemer.cli.console.login_name import login_name
from bessemer.matches.durable.store import StoreError
from bessemer.sdk.connection.channels import open_channel
from bessemer.sdk.connection.referee_calls import CallFailed, RefereeCalls
from bessemer.sdk.connection.tls import Tls, tls_of

_BUSY_SECONDS: Final = 30.0
_MOMENT: Final = 0.1


class Calls(RefereeCalls):
    """The calls of somebody with an organiser's token."""

    def __init__(
        self, channel: grpc.aio.Channel, address: str, token: str, *, is_own: bool = False
    ) -> None:
        super().__init__(channel, token, address)
        self.is_own = is_own
        """Whether no referee runs: the calls work on the data alone."""


class Where(NamedTuple):
    """A referee that runs, and a token for it."""

    address: str
    token: str
    tls: Tls | None


def running_referee(args: argparse.Namespace) -> Where:
    """
    The referee that `args` say, which runs elsewhere or on the folder.

    Raises:
        WrongUsage: there is no token, or no referee runs on the folder.
    """
    from bessemer.rpc.serving.ports import local_address

    if args.connect:
        return Where(args.connect, _token(args, None), tls_of(args))
    data: Path = args.data
    if (address := local_address(data)) and _is_served(address.removeprefix("unix:")):
        return Where(address, _token(args, data / "organiser.token"), None)
    raise WrongUsage(
        f"no referee runs on {data}: start one with bessemer serve, or say with --connect where one is"
    )


@asynccontextmanager
async def calls_of(
    args: argparse.Namespace, *, creates: bool = False, match_ids: Collection[str] = ()
) -> AsyncIterator[Calls]:
    """
    The calls to wherever `args` say.

    Args:
        args: what `add_where` has declared.
        creates: whether a folder without a database becomes one.
        match_ids: the unfinished matches that the calls are about.

    Raises:
        WrongUsage: there is no token.
        StoreError: the folder cannot be used.
        CallFailed: a referee runs on the folder and cannot be reached.
    """
    async with AsyncExitStack() as stack:
        tls, is_own = None, False
        if args.connect:
            address, token, tls = args.connect, _token(args, None), tls_of(args)
        else:
            address, token, is_own = await _on_folder(args, stack, match_ids, creates=creates)
        async with open_channel(address, tls=tls) as channel:
            yield Calls(channel, address, token, is_own=is_own)


async def _on_folder(
    args: argparse.Namespace, stack: AsyncExitStack, match_ids: Collection[str], *, creates: bool
) -> tuple[str, str, bool]:
    """Where to call, with which token, and whether that is on the data alone."""
    from bessemer.rpc.serving.owner import own_referee
    from bessemer.rpc.serving.ports import local_address
    from bessemer.storage.database.lock import DatabaseInUse

    data: Path = args.data
    # The referee itself first, wherever its database is.
    if (address := local_address(data)) and _is_served(address.removeprefix("unix:")):
        return address, _token(args, data / "organiser.token"), False
    if not (creates or args.database or (data / "bessemer.sqlite3").exists()):
        raise StoreError(f"there is no referee's data in {data}: give its folder with --data")
    give_up = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            own = own_referee(data, args.database, login_name() or "unknown", match_ids)
            found = await stack.enter_async_context(own)
        except DatabaseInUse as in_use:
            if address is not None and _is_served(address.removeprefix("unix:")):
                return address, _token(args, data / "organiser.token"), False
            # Perhaps another command, which has it for a moment, or a referee that just starts.
            if address is None or time.monotonic() > give_up:
                raise CallFailed(f"{in_use}; or talk to it with --connect ADDRESS") from None
            await asyncio.sleep(_MOMENT)
        else:
            return found.address, found.token, True


def is_asked(args: argparse.Namespace) -> bool:
    """Whether a command that reads a database asks a referee instead: none is named, and none is here."""
    if args.connect:
        return True
    if args.database or (args.data / "bessemer.sqlite3").exists():
        return False
    from bessemer.rpc.serving.ports import local_address

    address = local_address(args.data)
    return address is not None and _is_served(address.removeprefix("unix:"))


def _is_served(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


def _token(args: argparse.Namespace, default: Path | None) -> str:
    path = args.token_file
    if path is None and (token := os.environ.get("BESSEMER_TOKEN")):
        return token
    path = path or default
    if path is None:
        raise WrongUsage("an organiser needs a token: give --token-file, or BESSEMER_TOKEN")
    try:
        return str(path.read_text(encoding="ascii")).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUsage(f"the token cannot be read from {path}: {error}") from None
