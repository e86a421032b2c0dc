"""`bessemer ladder` with --connect: how a ladder of a running referee stands."""

import argparse
from typing import TYPE_CHECKING

from bessemer.cli.organise.command import Answer, facts_of, table
from bessemer.runner.queries import begun_season, which_ladder
from bessemer.v1 import ladder_service_pb2 as pb

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.runner.report.facts import LadderReport


async def standings(args: argparse.Namespace, calls: "Calls") -> Answer:
    """All players of a season, the best first; for people those of all ladders, unless one is named."""
    if args.ladder is None and not args.json:
        there = (await calls(pb.ListLaddersRequest())).ladders
        if len(there) > 1:
            tables = [(one.name, await _standings_of(one, args, calls)) for one in there]
            return Answer("\n\n".join(f"{name}\n{table.text}" for name, table in tables), {})
    return await _standings_of(await the_ladder(args, calls), args, calls)


async def _standings_of(ladder: "pb.Ladder", args: argparse.Namespace, calls: "Calls") -> Answer:
    season = begun_season(args.season, ladder.name, ladder.season)
    if ladder.format.format not in (pb.FORMAT_UNSPECIFIED, pb.FORMAT_CONTINUOUS):
        result = await _result_of(ladder, season, calls)
        if result is not None:
            return result
    request = pb.ListStandingsRequest(ladder=ladder.name, season=season)
    rows = await calls.rows(request, "standings")
    head = ("", "player", "rating", "matches", "wins", "median score", "faults")
    lines = [head, *map(_standing, rows)]
    facts = {"ladder": ladder.name, "standings": [facts_of(row) for row in rows]}
    text = table(lines) if rows else f"Nobody has played on {ladder.name} yet."
    return Answer(text, facts)


async def _result_of(ladder: "pb.Ladder", season: int, calls: "Calls") -> Answer | None:
    """The result of a tournament; `None` before its start."""
    from bessemer.rpc.ladders.tournament_messages import read_result
    from bessemer.runner.report.format_facts import to_facts
    from bessemer.runner.report.format_tables import result_text

    found = read_result(await calls(pb.GetTournamentRequest(ladder=ladder.name, season=season)))
    if found is None:
        return None
    return Answer(result_text(found), {"ladder": ladder.name, "format": to_facts(found)})


async def history(args: argparse.Namespace, calls: "Calls") -> Answer:
    """The newest matches of a player."""
    ladder = (await the_ladder(args, calls)).name
    await calls(pb.GetStandingRequest(ladder=ladder, player=args.player))  # refuses unknown names
    request = pb.ListPlayerMatchesRequest(ladder=ladder, player=args.player)
    rows = await calls.rows(request, "matches", args.most)
    lines = [("ended", "match", "players with their ranks and scores"), *map(_match, rows)]
    facts = {"ladder": ladder, "player": args.player, "matches": [facts_of(row) for row in rows]}
    return Answer(table(lines), facts)


async def report(args: argparse.Namespace, calls: "Calls") -> "LadderReport":
    """All there is to say of a season, computed here from the matches that the referee lists."""
    from bessemer.runner.remote_report import remote_report

    ladder = await the_ladder(args, calls)
    return await remote_report(calls, ladder, begun_season(args.season, ladder.name, ladder.season))


async def the_ladder(args: argparse.Namespace, calls: "Calls") -> "pb.Ladder":
    """
    The ladder that is meant: the one that is named, or the only one.

    Raises:
        ValueError: there is none of this name, or several and none was named.
    """
    there: list[pb.Ladder] = list((await calls(pb.ListLaddersRequest())).ladders)
    meant = [one for one in there if args.ladder in (None, one.name)]
    if len(meant) == 1:
        return meant[0]
    raise ValueError(which_ladder(args.ladder, [one.name for one in there]))


def _standing(row: "pb.Standing") -> tuple[str, ...]:
    rating, wins, score = row.rating, row.wins, row.median_score
    return (
        str(row.place or "-"),
        f"{row.player}{' (person)' * row.person}{' (retired)' if row.retired else ''}{' (disqualified)' * row.disqualified}",
        f"{rating.value:.0f} ±{(rating.high - rating.low) / 2:.0f}",
        str(row.matches),
        f"{100 * wins.value:.0f}% {100 * wins.low:.0f}\N{EN DASH}{100 * wins.high:.0f}",
        f"{score.value:g} {score.low:g}\N{EN DASH}{score.high:g}",
        str(row.faults),
    )


def _match(row: "pb.RatedMatch") -> tuple[str, ...]:
    if row.withheld:
        losers = {fault.seat for fault in row.seat_faults}
        players = ", ".join(
            f"{player}{' (withheld)' * (seat in losers)}" for seat, player in enumerate(row.players)
        )
    else:
        order = sorted(range(len(row.players)), key=lambda seat: row.ranks[seat])
        players = ", ".join(
            f"{row.ranks[seat]}. {row.players[seat]} {row.scores[seat]}" for seat in order
        )
    return (f"{row.end_time.ToDatetime():%Y-%m-%d %H:%M}", row.match_id, players)
