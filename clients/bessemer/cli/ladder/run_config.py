"""What `bessemer ladder run` and `bessemer compare` play, from their arguments."""

import argparse
import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from bessemer.cli.bots.bot_names import bot_spec
from bessemer.cli.console.arguments import WrongUsage, read_game_options
from bessemer.cli.console.failures import wrong_data
from bessemer.engine.catalogue import GAMES
from bessemer.lines.names import speaks_lines
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.submissions.manifest import FILE

if TYPE_CHECKING:
    from bessemer.matches.records import ClockSettings
    from bessemer.runner.ladder_run_config import LadderRunConfig


_LEAST: Final = 2
"""A ladder of one bot has no matches."""


def entrant_of(game: str, named: str) -> BotSpec:
    """
    The bot that a word stands for: a shipped one, a program, or `NAME=COMMAND`.

    Raises:
        WrongUsage: it is no bot.
    """
    from bessemer.bots.registry import BOTS

    is_labelled = "=" in named.partition(" --")[0] and not speaks_lines(named)
    return _entrant(named) if is_labelled else bot_spec(named, BOTS.get(game, {}))


def entrants_of(args: argparse.Namespace) -> list[BotSpec]:
    """
    The bots that take part: all shipped bots of the game if none is named.

    Raises:
        WrongUsage: a name that is no bot, or that two have; too few bots.
    """
    from bessemer.bots.registry import BOTS, own_names

    found = [_entrant(text) for text in args.bot]
    shipped = [] if found else own_names(args.game)
    names = args.bots.split(",") if args.bots else shipped
    found += [bot_spec(name, BOTS.get(args.game, {})) for name in names]
    labels = [one.name for one in found]
    if len(set(labels)) < len(labels):
        raise WrongUsage(
            "every bot needs a name of its own, or a version: --bot NAME=COMMAND or "
            "NAME:VERSION=COMMAND gives it one"
        )
    if len(found) < _LEAST:
        raise WrongUsage("a ladder needs at least two bots")
    return found


def _entrant(text: str) -> BotSpec:
    """A bot from `NAME=COMMAND`, with a version and an author `NAME:VERSION@AUTHOR=COMMAND`."""
    from bessemer.ladder.entrants import VERSION_RULE, Entrant, is_version

    label, is_named, command_line = text.partition("=")
    label, _, author = label.partition("@")
    name, version = Entrant.parse(label)
    try:
        command = shlex.split(command_line)
    except ValueError as error:
        raise WrongUsage(f"--bot {text!r}: {error}") from None
    if not is_named or not name or not command:
        raise WrongUsage(f"--bot takes NAME=COMMAND, not {text!r}")
    if ":" in label and not is_version(version):
        raise WrongUsage(f"--bot {text!r}: after NAME: comes a version; {VERSION_RULE}")
    if speaks_lines(command_line) or (Path(command_line) / FILE).is_file():
        return bot_spec(command_line, ())._replace(name=label, author=author)
    program = Path(command[0])
    if program.suffix == ".py":
        command = [*bot_spec(command[0], ()).command, *command[1:]]
    folder = program.resolve().parent if program.is_file() else Path.cwd()
    return BotSpec(label, tuple(command), folder, author)


def _people_clock(args: argparse.Namespace) -> "ClockSettings":
    from bessemer.ladder.ladder import PEOPLE_CLOCK

    if not hasattr(args, "people_bank"):  # a comparison is for bots alone
        return PEOPLE_CLOCK
    return replace(
        PEOPLE_CLOCK,
        bank=args.people_bank,
        increment=args.people_increment,
        strike_limit=args.people_strikes,
        away_limit=args.people_away or UNSET,
    )


@contextmanager
def beginning() -> Iterator[None]:
    """
    Whatever fails in the body, before anything is played, is wrong usage.

    Raises:
        WrongUsage: it did.
    """
    from bessemer.ladder.tournament.plan import OtherPlan
    from bessemer.runner.comparing.comparison import OtherComparison

    try:
        with wrong_data():
            yield
    except (OtherComparison, OtherPlan, ValueError) as error:
        raise WrongUsage(str(error)) from None


def run_config(
    args: argparse.Namespace,
    entrants: list[BotSpec],
    data: Path,
    *,
    seats: int | None,
    shared_seats: bool = False,
) -> "LadderRunConfig":
    """
    What is played, and how.

    Args:
        args: the options that `ladder run` and `compare` share.
        entrants: who plays.
        data: the folder for all that is kept.
        seats: of a match; `None` for as many as can be filled.
        shared_seats: whether a bot may have several seats of a match.

    Raises:
        WrongUsage: not so many seats.
    """
    from bessemer.ladder.ladder import Ladder
    from bessemer.matches.records import ClockSettings
    from bessemer.runner.ladder_run_config import LadderRunConfig
    from bessemer.runner.sandbox.limits import ResourceLimits
    from bessemer.runner.sandbox.sandbox import build_sandbox

    game = GAMES[args.game]
    seats = seats or min(max(game.seats), len(entrants))
    if seats not in game.seats:
        raise WrongUsage(
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)} players, not {seats}"
        )
    if seats > len(entrants) and not shared_seats:
        raise WrongUsage(f"{len(entrants)} bots cannot fill {seats} seats")
    ladder = Ladder(
        name=getattr(args, "name", None) or args.game,
        game=args.game,
        options=game.option_texts(game.options(read_game_options(args.option))),
        seats=seats,
        clock=ClockSettings(bank=args.bank, increment=args.increment),
        authors_apart=getattr(args, "authors_apart", False),
        resignation_ends=getattr(args, "resignation_ends", False),
        created=time.time(),
        people_clock=_people_clock(args),
        matches_per_hour=getattr(args, "matches_per_hour", None) or 0,
        until=getattr(args, "until", None) or 0,
    )
    limits = ResourceLimits(memory=args.memory, processor=args.cpu)
    sandbox = build_sandbox(limits, readable=args.readable, hidden=(data.resolve(),))
    return LadderRunConfig(
        data,
        ladder,
        entrants,
        sandbox,
        args.concurrency,
        args.thinkers or 0,
        metrics=getattr(args, "metrics", ""),
        ponder=args.ponder,
    )
