"""The curves of a match as one SVG picture: each seat's money, and what it left on the table."""

import math
from collections.abc import Sequence
from typing import Final

from bessemer.analysis.furnace import words
from bessemer.analysis.rooms import Facts
from bessemer.charts import svg
from bessemer.charts.svg import Scale, hue, text

_WIDTH: Final = 760
_PANEL: Final = 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 215, 40, 34
_LABEL_GAP: Final = 17
_LONGEST_NAME: Final = 15
_MOST_TICKS: Final = 6
_DASHES: Final = ("none", "7 4", "2 4", "10 4 2 4")

# Beside its colour each seat has a dash and a mark of its own.
_STYLE: Final = """\
.curve .mark { stroke: var(--paper); stroke-width: 1; }
"""


def curve(found: Facts) -> str:
    """The picture, with a title and a description for those who do not see it."""
    names = [_short(player) for player in found["players"]]
    money = [player["money_by_round"] for player in found["players"]]
    losses = [player["lost_so_far"] for player in found["players"]]
    panels = [
        *_panel("Money after each round", 0, found["rounds"], money, names),
        *_panel("Left on the table so far", _PANEL, found["rounds"], losses, names),
    ]
    size = _WIDTH, 2 * _PANEL
    return svg.picture(
        "curve", size, "Money and losses by round", _description(found), panels, _STYLE
    )


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
    most = max(max(values) for values in series)
    step = svg.round_step(most, _MOST_TICKS)
    scale = Scale(
        left=_LEFT,
        right=_WIDTH - _RIGHT,
        top=top + _TOP,
        bottom=top + _PANEL - _BOTTOM,
        x_most=rounds,
        low=0,
        high=max(step, step * math.ceil(most / step)),
    )
    rounds_named = (
        (number, f"round {number}" if number else "start") for number in range(rounds + 1)
    )
    parts = [
        svg.heading(heading, _LEFT, top + 22),
        *svg.y_axis(scale, step, gap=14),
        *svg.x_axis(scale, rounds_named),
    ]
    for seat, values in enumerate(series):
        parts += _seat(seat, values, scale)
    return parts + _labels(series, names, scale)


def _seat(seat: int, values: Sequence[float], scale: Scale) -> list[str]:
    look = f'class="line" style="stroke: {hue(seat)}" stroke-dasharray="{_DASHES[seat]}"'
    return [
        f'<polyline {look} points="{scale.points(enumerate(values))}"/>',
        *(_mark(seat, scale.x(at), scale.y(value)) for at, value in enumerate(values)),
    ]


def _mark(seat: int, x: float, y: float) -> str:
    """A circle, a square, a triangle or a diamond."""
    look = f'class="mark" style="fill: {hue(seat)}"'
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


def _labels(series: Sequence[Sequence[float]], names: Sequence[str], scale: Scale) -> list[str]:
    """Each seat's name and last value beside the end of its line, none on top of another."""
    ends = sorted(
        (scale.y(values[-1]), seat, len(values) - 1) for seat, values in enumerate(series)
    )
    places = svg.spread([y for y, _, _ in ends], _LABEL_GAP, scale.bottom)
    parts, x = [], scale.right + 16
    for (y, seat, last), place in zip(ends, places, strict=True):
        label = f"{names[seat]}: {words.number(series[seat][-1])}"
        parts += [
            svg.leader(seat, (scale.x(last) + 6, y), (x - 2, place)),
            _mark(seat, x + 6, place),
            f'<text x="{x + 17:.1f}" y="{place + 4.5:.1f}">{text(label)}</text>',
        ]
    return parts


def _short(player: Facts) -> str:
    name = player["name"]
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return f"{player['seat']} {name}"
