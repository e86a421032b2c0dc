"""`bessemer serve`: a referee."""

import argparse
import asyncio
from pathlib import Path
from typing import Final

from bessemer.cli.console.arguments import (
    add_clock,
    add_data,
    describe,
)
from bessemer.cli.console.extras import require
from bessemer.cli.console.failures import wrong_data
from bessemer.cli.console.output import Errors, failed
from bessemer.cli.console.values import network, positive, seconds, seconds_or_none, whole
from bessemer.cli.operate.config_file import apply_settings, mark_defaults, settings_of

_EXAMPLES: Final = """\
bessemer serve                                         # on 127.0.0.1:7777, data in ./bessemer-data
bessemer serve --listen 127.0.0.1:0 --data /tmp/try    # any free port
bessemer serve --database postgresql://me@localhost/bessemer
bessemer serve --ladder main --ladder beginners        # only these ladders of its database
bessemer serve --host-bots                             # also run the bots that were handed in
bessemer serve --config /etc/bessemer/bessemer.toml    # see: bessemer config show
bessemer serve --listen 0.0.0.0:7777 --tls-cert cert.pem --tls-key key.pem
"""
_NOTES: Final = """\
The first start registers an organiser and writes the token to DIR/organiser.token. On SIGTERM the
referee drains: it takes no new matches; running matches finish, or continue after the next start.
See docs/operating.md.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    describe(command, "Run a referee that bots and people connect to over gRPC.", _EXAMPLES, _NOTES)
    add_settings(command)
    command.set_defaults(run=lambda args: run(args, command))


def add_settings(command: argparse.ArgumentParser) -> None:
    """Declare all that can be set."""
    _add_place(command)
    _add_tls(command)
    _add_match_rules(command)
    _add_limits(command)
    mark_defaults(command)


def _add_place(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--config",
        metavar="FILE",
        help="settings in TOML, named like these flags; '' for none (default: bessemer.toml in this "
        "folder, if it is there)",
    )
    add(
        "--listen",
        action="append",
        metavar="ADDRESS",
        help="host:port or unix:/path to listen on; may be repeated (default: 127.0.0.1:7777)",
    )
    add_data(command, "the folder for the database and the organiser's token")
    add(
        "--name",
        default="",
        metavar="NAME",
        help="this referee's name, if several share a PostgreSQL database (default: no name)",
    )
    add(
        "--reach",
        default="",
        metavar="ADDRESS",
        help="where the others of them reach this referee (default: its first --listen)",
    )
    add(
        "--ladder",
        action="append",
        metavar="NAME",
        help="play the matches of this ladder; may be repeated, '' for none (default: all ladders of the "
        "database, new ones too)",
    )
    add(
        "--durability",
        choices=("move", "match"),
        default="move",
        help="when the disk is written: before each move is published, or only when a match is finished",
    )
    add(
        "--metrics",
        default="127.0.0.1:9777",
        metavar="ADDRESS",
        help="where Prometheus reads metrics; '' switches them off",
    )
    add(
        "--log",
        choices=("auto", "json", "pretty"),
        default="auto",
        help="the form of log lines; auto is pretty on a terminal, else JSON",
    )
    add(
        "--webhook-allow",
        type=network,
        action="append",
        metavar="NETWORK",
        help="an address or network that webhooks may lead to although it is not public, such as 127.0.0.1 or "
        "10.0.0.0/8; may be repeated (default: none)",
    )
    add(
        "--reflection",
        action=argparse.BooleanOptionalAction,
        help="gRPC server reflection (default: only when listening on loopback)",
    )
    add(
        "--accept-loss",
        action="store_true",
        help="start although the SQLite database lost its write-ahead log; ends the matches that it "
        "names (default: refuse)",
    )
    add(
        "--host-bots",
        action="store_true",
        help="also run the bots that were handed in, as bessemer host does beside it (default: hosts "
        "elsewhere do)",
    )
    add(
        "--drain-timeout",
        type=seconds_or_none(),
        default=30.0,
        help="how long running matches may take to finish after SIGTERM",
    )


def _add_tls(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add(
        "--tls-cert",
        type=Path,
        metavar="FILE",
        help="the TLS certificate chain, PEM (default: no TLS)",
    )
    add("--tls-key", type=Path, metavar="FILE", help="its private key, PEM (default: no TLS)")
    add(
        "--tls-client-ca",
        type=Path,
        metavar="FILE",
        help="only accept clients with a certificate from this CA (default: any client)",
    )
    add(
        "--insecure-public",
        action="store_true",
        help="allow a public address without TLS; tokens then travel in the clear",
    )


def _add_match_rules(command: argparse.ArgumentParser) -> None:
    add_clock(command, bank=60.0, increment=1.0)
    add = command.add_argument
    add("--strikes", type=whole(1000), default=3, help="timeouts after which a seat forfeits")
    add(
        "--join-timeout",
        type=seconds(),
        default=60.0,
        help="how long a match waits for its players to connect",
    )
    add(
        "--clock-grace",
        type=seconds_or_none(),
        default=0.05,
        help="how long after its deadline a move still counts, for its way here",
    )


def _add_limits(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("--requests", type=positive(1e9), default=100.0, help="requests per second per caller")
    add(
        "--reads",
        type=positive(1e9),
        default=100.0,
        help="reads per second of all callers together, each 2 KiB of an answer one more",
    )
    add(
        "--call-time",
        type=positive(1e9),
        default=80.0,
        metavar="MS",
        help="processor time per second for all calls of a caller, in milliseconds",
    )
    add(
        "--moves",
        type=positive(1e9),
        default=100.0,
        help="moves per second in all matches that one player created",
    )
    add("--turns", type=whole(1_000_000_000), default=10_000, help="the most turns of a match")
    add("--streams", type=whole(1_000_000), default=1024, help="open streams per caller")
    add("--matches", type=whole(1_000_000), default=256, help="running matches per caller")


def run(args: argparse.Namespace, command: argparse.ArgumentParser) -> int:
    """Serve as `args`, the environment and the configuration file say."""
    require("serve", "serve")
    apply_settings(args, settings_of(args, command))
    import uvloop

    from bessemer.cli.operate.host import host_beside
    from bessemer.matches.records import ClockSettings, Durability
    from bessemer.rpc.limits.limits import Limits
    from bessemer.rpc.ops.logs import LogFormat
    from bessemer.rpc.ops.stderr import is_json, logging_to_stderr
    from bessemer.rpc.serving.serve import serve
    from bessemer.rpc.serving.serve_config import ConfigError, ServeConfig
    from bessemer.storage.data_folder import private_folder

    try:
        config = ServeConfig(
            listen=tuple(args.listen),
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
                reads_per_second=args.reads,
                call_milliseconds=args.call_time,
                moves_per_second=args.moves,
                turns=args.turns,
                streams=args.streams,
                matches=args.matches,
            ),
            clock=ClockSettings(
                bank=args.bank,
                increment=args.increment,
                strike_limit=args.strikes,
                join_timeout=args.join_timeout,
            ),
            ladders=tuple(filter(None, args.ladder or ())),
            plays_all=args.ladder is None,
            webhook_allow=tuple(args.webhook_allow or ()),
            name=args.name,
            reach=args.reach,
            accept_loss=args.accept_loss,
            drain_timeout=args.drain_timeout,
            clock_grace=args.clock_grace,
        )
        Errors.as_json = is_json(config.log_format)
        with (
            logging_to_stderr(config.log_format),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            with wrong_data():
                private_folder(config.data)
            beside = host_beside(config.data, config.name) if args.host_bots else None
            unwritten = runner.run(serve(config, beside))
    except ConfigError as error:
        return failed(str(error), 2)
    if unwritten:
        return failed(
            "stopped, and the journal could not be written to the end: something is missing of "
            f"{len(unwritten)} matches, which the log names"
        )
    return 0
