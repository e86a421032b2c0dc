"""The tables of a report's page."""

from collections.abc import Iterable, Sequence
from typing import Final

from bessemer.charts.html import Heading, cell, paragraph, raw_cell, row_head, table, text
from bessemer.ratings.scale import Figure
from bessemer.runner.report import phrases
from bessemer.runner.report.facts import LadderReport, StandingRow
from bessemer.runner.report.versions import label

_MOST_IN_MATRIX: Final = 40
_MOST_WITH_INTERVALS: Final = 12
_MOST_WITH_BARS: Final = 30
_LAST_MATCHES: Final = 20

# A share this far from even has the full colour.
_FULL_HEAT: Final = 0.4
_STRONGEST: Final = 0.55
# Where the interval holds an even share the colour is paler.
_UNSURE: Final = 0.4


def standings(report: LadderReport) -> Iterable[str]:
    """The standings, every figure with its interval."""
    headings = [
        Heading("place"),
        Heading("player", is_number=False),
        Heading("rating"),
        Heading("interval", is_number=False),
        *map(Heading, ("matches", "wins", "placed above", "median score", "faults")),
    ]
    low = min(row.standing.rating.low for row in report.rows)
    high = max(row.standing.rating.high for row in report.rows)
    even = phrases.even_share(report)
    rows = [_standing(row, low, high, even) for row in report.rows]
    yield from table("The best first", headings, rows, "sorted")


def matrix(report: LadderReport) -> Iterable[str]:
    """The matchups, as a heat map with the figures in it."""
    shown = report.players[:_MOST_IN_MATRIX]
    is_wide = len(shown) <= _MOST_WITH_INTERVALS
    names = [
        phrases.short(player, 14) if is_wide else str(at) for at, player in enumerate(shown, 1)
    ]
    headings = [Heading("player", is_number=False), *map(Heading, names)]
    rows = [
        [
            row_head(player if is_wide else f"{place} {player}"),
            *(
                raw_cell("") if other == player else _met(report, player, other, is_wide=is_wide)
                for other in shown
            ),
        ]
        for place, player in enumerate(shown, start=1)
    ]
    caption = "Percent of matches in which the line's player was placed above the column's"
    yield from table(caption, headings, rows, "heat")
    yield from _shown_of(report, _MOST_IN_MATRIX)


def seats(report: LadderReport) -> Iterable[str]:
    """The share of wins of each seat: everybody's, and each player's."""
    figures = report.wins_by_seat
    most = max((figure.value for figure in _known(report)), default=1.0)
    even = phrases.even_share(report)
    headings = [
        Heading("player", is_number=False),
        *(Heading(f"seat {seat}", is_number=False) for seat in range(len(figures))),
    ]
    rows = [[row_head("everybody"), *(_bar(figure, most, even) for figure in figures)]]
    for row in report.rows[:_MOST_WITH_BARS]:
        bars = (_bar(figure, most, even) for figure in row.standing.wins_by_seat)
        rows.append([row_head(row.standing.player), *bars])
    caption = f"Wins at each seat; the dotted line is an even share, {phrases.percent(even)} %"
    yield from table(caption, headings, rows)
    yield from _shown_of(report, _MOST_WITH_BARS)


def faults(report: LadderReport) -> Iterable[str]:
    """Whose bot or network failed, the most often first."""
    failing = [row for row in report.rows if row.standing.faults]
    if not failing:
        yield paragraph("No bot and no network failed in a match that counts.")
        return
    headings = [
        Heading("player", is_number=False),
        *map(Heading, ("matches with a fault", "share", "bot", "network")),
        Heading("the last one", is_number=False),
    ]
    failing.sort(key=lambda row: (-row.standing.faults, row.place))
    rows = [
        [
            row_head(row.standing.player),
            cell(f"{row.standing.faults:,}", "number alert"),
            cell(f"{row.standing.faults / row.standing.matches:.1%}"),
            cell(f"{row.faults.bot:,}"),
            cell(f"{row.faults.network:,}"),
            cell(phrases.short(row.faults.last, 80), ""),
        ]
        for row in failing
    ]
    yield from table("Faults of bots and of their networks", headings, rows)


