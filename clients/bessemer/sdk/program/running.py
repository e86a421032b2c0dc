"""
The line that runs a bot as a program: `run(MyBot)`.

The environment or the command line says which seats it plays. That is how
`bessemer match furnace --bots ./my_bot.py,greedy,random` hands out its seats, to programs in any
language.
"""

import argparse
import logging
import os
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from bessemer.printable import readable_streams
from bessemer.sdk.bot import Bot, MatchEnd
from bessemer.sdk.connection.reconnect import PATIENCE
from bessemer.sdk.connection.tls import add_tls_arguments, tls_of
from bessemer.sdk.errors import SeatError
from bessemer.sdk.program.bot_checks import UnusableBot, make_bot
from bessemer.sdk.program.environment import bot_version, fill_in, patience_of, takes_challenges
from bessemer.sdk.program.event_loop import run_loop
from bessemer.sdk.program.parameters import add_numbers, changed, with_params
from bessemer.sdk.seats.ladder import enlist
from bessemer.sdk.seats.matches import SeatCredentials, play_matches
from bessemer.wire.tls.certificate_files import CertificateError

_EXAMPLES: Final = """\
Each argument can also be given in the environment: BESSEMER_ADDRESS, BESSEMER_MATCH, BESSEMER_SEAT,
BESSEMER_TOKEN, BESSEMER_SEATINGS, BESSEMER_LADDER, BESSEMER_CONCURRENCY, BESSEMER_VERSION,
BESSEMER_TLS, BESSEMER_TLS_CA, BESSEMER_TLS_CERT, BESSEMER_TLS_KEY, BESSEMER_SEED,
BESSEMER_PATIENCE; BESSEMER_LOG=warning says less. A token is a secret: it is better kept
there, or in a file of seatings, than on a command line that others can read.

examples:
  bessemer match furnace --bots ./{program},greedy,random     one match, all of it started for you
  BESSEMER_TOKEN=bsm_… python {program} --connect 127.0.0.1:7777 --match 1f2e… --seat 0
  python {program} --connect 127.0.0.1:7777 --seatings seats.txt
  BESSEMER_TOKEN=bsm_… python {program} --connect 127.0.0.1:7777 --ladder main --concurrency 4
"""
_SWITCH_SECONDS: Final = 0.001
_log: Final = logging.getLogger("bessemer.sdk")


class _Usage(Exception):
    """Wrong arguments; the message says what would be right."""


