"""The pages that only a server has: home, a live match, a match of the referee, a person's seat, errors."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bessemer.engine.catalogue import GAMES
from bessemer.faces.language import tr
from bessemer.runner.report import phrases
from bessemer.v1 import match_pb2
from bessemer.web.pages import page
from bessemer.web.server.accounts.my_matches import MyMatch
from bessemer.web.server.seat.plans import Plan
from bessemer.web.server.start.opponents import about
from bessemer.web.site.ladder_site import LadderSite

_IDLE_SECONDS: Final = 900.0
"""After so long without a move a match is no longer among those that are played now."""
_BETWEEN: Final = " \N{EN DASH} "


class Visitor(NamedTuple):
    """Whoever looks at the home page of a server where one can play."""

    name: str
    """"" for a stranger."""
    matches: Sequence[MyMatch] = ()


def home(
    sites: Sequence[LadderSite], troubles: Sequence[str], visitor: Visitor | None = None
) -> str:
    """Playing, ladders, what is being played, the latest matches, and a place to drop a replay."""
    games = [{"name": name, "about": about(name)} for name in GAMES]
    facts = {
        "board": "all",
        "sites": sites,
        "troubles": troubles,
        "visitor": visitor,
        "games": games,
    }
    return page("home.html", "index.html", **facts)


def lively(matches: Sequence[match_pb2.Match], now: float) -> list[match_pb2.Match]:
    """Without the tables where nobody has moved for long; the one of the last move first."""

    def moved(match: match_pb2.Match) -> float:
        times = match.end_time, match.last_move_time, match.start_time, match.create_time
        return next((one.seconds for one in times if one.seconds), 0)

    kept = [
        match
        for match in matches
        if match.status != match_pb2.MATCH_STATUS_RUNNING or now - moved(match) < _IDLE_SECONDS
    ]
    return sorted(kept, key=moved, reverse=True)


def match_facts(match: match_pb2.Match) -> dict[str, object]:
    """A match in the list of those that are played or were played lately."""
    return {
        "id": match.match_id,
        "game": match.game,
        "players": players(match),
        "status": match_pb2.MatchStatus.Name(match.status).removeprefix("MATCH_STATUS_").lower(),
        "turn": match.turn,
        "scores": list(match.result.scores),
        "ranks": list(match.result.ranks),
    }


def players(match: match_pb2.Match) -> list[str]:
    """Who plays, by seat."""
    return [
        phrases.short(seat.player, 40) or tr("seat {seat}", seat=seat.seat + 1)
        for seat in match.seats
    ]


def match_name(match: match_pb2.Match) -> str:
    """A match in words: its game, and who plays."""
    return f"{match.game.capitalize()}: {_BETWEEN.join(players(match))}"


def viewer_page(match: match_pb2.Match, source: str) -> str:
    """A page with the viewer; `source` says where its script finds the match: `live` or `json`."""
    folder = "live" if source == "live" else "matches"
    return page(
        "viewer.html",
        f"{folder}/{match.match_id}",
        board=match.game,
        title=match_name(match),
        about=match_name(match),
        data={"source": source, "match": match.match_id},
        waiting=tr("The match is being read. This page needs JavaScript."),
    )


def seat_page(
    place: tuple[str, int], match: match_pb2.Match | None, csrf: str, plan: Plan | None
) -> str:
    """
    The page of a person's seat: the viewer, and the desk beside it.

    Args:
        place: the match and the seat.
        match: as the referee has it; `None` while it is away.
        csrf: what the page's script sends along.
        plan: what the person may play once more, if they have started the match.
    """
    match_id, seat = place
    again = "no" if plan is None else "last" if plan.has_follow_up else "yes"
    name = tr("Your seat") if match is None else match_name(match)
    return page(
        "viewer.html",
        f"seat/{match_id}/{seat}",
        board="all" if match is None else match.game,
        title=name,
        about=name,
        data={
            "source": "seat",
            "match": match_id,
            "seat": seat,
            "csrf": csrf,
            "again": again,
        },
        waiting=tr("The table is being laid. This page needs JavaScript."),
    )


def error_page(code: int, message: str) -> str:
    """What happened, and what next."""
    return page("error.html", "error.html", message=message, code=code)
