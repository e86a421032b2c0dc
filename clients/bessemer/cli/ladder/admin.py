"""What an organiser does to a ladder: make one, seasons, freezing, voiding, disqualifying, and the audit log."""

import argparse
from functools import partial
from typing import TYPE_CHECKING, Final

from google.protobuf.duration_pb2 import Duration

from bessemer.cli.console.arguments import (
    WrongUsage,
    describe,
)
from bessemer.cli.console.values import seconds_or_none
from bessemer.cli.ladder.entry import add_quotas
from bessemer.cli.ladder.limits import add_limits
from bessemer.cli.ladder.remote import the_ladder
from bessemer.cli.organise.audit import add_most, audit
from bessemer.cli.organise.command import Answer, add_action, add_reason, facts_of
from bessemer.v1 import admin_service_pb2 as pb
from bessemer.v1 import match_pb2

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.cli.organise.command import Action

_NOTES: Final = """\
A referee that runs the ladder notices within seconds, and ratings are computed again from the matches
that still count. The audit log keeps who did it, when and why.
"""


def add_set(command: argparse.ArgumentParser) -> None:
    """Declare `set`."""
    examples = """\
bessemer ladder set --matches-per-hour 60 --reason "quick bots play all the matches"
bessemer ladder set --until 50 --reason "enough is known of most players"
bessemer ladder set --bank 30 --increment 0.5 --reason "matches took too long"
bessemer ladder set --people-bank 3600 --reason "beginners"
bessemer ladder set --ladder cup --absence 600 --reason "a team's machine restarts"
bessemer ladder set --quiet-hours 22:00-07:00 --submissions-per-day 5 --reason "the school's machine"
bessemer ladder set --until 0 --matches-per-hour 0 --reason "the new season is long"
"""
    describe(command, "Set how much is played on a ladder, and by which clocks.", examples, _NOTES)
    add_limits(command, "what it was")
    add_quotas(command, "what it was")
    for whose, prefix in (("bots", ""), ("people", "people-")):
        command.add_argument(
            f"--{prefix}bank",
            type=seconds_or_none(),
            metavar="SECONDS",
            help=f"thinking time of {whose} for a whole match, from the next one on (default: what it was)",
        )
        command.add_argument(
            f"--{prefix}increment",
            type=seconds_or_none(),
            metavar="SECONDS",
            help=f"thinking time of {whose} added for each decision (default: what it was)",
        )
    command.add_argument(
        "--absence",
        type=seconds_or_none(),
        metavar="SECONDS",
        help="how long a match of a tournament waits for a player who is away (default: what it was)",
    )
    _add_common(command, _set)


def add_freeze(command: argparse.ArgumentParser) -> None:
    """Declare `freeze`."""
    examples = 'bessemer ladder freeze --reason "the finals are over"'
    describe(command, "Freeze a ladder: no more matches are started.", examples, _NOTES)
    _add_common(command, partial(_set_frozen, frozen=True))


def add_thaw(command: argparse.ArgumentParser) -> None:
    """Declare `thaw`."""
    examples = 'bessemer ladder thaw --reason "the next round"'
    describe(command, "Thaw a frozen ladder: matches are started again.", examples, _NOTES)
    _add_common(command, partial(_set_frozen, frozen=False))


def add_season(command: argparse.ArgumentParser) -> None:
    """Declare `season`."""
    examples = 'bessemer ladder season --reason "autumn"'
    describe(command, "Begin a new season: all ratings start again.", examples, _NOTES)
    _add_common(command, _season)


def add_void(command: argparse.ArgumentParser) -> None:
    """Declare `void`."""
    examples = 'bessemer ladder void 4c1f0a… --reason "the power failed"'
    describe(command, "Void a match: it no longer counts for any rating.", examples, _NOTES)
    _add_match(command)
    _add_common(command, partial(_count, counts=False))


def add_restore(command: argparse.ArgumentParser) -> None:
    """Declare `restore`."""
    examples = 'bessemer ladder restore 4c1f0a… --reason "it was no bug"'
    describe(command, "Let a voided match count again.", examples, _NOTES)
    _add_match(command)
    _add_common(command, partial(_count, counts=True))


