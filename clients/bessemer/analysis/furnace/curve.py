"""The curves of a match as one SVG picture: each seat's money, and what it left on the table."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from bessemer.analysis.furnace import words
from bessemer.analysis.rooms import Facts
from bessemer.printable import printable

_WIDTH: Final = 760
_PANEL: Final = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 215, 40, 34
_LABEL_GAP: Final = 17
_LONGEST_NAME: Final = 15
_MOST_TICKS: Final = 6
_DASHES: Final = ("none", "7 4", "2 4", "10 4 2 4")

# Colours that people with any colour vision tell apart, on white and on black; and each seat has a
# dash and a mark of its own.
STYLE: Final = """\
.curve { --ink: #1f2328; --faint: #d5d9de; --paper: #ffffff;
  --seat0: #0062a3; --seat1: #b84a00; --seat2: #007a5a; --seat3: #9b2f87; }
@media (prefers-color-scheme: dark) {
  .curve { --ink: #e6e8eb; --faint: #3d444d; --paper: #15181c;
    --seat0: #62b5f0; --seat1: #f2a33a; --seat2: #45cfa0; --seat3: #ec93d8; }
}
.curve text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.curve .heading { font-weight: 600; font-size: 15px; }
.curve .paper { fill: var(--paper); }
.curve .grid { stroke: var(--faint); stroke-width: 1; }
.curve .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; }
.curve .mark { stroke: var(--paper); stroke-width: 1; }
.curve .leader { stroke-width: 1; opacity: 0.6; }
"""


class _Scale(NamedTuple):
    """Where values lie in a panel that begins at `top`."""

    top: int
    rounds: int
    most: int
    step: int

    def x(self, number: int) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * number / self.rounds

    def y(self, value: float) -> float:
        high = _PANEL - _TOP - _BOTTOM
        return self.top + _TOP + high * (1 - value / self.most)


def curve(found: Facts) -> str:
    """The picture, with a title and a description for those who do not see it."""
    names = [_short(player) for player in found["players"]]
    money = [player["money_by_round"] for player in found["players"]]
    losses = [player["lost_so_far"] for player in found["players"]]
    height = 2 * _PANEL
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" class="curve" role="img"',
        f' viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"',
        ' aria-labelledby="curve-title curve-description">',
        f'<title id="curve-title">{_text("Money and losses by round")}</title>',
        f'<desc id="curve-description">{_text(_description(found))}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{_WIDTH}" height="{height}"/>',
        *_panel("Money after each round", 0, found["rounds"], money, names),
        *_panel("Left on the table so far", _PANEL, found["rounds"], losses, names),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _description(found: Facts) -> str:
    said = [
        f"Seat {player['seat']}, {player['name']}: money by round "
        f"{', '.join(map(str, player['money_by_round']))}; {player['summary']}."
        for player in found["players"]
    ]
    return " ".join(said)


def _panel(
    heading: str, top: int, rounds: int, series: Sequence[Sequence[float]], names: Sequence[str]
) -> list[str]:
    step = _step(max(max(values) for values in series))
    most = max(step, step * math.ceil(max(max(values) for values in series) / step))
    scale = _Scale(top, rounds, most, step)
    parts = [f'<text class="heading" x="{_LEFT}" y="{top + 22}">{_text(heading)}</text>']
    for value in range(0, most + 1, step):
        y = scale.y(value)
        parts.append(
            f'<line class="grid" x1="{_LEFT}" x2="{scale.x(rounds):.1f}" y1="{y:.1f}" '
            f'y2="{y:.1f}"/><text x="{_LEFT - 14}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        )
    for number in range(rounds + 1):
        label = f"round {number}" if number else "start"
        parts.append(
            f'<text x="{scale.x(number):.1f}" y="{scale.y(0) + 22:.1f}" '
            f'text-anchor="middle">{label}</text>'
        )
    for seat, values in enumerate(series):
        parts += _seat(seat, values, scale)
    return parts + _labels(series, names, scale)


def _seat(seat: int, values: Sequence[float], scale: _Scale) -> list[str]:
    points = [(scale.x(number), scale.y(value)) for number, value in enumerate(values)]
    colour = f"var(--seat{seat})"
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    look = f'class="line" style="stroke: {colour}" stroke-dasharray="{_DASHES[seat]}"'
    return [
        f'<polyline {look} points="{line}"/>',
        *(_mark(seat, x, y, f'class="mark" style="fill: {colour}"') for x, y in points),
    ]


def _mark(seat: int, x: float, y: float, look: str) -> str:
    """A circle, a square, a triangle or a diamond."""
    if seat == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" {look}/>'
    corners = {
        1: ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
        2: ((0, -6), (5.5, 4.5), (-5.5, 4.5)),
        3: ((0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)),
    }[seat]
    return (
        f'<polygon points="{" ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)}" {look}/>'
    )


def _labels(series: Sequence[Sequence[float]], names: Sequence[str], scale: _Scale) -> list[str]:
    """Each seat's name and last value beside the end of its line, none on top of another."""
    ends = sorted(
        (scale.y(values[-1]), seat, len(values) - 1) for seat, values in enumerate(series)
    )
    lowest = scale.y(0)
    places: list[float] = []
    for y, _, _ in ends:
        places.append(max(y, places[-1] + _LABEL_GAP) if places else y)
    # What was pushed below the axis is pushed back up, the others before it.
    for order in range(len(places) - 1, -1, -1):
        below = places[order + 1] - _LABEL_GAP if order + 1 < len(places) else lowest
        places[order] = min(places[order], below)
    parts, x = [], scale.x(scale.rounds) + 16
    for (y, seat, last), place in zip(ends, places, strict=True):
        colour = f"var(--seat{seat})"
        parts.append(
            f'<line class="leader" x1="{scale.x(last) + 6:.1f}" y1="{y:.1f}" x2="{x - 2:.1f}" '
            f'y2="{place:.1f}" style="stroke: {colour}"/>'
        )
        parts.append(_mark(seat, x + 6, place, f'class="mark" style="fill: {colour}"'))
        label = f"{names[seat]}: {words.number(series[seat][-1])}"
        parts.append(f'<text x="{x + 17:.1f}" y="{place + 4.5:.1f}">{_text(label)}</text>')
    return parts


def _step(most: float) -> int:
    """A round distance between the lines of the grid."""
    for step in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500):
        if most <= step * _MOST_TICKS:
            return step
    return math.ceil(most / _MOST_TICKS / 1000) * 1000


def _short(player: Facts) -> str:
    name = player["name"]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return f"{player['seat']} {name}"


def _text(text: str) -> str:
    return escape(printable(text), quote=True)
