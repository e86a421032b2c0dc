"""`bessemer matches`: which matches there are, ending one, its replay, and letting go of old replays."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import add_commands, describe
from bessemer.cli.console.values import ROWS
from bessemer.cli.organise.command import (
    NOTES,
    Answer,
    add_action,
    add_reason,
    facts_of,
    table,
)
from bessemer.runtime.whole_files import write_whole
from bessemer.v1 import admin_service_pb2, match_pb2
from bessemer.v1 import match_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls

_EXAMPLES: Final = """\
bessemer matches list --status running
bessemer matches show 4c1f0a3d55e2b601
bessemer matches abort 4c1f0a3d55e2b601 --reason "the power failed"
bessemer matches replay 4c1f0a3d55e2b601
bessemer matches prune --older-than 90d --export /srv/replays
"""
_STANDARD_OUTPUT: Final = Path("-")
_STATUSES: Final = ("open", "running", "finished", "aborted", "withheld")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the commands."""
    describe(command, "List the matches of a referee, and end one.", _EXAMPLES, NOTES)
    add_commands(
        command,
        {
            "list": ("list matches, the newest first", _add_list),
            "show": ("show a match", _add_show),
            "abort": ("end a match without an outcome", _add_abort),
            "replay": ("write the replay of a match into a file", _add_replay),
            "prune": (
                "export old replays and remove them",
                "bessemer.cli.organise.prune:add_arguments",
            ),
        },
    )


def _add_list(command: argparse.ArgumentParser) -> None:
    from bessemer.engine.catalogue import NAMES as GAME_NAMES

    examples = """\
bessemer matches list
bessemer matches list --status running --game brass --json | tail -n 1
"""
    describe(command, "List matches, the newest first.", examples, NOTES)
    add = command.add_argument
    add("--status", choices=_STATUSES, help="only those that are so (default: all)")
    add("--game", choices=sorted(GAME_NAMES), default="", help="only of this game (default: all)")
    add("--most", type=ROWS, default=20, help="how many matches to list")
    add_action(command, _list)


def _add_match(command: argparse.ArgumentParser) -> None:
    command.add_argument("match", metavar="MATCH", help="the id of the match")


def _add_show(command: argparse.ArgumentParser) -> None:
    describe(command, "Show a match.", "bessemer matches show 4c1f0a3d55e2b601", NOTES)
    _add_match(command)
    add_action(command, _show, matches=lambda args: (args.match,))


def _add_abort(command: argparse.ArgumentParser) -> None:
    examples = 'bessemer matches abort 4c1f0a3d55e2b601 --reason "the power failed"'
    notes = f"""\
Everybody can read the reason. The match is not rated; a ladder plays it again.

{NOTES}"""
    describe(command, "End a match without an outcome.", examples, notes)
    _add_match(command)
    add_reason(command)
    add_action(command, _abort, matches=lambda args: (args.match,))


def _add_replay(command: argparse.ArgumentParser) -> None:
    examples = """\
bessemer matches replay 4c1f0a3d55e2b601                      # into the current folder
bessemer matches replay 4c1f0a3d55e2b601 --out dispute.replay
bessemer matches replay 4c1f0a3d55e2b601 --out - --connect referee.example:7777 --token-file my.token | gzip > one.gz
"""
    notes = f"""\
The file is the one that the referee signed: bessemer replay show, verify and analyse read it. An existing file
is kept.

{NOTES}"""
    describe(command, "Write the replay of a match into a file.", examples, notes)
    _add_match(command)
    command.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="the file to write; - for standard output (default: the referee's name for it, here)",
    )
    add_action(command, _replay)


async def _list(args: argparse.Namespace, calls: "Calls") -> Answer:
    request = pb.ListMatchesRequest(status=_status(args.status), game=args.game)
    matches = await calls.rows(request, "matches", args.most)
    rows = [("match", "game", "status", "turn", "players"), *map(_row, matches)]
    facts = {"matches": [facts_of(one) for one in matches]}
    return Answer(table(rows) if matches else "There are no such matches.", facts)


async def _show(args: argparse.Namespace, calls: "Calls") -> Answer:
    match = (await calls(pb.GetMatchRequest(match_id=args.match))).match
    lines = [f"{match.match_id}: {match.game}, {_status_name(match)}, turn {match.turn}"]
    lines += [f"option {name}={value[:80]}" for name, value in sorted(match.options.items())]
    result = match.result
    for seat in match.seats:
        words = [f"seat {seat.seat}: {seat.player or 'anybody'}"]
        words += ["not there"] * (not seat.joined) + ["forfeited"] * seat.forfeited
        if seat.deciding and not result.ranks:
            left = f"{seat.time_left.ToSeconds():,} s left"
            words += [f"is awaited, {left}"] + ["not connected"] * (not seat.connected)
        if result.ranks:
            words.append(f"rank {result.ranks[seat.seat]}, score {result.scores[seat.seat]}")
        lines.append(", ".join(words))
    if result.message:
        fault = match_pb2.Fault.Name(result.fault).removeprefix("FAULT_").lower()
        lines.append(f"ended by the {fault}: {result.message}")
    if match.chance_commitments and match.HasField("end_time") and not match.HasField("start_time"):
        lines.append("its seats had committed to their bytes; it was never played")
    return Answer("\n".join(lines), {"match": facts_of(match)})


async def _abort(args: argparse.Namespace, calls: "Calls") -> Answer:
    response = await calls(
        admin_service_pb2.AbortMatchRequest(match_id=args.match, message=args.reason)
    )
    return Answer(f"The match {args.match} is ended, without an outcome.", facts_of(response))


async def _replay(args: argparse.Namespace, calls: "Calls") -> Answer | None:
    if args.json and args.out == _STANDARD_OUTPUT:
        raise ValueError("--json and --out - both write to standard output: choose one")
    found = await calls(pb.GetReplayRequest(match_id=args.match))
    if args.out == _STANDARD_OUTPUT:
        sys.stdout.buffer.write(found.replay)
        sys.stdout.buffer.flush()
        return None
    path = args.out or Path(Path(found.file_name).name)
    if path.exists():
        raise ValueError(f"{path} is there already: name another file with --out")
    write_whole(path, found.replay)
    facts = {"match_id": args.match, "file": str(path), "bytes": len(found.replay)}
    return Answer(f"The replay of {args.match} is in {path}.", facts)


def _row(match: Any) -> tuple[str, ...]:  # noqa: ANN401 - a Match
    players = ", ".join(seat.player or "-" for seat in match.seats)
    return match.match_id, match.game, _status_name(match), str(match.turn), players


def _status(name: str | None) -> Any:  # noqa: ANN401 - a value of the enum
    return 0 if name is None else match_pb2.MatchStatus.Value(f"MATCH_STATUS_{name.upper()}")


def _status_name(match: Any) -> str:  # noqa: ANN401 - a Match
    return match_pb2.MatchStatus.Name(match.status).removeprefix("MATCH_STATUS_").lower()
