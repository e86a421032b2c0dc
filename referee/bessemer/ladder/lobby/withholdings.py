"""How a plan counts matches that were not played because somebody withheld its bytes."""

from bessemer.ladder.formats.blocks import SeatOrder
from bessemer.ratings.results import Result


class Withholdings:
    """
    The matches of a plan that were withheld: the first time they are played anew, the second time decides.

    So a player who withholds cannot keep a plan from going on, nor refuse cards as often as it likes.
    """

    def __init__(self) -> None:
        self._once: set[tuple[str, SeatOrder]] = set()

    def decided(self, result: Result | None) -> Result | None:
        """The result that a plan counts; `None` if the match is to be played again."""
        if result is None or not result.is_withheld:
            return result
        match = result.block, result.players
        if match in self._once:
            return result
        self._once.add(match)
        return None
