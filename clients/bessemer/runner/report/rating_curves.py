"""Ratings over time as one SVG picture: a line with its interval for each of the best players."""

import math
from collections.abc import Sequence
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
_SETTLED: Final = 400.0
"""An interval no wider than this, in points, belongs to a rating that is about known."""
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
    for order, player in enumerate(named):
        parts.append(_band(order, report.histories[player], scale))
    # The best last: where lines cross, theirs is on top.
    for order, player in reversed(list(enumerate(named))):
        parts.append(
            f'<polyline class="line" {_look(order)} '
            f'points="{_path(report.histories[player], scale)}"/>'
        )
    return [*parts, "</g>", *_labels(report, named, scale)]


def _scale(report: LadderReport) -> Scale:
    """
    As high as the lines where they are about known, and the last intervals.

    The first matches throw a rating far up and down; showing that whole would flatten the rest.
    """
    points = [point for line in report.histories.values() for point in line]
    settled = [point.mean for point in points if point.high - point.low <= _SETTLED]
    ends = [report.histories[player][-1] for player in report.players[:MOST_LINES]]
    low = min([*settled, *(end.low for end in ends)])
    high = max([*settled, *(end.high for end in ends)])
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


def _labels(report: LadderReport, named: Sequence[str], scale: Scale) -> list[str]:
    """Each name and its figure beside the end of its line, none on top of another."""
    ends = [scale.y(report.histories[player][-1].mean) for player in named]
    places = svg.spread(ends, _LABEL_GAP, scale.bottom)
    parts, right = [], scale.right
    for order, (player, end, place) in enumerate(zip(named, ends, places, strict=True)):
        figure = phrases.rating(report.rows[order].standing.rating)
        parts.append(
            svg.leader(order, (right, end), (right + 18, place))
            + f'<line class="key" {_look(order)} x1="{right + 18:.1f}" x2="{right + 42:.1f}" '
            f'y1="{place:.1f}" y2="{place:.1f}"/>'
            f'<text x="{right + 48:.1f}" y="{place + 4.5:.1f}">'
            f'<tspan font-weight="600">{figure}</tspan> '
            f"{text(phrases.short(player, _LONGEST_NAME))}</text>"
        )
    return parts


def _look(order: int) -> str:
    dashes = _DASHES[order // svg.HUES % len(_DASHES)]
    return f'style="stroke: {hue(order)}" stroke-dasharray="{dashes}"'
