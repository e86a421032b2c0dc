"""What an organiser does to a ladder: make one, seasons, freezing, voiding, and the audit log."""

import argparse
import getpass
import json
import shlex
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import (
    WrongUsage,
    add_clock,
    add_game,
    add_game_options,
    add_json,
    describe,
    positive_int,
    read_game_options,
)
from bessemer.cli.ladder.show import add_where
from bessemer.cli.output import failed, reason
from bessemer.engine.catalogue import GAMES
from bessemer.printable import printable

if TYPE_CHECKING:
    from bessemer.ladder.ladder import Ladder
    from bessemer.storage.ladders import SqlLadderStore

    Action = Callable[[argparse.Namespace, SqlLadderStore], str]

_DATA: Final = "--data bessemer-data"
_NOTES: Final = """\
A referee that runs the ladder notices within seconds, and ratings are computed again from the matches
that still count. The audit log keeps who did it, when and why.
"""


def add_create(command: argparse.ArgumentParser) -> None:
    """Declare `create`."""
    examples = f"""\
bessemer ladder create main --game furnace --seats 4 {_DATA}
bessemer serve --ladder main {_DATA}    # then let players join it
"""
    describe(command, "Create a ladder for players who connect to a referee.", examples)
    add = command.add_argument
    add("name", metavar="NAME", help="the name of the ladder")
    add_game(command)
    add(
        "--seats",
        type=positive_int,
        metavar="N",
        help="seats of each match (default: as many as the game allows)",
    )
    add_game_options(command)
    add_clock(command, bank=60.0, increment=1.0)
    add("--authors-apart", action="store_true", help="bots of one author never meet")
    _add_common(command, _create)


def add_freeze(command: argparse.ArgumentParser) -> None:
    """Declare `freeze`."""
    examples = f'bessemer ladder freeze --reason "the finals are over" {_DATA}'
    describe(command, "Freeze a ladder: no more matches are started.", examples, _NOTES)
    _add_reason(command)
    _add_common(command, _freeze)


def add_thaw(command: argparse.ArgumentParser) -> None:
    """Declare `thaw`."""
    examples = f'bessemer ladder thaw --reason "the next round" {_DATA}'
    describe(command, "Thaw a frozen ladder: matches are started again.", examples, _NOTES)
    _add_reason(command)
    _add_common(command, _thaw)


def add_season(command: argparse.ArgumentParser) -> None:
    """Declare `season`."""
    examples = f'bessemer ladder season --reason "autumn" {_DATA}'
    describe(command, "Begin a new season: everybody starts anew.", examples, _NOTES)
    _add_reason(command)
    _add_common(command, _season)


def add_void(command: argparse.ArgumentParser) -> None:
    """Declare `void`."""
    examples = f'bessemer ladder void 4c1f0a… --reason "the power failed" {_DATA}'
    describe(command, "Void a match: it no longer counts for any rating.", examples, _NOTES)
    command.add_argument("match", metavar="MATCH", help="the id of the match")
    _add_reason(command)
    _add_common(command, _void)


def add_remove(command: argparse.ArgumentParser) -> None:
    """Declare `remove`."""
    examples = f'bessemer ladder remove cheater --reason "two accounts" {_DATA}'
    describe(command, "Disqualify a player: it is drawn no more.", examples, _NOTES)
    command.add_argument("player", metavar="PLAYER", help="a name, or one version: NAME:VERSION")
    command.add_argument(
        "--void", action="store_true", help="its matches count no more for anybody"
    )
    _add_reason(command)
    _add_common(command, _remove)


def add_release(command: argparse.ArgumentParser) -> None:
    """Declare `release`."""
    examples = f'bessemer ladder release --reason "we play no more rounds" {_DATA}'
    notes = """\
The matches of a block share a set-up, so their seeds and replays are told when the last of them is over.
A run that was stopped leaves blocks half played, and the same command continues them. If nobody will, this
tells their seeds and replays all the same. The audit log keeps who did it, when and why.
"""
    describe(command, "Tell the seeds and replays of half-played blocks.", examples, notes)
    _add_reason(command)
    _add_common(command, _release)


def add_audit(command: argparse.ArgumentParser) -> None:
    """Declare `audit`."""
    examples = f"bessemer ladder audit {_DATA}\nbessemer ladder audit --json {_DATA} | tail -n 1"
    describe(command, "List what was done to a ladder, by whom, when and why.", examples)
    add_json(command)
    _add_common(command, _audit)


