"""Who sits where, so that everybody has every seat about equally often, also against each other."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from bessemer.ladder.blocks import SeatOrder


class SeatHistory:
    """Who has sat where so far, and the seating that evens it out."""

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
