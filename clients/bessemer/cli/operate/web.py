"""`bessemer web`: pages of ladders and matches, served or written into a folder."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bessemer.cli.console.arguments import (
    WrongUsage,
    add_data,
    describe,
)
from bessemer.cli.console.extras import require
from bessemer.cli.console.public_address import add_public_address
from bessemer.cli.console.values import network, positive, seconds_or_none, whole

if TYPE_CHECKING:
    from bessemer.web.server.serving import Listen
    from bessemer.web.server.sources import SourceConfig

_EXAMPLES: Final = """\
bessemer web                                       # the ladders in bessemer-data
bessemer web --referee 127.0.0.1:7777
bessemer web --referee east:7777 --referee west:7777    # the pages of two referees
bessemer web --play                                # ladders of all games, and play yourself
bessemer web --referee 127.0.0.1:7777 --no-play    # only to watch
bessemer web export pages
bessemer web export pages --ladder main --season 1 --most 500
"""
_NOTES: Final = """\
Pages come from the folder's database, or without one from the referee; live matches come from the referee, with
the token in BESSEMER_TOKEN, which must be a spectator's, not an organiser's. For several referees it has
one token for all, or one for each, separated by commas; the folder is that of the first. Players sign in with their own tokens, at
/sign-in or by a link (bessemer player invite), and start matches at /play, against the shipped bots or
friends; with --play on this machine they are guests, who only enter a name. The organisers' page, /organiser, is
for organisers who are signed in, and for anyone with the password in BESSEMER_WEB_PASSWORD. The server listens
on this machine alone, unless there is TLS or --insecure-public.
export writes pages that open from disk and that any web server can serve: standings, players, matches,
and every match. Files of matches are kept: the next export writes only those that are new.
"""


_NICE: Final = 15


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Play in a browser, and watch ladders and matches.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add(
        "action",
        choices=["serve", "export"],
        nargs="?",
        default="serve",
        help="serve the pages, or write them into a folder",
    )
    add("folder", type=Path, nargs="?", metavar="DIR", help="with export, the folder to write")
    add_data(command, "the folder that the ladders are in")
    add(
        "--referee",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a referee whose matches can be watched live: host:port or unix:/path; may be repeated (default: "
        "none)",
    )
    add(
        "--play",
        action="store_true",
        help="also run ladders of the shipped bots of each game, where you can play as a guest",
    )
    add(
        "--pace",
        type=seconds_or_none(3600),
        default=1.5,
        help="with --play, the least time that a bot takes for a move",
    )
    add(
        "--no-play",
        dest="may_play",
        action="store_false",
        help="only watch: nobody can start or play a match on these pages",
    )
    add(
        "--bots",
        type=whole(1024),
        default=12,
        help="bots that play with people at the same time, in all",
    )
    add(
        "--state",
        type=Path,
        metavar="DIR",
        help="the folder that remembers who is signed in and what is played (default: web in the folder of --data)",
    )
    _add_export(command)
    _add_listening(command)
    command.set_defaults(run=run)


def _add_export(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--ladder",
        action="append",
        default=[],
        metavar="NAME",
        help="with export, only this ladder; repeatable (default: all)",
    )
    add(
        "--season",
        type=whole(1_000_000),
        help="with export, which season (default: the current one of each ladder)",
    )
    add(
        "--most",
        type=whole(100_000_000),
        metavar="N",
        help="with export, write only the newest N matches of a ladder; tables and lists have all "
        "(default: all matches)",
    )


def _add_listening(command: argparse.ArgumentParser) -> None:
    from bessemer.sdk.connection.tls import add_tls_arguments

    add = command.add_argument
    add("--host", default="127.0.0.1", help="the address to listen on")
    add(
        "--port",
        type=_port,
        default=8080,
        metavar="N",
        help="the port to listen on; 0 for any that is free",
    )
    add_public_address(
        command,
        "web",
        "the pages'",
        "another name under which browsers reach the pages, for example pages.example.org; repeatable "
        "(default: the address of --host, and this machine's own names)",
    )
    add(
        "--behind-proxy",
        type=network,
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address, or network, of a proxy that says who asks (X-Forwarded-For, X-Forwarded-Proto); "
        "repeatable (default: none is believed)",
    )
    add(
        "--watchers",
        type=whole(100_000),
        default=32,
        help="live matches that one address may watch at the same time",
    )
    add(
        "--requests",
        type=positive(1e6),
        default=50.0,
        help="requests per second that one address may make",
    )
    add_tls_arguments(command, "the referee: ")


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Do it."""
    if args.action == "serve":
        if args.folder is not None:
            raise WrongUsage("say --data DIR for the folder of the ladders")
        for option in ("ladder", "season", "most"):
            if getattr(args, option):
                raise WrongUsage(f"--{option} is for bessemer web export DIR")
        return _serve(args)
    if args.folder is None:
        raise WrongUsage("say where to write the pages: bessemer web export DIR")
    return _export(args)


