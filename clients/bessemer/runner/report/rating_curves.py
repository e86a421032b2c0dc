"""Ratings over time as one SVG picture: a line with its interval for each of the best players."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from bessemer.charts import svg
from bessemer.charts.svg import Scale, hue, text
from bessemer.faces.language import tr_key
from bessemer.runner.report import phrases
from bessemer.runner.report.course import Point, thinned
from bessemer.runner.report.facts import LadderReport

MOST_LINES: Final = 12
"""So many players have a colour and a name; the others are grey."""

_WIDTH, _HEIGHT = 960, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 250, 44, 48
_LABEL_GAP: Final = 18
_LONGEST_NAME: Final = 18
_MOST_TICKS: Final = 7
_MOST_GREY_POINTS: Final = 60
# Many bands over one another must not turn to mud.
_CLEAR, _FAINT = 0.14, 0.08
_DASHES: Final = ("none", "7 4")

# The second six players have the colours of the first, with dashes.
_STYLE: Final = """\
.ratings .grey { fill: none; stroke: var(--grey); stroke-width: 1; }
.ratings .key { stroke-width: 3; }
"""


def rating_plot(report: LadderReport) -> str:
    """The picture, with a title and a description for people who do not see it."""
    return svg.picture(
        "ratings",
        (_WIDTH, _HEIGHT),
        f"{phrases.title(report)}: ratings over time",
        _description(report),
        _drawing(report) if report.rows else _nothing(report),
        _STYLE,
    )


def _description(report: LadderReport) -> str:
    if not report.rows:
        return phrases.counted(report)
    said = [
        f"{row.place_text or phrases.NOTHING}. {phrases.short(row.standing.player, 40)}: {phrases.rating(row.standing.rating)}."
        for row in report.rows[:MOST_LINES]
    ]
    return f"After {len(report.counted):,} matches. {' '.join(said)} {_rest(report)}".strip()


def _rest(report: LadderReport) -> str:
    rest = len(report.rows) - MOST_LINES
    return f"{rest} more players in grey" if rest > 0 else ""


def _nothing(report: LadderReport) -> list[str]:
    said = (
        tr_key(phrases.NO_RESULT)
        if not report.uncounted
        else "No match counts yet: there is no rating."
    )
    return [svg.heading(said, _WIDTH / 2, _HEIGHT / 2, "middle")]


def _drawing(report: LadderReport) -> list[str]:
    named = report.players[:MOST_LINES]
    styles = _styles(report, named)
    scale = _scale(report)
    heading = "; ".join(filter(None, ("Points, with 95 % intervals", _rest(report))))
    faint = _FAINT if len(named) > svg.HUES else _CLEAR
    parts = [
        svg.heading(heading, _LEFT, 24),
        (
            f'<clipPath id="ratings-inside"><rect x="{_LEFT}" y="{_TOP}" width="{scale.right - _LEFT}" '
            f'height="{scale.bottom - _TOP}"/></clipPath>'
        ),
        *_grid(scale),
        f'<g clip-path="url(#ratings-inside)" fill-opacity="{faint}">',
    ]
    for player in report.players[MOST_LINES:]:
        line = thinned(report.histories[player], _MOST_GREY_POINTS)
        parts.append(f'<polyline class="grey" points="{_path(line, scale)}"/>')
    parts += [_band(styles[player], report.histories[player], scale) for player in named]
    # The best last: where lines cross, theirs is on top.
    parts += [
        f'<polyline class="line" {_look(styles[player])} '
        f'points="{_path(report.histories[player], scale)}"/>'
        for player in reversed(named)
    ]
    return [*parts, "</g>", *_labels(report, styles, scale)]


def _styles(report: LadderReport, named: Sequence[str]) -> dict[str, int]:
    """
    The colour and dashes of each line, by the order in which players came to the ladder.

    So a player keeps them when others join, or are rated higher.
    """
    came = sorted(report.players, key=lambda player: (report.histories[player][0].number, player))
    wanted = {player: place % MOST_LINES for place, player in enumerate(came)}
    styles: dict[str, int] = {}
    for player in sorted(named, key=came.index):
        free = [one for one in range(MOST_LINES) if one not in styles.values()]
        styles[player] = wanted[player] if wanted[player] in free else free[0]
    return styles


def _scale(report: LadderReport) -> Scale:
    """
    As high as the lines of the players who are named, and their last intervals.

    The intervals of the first matches are wider; showing those whole would flatten the rest.
    """
    lines = [report.histories[player] for player in report.players[:MOST_LINES]]
    means = [point.mean for line in lines for point in line]
    low = min([*means, *(line[-1].low for line in lines)])
    high = max([*means, *(line[-1].high for line in lines)])
    step = svg.round_step(high - low, _MOST_TICKS)
    return Scale(
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=_TOP,
        bottom=_HEIGHT - _BOTTOM,
        x_most=len(report.counted),
        low=math.floor(low / step) * step,
        high=math.ceil(high / step) * step,
    )


def _grid(scale: Scale) -> list[str]:
    matches = int(scale.x_most)
    ticks = range(0, matches + 1, svg.round_step(matches, _MOST_TICKS))
    middle = (scale.left + scale.right) / 2
    return [
        *svg.y_axis(scale, svg.round_step(scale.high - scale.low, _MOST_TICKS)),
        *svg.x_axis(scale, ((at, f"{at:,}") for at in ticks)),
        (
            f'<text x="{middle:.1f}" y="{scale.bottom + 39:.1f}" text-anchor="middle">'
            "matches of the ladder</text>"
        ),
    ]


def _path(line: Sequence[Point], scale: Scale) -> str:
    return scale.points((at.number, at.mean) for at in line)


def _band(order: int, line: Sequence[Point], scale: Scale) -> str:
    there = [(at.number, at.high) for at in line]
    back = [(at.number, at.low) for at in reversed(line)]
    return f'<polygon style="fill: {hue(order)}" points="{scale.points([*there, *back])}"/>'


def _labels(report: LadderReport, styles: Mapping[str, int], scale: Scale) -> list[str]:
    """Each name and its figure beside the end of its line, none on top of another."""
    named = report.players[: len(styles)]
    ends = [scale.y(report.histories[player][-1].mean) for player in named]
    places = svg.spread(ends, _LABEL_GAP, scale.bottom)
    parts, right = [], scale.right
    for order, (player, end, place) in enumerate(zip(named, ends, places, strict=True)):
        figure, style = phrases.rating(report.rows[order].standing.rating), styles[player]
        parts.append(
            svg.leader(style, (right, end), (right + 18, place))
            + f'<line class="key" {_look(style)} x1="{right + 18:.1f}" x2="{right + 42:.1f}" '
            f'y1="{place:.1f}" y2="{place:.1f}"/>'
            f'<text x="{right + 48:.1f}" y="{place + 4.5:.1f}">'
            f'<tspan font-weight="600">{figure}</tspan> '
            f"{text(phrases.short(player, _LONGEST_NAME))}</text>"
        )
    return parts


def _look(order: int) -> str:
    dashes = _DASHES[order // svg.HUES % len(_DASHES)]
    return f'style="stroke: {hue(order)}" stroke-dasharray="{dashes}"'
