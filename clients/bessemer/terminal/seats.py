"""Who sits where, and the marks by which a table tells them apart: a letter, and a colour too."""

import re
from typing import Final, NamedTuple

from bessemer.printable import printable

COLOURS: Final = ("#6cc7e8", "#e89ac7", "#e8c66c", "#8ed18e")
"""By seat; the letter says the same to whoever sees no colours."""
LETTERS: Final = "ABCDEFGHIJ"
_SEAT: Final = re.compile(r"\b([Ss])eat (\d+)\b")


class Seats(NamedTuple):
    """The players of a match as one of them, or a spectator, sees them."""

    names: tuple[str, ...]
    own: int | None = None
    """The seat of whoever looks; `None` is a spectator."""

    def letter(self, seat: int) -> str:
        """What stands for the seat where there is little room."""
        return LETTERS[seat]

    def name(self, seat: int) -> str:
        """The player's name; a seat without one is called by its number."""
        name = self.names[seat] if seat < len(self.names) else ""
        return printable(name) or f"seat {seat}"

    def title(self, seat: int) -> str:
        """Letter and name, and whether it is the one who looks."""
        you = " (you)" if seat == self.own else ""
        return f"{self.letter(seat)} {self.name(seat)}{you}"

    def colour(self, seat: int) -> str:
        """The seat's colour."""
        return COLOURS[seat % len(COLOURS)]

    def in_names(self, sentence: str) -> str:
        """A referee's sentence about seats, with their names instead of their numbers."""

        def named(found: re.Match[str]) -> str:
            seat = int(found[2])
            if seat == self.own:
                return "You" if found[1] == "S" else "you"
            return self.name(seat)

        text = _SEAT.sub(named, sentence)
        return re.sub(
            r"\b([Yy])ou has\b", r"\1ou have", re.sub(r"\b([Yy])ou is\b", r"\1ou are", text)
        )


def clock_text(seconds: float) -> str:
    """`4:05` for minutes and seconds left, `1:02:03` with hours; tenths when it gets tight."""
    if seconds < 10:
        return f"0:{max(0.0, seconds):04.1f}"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes}:{rest:02}"
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