def last_matches(report: LadderReport) -> Iterable[str]:
    """The last matches that count, with the names of their replays."""
    last = report.counted[-_LAST_MATCHES:][::-1]
    headings = [Heading(name, is_number=False) for name in ("ended (UTC)", "who (score)", "replay")]
    rows = [
        [
            cell(phrases.moment(result.ended), "number"),
            cell(phrases.everybody(result), "who"),
            raw_cell(f"<code>{text(phrases.replay_name(report, result.match_id))}</code>"),
        ]
        for result in last
    ]
    yield from table(f"The last {len(last)} matches that count, the newest first", headings, rows)


def _shown_of(report: LadderReport, most: int) -> Iterable[str]:
    if (players := len(report.rows)) > most:
        yield paragraph(f"The first {most} of {players} players; JSON and CSV have all.", "soft")


def _standing(row: StandingRow, low: float, high: float, even: float) -> list[str]:
    standing = row.standing
    wins, placement, score = standing.wins, standing.placement, standing.median_score
    return [
        cell(row.place_text, sort=-(row.place or 1_000_000)),
        row_head(label(row)),
        cell(
            phrases.rating(standing.rating),
            f"number {phrases.rating_side(standing.rating)}".strip(),
            standing.rating.value,
        ),
        raw_cell(_range(standing.rating, low, high), "", standing.rating.high),
        cell(f"{standing.matches:,}", sort=standing.matches),
        cell(phrases.share(wins), f"number {phrases.side(wins, even)}".strip(), _key(wins)),
        cell(phrases.share(placement), sort=_key(placement)),
        cell(phrases.median(score), sort=_key(score)),
        cell(
            f"{standing.faults:,}", "number alert" if standing.faults else "number", standing.faults
        ),
    ]


def _key(figure: Figure | None) -> float:
    return -1.0 if figure is None else figure.value


def _range(figure: Figure, low: float, high: float) -> str:
    """Where an interval lies among all of them; the figures are beside it."""
    scale = 100 / (high - low)
    left, width = (figure.low - low) * scale, (figure.high - figure.low) * scale
    return (
        f'<span class="range" aria-hidden="true"><i style="left: {left:.1f}%; width: {width:.1f}%">'
        f'</i><b style="left: {(figure.value - low) * scale:.1f}%"></b></span>'
    )


def _met(report: LadderReport, player: str, other: str, *, is_wide: bool) -> str:
    matchup = report.matchups.get((player, other))
    if matchup is None:
        return raw_cell(phrases.NOTHING, "soft")
    share = matchup.share
    heat = min(abs(share.value - 0.5) / _FULL_HEAT, 1.0) * _STRONGEST
    if not phrases.side(share, 0.5):
        heat *= _UNSURE
    hue = "above" if share.value >= 0.5 else "below"
    known = (phrases.interval(share), f"of {matchup.matches:,}")
    inside = phrases.percent(share.value)
    inside += "".join(f"<small>{said}</small>" for said in known) if is_wide else ""
    return raw_cell(
        inside,
        style=f"background: rgb(var(--{hue}) / {heat:.2f})",
        title="" if is_wide else " ".join(known),
    )


def _bar(figure: Figure | None, most: float, even: float) -> str:
    if figure is None:
        return raw_cell(phrases.NOTHING, "soft")
    whole = max(most, even) or 1.0
    return raw_cell(
        f'<div class="bar"><span aria-hidden="true"><i style="width: '
        f'{100 * figure.value / whole:.0f}%"></i><u style="left: {100 * even / whole:.0f}%"></u>'
        f"</span>{text(phrases.share(figure))}</div>"
    )


def _known(report: LadderReport) -> Sequence[Figure]:
    everybody = [report.wins_by_seat, *(row.standing.wins_by_seat for row in report.rows)]
    return [figure for figures in everybody for figure in figures if figure is not None]
