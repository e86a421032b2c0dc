"""`bessemer replay fetch`: the replays of one's own matches, with what the bot noted in them."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.console.arguments import WrongUsage, describe
from bessemer.cli.console.values import ROWS

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.cli.organise.command import Answer

_EXAMPLES: Final = """\
BESSEMER_TOKEN=bsm_… bessemer replay fetch --connect referee.example:7777 --player anna --lost --last 20
bessemer replay fetch --connect 127.0.0.1:7777 --token-file my.token --ladder main --player anna:2 --out lost
bessemer replay fetch --connect 127.0.0.1:7777 --token-file my.token 4c1f0a3d55e2b601
"""
_NOTES: Final = """\
Each replay is a file MATCH.replay; what your own bot noted in it is in MATCH.replay.notes, which replay show,
html and export read. Existing files are kept. A match is lost if the player is not first. Replays of blocks that
are not finished are not told yet: the exit code is then 1.
"""


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Declare the command."""
    from bessemer.cli.organise.command import add_action

    describe(command, "Fetch the replays of a player's matches on a ladder.", _EXAMPLES, _NOTES)
    add = command.add_argument
    add("matches", nargs="*", metavar="MATCH", help="ids of matches, instead of --player")
    add(
        "--player",
        metavar="NAME",
        help="whose matches: a name, or one version, NAME:VERSION (default: none)",
    )
    add("--ladder", metavar="NAME", help="on which ladder (default: the only one)")
    how = command.add_mutually_exclusive_group()
    how.add_argument("--lost", action="store_true", help="only matches that the player did not win")
    how.add_argument("--won", action="store_true", help="only matches that the player won")
    add("--last", type=ROWS, default=20, metavar="N", help="at most so many, the newest")
    add("--out", type=Path, default=Path(), metavar="DIR", help="where to write (default: here)")
    add_action(command, _fetch)


async def _fetch(args: argparse.Namespace, calls: "Calls") -> "Answer":
    from bessemer.cli.console.progress import progress_bar
    from bessemer.cli.organise.command import Answer
    from bessemer.cli.replay.sources import fetch
    from bessemer.sdk.connection.referee_calls import CallFailed

    if bool(args.matches) == bool(args.player):
        raise WrongUsage("say whose matches with --player NAME, or which by their ids")
    ids = args.matches or await _matches_of(args, calls)
    args.out.mkdir(parents=True, exist_ok=True)
    files, why = [], {}
    with progress_bar("replays", len(ids)) as advance:
        for match_id in ids:
            file = args.out / f"{Path(match_id).name}.replay"
            try:
                if not file.exists():
                    await fetch(calls, match_id, file)
                files.append(str(file))
            except CallFailed as error:
                why[match_id] = str(error)
            advance()
    if why and not files:
        raise CallFailed("; ".join(dict.fromkeys(why.values())))
    for match_id, reason in why.items():
        sys.stderr.write(f"bessemer: {match_id}: {reason}\n")
    text = "\n".join(files) or "There are no such matches."
    return Answer(text, {"files": files, "failed": why}, 1 if why else 0)


async def _matches_of(args: argparse.Namespace, calls: "Calls") -> list[str]:
    """The ids of the player's newest matches that are wanted."""
    from bessemer.cli.ladder.remote import the_ladder
    from bessemer.v1 import ladder_service_pb2 as pb

    ladder = (await the_ladder(args, calls)).name
    await calls(pb.GetStandingRequest(ladder=ladder, player=args.player))  # refuses unknown names
    request = pb.ListPlayerMatchesRequest(ladder=ladder, player=args.player)
    found = [one for one in await calls.rows(request, "matches") if _is_wanted(args, one)]
    return [one.match_id for one in found[: args.last]]


def _is_wanted(args: argparse.Namespace, match: Any) -> bool:  # noqa: ANN401 - a RatedMatch
    if match.withheld:
        return False
    # `name:` is the version that has none.
    wanted = args.player.removesuffix(":") if ":" in args.player else None
    has_won = any(
        rank == 1
        and (player.partition(":")[0] == args.player if wanted is None else player == wanted)
        for player, rank in zip(match.players, match.ranks, strict=True)
    )
    return not (args.lost and has_won) and not (args.won and not has_won)
