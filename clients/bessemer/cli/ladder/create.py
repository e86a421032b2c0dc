"""`bessemer ladder create`: a ladder for players who connect, or a competition of several from a file."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from bessemer.cli.console.arguments import (
    DATA,
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    add_people_clock,
    describe,
    read_game_options,
)
from bessemer.cli.console.output import own_command
from bessemer.cli.console.values import whole
from bessemer.cli.ladder.entry import add_locks, add_quotas, entry_of
from bessemer.cli.ladder.formats import add_format, format_of
from bessemer.cli.ladder.limits import add_limits
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.engine.catalogue import GAMES
from bessemer.v1 import admin_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.ladder.competition_file import Competition, StageFile
    from bessemer.cli.organise.calls import Calls

_EXAMPLES = """\
bessemer ladder create main --game furnace --seats 4
bessemer ladder create slow --game brass --people-bank 3600 --people-increment 60
bessemer ladder create cup --format knockout --seats 2 --seed-from main:1 --top 8
bessemer ladder create open --format swiss --rounds 5 --seatings one --entrants 16
bessemer ladder create --from ladder.toml    # a season, a Swiss and a final: docs/operating.md
bessemer serve                               # then let players join them
"""


def add_create(command: argparse.ArgumentParser) -> None:
    """Declare `create`."""
    describe(
        command,
        "Create a ladder for players who connect to a referee, or a competition of several.",
        _EXAMPLES,
    )
    add = command.add_argument
    add("name", metavar="NAME", nargs="?", help="the name of the ladder")
    add(
        "--from",
        dest="file",
        type=Path,
        metavar="FILE",
        help="create the stages of a competition, as the file describes them (default: one ladder, NAME)",
    )
    add_game(command)
    add(
        "--seats",
        type=whole(99),
        help="seats of each match (default: as many as the game allows)",
    )
    add_game_options(command)
    add_clock(command, bank=60.0, increment=1.0)
    add_people_clock(command)
    add("--authors-apart", action="store_true", help="bots of one author never meet")
    add_limits(command, None)
    add_quotas(command, "none")
    add_locks(command)
    add_format(command)
    add_action(command, lambda args, calls: _create(args, calls, command), creates=True)


async def _create(
    args: argparse.Namespace, calls: "Calls", command: argparse.ArgumentParser
) -> Answer:
    if (args.name is None) == (args.file is None):
        raise WrongUsage("name a ladder, or give --from FILE for the stages of a competition")
    if args.file is not None:
        return await _create_competition(args, calls, command)
    ladder = (await calls(request_of(args.name, args))).ladder
    what = "ladder" if args.format == "continuous" else args.format
    text = f"The {what} {ladder.name} plays {ladder.game} with {ladder.seats} seats."
    return Answer(text + _serve(args, ladder.name), {"ladder": facts_of(ladder)})


async def _create_competition(
    args: argparse.Namespace, calls: "Calls", command: argparse.ArgumentParser
) -> Answer:
    from bessemer.cli.ladder.competition_file import read_competition

    competition = read_competition(args.file, command)
    requests = _requests(competition)
    ladders = [(await calls(request)).ladder for request in requests]
    names = ", ".join(ladder.name for ladder in ladders)
    text = (
        f"The competition {competition.name} has the stages {names}. Bots join it by its name, "
        f"--ladder {competition.name}, and play every stage that they are in."
    )
    facts = {"competition": competition.name, "ladders": list(map(facts_of, ladders))}
    return Answer(text + _serve(args, *(ladder.name for ladder in ladders)), facts)


def _requests(competition: "Competition") -> list[pb.CreateLadderRequest]:
    """What creates the stages; all are checked before the first is created."""
    from bessemer.accounts.names import check_name
    from bessemer.engine.errors import BadOption
    from bessemer.errors import RefereeError
    from bessemer.rpc.ladders.format_messages import read_format

    found: list[pb.CreateLadderRequest] = []
    for number, stage in enumerate(competition.stages, 1):
        try:
            check_name(stage.name, "name")
            request = request_of(stage.name, stage.args)
            request.format.competition = competition.name
            request.format.stage = number
            if stage.follows:
                request.format.follows = found[-1].name
            game = GAMES[request.game]
            game.option_texts(game.options(request.options))
            read_format(request.format)
        except BadOption as error:
            raise WrongUsage(f"{stage.place_of('option')}: {error}") from None
        except (RefereeError, WrongUsage, ValueError) as error:
            raise WrongUsage(f"{_place(stage, error)}: {error}") from None
        found.append(request)
    return found


class WrongSeats(WrongUsage):
    """The game is not played by so many."""

    field = "seats"


def _place(stage: "StageFile", error: Exception) -> str:
    field = str(getattr(error, "field", ""))
    key = field.removeprefix("format.").replace("_", "-")
    return stage.place_of({"start-time": "starts", "end-time": "ends"}.get(key, key))


def request_of(name: str, args: argparse.Namespace) -> pb.CreateLadderRequest:
    """
    What creates a ladder.

    Raises:
        WrongUsage: the game cannot be played so.
    """
    from bessemer.sdk.connection.creation import clock_of

    seats = GAMES[args.game].seats
    if args.seats and args.seats not in seats:
        raise WrongSeats(
            f"{args.game} is played by {min(seats)} to {max(seats)} players, not {args.seats}"
        )
    people_clock = clock_of(args.people_bank, args.people_increment)
    people_clock.strike_limit = args.people_strikes
    people_clock.away_limit.FromMicroseconds(round(args.people_away * 1e6))
    return pb.CreateLadderRequest(
        name=name,
        game=args.game,
        options=read_game_options(args.option),
        seats=args.seats or 0,
        clock=clock_of(args.bank, args.increment),
        people_clock=people_clock,
        authors_apart=args.authors_apart,
        matches_per_hour=args.matches_per_hour or 0,
        until=args.until or 0,
        format=format_of(args),
        entry=entry_of(args),
    )


def _serve(args: argparse.Namespace, *ladders: str) -> str:
    """The command that plays them, where no referee runs yet."""
    if args.connect:
        return ""
    words = [own_command(), "serve"]
    words += (
        [word for ladder in ladders for word in ("--ladder", ladder)] if len(ladders) == 1 else []
    )
    words += [] if args.data == DATA else ["--data", shlex.quote(str(args.data))]
    words += ["--database", shlex.quote(args.database)] if args.database else []
    return f" Start its referee:\n  {' '.join(words)}"
