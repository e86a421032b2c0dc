"""The players of a match by seat, and their names."""

import re
from string import ascii_uppercase
from typing import Final, NamedTuple

from bessemer.faces.language import tr
from bessemer.printable import printable

LETTERS: Final = ascii_uppercase
"""By seat: what tells players apart where there is little room, and without colours."""
_SEAT: Final = re.compile(r"\b([Ss])eat (\d+)\b")


class Players(NamedTuple):
    """The players of a match as one of them, or a spectator, sees them."""

    names: tuple[str, ...]
    own: int | None = None
    """The seat of the person who looks; `None` for a spectator."""

    def letter(self, seat: int) -> str:
        """A letter for the seat, where there is little room."""
        return LETTERS[seat]

    def name(self, seat: int) -> str:
        """The player's name; a seat without one is called by its number."""
        name = self.names[seat] if seat < len(self.names) else ""
        return printable(name) or tr("seat {seat}", seat=seat + 1)

    def title(self, seat: int) -> str:
        """Letter and name, and whether it is the person who looks."""
        title = f"{self.letter(seat)} {self.name(seat)}"
        return tr("{player} (you)", player=title) if seat == self.own else title

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
