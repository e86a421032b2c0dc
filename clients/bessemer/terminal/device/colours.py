"""A full screen without colours, for those who ask for it by NO_COLOR."""

from functools import lru_cache

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


class NoColours(LineFilter):
    """Takes all colours away, and nothing else: colours never say anything that no sign says."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            Segment(text, style and _colourless(style), control)
            for text, style, control in segments
        ]


@lru_cache(1024)
def _colourless(style: Style) -> Style:
    # What can be clicked is in the style's meta data.
    return style.without_color + Style(meta=style.meta)
