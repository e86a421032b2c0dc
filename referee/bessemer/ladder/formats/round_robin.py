"""Round robin: rounds that are known beforehand, in which everybody meets everybody."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from bessemer.ladder.formats.grouping import Groups, grouped
from bessemer.ladder.formats.seating import Round, SeatHistory, require_enough


def round_robin(
    players: Sequence[str], seats: int, rng: random.Random, rounds: int | None = None
) -> tuple[Round, ...]:
    """
    Rounds in which everybody meets everybody: with two seats exactly once.

    With more seats in as many `rounds` as could do it, or as given, the same pairs meeting as
    seldom twice as can be found. All play equally often, or all but one match.

    Raises:
        ValueError: too few players for a match.
    """
    require_enough(players, seats)
    history = SeatHistory()
    if seats == 2 and rounds is None:
        plan = _circle(players)
    else:
        count = rounds or -(-(len(players) - 1) // (seats - 1))
        plan = _mixed(players, seats, count, rng)
    return tuple(Round(history.seat_all(groups, rng), tuple(resting)) for groups, resting in plan)


def _circle(players: Sequence[str]) -> list[tuple[Groups, list[str]]]:
    """All pairs in rounds: one stands still, the others move around it."""
    ring: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    half = len(ring) // 2
    plan: list[tuple[Groups, list[str]]] = []
    for _ in range(len(ring) - 1):
        groups: Groups = []
        resting: list[str] = []
        for one, two in zip(ring[:half], reversed(ring[half:]), strict=True):
            present = [player for player in (one, two) if player is not None]
            if len(present) == 2:
                groups.append(present)
            else:
                resting += present
        plan.append((groups, resting))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return plan


def _mixed(
    players: Sequence[str], seats: int, rounds: int, rng: random.Random
) -> list[tuple[Groups, list[str]]]:
    """Rounds of groups in which pairs who have met are kept apart."""
    met: Counter[frozenset[str]] = Counter()
    rests: Counter[str] = Counter()
    plan = []
    for _ in range(rounds):
        order = rng.sample(list(players), len(players))
        order.sort(key=lambda player: rests[player])
        out = len(order) % seats
        resting, playing = order[:out], order[out:]
        rests.update(resting)
        groups = grouped(playing, seats, lambda one, two: met[frozenset((one, two))] ** 2)
        for group in groups:
            met.update(frozenset(pair) for pair in combinations(group, 2))
        plan.append((groups, resting))
    return plan
