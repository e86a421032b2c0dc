"""`bessemer serve`: a referee."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

from bessemer.cli.subcommands import Subcommands

_EXAMPLES: Final = """\
examples:
  bessemer serve                                        on 127.0.0.1:7777, data in ./bessemer-data
  bessemer serve --listen 127.0.0.1:0 --data /tmp/try   any free port
  bessemer serve --database postgresql://me@localhost/bessemer
  bessemer serve --ladder main                          after bessemer ladder create main
  bessemer serve --listen 0.0.0.0:7777 --tls-cert cert.pem --tls-key key.pem

The first start registers an organiser and puts the token into DATA/organiser.token.
SIGTERM drains: no new matches, running ones finish or stay in the journal for the next start.
See docs/operating.md.
"""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    command = words.add_parser(
        "serve",
        help="a referee",
        description="Serve a referee until it is told to stop.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = command.add_argument
    add("--listen", action="append", metavar="ADDR", help="host:port or unix:/path; repeatable")
    add("--data", type=Path, default=Path("bessemer-data"), metavar="DIR", help="(%(default)s)")
    add("--database", default="", metavar="URL", help="postgresql://…; SQLite in DIR otherwise")
    add("--name", default="", help="its own, where several referees share a PostgreSQL database")
    add("--ladder", default="", metavar="NAME", help="play the matches of this ladder")
    add("--durability", choices=("move", "match"), default="move", help="(%(default)s)")
    add("--tls-cert", type=Path, metavar="FILE")
    add("--tls-key", type=Path, metavar="FILE")
    add("--tls-client-ca", type=Path, metavar="FILE", help="clients need a certificate from it")
    add("--insecure-public", action="store_true", help="listen publicly without TLS all the same")
    add("--reflection", action=argparse.BooleanOptionalAction, help="default: on loopback only")
    add("--metrics", default="127.0.0.1:9777", metavar="ADDR", help="'' for none (%(default)s)")
    add("--log", choices=("auto", "json", "pretty"), default="auto", help="(%(default)s)")
    add("--bank", type=float, default=60.0, metavar="S", help="default clock: bank (%(default)s)")
    add("--increment", type=float, default=1.0, metavar="S", help="increment (%(default)s)")
    add("--strikes", type=int, default=3, metavar="N", help="timeouts to forfeit (%(default)s)")
    add("--join-timeout", type=float, default=60.0, metavar="S", help="(%(default)s)")
    add("--clock-grace", type=float, default=0.05, metavar="S", help="(%(default)s)")
    add("--drain-timeout", type=float, default=30.0, metavar="S", help="(%(default)s)")
    add(
        "--requests",
        type=float,
        default=100.0,
        metavar="N",
        help="a second and caller (%(default)s)",
    )
    add("--streams", type=int, default=1024, metavar="N", help="at once and caller (%(default)s)")
    add("--matches", type=int, default=256, metavar="N", help="at once and caller (%(default)s)")
    command.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Serve as `args` say."""
    import uvloop

    from bessemer.matches.records import ClockSettings, Durability
    from bessemer.matches.store import StoreError
    from bessemer.rpc.access.limits import Limits
    from bessemer.rpc.config import ConfigError, ServeConfig
    from bessemer.rpc.ops.logs import LogFormat, configure
    from bessemer.rpc.server import serve

    try:
        config = ServeConfig(
            listen=tuple(args.listen or ("127.0.0.1:7777",)),
            data=args.data,
            database=args.database,
            durability=Durability(args.durability),
            tls_cert=args.tls_cert,
            tls_key=args.tls_key,
            tls_client_ca=args.tls_client_ca,
            insecure_public=args.insecure_public,
            reflection=args.reflection,
            metrics=args.metrics,
            log_format=LogFormat(args.log),
            limits=Limits(
                requests_per_second=args.requests,
                burst=max(1, round(2 * args.requests)),
                streams=args.streams,
                matches=args.matches,
            ),
            clock=ClockSettings(
                bank=args.bank,
                increment=args.increment,
                strike_limit=args.strikes,
                join_timeout=args.join_timeout,
            ),
            ladder=args.ladder,
            name=args.name,
            drain_timeout=args.drain_timeout,
            clock_grace=args.clock_grace,
        )
        configure(config.log_format)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(serve(config))
    except ConfigError as error:
        print(f"bessemer: {error}", file=sys.stderr)
        return 2
    except (StoreError, OSError) as error:
        print(f"bessemer: {error}", file=sys.stderr)
        return 1
    return 0
