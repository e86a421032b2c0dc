"""The results that a plan counts: matches that were played, and matches that are lost without being played."""

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.ladder.entrants import is_among
from bessemer.ladder.lobby.schedule import Pairing
from bessemer.ladder.lobby.withholdings import Withholdings
from bessemer.matches.records import Fault, SeatFault, final_ranks
from bessemer.ratings.results import Result

Known = Callable[[Pairing], Result | None]
"""The result of a match, if it has one."""

OUT: Final = "disqualified"
ABSENT: Final = "absent"


class Walkover(NamedTuple):
    """A player was away for too long, and loses what it has not played of a meeting."""

    block: str
    """The meeting."""
    player: str
    time: float = 0.0
    """When that was decided, in seconds since the epoch."""
    reason: str = ABSENT


class LostMatches(NamedTuple):
    """Who loses matches without playing them."""

    disqualified: frozenset[str] = frozenset()
    """As `is_among` reads it: they lose all that they have not played."""
    walkovers: Collection[Walkover] = ()

    def reason(self, block: str, player: str) -> str:
        """Why a player loses a match of a block that was not played; "" if it does not."""
        if is_among(player, self.disqualified):
            return OUT
        for walkover in self.walkovers:
            if (walkover.block, walkover.player) == (block, player):
                return walkover.reason
        return ""


def known_results(
    past: Sequence[Result], withholdings: Withholdings, lost: Callable[[], LostMatches]
) -> Known:
    """
    What the `past` says of each match of a plan.

    What was withheld once has no result yet. What it does not know is lost by those who are out.
    """
    found = {(one.block, one.players): one for one in filter(withholdings.decided, past)}

    def known(pairing: Pairing) -> Result | None:
        result = found.get((pairing.block, pairing.seating))
        return result or forfeited(pairing, lost())

    return known


def forfeited(pairing: Pairing, lost: LostMatches) -> Result | None:
    """
    The result of a match that is not played, since some of its players are out or absent, if any is.

    As if they had withheld: they are last, the others share the first place, and nobody is rated.
    """
    if not (lost.disqualified or lost.walkovers):
        return None
    reasons = [lost.reason(pairing.block, player) for player in pairing.seating]
    seats = [seat for seat, reason in enumerate(reasons) if reason]
    if not seats:
        return None
    return Result(
        "",
        pairing.seating,
        final_ranks((1,) * len(pairing.seating), seats),
        block=pairing.block,
        faults=tuple(SeatFault(Seat(seat), Fault.PLAYER, reasons[seat]) for seat in seats),
        is_withheld=True,
    )