def _add_reason(command: argparse.ArgumentParser) -> None:
    command.add_argument("--reason", required=True, metavar="TEXT", help="why, for the audit log")


def _add_common(command: argparse.ArgumentParser, do: "Action") -> None:
    add_where(command)
    command.set_defaults(run=lambda args: _run(args, do))


def _run(args: argparse.Namespace, do: "Action") -> int:
    from bessemer.matches.errors import RefereeError
    from bessemer.matches.store import StoreError
    from bessemer.runner.queries import opened
    from bessemer.storage.ladders import SqlLadderStore
    from bessemer.storage.private_files import private_folder
    from bessemer.storage.store import open_store

    try:
        if do is _create and not args.database:
            private_folder(args.data)
            open_store(args.data / "bessemer.sqlite3").close()
        with opened(args.data, args.database) as store:
            print(do(args, SqlLadderStore(store)))
    except BrokenPipeError:
        raise  # nobody reads our output any more
    except (RefereeError, StoreError, ValueError) as error:
        return failed(str(error))
    except OSError as error:
        return failed(reason(error))
    return 0


def _create(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    from bessemer.ladder.ladder import Ladder
    from bessemer.matches.records import ClockSettings
    from bessemer.rpc.match_spec import check_name

    check_name(args.name, "name")
    game = GAMES[args.game]
    seats = args.seats or max(game.seats)
    if seats not in game.seats:
        raise WrongUsage(
            f"{args.game} is played by {min(game.seats)} to {max(game.seats)} players, not {seats}"
        )
    ladder = Ladder(
        name=args.name,
        game=args.game,
        options=game.option_texts(game.options(read_game_options(args.option))),
        seats=seats,
        clock=ClockSettings(bank=args.bank, increment=args.increment),
        authors_apart=args.authors_apart,
        created=time.time(),
    )
    ladders.create(ladder, _who())
    return (
        f"The ladder {args.name} plays {args.game} with {seats} seats. Start its referee:\n"
        f"  bessemer serve --ladder {args.name} --data {shlex.quote(str(args.data))}"
    )


def _freeze(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    ladders.freeze(name, _who(), time.time(), args.reason, frozen=True)
    return f"The ladder {name} is frozen. `bessemer ladder thaw` starts matches again."


def _thaw(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    ladders.freeze(name, _who(), time.time(), args.reason, frozen=False)
    return f"The ladder {name} starts matches again."


def _season(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    ladder = ladders.new_season(_name(args, ladders), _who(), time.time(), args.reason)
    return (
        f"The ladder {ladder.name} is now in season {ladder.season}. --season shows earlier ones."
    )


def _void(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    ladder = ladders.void(args.match, _who(), time.time(), args.reason)
    return f"The match {args.match} no longer counts on the ladder {ladder}."


def _remove(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    from bessemer.runner.queries import opened
    from bessemer.storage.disqualified import Disqualifications

    name = _name(args, ladders)
    with opened(args.data, args.database) as store:
        count = Disqualifications(store).disqualify(
            name, args.player, _who(), time.time(), args.reason, void=args.void
        )
    matches = "1 match" if count == 1 else f"{count} matches"
    rest = f"; {matches} no longer count" if args.void else ""
    return f"{args.player} is drawn no more on the ladder {name}{rest}."


def _release(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    count = ladders.release(name, _who(), time.time(), args.reason)
    blocks = "1 block" if count == 1 else f"{count} blocks"
    return f"The seeds and replays of {blocks} of the ladder {name} are told."


def _audit(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    entries = ladders.audit(name)
    if args.json:
        return json.dumps({"ladder": name, "audit": [entry._asdict() for entry in entries]})
    lines = [
        f"{time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime(entry.time))}  {entry.who:<12} "
        f"{entry.action:<8} {entry.subject}  {entry.reason}".rstrip()
        for entry in entries
    ]
    return "\n".join(map(printable, lines))


def _name(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    return _ladder(args, ladders).name


def _ladder(args: argparse.Namespace, ladders: "SqlLadderStore") -> "Ladder":
    from bessemer.runner.queries import the_ladder

    return the_ladder(ladders, args.ladder)


def _who() -> str:
    """The login name of whoever runs the command."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
