"""`bessemer ladder show`: what is played on a ladder, or in the stages of a competition, and how far it is."""

import argparse
from typing import TYPE_CHECKING, Any

from bessemer.cli.console.arguments import describe
from bessemer.cli.organise.command import Answer, add_action, facts_of
from bessemer.runner.queries import which_ladder
from bessemer.sdk.connection.referee_calls import CallFailed
from bessemer.v1 import ladder_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.ladder.tournament.format_result import FormatResult

_ENDLESS = (pb.FORMAT_UNSPECIFIED, pb.FORMAT_CONTINUOUS)


def add_show(command: argparse.ArgumentParser) -> None:
    """Declare `show`."""
    examples = """\
bessemer ladder show              # every ladder and competition
bessemer ladder show league       # the stages of a competition, and how far each is
bessemer ladder show cup --json
"""
    describe(command, "Show what is played on a ladder, and how far it is.", examples)
    command.add_argument(
        "name", metavar="NAME", nargs="?", help="a ladder or a competition (default: all)"
    )
    add_action(command, _show)


async def _show(args: argparse.Namespace, calls: "Calls") -> Answer:
    there = list((await calls(pb.ListLaddersRequest())).ladders)
    meant = [one for one in there if args.name in (None, one.name, one.format.competition)]
    if not there:
        return Answer(
            "There is no ladder yet: `bessemer ladder create` makes one.", {"ladders": []}
        )
    if not meant:
        names = [one.name for one in there] + [one.format.competition for one in there]
        raise ValueError(which_ladder(args.name or "", sorted({name for name in names if name})))
    meant.sort(key=lambda one: (one.format.competition or one.name, one.format.stage))
    shown = [await _one(ladder, calls, is_alone=len(meant) == 1) for ladder in meant]
    return Answer(
        "\n\n".join(text for text, _ in shown), {"ladders": [facts for _, facts in shown]}
    )


async def _one(ladder: pb.Ladder, calls: "Calls", *, is_alone: bool) -> tuple[str, dict[str, Any]]:
    from bessemer.rpc.ladders.tournament_messages import read_result
    from bessemer.runner.report.format_facts import to_facts
    from bessemer.runner.report.format_tables import result_text

    result = None
    if ladder.format.format not in _ENDLESS:
        result = read_result(await calls(pb.GetTournamentRequest(ladder=ladder.name)))
    state = await _state(ladder, result, calls)
    of = f" (stage {ladder.format.stage} of {ladder.format.competition})" * bool(
        ladder.format.stage
    )
    lines = [f"{ladder.name}{of}: {ladder.game}, {ladder.seats} seats, {_setting(ladder.format)}"]
    lines.append(f"  {state}")
    if result is not None and is_alone:
        lines += ["", result_text(result)]
    facts = {"ladder": facts_of(ladder), "state": state}
    return "\n".join(lines), facts | ({"format": to_facts(result)} if result is not None else {})


def _setting(format_: pb.LadderFormat) -> str:
    name = pb.Format.Name(format_.format).removeprefix("FORMAT_").lower().replace("_", "-")
    if format_.format in _ENDLESS:
        ends = f" until {format_.matches} matches are played" * bool(format_.matches)
        ends += f" until {format_.end_time.ToDatetime():%Y-%m-%d %H:%M} UTC" * bool(
            format_.end_time.seconds
        )
        return f"continuous{ends}"
    said = [name]
    if format_.rounds:
        said.append(f"{format_.rounds} rounds")
    if format_.top:
        said.append(f"the best {format_.top} of {format_.seed_from}")
    elif format_.seed_from:
        said.append(f"seeded by {format_.seed_from}")
    return ", ".join(said)


async def _state(ladder: pb.Ladder, result: "FormatResult | None", calls: "Calls") -> str:
    frozen = "frozen" * ladder.frozen
    if result is not None:
        from bessemer.runner.report.format_tables import summary

        return ", ".join(filter(None, (summary(result), frozen)))
    try:
        lobby = await calls(pb.GetLobbyRequest(ladder=ladder.name))
        here = f"{lobby.waiting_players} players wait, {lobby.running_matches} matches are played"
    except CallFailed:
        here = "no referee plays it here"
    if ladder.format.format in _ENDLESS:
        return f"{frozen or 'open'}; {here}"
    return f"has not started: it starts {_start(ladder.format)}; {here}"


def _start(format_: pb.LadderFormat) -> str:
    ways = []
    if format_.follows:
        ways.append(f"when {format_.follows} is over")
    if format_.entrants:
        ways.append(f"when {format_.entrants} players are there")
    if format_.start_time.seconds:
        ways.append(f"at {format_.start_time.ToDatetime():%Y-%m-%d %H:%M} UTC")
    return " or ".join(ways) or "by `bessemer ladder start`"
