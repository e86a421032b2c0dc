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


class MadeByAnotherBuild(ReplayDiffers):
    """A replay whose format, game or rules are those of another build: nothing says that it is bad."""


def another_build(what: str, theirs: int, ours: int) -> str:
    """
    The sentence for a replay of another build.

    Args:
        what: the thing whose version differs, such as "format".
        theirs: its version in the replay.
        ours: the version that this build reads.
    """
    which, remedy = (
        ("an earlier", "use the Bessemer that wrote it")
        if theirs < ours
        else ("a later", "upgrade Bessemer to read it")
    )
    return f"made by {which} build, {what} {theirs}; this Bessemer reads {what} {ours}: {remedy}"


def require_same(otherwise: str, recorded: object, found: object) -> None:
    """
    Compare what was recorded with what came out.

    Raises:
        ReplayDiffers: they are not the same.
    """
    if recorded != found:
        raise ReplayDiffers(otherwise, None, recorded, found)
