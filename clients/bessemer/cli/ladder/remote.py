"""`bessemer ladder standings` and `history` with --connect: how a ladder of a running referee stands."""

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from bessemer.cli.arguments import WrongUsage
from bessemer.cli.organise.command import Answer, facts_of, table

if TYPE_CHECKING:
    from bessemer.cli.organise.calls import Calls
    from bessemer.v1 import ladder_service_pb2 as pb

_PAGE: Final = 100


async def standings(args: argparse.Namespace, calls: "Calls") -> Answer:
    """All players of a season, the best first."""
    from bessemer.v1 import ladder_service_pb2 as pb

    request = pb.ListStandingsRequest(ladder=await _ladder(args, calls), season=args.season or 0)
    rows = await _pages(calls, request, lambda response: response.standings)
    head = ("", "player", "rating", "matches", "wins", "median score", "faults")
    lines = [head, *map(_standing, rows)]
    facts = {"ladder": request.ladder, "standings": [facts_of(row) for row in rows]}
    text = table(lines) if rows else f"Nobody has played on {request.ladder} yet."
    return Answer(text, facts)


async def history(args: argparse.Namespace, calls: "Calls") -> Answer:
    """The newest matches of a player."""
    from bessemer.v1 import ladder_service_pb2 as pb

    if args.season:
        raise WrongUsage("--season goes with --data: a referee lists the matches of all seasons")
    ladder = await _ladder(args, calls)
    await calls(pb.GetStandingRequest(ladder=ladder, player=args.player))  # refuses unknown names
    request = pb.ListPlayerMatchesRequest(ladder=ladder, player=args.player)
    rows = await _pages(calls, request, lambda response: response.matches, args.most)
    lines = [("ended", "match", "players with their ranks and scores"), *map(_match, rows)]
    facts = {"ladder": ladder, "player": args.player, "matches": [facts_of(row) for row in rows]}
    return Answer(table(lines), facts)


async def _ladder(args: argparse.Namespace, calls: "Calls") -> str:
    """The ladder that is meant: the one that is named, or the only one."""
    from bessemer.v1 import ladder_service_pb2 as pb

    if args.ladder:
        return str(args.ladder)
    names = [one.name for one in (await calls(pb.ListLaddersRequest())).ladders]
    if len(names) != 1:
        there = f"there are {', '.join(names)}" if names else "there is none"
        raise ValueError(f"--ladder says which ladder: {there}")
    return str(names[0])


async def _pages(
    calls: "Calls",
    request: "pb.ListStandingsRequest | pb.ListPlayerMatchesRequest",
    rows_of: Callable[[Any], Any],
    most: int = 0,
) -> list[Any]:
    """Its rows, page by page, as many as there are or as are wanted."""
    found: list[Any] = []
    while not most or len(found) < most:
        request.page_size = min(_PAGE, most - len(found)) if most else _PAGE
        response = await calls(request)
        found += rows_of(response)
        request.page_token = response.next_page_token
        if not request.page_token:
            break
    return found


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
    order = sorted(range(len(row.players)), key=lambda seat: row.ranks[seat])
    players = ", ".join(
        f"{row.ranks[seat]}. {row.players[seat]} {row.scores[seat]}" for seat in order
    )
    return (f"{row.end_time.ToDatetime():%Y-%m-%d %H:%M}", row.match_id, players)