def _serve(args: argparse.Namespace) -> int:
    require("web", "serve", "web")
    import uvloop

    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.web.server.serving import Listen, WebConfigError

    listen = Listen(
        args.host,
        args.port,
        args.web_cert,
        args.web_key,
        args.insecure_public,
        tuple(args.behind_proxy),
    )
    try:
        listen.check()
    except WebConfigError as error:
        raise WrongUsage(str(error)) from None
    if not (args.play or args.referee or args.database or args.data.is_dir()):
        raise WrongUsage(
            f"there is no folder {args.data}: play a ladder first (bessemer ladder run), name its "
            "folder with --data, or let bots play: bessemer web --play"
        )
    configure(LogFormat.PLAIN, level=30)
    uvloop.run(_serving(args, listen))
    return 0


async def _serving(args: argparse.Namespace, listen: "Listen") -> None:
    from bessemer.engine.catalogue import NAMES
    from bessemer.sdk.connection.tls import tls_of
    from bessemer.web.demo import playing_ladders
    from bessemer.web.server.sources import SourceConfig

    if args.play:
        async with playing_ladders(args.data, NAMES, args.pace, _say) as sources:
            await _pages(args, listen, sources)
        return
    # Matches go first: spectators must not take a processor from players.
    os.nice(_NICE)
    token = os.environ.get("BESSEMER_TOKEN", "")
    data = args.data if args.data.is_dir() else None
    referees = args.referee or [""]
    tokens = token.split(",") if "," in token else [token] * len(referees)
    if len(tokens) != len(referees):
        raise WrongUsage(
            f"BESSEMER_TOKEN has {len(tokens)} tokens for {len(referees)} referees: give one for all, or "
            "one for each"
        )
    first, *others = zip(referees, tokens, strict=True)
    tls = tls_of(args)
    sources = [SourceConfig(data, args.database, *first, tls)]
    sources += [SourceConfig(None, "", *other, tls) for other in others]
    await _pages(args, listen, sources)


async def _pages(args: argparse.Namespace, listen: "Listen", sources: "list[SourceConfig]") -> None:
    from bessemer.cli.console.signals import stopped_by_signals
    from bessemer.rpc.serving.serve_config import is_loopback_host
    from bessemer.web.server.accounts.people import PeopleConfig
    from bessemer.web.server.app import WebApp
    from bessemer.web.server.guards.hosts import names_of
    from bessemer.web.server.request_limits import WebLimits
    from bessemer.web.server.serving import serve
    from bessemer.web.server.start.bot_keeper import BotLimits

    limits = WebLimits(args.requests, 6 * args.requests, args.watchers)
    people = PeopleConfig(
        state=_state(args),
        plays=args.may_play,
        guests=args.play and args.may_play and is_loopback_host(args.host),
        bots=BotLimits(bots=args.bots),
    )
    hosts = names_of(args.host, args.allow_host)
    app = WebApp(sources, limits, os.environ.get("BESSEMER_WEB_PASSWORD", ""), people, hosts)
    stopped = stopped_by_signals()
    async with app.lifespan():
        await serve(
            app.asgi,
            listen,
            lambda address: _say(f"Open {address}  (Ctrl-C stops)"),
            stopped,
        )


def _state(args: argparse.Namespace) -> Path:
    """The folder for what the pages remember."""
    if args.state is not None:
        return Path(args.state)
    if args.play or args.data.is_dir():
        return Path(args.data) / "web"
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "bessemer" / "web"


def _say(words: str) -> None:
    print(words, flush=True)


def _export(args: argparse.Namespace) -> int:
    from bessemer.cli.console.progress import progress_bar
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.runner.queries import opened, report_of
    from bessemer.storage.ladders.ladder_store import SqlLadderStore
    from bessemer.web.site.export import export_site

    configure(LogFormat.PLAIN, level=30)
    data = None if args.database else args.data
    with opened(args.data, args.database) as store:
        names = args.ladder or [ladder.name for ladder in SqlLadderStore(store).ladders()]
        reports = [report_of(store, name, args.season, data=data) for name in dict.fromkeys(names)]
        index = export_site(args.folder, store, reports, progress_bar, most=args.most)
    print(f"Open {index}.")
    return 0
