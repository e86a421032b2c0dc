"""Going back to an earlier turn: what stands in the place of a move where people take moves back."""

import re
from typing import Final, NamedTuple

_TEXT: Final = re.compile(r"back to ([1-9][0-9]{0,8})")


class TakenBack(NamedTuple):
    """The table is again as it was when this turn was asked; the turn after this one asks the same again."""

    turn: int

    def __str__(self) -> str:
        return f"back to {self.turn}"

    @classmethod
    def parse(cls, text: str) -> "TakenBack":
        """
        Read what `str` writes.

        Raises:
            ValueError: it is something else.
        """
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text[:40]!r} does not say which turn to go back to")
        return cls(int(found[1]))
