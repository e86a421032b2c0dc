"""What an organiser does to a ladder: make one, seasons, freezing, voiding, and the audit log."""

import argparse
import getpass
import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bessemer.cli.arguments import add_option, read_options
from bessemer.cli.ladder.show import add_where
from bessemer.cli.output import failed
from bessemer.cli.subcommands import Subcommands
from bessemer.engine.catalogue import GAMES
from bessemer.printable import printable

if TYPE_CHECKING:
    from bessemer.storage.ladders import SqlLadderStore

    Deed = Callable[[argparse.Namespace, SqlLadderStore], str]

_EXAMPLES: Final = """\
examples:
  bessemer ladder create main --game furnace --seats 4 --data bessemer-data
  bessemer serve --ladder main --data bessemer-data
  bessemer ladder freeze --reason "the finals are over" --data bessemer-data
  bessemer ladder season --reason "autumn" --data bessemer-data
  bessemer ladder void 4c1f0a… --reason "the power failed" --data bessemer-data
  bessemer ladder remove cheater --reason "two accounts" --data bessemer-data
  bessemer ladder audit --data bessemer-data

A referee that runs the ladder notices within seconds; ratings are rebuilt from what still counts.
Every deed stands in the audit log, with who did it and why.
"""


def add_to(words: Subcommands) -> None:
    """Add the command's words."""
    create = _add(words, "create", "make a ladder", _create, is_reasoned=False)
    add = create.add_argument
    add("name", metavar="NAME")
    add("--game", choices=sorted(GAMES), default="furnace", help="(%(default)s)")
    add("--seats", type=int, metavar="N", help="in a match; as many as the game has if not given")
    add_option(create)
    add("--bank", type=float, default=60.0, metavar="S", help="time in the bank (%(default)s)")
    add("--increment", type=float, default=1.0, metavar="S", help="a decision (%(default)s)")
    add("--authors-apart", action="store_true", help="bots of one author never meet")
    _add(words, "freeze", "play no more matches", _freeze)
    _add(words, "thaw", "play again", _thaw)
    _add(words, "season", "begin a new season", _season)
    void = _add(words, "void", "let a match not count", _void)
    void.add_argument("match", metavar="MATCH")
    remove = _add(words, "remove", "let no match of a player count", _remove)
    remove.add_argument("player", metavar="PLAYER")
    audit = _add(words, "audit", "what was done, by whom and why", _audit, is_reasoned=False)
    audit.add_argument("--json", action="store_true", help="print one JSON object")


def _add(
    words: Subcommands, word: str, what: str, do: "Deed", *, is_reasoned: bool = True
) -> argparse.ArgumentParser:
    command = words.add_parser(
        word, help=what, epilog=_EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_where(command)
    if is_reasoned:
        command.add_argument("--reason", required=True, metavar="TEXT", help="for the audit log")
    command.set_defaults(run=lambda args: _run(args, do))
    return command


def _run(args: argparse.Namespace, do: "Deed") -> int:
    from bessemer.matches.errors import RefereeError
    from bessemer.matches.store import StoreError
    from bessemer.runner.queries import opened
    from bessemer.storage.ladders import SqlLadderStore
    from bessemer.storage.store import open_store

    try:
        if do is _create and not args.database:
            args.data.mkdir(parents=True, exist_ok=True)
            open_store(args.data / "bessemer.sqlite3").close()
        with opened(args.data, args.database) as store:
            print(do(args, SqlLadderStore(store)))
    except (RefereeError, StoreError, OSError, ValueError) as error:
        return failed(str(error), 1)
    return 0


def _create(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    from bessemer.ladder.ladder import Ladder
    from bessemer.matches.records import ClockSettings
    from bessemer.rpc.match_spec import check_name

    check_name(args.name, "name")
    game = GAMES[args.game]
    seats = args.seats or max(game.seats)
    if seats not in game.seats:
        raise ValueError(f"{args.game} is played by {min(game.seats)} to {max(game.seats)}")
    ladder = Ladder(
        name=args.name,
        game=args.game,
        options=game.option_texts(game.options(read_options(args.option))),
        seats=seats,
        clock=ClockSettings(bank=args.bank, increment=args.increment),
        authors_apart=args.authors_apart,
        created=time.time(),
    )
    ladders.create(ladder, _who())
    return f"ladder {args.name}: {args.game}, {seats} seats; bessemer serve --ladder {args.name}"


def _freeze(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    ladders.freeze(name, _who(), time.time(), args.reason, frozen=True)
    return f"ladder {name} is frozen; bessemer ladder thaw lets it go on"


def _thaw(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    ladders.freeze(name, _who(), time.time(), args.reason, frozen=False)
    return f"ladder {name} goes on"


def _season(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    ladder = ladders.new_season(_name(args, ladders), _who(), time.time(), args.reason)
    return f"ladder {ladder.name} is in season {ladder.season}; --season shows the others"


def _void(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    ladder = ladders.void(args.match, _who(), time.time(), args.reason)
    return f"match {args.match} counts no more on the ladder {ladder}"


def _remove(args: argparse.Namespace, ladders: "SqlLadderStore") -> str:
    name = _name(args, ladders)
    count = ladders.remove_player(name, args.player, _who(), time.time(), args.reason)
    return f"{count} matches of {args.player} count no more on the ladder {name}"


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
    from bessemer.runner.queries import the_ladder

    return the_ladder(ladders, args.ladder).name


def _who() -> str:
    """Who sits at the keyboard, as far as the machine knows."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
