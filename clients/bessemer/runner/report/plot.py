"""Ratings over time as one SVG picture: a line with its interval for each of the best players."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from bessemer.runner.report import words
from bessemer.runner.report.course import Point, thinned
from bessemer.runner.report.facts import Report
from bessemer.runner.report.markup import text

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
_HUES: Final = 6
# Many bands over one another must not turn to mud.
_CLEAR, _FAINT = 0.14, 0.08
_DASHES: Final = ("none", "7 4")

# Six colours that people with any colour vision tell apart, on white and on black; the second six
# players have them too, with dashes.
_STYLE: Final = """\
.ratings { --ink: #1f2328; --faint: #d5d9de; --grey: #aeb5bd; --paper: #ffffff;
  --hue0: #0062a3; --hue1: #b84a00; --hue2: #007a5a; --hue3: #9b2f87; --hue4: #7a6200;
  --hue5: #c02b45; }
@media (prefers-color-scheme: dark) {
  .ratings { --ink: #e6e8eb; --faint: #343b43; --grey: #59616b; --paper: #15181c;
    --hue0: #62b5f0; --hue1: #f2a33a; --hue2: #45cfa0; --hue3: #ec93d8; --hue4: #ded05a;
    --hue5: #ff8093; }
}
.ratings text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.ratings .heading { font-weight: 600; font-size: 15px; }
.ratings .paper { fill: var(--paper); }
.ratings .grid { stroke: var(--faint); stroke-width: 1; }
.ratings .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
.ratings .grey { fill: none; stroke: var(--grey); stroke-width: 1; }
.ratings .leader { stroke-width: 1; opacity: 0.6; }
.ratings .key { stroke-width: 3; }
"""


class _Scale(NamedTuple):
    """Where matches and points lie in the picture."""

    matches: int
    low: float
    high: float

    def x(self, number: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * number / self.matches

    def y(self, points: float) -> float:
        high = _HEIGHT - _TOP - _BOTTOM
        return _TOP + high * (self.high - points) / (self.high - self.low)


def rating_plot(report: Report) -> str:
    """The picture, with a title and a description for those who do not see it."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="ratings" role="img"',
        f' viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"',
        ' aria-labelledby="ratings-title ratings-description">',
        f'<title id="ratings-title">{text(words.title(report) + ": ratings over time")}</title>',
        f'<desc id="ratings-description">{text(_description(report))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>',
        *(_drawing(report) if report.rows else _nothing(report)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _description(report: Report) -> str:
    if not report.rows:
        return words.counted(report)
    said = [
        f"{row.place}. {words.short(row.standing.player, 40)}: {words.rating(row.standing.rating)}."
        for row in report.rows[:MOST_LINES]
    ]
    return f"After {len(report.counted):,} matches. {' '.join(said)} {_rest(report)}".strip()


def _rest(report: Report) -> str:
    rest = len(report.rows) - MOST_LINES
    return f"{rest} more players in grey" if rest > 0 else ""


def _nothing(report: Report) -> list[str]:
    said = words.NO_RESULT if not report.uncounted else "No match counts yet: there is no rating."
    return [
        (
            f'<text class="heading" x="{_WIDTH / 2}" y="{_HEIGHT / 2}" text-anchor="middle">'
            f"{text(said)}</text>"
        )
    ]


def _drawing(report: Report) -> list[str]:
    named = report.players[:MOST_LINES]
    scale = _scale(report)
    right, bottom = scale.x(scale.matches), _HEIGHT - _BOTTOM
    heading = "; ".join(filter(None, ("Points, with 95 % intervals", _rest(report))))
    faint = _FAINT if len(named) > _HUES else _CLEAR
    parts = [
        f'<text class="heading" x="{_LEFT}" y="24">{heading}</text>',
        (
            f'<clipPath id="ratings-inside"><rect x="{_LEFT}" y="{_TOP}" width="{right - _LEFT}" '
            f'height="{bottom - _TOP}"/></clipPath>'
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


def _scale(report: Report) -> _Scale:
    """
    As high as the lines where they are about known, and the last intervals.

    The first matches throw a rating far up and down; showing that whole would flatten the rest.
    """
    points = [point for line in report.histories.values() for point in line]
    settled = [point.mean for point in points if point.high - point.low <= _SETTLED]
    ends = [report.histories[player][-1] for player in report.players[:MOST_LINES]]
    low = min(*settled, *(end.low for end in ends))
    high = max(*settled, *(end.high for end in ends))
    step = _step(high - low)
    return _Scale(len(report.counted), math.floor(low / step) * step, math.ceil(high / step) * step)


def _grid(scale: _Scale) -> list[str]:
    parts = []
    step = _step(scale.high - scale.low)
    for value in range(int(scale.low), int(scale.high) + 1, step):
        y = scale.y(value)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{scale.x(scale.matches):.1f}" y1="{y:.1f}" '
            f'y2="{y:.1f}"/><text x="{_LEFT - 10}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        )
    bottom = scale.y(scale.low)
    parts += [
        f'<text x="{scale.x(at):.1f}" y="{bottom + 20:.1f}" text-anchor="middle">{at:,}</text>'
        for at in range(0, scale.matches + 1, _step(scale.matches))
    ]
    middle = (scale.x(0) + scale.x(scale.matches)) / 2
    parts.append(
        f'<text x="{middle:.1f}" y="{bottom + 39:.1f}" text-anchor="middle">'
        "matches of the ladder</text>"
    )
    return parts


def _path(line: Sequence[Point], scale: _Scale) -> str:
    return " ".join(f"{scale.x(at.number):.1f},{scale.y(at.mean):.1f}" for at in line)


def _band(order: int, line: Sequence[Point], scale: _Scale) -> str:
    there = [f"{scale.x(at.number):.1f},{scale.y(at.high):.1f}" for at in line]
    back = [f"{scale.x(at.number):.1f},{scale.y(at.low):.1f}" for at in reversed(line)]
    return f'<polygon style="fill: {_hue(order)}" points="{" ".join([*there, *back])}"/>'


def _labels(report: Report, named: Sequence[str], scale: _Scale) -> list[str]:
    """Each name and its figure beside the end of its line, none on top of another."""
    ends = [scale.y(report.histories[player][-1].mean) for player in named]
    places: list[float] = []
    for y in ends:
        places.append(max(y, places[-1] + _LABEL_GAP) if places else y)
    # What was pushed below the axis is pushed back up, the others before it.
    for order in range(len(places) - 1, -1, -1):
        last = order + 1 == len(places)
        below = _HEIGHT - _BOTTOM if last else places[order + 1] - _LABEL_GAP
        places[order] = min(places[order], below)
    parts, right = [], scale.x(scale.matches)
    for order, (player, end, place) in enumerate(zip(named, ends, places, strict=True)):
        figure = words.rating(report.rows[order].standing.rating)
        parts.append(
            f'<line class="leader" style="stroke: {_hue(order)}" x1="{right:.1f}" y1="{end:.1f}" '
            f'x2="{right + 18:.1f}" y2="{place:.1f}"/>'
            f'<line class="key" {_look(order)} x1="{right + 18:.1f}" x2="{right + 42:.1f}" '
            f'y1="{place:.1f}" y2="{place:.1f}"/>'
            f'<text x="{right + 48:.1f}" y="{place + 4.5:.1f}">'
            f'<tspan font-weight="600">{figure}</tspan> '
            f"{text(words.short(player, _LONGEST_NAME))}</text>"
        )
    return parts


def _look(order: int) -> str:
    dashes = _DASHES[order // _HUES % len(_DASHES)]
    return f'style="stroke: {_hue(order)}" stroke-dasharray="{dashes}"'


def _hue(order: int) -> str:
    return f"var(--hue{order % _HUES})"


def _step(whole: float) -> int:
    """A round distance between the lines of a grid."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if whole <= factor * size * _MOST_TICKS:
                return factor * size
        size *= 10
