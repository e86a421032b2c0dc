"""Where a replay differs from what its rules make of it."""

from typing import NamedTuple


class Difference(NamedTuple):
    """What came out otherwise than it was recorded."""

    message: str
    turn: int | None = None
    """The first turn that differs; `None` where it is the file, the header or the result."""
    recorded: str = ""
    found: str = ""
    """What came out instead of what was recorded."""

    def __str__(self) -> str:
        where = "" if self.turn is None else f"turn {self.turn}: "
        differs = f" (recorded {self.recorded}, came out {self.found})" if self.recorded else ""
        return f"{where}{self.message}{differs}"
