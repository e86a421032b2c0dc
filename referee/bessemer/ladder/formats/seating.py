"""Seatings by which everybody has every seat about equally often, also against each other."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from bessemer.ladder.formats.blocks import SeatOrder


class Round(NamedTuple):
    """Matches that can be played at the same time."""

    matches: tuple[SeatOrder, ...]
    resting: tuple[str, ...] = ()
    """The players who have a bye."""


class SeatHistory:
    """The seatings so far, and the next one that evens them out."""

    def __init__(self) -> None:
        # Keyed by the number of seats too: seat 1 of two is not seat 1 of four.
        self._own: Counter[tuple[str, int, int]] = Counter()
        self._against: Counter[tuple[str, str, int, int]] = Counter()

    def add(self, seating: Sequence[str]) -> None:
        """Count a match."""
        seats = len(seating)
        for seat, player in enumerate(seating):
            self._own[player, seats, seat] += 1
            for other in seating:
                if other != player:
                    self._against[player, other, seats, seat] += 1

    def counts(self, player: str, seats: int) -> tuple[int, ...]:
        """How often a player sat in each seat in matches of so many seats."""
        return tuple(self._own[player, seats, seat] for seat in range(seats))

    def seated(self, players: Sequence[str], rng: random.Random) -> SeatOrder:
        """
        The order of `players` that evens seats out best, by chance among equals; it is not counted.

        A seat costs a player twice the times that they have had it already, and once more for each
        time against each of the others.
        """
        seats = len(players)
        costs = [
            [
                2 * self._own[player, seats, seat]
                + sum(self._against[player, other, seats, seat] for other in players)
                for seat in range(seats)
            ]
            for player in players
        ]
        orders = [
            (sum(costs[at][seat] for seat, at in enumerate(order)), order)
            for order in permutations(range(seats))
        ]
        least = min(cost for cost, _ in orders)
        order = rng.choice([order for cost, order in orders if cost == least])
        return tuple(players[at] for at in order)

    def seat_all(
        self, groups: Iterable[Sequence[str]], rng: random.Random
    ) -> tuple[SeatOrder, ...]:
        """Seat and count a match of each group, one after the other."""
        seatings = []
        for group in groups:
            seatings.append(self.seated(group, rng))
            self.add(seatings[-1])
        return tuple(seatings)


def require_enough(players: Sequence[str], seats: int) -> None:
    """
    Refuse players who cannot fill a match.

    Raises:
        ValueError: they are too few, or one of them is named twice.
    """
    if len(set(players)) != len(players):
        raise ValueError("name each player once")
    if not 2 <= seats <= len(players):
        raise ValueError(f"{len(players)} players cannot fill {seats} seats")
