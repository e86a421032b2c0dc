"""Where a replay differs from what its rules make of it."""


class ReplayDiffers(Exception):
    """A replay that cannot be played on: something came out otherwise than it was recorded."""

    def __init__(
        self, message: str, turn: int | None = None, recorded: object = "", found: object = ""
    ) -> None:
        """Say what differs, and in which turn first; not of the file, the header or the result."""
        self.message = message
        self.turn = turn
        self.recorded = str(recorded)
        self.found = str(found)
        where = "" if turn is None else f"turn {turn}: "
        differs = f" (recorded {self.recorded}, came out {self.found})" if self.recorded else ""
        super().__init__(f"{where}{message}{differs}")


def require_same(otherwise: str, recorded: object, found: object) -> None:
    """
    Compare what was recorded with what came out.

    Raises:
        ReplayDiffers: they are not the same.
    """
    if recorded != found:
        raise ReplayDiffers(otherwise, None, recorded, found)
