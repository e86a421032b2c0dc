"""Plans that are played without a referee."""

from collections.abc import Sequence

from bessemer.ladder.lobby.schedule import Availability, Pairing, Schedule
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from tests.ladder.drawing import drawn

SIX = tuple("abcdef")


def play(
    schedule: Schedule, players: Sequence[str], most: int = 1000
) -> list[tuple[Pairing, Result]]:
    """Play it all, one match after the other; who comes first in the alphabet wins."""
    played = []
    for number in range(most):
        if schedule.is_done:
            break
        pairing = drawn(schedule, [Availability(name, "", 9) for name in players])
        assert pairing is not None
        order = sorted(pairing.seating)
        ranks = tuple(order.index(name) + 1 for name in pairing.seating)
        result = Result(f"m{number}", pairing.seating, ranks, block=pairing.block)
        schedule.played(pairing, result)
        played.append((pairing, result))
    return played


def begun(plan: LadderPlan, past: Sequence[Result] = ()) -> Schedule:
    """The schedule of a plan among equals."""
    return plan.schedule(Ratings().rating, past, authors_apart=False)
