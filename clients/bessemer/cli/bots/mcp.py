"""`bessemer mcp`: a Model Context Protocol server, by which a language model plays."""

import argparse
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import WrongUsage, describe
from bessemer.cli.console.extras import require
from bessemer.cli.console.public_address import add_public_address
from bessemer.cli.console.signals import run_until_stopped, stopped_by_signals
from bessemer.cli.console.values import host_port, whole
from bessemer.sdk.connection.tls import add_tls_arguments, tls_of

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from bessemer.text.mcp.matches import Matches
    from bessemer.web.server.serving import Listen

_EXAMPLES: Final = """\
bessemer mcp                              # over standard input and output, started by the client
bessemer mcp --http 127.0.0.1:7800        # for clients on this machine: http://127.0.0.1:7800/mcp
BESSEMER_TOKEN=bsm_… bessemer mcp --connect 127.0.0.1:7777
BESSEMER_MCP_TOKEN=… bessemer mcp --http 0.0.0.0:7800 --http-cert mcp.pem --http-key mcp.key
"""
_NOTES: Final = """\
The tools list games and rules, start a match against the shipped bots or with --connect join one on a referee,
and look, list choices, play and analyse. BESSEMER_TOKEN is the player's token on that referee. Beyond this
machine, and wherever BESSEMER_MCP_TOKEN is set, clients send that token. See docs/mcp.md.
"""
_TOKEN: Final = "BESSEMER_MCP_TOKEN"  # noqa: S105 - the name of a variable


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(
        command,
        "Let a language model play by tools: a server of the Model Context Protocol.",
        _EXAMPLES,
        _NOTES,
    )
    add = command.add_argument
    add(
        "--http",
        type=host_port,
        metavar="HOST:PORT",
        help="serve over HTTP; port 0 for any that is free (default: standard input and output)",
    )
    add_public_address(
        command,
        "http",
        "its",
        "another name under which clients reach the server; repeatable (default: that of --http)",
    )
    add(
        "--connect",
        default="",
        metavar="ADDRESS",
        help="play on this referee: host:port or unix:/path (default: private matches against bots)",
    )
    add("--name", default="model", help="the model's name in private matches")
    add(
        "--tokens",
        type=whole(1_000_000, 1000),
        default=3000,
        metavar="N",
        help="the most tokens of an answer, by four characters each",
    )
    add_tls_arguments(command, "the referee: ")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve until the client leaves, or until it is stopped."""
    require("mcp", "serve", "mcp")
    if args.connect and not os.environ.get("BESSEMER_TOKEN"):
        raise WrongUsage("there is no token: put yours into the environment as BESSEMER_TOKEN")
    if args.http is None:
        for option in ("http_cert", "http_key", "insecure_public", "allow_host"):
            if getattr(args, option):
                raise WrongUsage(f"--{option.replace('_', '-')} goes with --http")
        return run_until_stopped(_on_streams(args))
    return run_until_stopped(_on_http(args, _listening(args)))


async def _on_streams(args: argparse.Namespace) -> int:
    async with _matches(args) as matches:
        await _server(args, matches).run_stdio_async()
    return 0


async def _on_http(args: argparse.Namespace, listen: "Listen") -> int:
    from bessemer.text.mcp.http import PATH, http_app
    from bessemer.web.server.guards.hosts import names_of
    from bessemer.web.server.serving import serve

    stopped = stopped_by_signals()
    async with _matches(args) as matches:
        server = _server(args, matches)
        names = names_of(listen.host, args.allow_host)
        app = http_app(server, names, os.environ.get(_TOKEN, ""))
        async with server.session_manager.run():
            await serve(app, listen, lambda address: _say(f"{address.rstrip('/')}{PATH}"), stopped)
    return 0


@asynccontextmanager
async def _matches(args: argparse.Namespace) -> "AsyncIterator[Matches]":
    from bessemer.sdk.connection.channels import open_channel
    from bessemer.text.mcp.matches import Matches, RefereeElsewhere

    if not args.connect:
        async with Matches() as matches:
            yield matches
        return
    async with open_channel(args.connect, tls=tls_of(args)) as channel:
        referee = RefereeElsewhere(channel, os.environ["BESSEMER_TOKEN"])
        async with Matches(referee) as matches:
            yield matches


def _server(args: argparse.Namespace, matches: "Matches") -> "MCPServer[Any]":
    from bessemer.text.mcp.server import mcp_server

    return mcp_server(matches, name=args.name, tokens=args.tokens)


def _listening(args: argparse.Namespace) -> "Listen":
    """
    Where to listen over HTTP.

    Raises:
        WrongUsage: others could reach it without a token or without TLS.
    """
    from bessemer.rpc.serving.serve_config import host_and_port, is_loopback_host
    from bessemer.text.mcp.http import LEAST_TOKEN
    from bessemer.web.server.serving import Listen, WebConfigError

    host, port = host_and_port(args.http)
    token = os.environ.get(_TOKEN, "")
    if not token and not is_loopback_host(host):
        raise WrongUsage(f"{host} is open to others: put a token into the environment as {_TOKEN}")
    if token and len(token) < LEAST_TOKEN:
        raise WrongUsage(f"{_TOKEN} needs {LEAST_TOKEN} characters or more")
    listen = Listen(host, port, args.http_cert, args.http_key, args.insecure_public)
    try:
        listen.check()
    except WebConfigError as error:
        said = str(error).replace("--tls-", "--http-")
        raise WrongUsage(said) from None
    return listen


def _say(address: str) -> None:
    print(f"A client reaches the tools at {address}  (Ctrl-C stops)", file=sys.stderr, flush=True)