def add_remove(command: argparse.ArgumentParser) -> None:
    """Declare `remove`."""
    examples = """\
bessemer ladder remove cheater --reason "two accounts"
bessemer ladder remove cheater --void --reason "two accounts"
"""
    notes = f"""\
The player is drawn for no more matches, and is last in the table, without a place. Its past matches count for the
others, unless you say --void. `bessemer ladder reinstate` takes it back, with the matches.

{_NOTES}"""
    describe(command, "Disqualify a player from a ladder.", examples, notes)
    _add_player(command)
    command.add_argument(
        "--void", action="store_true", help="its matches of this season count for nobody"
    )
    _add_common(command, _remove)


def add_reinstate(command: argparse.ArgumentParser) -> None:
    """Declare `reinstate`."""
    examples = 'bessemer ladder reinstate cheater --reason "it was a mistake"'
    describe(command, "Take a disqualification back.", examples, _NOTES)
    _add_player(command)
    _add_common(command, _reinstate)


def add_release(command: argparse.ArgumentParser) -> None:
    """Declare `release`."""
    examples = 'bessemer ladder release --reason "we play no more rounds"'
    notes = """\
The matches of a block share a set-up, so their seeds and replays stay secret until the last of them is over.
A run that was stopped leaves blocks half played, and the same command continues them. If nobody will, this
command publishes their seeds and replays. The audit log keeps who did it, when and why.
"""
    describe(command, "Publish the seeds and replays of half-played blocks.", examples, notes)
    _add_common(command, _release)


def add_audit(command: argparse.ArgumentParser) -> None:
    """Declare `audit`."""
    examples = "bessemer ladder audit\nbessemer ladder audit --json | tail -n 1"
    describe(command, "List what was done to a ladder, by whom, when and why.", examples)
    _add_ladder(command)
    add_most(command)
    add_action(command, _audit)


def _add_match(command: argparse.ArgumentParser) -> None:
    command.add_argument("match", metavar="MATCH", help="the id of the match")


def _add_player(command: argparse.ArgumentParser) -> None:
    command.add_argument("player", metavar="PLAYER", help="a name, or one version: NAME:VERSION")


def _add_ladder(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--ladder", metavar="NAME", help="which ladder (default: the only one there)"
    )


def _add_common(command: argparse.ArgumentParser, do: "Action") -> None:
    _add_ladder(command)
    add_reason(command)
    add_action(command, do)


async def _set(args: argparse.Namespace, calls: "Calls") -> Answer:
    names = (
        "matches_per_hour",
        "until",
        "submissions_per_day",
        "challenges_per_day",
        "quiet_hours",
    )
    limits = {name: getattr(args, name) for name in names}
    clock = _clock(args.bank, args.increment)
    people_clock = _clock(args.people_bank, args.people_increment)
    absence = None if args.absence is None else Duration()
    if absence is not None:
        absence.FromMicroseconds(round(args.absence * 1e6))
    if all(value is None for value in (*limits.values(), clock, people_clock, absence)):
        raise WrongUsage(
            "say what to set: --matches-per-hour, --until, --absence, --submissions-per-day, "
            "--challenges-per-day, --quiet-hours, or a clock, such as --bank"
        )
    name = (await the_ladder(args, calls)).name
    request = pb.SetLadderRequest(
        ladder=name,
        reason=args.reason,
        clock=clock,
        people_clock=people_clock,
        absence=absence,
        **limits,
    )
    ladder = (await calls(request)).ladder
    hourly = f"at most {ladder.matches_per_hour}" if ladder.matches_per_hour else "any number of"
    until = (
        f"until its ± is {ladder.until} points" if ladder.until else "for as long as it is there"
    )
    text = f"On the ladder {name} a bot begins {hourly} matches an hour, {until}. "
    text += " ".join(
        f"The clock of {whose}: {clock.bank.ToMicroseconds() / 1e6:g} s, and "
        f"{clock.increment.ToMicroseconds() / 1e6:g} s for each decision."
        for whose, clock in (("bots", ladder.clock), ("people", ladder.people_clock))
    )
    entry = ladder.entry
    if entry.submissions_per_day or entry.challenges_per_day:
        quotas = (
            f"{count or 'any number of'} {what}"
            for count, what in (
                (entry.submissions_per_day, "submissions"),
                (entry.challenges_per_day, "challenges"),
            )
        )
        text += f" A team has {' and '.join(quotas)} a day."
    if entry.quiet_hours:
        text += f" No match begins at {entry.quiet_hours} UTC."
    return Answer(text, {"ladder": facts_of(ladder)})


