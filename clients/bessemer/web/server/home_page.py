"""The pages that only a server has: home, a live match, a match of the referee, the organisers' page."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bessemer.charts.html import Heading, cell, paragraph, raw_cell, table, text
from bessemer.faces.language import tr, trn
from bessemer.runner.report import phrases
from bessemer.v1 import match_pb2
from bessemer.web.server.accounts.my_matches import MyMatch
from bessemer.web.server.seat.plans import Plan
from bessemer.web.server.sources import LINKS, PLAY_LINKS
from bessemer.web.site.ladder_site import LadderSite
from bessemer.web.site.shell import page


def _drop() -> str:
    label = text(tr("Drop a replay here, or choose one:"))
    return (
        f'<div class="drop" id="drop"><label for="replay">{label} </label>'
        '<input type="file" id="replay" accept=".replay"><p id="drop-said" role="status"></p></div>'
    )


class Visitor(NamedTuple):
    """Whoever looks at the home page of a server where one can play."""

    name: str
    """"" for a stranger."""
    matches: Sequence[MyMatch] = ()


def home(
    sites: Sequence[LadderSite], troubles: Sequence[str], visitor: Visitor | None = None
) -> str:
    """Playing, ladders, what is being played, the latest matches, and a place to drop a replay."""
    now = text(tr("Live now"))
    parts = [
        *((f"<h1>{text(tr('Watch'))}</h1>",) if visitor is None else _playing(visitor)),
        *(paragraph(tr("A referee does not answer: {why}", why=one), "alert") for one in troubles),
    ]
    parts += [
        f'<section id="live" aria-label="{now}"><h2>{now}</h2>',
        paragraph(tr("The list is being read. This page needs JavaScript.")),
        "</section>",
        f"<h2>{text(tr('Ladders'))}</h2>",
        *(
            _ladders(sites)
            if sites
            else [paragraph(tr("There is no ladder here. Play one: bessemer ladder run"), "empty")]
        ),
        _drop(),
    ]
    if visitor is None:
        return page(tr("Watch"), "index.html", LINKS, parts)
    return page(tr("Play and watch"), "index.html", PLAY_LINKS, parts, about=visitor.name)


def _playing(visitor: Visitor) -> Iterable[str]:
    """A way to a new match, and to those that wait."""
    yield f"<h1>{text(tr('Play and watch'))}</h1>"
    yield f'<p class="row"><a class="button main" href="/play">{text(tr("Play"))}</a>'
    if not visitor.name:
        yield f'<a class="button" href="/sign-in">{text(tr("Sign in"))}</a>'
    yield "</p>"
    if not visitor.matches:
        return
    yield f"<h2>{text(tr('Your matches'))}</h2>"
    rows = []
    for one in visitor.matches:
        address = f"/seat/{one.match_id}/{one.seat}"
        state = _state(one)
        link = f'<a href="{text(address)}">{text(state)}</a>'
        if one.has_links:
            links = f"/play/table/{one.match_id}"
            link += f' · <a href="{text(links)}">{text(tr("links for friends"))}</a>'
        look = "strong" if one.is_my_turn else ""
        players = ", ".join(phrases.short(name, 40) for name in one.others)
        rows.append([raw_cell(link, look), cell(one.game, ""), cell(players, "who")])
    headings = [
        Heading("", is_number=False),
        Heading(tr("game"), is_number=False),
        Heading(tr("with"), is_number=False),
    ]
    yield from table(tr("Matches that are not over"), headings, rows)


def _state(one: MyMatch) -> str:
    if one.is_my_turn:
        return tr("Your turn")
    return tr("Others have still to sit down") if one.is_open else tr("Others are choosing")


def _ladders(sites: Sequence[LadderSite]) -> Iterable[str]:
    headings = [
        Heading(tr("ladder"), is_number=False),
        Heading(tr("game"), is_number=False),
        Heading(tr("players")),
        Heading(tr("matches")),
        Heading(tr("leaders"), is_number=False),
    ]
    rows = []
    for site in sites:
        report = site.report
        leaders = ", ".join(
            f"{phrases.short(row.standing.player, 24)} {phrases.rating(row.standing.rating)}"
            for row in report.rows[:3]
        )
        name = text(phrases.title(report))
        rows.append(
            [
                f'<th scope="row"><a href="{site.folder}index.html">{name}</a></th>',
                cell(
                    trn(
                        "{game}, {n} seat",
                        "{game}, {n} seats",
                        report.facts.seats,
                        game=report.facts.game,
                    ),
                    "",
                ),
                cell(f"{len(report.rows):,}"),
                cell(f"{len(report.counted):,}"),
                cell(leaders, ""),
            ]
        )
    yield from table(tr("Every ladder with its best players"), headings, rows)


def match_facts(match: match_pb2.Match) -> dict[str, object]:
    """A match in the list of those that are played or were played lately."""
    return {
        "id": match.match_id,
        "game": match.game,
        "players": [
            phrases.short(seat.player, 40) or tr("seat {seat}", seat=seat.seat)
            for seat in match.seats
        ],
        "status": match_pb2.MatchStatus.Name(match.status).removeprefix("MATCH_STATUS_").lower(),
        "turn": match.turn,
        "scores": list(match.result.scores),
        "ranks": list(match.result.ranks),
    }


def viewer_page(match_id: str, source: str) -> str:
    """A page with the viewer; `source` says where its script finds the match: `live` or `json`."""
    waiting = paragraph(tr("The match is being read. This page needs JavaScript."))
    inside = (
        f'<div id="viewer" data-source="{source}" data-match="{text(match_id)}">{waiting}</div>'
    )
    path = f"{source}/{match_id}" if source == "live" else f"matches/{match_id}"
    return page(
        tr("Match"), path, LINKS, [inside], about=tr("match {id}", id=match_id), main="wide"
    )


def seat_page(match_id: str, seat: int, csrf: str, plan: Plan | None) -> str:
    """
    The page of a person's seat: the viewer, and the desk beside it.

    Args:
        match_id: the match.
        seat: the seat.
        csrf: what the page's script sends along.
        plan: what the person may play once more, if they have started the match.
    """
    again = "no" if plan is None else "last" if plan.has_follow_up else "yes"
    waiting = paragraph(tr("The table is being laid. This page needs JavaScript."))
    inside = (
        f'<div id="viewer" data-source="seat" data-match="{text(match_id)}" data-seat="{seat}" '
        f'data-csrf="{text(csrf)}" data-again="{again}">{waiting}</div>'
    )
    path = f"seat/{match_id}/{seat}"
    return page(
        tr("Your seat"), path, LINKS, [inside], about=tr("match {id}", id=match_id), main="wide"
    )


def error_page(code: int, message: str) -> str:
    """What happened, and what next."""
    return page(
        message,
        "index.html",
        LINKS,
        [
            f"<h1>{text(message)}</h1>",
            paragraph(tr("Error {code}.", code=code)),
            f'<p><a href="/">{text(tr("Home"))}</a></p>',
        ],
        root="/",
    )
