"""
Schedules that are known beforehand: round robin, gauntlet.

Swiss and knock-out (`swiss.py`, `knockout.py`) go on from results, and the continuous ladder
(`matchmaking.py`) never ends. What a schedule calls a match may be played as a block (`blocks.py`).
"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from bessemer.ladder.blocks import SeatOrder
from bessemer.ladder.grouping import Groups, grouped
from bessemer.ladder.seating import SeatHistory


class Round(NamedTuple):
    """Matches that can be played at the same time."""

    matches: tuple[SeatOrder, ...]
    resting: tuple[str, ...] = ()
    """Who has a bye."""


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
    _enough(players, seats)
    history = SeatHistory()
    if seats == 2 and rounds is None:
        plan = _circle(players)
    else:
        count = rounds or -(-(len(players) - 1) // (seats - 1))
        plan = _mixed(players, seats, count, rng)
    return tuple(Round(_seat_all(groups, history, rng), tuple(resting)) for groups, resting in plan)


def gauntlet(
    player: str, pool: Sequence[str], seats: int, laps: int, rng: random.Random
) -> tuple[SeatOrder, ...]:
    """
    One player against a pool: in each lap all of the pool sit opposite once.

    If they do not come out even, some sit a second time, those first who have sat least often.

    Raises:
        ValueError: too few in the pool, or the player is in it.
    """
    _enough((player, *pool), seats)
    if player in pool:
        raise ValueError(f"{player} cannot meet itself")
    sat: Counter[str] = Counter()
    history = SeatHistory()
    matches: list[SeatOrder] = []
    for _ in range(laps):
        rest = rng.sample(list(pool), len(pool))
        while rest:
            group, rest = rest[: seats - 1], rest[seats - 1 :]
            spare = [other for other in pool if other not in group]
            # Sorting is stable: among equals chance decides.
            spare = sorted(rng.sample(spare, len(spare)), key=lambda other: sat[other])
            group += spare[: seats - 1 - len(group)]
            sat.update(group)
            matches += _seat_all([[player, *group]], history, rng)
    return tuple(matches)


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


def _seat_all(groups: Groups, history: SeatHistory, rng: random.Random) -> tuple[SeatOrder, ...]:
    seatings = []
    for group in groups:
        seating = history.seated(group, rng)
        history.add(seating)
        seatings.append(seating)
    return tuple(seatings)


def _enough(players: Sequence[str], seats: int) -> None:
    if len(set(players)) != len(players):
        raise ValueError("name each player once")
    if not 2 <= seats <= len(players):
        raise ValueError(f"{len(players)} players cannot fill {seats} seats")