def _clock(bank: float | None, increment: float | None) -> match_pb2.ClockSettings | None:
    """What is given of a clock; `None` if that is nothing."""
    if bank is None and increment is None:
        return None
    clock = match_pb2.ClockSettings()
    if bank is not None:
        clock.bank.FromMicroseconds(round(bank * 1e6))
    if increment is not None:
        clock.increment.FromMicroseconds(round(increment * 1e6))
    return clock


async def _set_frozen(args: argparse.Namespace, calls: "Calls", *, frozen: bool) -> Answer:
    name = (await the_ladder(args, calls)).name
    request = pb.FreezeLadderRequest(ladder=name, frozen=frozen, reason=args.reason)
    facts = {"ladder": facts_of((await calls(request)).ladder)}
    if frozen:
        return Answer(
            f"The ladder {name} is frozen. `bessemer ladder thaw` starts matches again.", facts
        )
    return Answer(f"The ladder {name} starts matches again.", facts)


async def _season(args: argparse.Namespace, calls: "Calls") -> Answer:
    name = (await the_ladder(args, calls)).name
    ladder = (await calls(pb.StartSeasonRequest(ladder=name, reason=args.reason))).ladder
    text = f"The ladder {name} is now in season {ladder.season}. --season shows earlier ones."
    return Answer(text, {"ladder": facts_of(ladder)})


async def _count(args: argparse.Namespace, calls: "Calls", *, counts: bool) -> Answer:
    message = pb.RestoreMatchRequest if counts else pb.VoidMatchRequest
    response = await calls(message(match_id=args.match, reason=args.reason))
    now = "counts again" if counts else "no longer counts"
    text = f"The match {args.match} {now} on the ladder {response.ladder}."
    return Answer(text, {"match_id": args.match, **facts_of(response)})


async def _remove(args: argparse.Namespace, calls: "Calls") -> Answer:
    name = (await the_ladder(args, calls)).name
    request = pb.DisqualifyPlayerRequest(
        ladder=name, player=args.player, void_matches=args.void, reason=args.reason
    )
    response = await calls(request)
    rest = f" {_matches(response.voided_matches)} no longer count." if args.void else ""
    text = f"{args.player} is drawn no more on the ladder {name}.{rest}"
    return Answer(text, {"ladder": name, "player": args.player, **facts_of(response)})


async def _reinstate(args: argparse.Namespace, calls: "Calls") -> Answer:
    name = (await the_ladder(args, calls)).name
    request = pb.ReinstatePlayerRequest(ladder=name, player=args.player, reason=args.reason)
    response = await calls(request)
    count = response.restored_matches
    rest = f" {_matches(count)} count again." if count else ""
    text = f"{args.player} may play on the ladder {name} again.{rest}"
    return Answer(text, {"ladder": name, "player": args.player, **facts_of(response)})


async def _release(args: argparse.Namespace, calls: "Calls") -> Answer:
    name = (await the_ladder(args, calls)).name
    response = await calls(pb.ReleaseBlocksRequest(ladder=name, reason=args.reason))
    if not response.blocks:
        return Answer(f"Nothing to release on {name}.", {"ladder": name, **facts_of(response)})
    blocks = "1 block" if response.blocks == 1 else f"{response.blocks} blocks"
    text = f"The seeds and replays of {blocks} of the ladder {name} are public."
    return Answer(text, {"ladder": name, **facts_of(response)})


async def _audit(args: argparse.Namespace, calls: "Calls") -> Answer:
    args.ladder = (await the_ladder(args, calls)).name
    return await audit(args, calls)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