def run(
    new_bot: Callable[..., Bot],
    words: Sequence[str] | None = None,
    params: Any = None,  # noqa: ANN401 - any dataclass
) -> list[MatchEnd]:
    """See `bessemer.sdk.bot.run`, which bots call."""
    program = Path(sys.argv[0]).name
    readable_streams()
    try:
        new_bot, args = _read(program, new_bot, words, params)
    except UnusableBot as error:
        sys.exit(_complaint(program, str(error), 2))
    fill_in(args)
    try:
        seatings = [] if args.ladder else _seatings(vars(args))
        concurrency = _concurrency(vars(args)) if args.ladder else 1
        patience = patience_of(args)
    except (_Usage, ValueError) as error:
        sys.exit(_complaint(program, str(error), 2))
    levels = logging.getLevelNamesMapping()
    level = levels.get(os.environ.get("BESSEMER_LOG", "").upper(), logging.INFO)
    for noisy in ("asyncio", "grpc"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    logging.basicConfig(format=f"{program}: %(message)s", level=level, stream=sys.stderr)
    if args.seed is not None:
        random.seed(args.seed)
    if len(seatings) > 1 or concurrency > 1:
        # A thread that computes in Python hands the interpreter over after 5 ms by default, and each
        # message of the other seats would wait for that.
        sys.setswitchinterval(_SWITCH_SECONDS)
    ends: Sequence[MatchEnd | SeatError] = ()
    try:
        if args.ladder:
            run_loop(
                enlist(
                    args.address,
                    args.token,
                    args.ladder,
                    lambda _game: make_bot(new_bot),
                    concurrency=concurrency,
                    version=bot_version(args),
                    challenges=takes_challenges(args),
                    tls=tls_of(args),
                    patience=patience,
                )
            )
        else:
            ends = run_loop(
                play_matches(args.address, seatings, new_bot, tls=tls_of(args), patience=patience)
            )
    except KeyboardInterrupt:
        sys.exit(_complaint(program, "stopped", 1))
    except (CertificateError, SeatError, UnusableBot) as error:
        sys.exit(_complaint(program, str(error), 1))
    return _finished(program, seatings, ends)


def _read(
    program: str,
    new_bot: Callable[..., Bot],
    words: Sequence[str] | None,
    params: Any,  # noqa: ANN401 - any dataclass
) -> tuple[Callable[[], Bot], argparse.Namespace]:
    """What makes the bots, with their numbers, and the other arguments."""
    parser = _parser(program)
    if params is None:
        return new_bot, parser.parse_args(words)
    add_numbers(parser, params)
    parser.allow_abbrev = False  # --dept would be a number that nobody has
    args, unknown = parser.parse_known_args(words)
    return with_params(new_bot, changed(params, [*args.numbers, *unknown])), args


_OPTIONS: Final = {"address": "connect"}
"""The options that are not called as their variables."""


def _require(args: Mapping[str, str | None], *needed: str) -> None:
    if missing := [name for name in needed if args[name] is None]:
        names = " and ".join(
            f"--{_OPTIONS.get(name, name)} (or BESSEMER_{name.upper()})" for name in missing
        )
        raise _Usage(f"{names} is missing; see --help")


def _concurrency(args: Mapping[str, str | None]) -> int:
    """The number of matches that a bot of a ladder plays at once."""
    _require(args, "address", "token")
    number = args["concurrency"] or "1"
    if not number.isdecimal() or int(number) < 1:
        raise _Usage(f"a bot plays 1 match at once or more, not {number!r}")
    return int(number)


def _finished(
    program: str, seatings: Sequence[SeatCredentials], ends: Sequence[MatchEnd | SeatError]
) -> list[MatchEnd]:
    finished = []
    for seating, end in zip(seatings, ends, strict=True):
        where = f"match {seating.match_id}, seat {seating.seat}"
        if isinstance(end, SeatError):
            _complaint(program, f"{where}: {end}", 1)
            continue
        finished.append(end)
        how = f"rank {end.rank}, score {end.score}" if end.ranks else f"no result: {end.message}"
        if end.faults:
            _log.warning("%s: %d faults of the bot, see above; %s", where, len(end.faults), how)
        else:
            _log.info("%s: %s", where, how)
    if len(finished) < len(ends):
        sys.exit(1)
    return finished


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        description="A bot: it plays the seat that it is given, to the end of the match.",
        epilog=_EXAMPLES.format(program=program),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--connect", dest="address", metavar="ADDRESS", help="the referee: host:port or unix:/path")
    add("--match", metavar="ID", help="the match")
    add("--seat", metavar="N", help="the seat, from 0")
    add("--token", metavar="TOKEN", help="the seat's, or the player's for whom it is reserved")
    add("--seatings", metavar="FILE", help="many seats at once: a line MATCH SEAT TOKEN for each")
    add("--ladder", metavar="NAME", help="play for this ladder, whatever seats it gives us")
    add("--concurrency", metavar="N", help="with --ladder: so many matches at once (1)")
    add(
        "--bot-version",
        dest="version",
        metavar="TEXT",
        help="with --ladder: rated as a player of its own (the bot's attribute `version`)",
    )
    add(
        "--challenges",
        action="store_true",
        help="with --ladder: others may ask for unrated matches with the bot (BESSEMER_CHALLENGES=1)",
    )
    add("--seed", metavar="TEXT", help="repeat what the bot draws from Python's `random`")
    add(
        "--patience",
        metavar="SECONDS",
        help=f"how long to wait for a referee that is away ({PATIENCE:.0f}: twelve hours)",
    )
    add_tls_arguments(parser)
    return parser


def _seatings(args: Mapping[str, str | None]) -> list[SeatCredentials]:
    """The seats that are ours."""
    if not any(args[name] for name in ("address", "match", "seat", "seatings")):
        raise _Usage(
            "it is not clear what to play. Play a match with\n"
            f"  bessemer match furnace --bots {sys.argv[0]},greedy,random\n"
            "or see --help for how to join one"
        )
    _require(args, "address", *(("match", "seat", "token") if args["seatings"] is None else ()))
    if args["seatings"] is None:
        return [_seating(str(args["match"]), str(args["seat"]), str(args["token"]))]
    try:
        lines = Path(args["seatings"]).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise _Usage(f"cannot read the seatings: {error}") from None
    seatings = []
    for number, line in enumerate(lines, 1):
        if not (words := line.split()):
            continue
        if len(words) != 3:
            raise _Usage(f"line {number} of {args['seatings']} is not MATCH SEAT TOKEN")
        seatings.append(_seating(*words))
    return seatings


def _seating(match_id: str, seat: str, token: str) -> SeatCredentials:
    if not seat.isdecimal():
        raise _Usage(f"a seat is a number from 0, not {seat!r}")
    return SeatCredentials(match_id, int(seat), token)


def _complaint(program: str, message: str, code: int) -> int:
    print(f"{program}: {message}", file=sys.stderr)  # noqa: T201 - it is a program's
    return code
