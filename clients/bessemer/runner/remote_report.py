"""
The report of a ladder on a referee elsewhere: its history is read by pages, and what follows is computed here.

So the referee only reads rows, whatever is asked, and the report is the one that its folder would give.
"""

import asyncio
from dataclasses import replace
from typing import Any, Protocol

from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder
from bessemer.rpc.ladders.ladder_messages import read_rated
from bessemer.rpc.ladders.tournament_messages import read_result
from bessemer.runner.queries import report_from
from bessemer.runner.report.facts import LadderReport
from bessemer.v1 import ladder_service_pb2 as pb


class Rows(Protocol):
    """Reads lists of a referee; raises what it likes if it cannot."""

    async def __call__(self, request: Any) -> Any:  # noqa: ANN401 - a request and its response
        """The response to a request."""

    async def rows(self, request: Any, field: str) -> list[Any]:  # noqa: ANN401 - a List…Request
        """The items in `field` of a list's responses, page by page."""


async def remote_report(calls: Rows, ladder: pb.Ladder, season: int = 0) -> LadderReport:
    """All there is to say of a ladder's season, the one that runs if none is given; not what went wrong with bots."""
    season = season or ladder.season
    asked = pb.ListRatedMatchesRequest(ladder=ladder.name, season=season)
    history = list(map(read_rated, await calls.rows(asked, "matches")))
    # Afterwards, so that everybody in the history is in it.
    asked_for = pb.ListStandingsRequest(ladder=ladder.name, season=season)
    standings = await calls.rows(asked_for, "standings")
    result = None
    if ladder.format.format not in (pb.FORMAT_UNSPECIFIED, pb.FORMAT_CONTINUOUS):
        tournament = pb.GetTournamentRequest(ladder=ladder.name, season=season)
        result = read_result(await calls(tournament))
    # Ratings of many matches take a while, in which a server has other things to do.
    report = await asyncio.to_thread(
        report_from,
        _read_ladder(ladder),
        season,
        history,
        # With a colon: without one it would mean all versions.
        [f"{row.name}:{row.version}" for row in standings if row.disqualified],
        frozenset(row.name for row in standings if row.person),
    )
    return replace(report, outcome=result)


def _read_ladder(message: pb.Ladder) -> Ladder:
    """The ladder as a report needs it."""
    game = GAMES.get(message.game)
    known = [] if game is None else list(game.option_texts(game.options({})))
    names = [*known, *sorted(message.options.keys() - known)]
    return Ladder(
        name=message.name,
        game=message.game,
        # In the order in which the game has them: a message has none.
        options={name: message.options[name] for name in names if name in message.options},
        seats=message.seats,
        season=message.season,
        is_frozen=message.frozen,
    )
