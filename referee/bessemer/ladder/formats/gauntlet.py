"""Gauntlet: one player against a pool."""

import random
from collections import Counter
from collections.abc import Sequence

from bessemer.ladder.formats.seating import Round, SeatHistory, require_enough


def gauntlet(
    player: str, pool: Sequence[str], seats: int, laps: int, rng: random.Random
) -> tuple[Round, ...]:
    """
    One player against a pool, a round for each lap: in it all of the pool sit opposite once.

    If they do not come out even, some sit a second time, those first who have sat least often.

    Raises:
        ValueError: too few in the pool, or the player is in it.
    """
    require_enough((player, *pool), seats)
    if player in pool:
        raise ValueError(f"{player} cannot meet itself")
    sat: Counter[str] = Counter()
    history = SeatHistory()
    rounds: list[Round] = []
    for _ in range(laps):
        groups: list[list[str]] = []
        rest = rng.sample(list(pool), len(pool))
        while rest:
            group, rest = rest[: seats - 1], rest[seats - 1 :]
            spare = [other for other in pool if other not in group]
            # Sorting is stable: among equals chance decides.
            spare = sorted(rng.sample(spare, len(spare)), key=lambda other: sat[other])
            group += spare[: seats - 1 - len(group)]
            sat.update(group)
            groups.append([player, *group])
        rounds.append(Round(history.seat_all(groups, rng)))
    return tuple(rounds)
