"""What SVG charts are made of: the picture, one scale, its axes, colours, and labels that do not overlap."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

from bessemer.printable import printable

HUES: Final = 6
"""Colours that people with any colour vision tell apart, on white and on black."""

_STYLE: Final = """\
.chart { --ink: #1f2328; --faint: #d5d9de; --grey: #aeb5bd; --paper: #ffffff;
  --hue0: #0062a3; --hue1: #b84a00; --hue2: #007a5a; --hue3: #9b2f87; --hue4: #7a6200;
  --hue5: #c02b45; }
@media (prefers-color-scheme: dark) {
  .chart { --ink: #e6e8eb; --faint: #3d444d; --grey: #59616b; --paper: #15181c;
    --hue0: #62b5f0; --hue1: #f2a33a; --hue2: #45cfa0; --hue3: #ec93d8; --hue4: #ded05a;
    --hue5: #ff8093; }
}
.chart text { fill: var(--ink); font: 13px system-ui, sans-serif; }
.chart .heading { font-weight: 600; font-size: 15px; }
.chart .paper { fill: var(--paper); }
.chart .grid { stroke: var(--faint); stroke-width: 1; }
.chart .line { fill: none; stroke-width: 2.25; stroke-linejoin: round; }
.chart .leader { stroke-width: 1; opacity: 0.6; }
"""


def text(words: str) -> str:
    """Words that may come from anybody, safe inside an element or an attribute."""
    return escape(printable(words), quote=True)


class Scale(NamedTuple):
    """Where values lie in a rectangle of a picture: x from 0 to `x_most`, y from `low` to `high`."""

    left: float
    right: float
    top: float
    bottom: float
    x_most: float
    low: float
    high: float

    def x(self, value: float) -> float:
        """How far to the right a value lies."""
        return self.left + (self.right - self.left) * value / self.x_most

    def y(self, value: float) -> float:
        """How far down a value lies."""
        return self.top + (self.bottom - self.top) * (self.high - value) / (self.high - self.low)

    def points(self, values: Iterable[tuple[float, float]]) -> str:
        """Points as polylines and polygons have them."""
        return " ".join(f"{self.x(x):.1f},{self.y(y):.1f}" for x, y in values)


def picture(
    name: str, size: tuple[int, int], title: str, description: str, parts: Iterable[str], style: str
) -> str:
    """A whole chart, with a title and a description for people who do not see it."""
    width, height = size
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart {name}" role="img"',
            f' viewBox="0 0 {width} {height}" width="{width}" height="{height}"',
            f' aria-labelledby="{name}-title {name}-description">',
            f'<title id="{name}-title">{text(title)}</title>',
            f'<desc id="{name}-description">{text(description)}</desc>',
            f"<style>{_STYLE}{style}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *parts,
            "</svg>\n",
        ]
    )


def heading(words: str, x: float, y: float, anchor: str = "start") -> str:
    """The heading of a chart."""
    return f'<text class="heading" x="{x}" y="{y}" text-anchor="{anchor}">{text(words)}</text>'


def y_axis(scale: Scale, step: int, gap: int = 10) -> list[str]:
    """Lines across the chart, with their values on the left."""
    return [
        f'<line class="grid" x1="{scale.left}" x2="{scale.right:.1f}" y1="{scale.y(value):.1f}" '
        f'y2="{scale.y(value):.1f}"/><text x="{scale.left - gap}" y="{scale.y(value) + 4:.1f}" '
        f'text-anchor="end">{value}</text>'
        for value in range(int(scale.low), int(scale.high) + 1, step)
    ]


def x_axis(scale: Scale, labels: Iterable[tuple[float, str]]) -> list[str]:
    """Labels below the chart."""
    return [
        f'<text x="{scale.x(at):.1f}" y="{scale.bottom + 21:.1f}" text-anchor="middle">'
        f"{text(label)}</text>"
        for at, label in labels
    ]


def hue(number: int) -> str:
    """The colour of a line; after the last they start again."""
    return f"var(--hue{number % HUES})"


def leader(number: int, start: tuple[float, float], end: tuple[float, float]) -> str:
    """From the end of a line to its label."""
    return (
        f'<line class="leader" style="stroke: {hue(number)}" x1="{start[0]:.1f}" '
        f'y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'
    )


def spread(ends: Sequence[float], gap: float, lowest: float) -> list[float]:
    """Places for labels beside `ends`, which are in order: none on top of another or too low."""
    places: list[float] = []
    for y in ends:
        places.append(max(y, places[-1] + gap) if places else y)
    # What was pushed below the axis is pushed back up, the others before it.
    for order in range(len(places) - 1, -1, -1):
        below = places[order + 1] - gap if order + 1 < len(places) else lowest
        places[order] = min(places[order], below)
    return places


def round_step(whole: float, most_ticks: int) -> int:
    """A round distance between the lines of a grid."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if whole <= factor * size * most_ticks:
                return factor * size
        size *= 10
