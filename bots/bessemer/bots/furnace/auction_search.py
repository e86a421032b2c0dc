"""
Monte Carlo tree search through one auction, by the real rules.

Each try plays the auction to its end in a state that looks like the view: inside the tree every
seat takes the bid that has served it best so far, a likely one or one seldom tried; beyond it, the
bid that looks best at a glance, give or take some chance. Then the hands are forecast, and every
seat learns from its own lead over the others.
"""

import math
import random
from collections.abc import Callable
from typing import Final, NamedTuple

from bessemer.bots.furnace.outlook import Guess, Outlook
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.phases import auction
from bessemer.games.furnace.state import State


class Habits(NamedTuple):
    """How a search goes about it."""

    curiosity: float = 6.0
    """The dollars by which a bid that was never tried may seem better than it is."""
    temperature: float = 3.0
    """The dollars that a bid must seem to bring less to be tried e times less."""
    noise: float = 3.0
    """The dollars that chance may add to a bid beyond the tree."""
    envy: float = 0.3
    """The harm of another's dollar, compared with an own dollar that is missing."""


USUAL: Final = Habits()


class _Node:
    __slots__ = ("bids", "chances", "children", "totals", "tries", "visits")

    def __init__(self, guesses: list[Guess], cards: tuple[str, ...], temperature: float) -> None:
        self.bids = [Bid(value, cards[slot]) for _, value, slot in guesses]
        most = max(guesses)[0]
        weights = [math.exp((worth - most) / temperature) for worth, _, _ in guesses]
        everything = sum(weights)
        self.chances = [weight / everything for weight in weights]
        self.tries = 0
        self.visits = [0] * len(guesses)
        self.totals = [0.0] * len(guesses)
        self.children: dict[tuple[int, int], _Node] = {}

    def pick(self, curiosity: float) -> int:
        """The place of the bid to try next."""
        tries = self.tries
        spread = curiosity * math.sqrt(tries + 1)
        mean = sum(self.totals) / tries if tries else 0.0
        best, best_score = 0, -math.inf
        for place, visits in enumerate(self.visits):
            served = self.totals[place] / visits if visits else mean
            score = served + spread * self.chances[place] / (1 + visits)
            if score > best_score:
                best, best_score = place, score
        return best


class AuctionSearch:
    """A search for one decision."""

    def __init__(
        self, outlook: Outlook, state_of: Callable[[], State], rng: random.Random, habits: Habits
    ) -> None:
        self._outlook = outlook
        self._state_of = state_of
        self._random = rng.random
        self._habits = habits
        self.positions = 0
        """How many bids were simulated so far."""
        state = state_of()
        self._root = self._node(state)

    def best_bid(self, goes_on: Callable[[int], bool]) -> Bid:
        """The bid tried most, after as many tries as `goes_on` allows, asked before each."""
        root = self._root
        tries = 0
        while len(root.bids) > 1 and goes_on(tries):
            self._try()
            tries += 1
        places = range(len(root.bids))
        # Without a single try the guesses decide.
        best = max(places, key=lambda place: (root.visits[place], root.chances[place]))
        return root.bids[best]

    def _try(self) -> None:
        state, node = self._state_of(), self._root
        path = []
        while True:
            seat = state.board.waiting[0]
            place = node.pick(self._habits.curiosity)
            path.append((node, place, seat))
            state = auction.bid(state, seat, node.bids[place])
            self.positions += 1
            if not state.board.waiting:
                break
            # The die of the Agent is not ours to choose: each face leads to a node of its own.
            key = place, state.board.die
            child = node.children.get(key)
            if child is None:
                node.children[key] = self._node(state)
                state = self._play_out(state)
                break
            node = child
        leads = self._leads(self._outlook.result(state.board))
        for node, place, seat in path:
            node.tries += 1
            node.visits[place] += 1
            node.totals[place] += leads[seat]

    def _node(self, state: State) -> _Node:
        guesses = self._outlook.guesses(state.board, state.board.waiting[0])
        return _Node(guesses, state.board.row.cards, self._habits.temperature)

    def _play_out(self, state: State) -> State:
        guesses, chance, noise = self._outlook.guesses, self._random, self._habits.noise
        cards = state.board.row.cards
        while state.board.waiting:
            seat = state.board.waiting[0]
            _, value, slot = max(
                [(worth + chance() * noise, v, s) for worth, v, s in guesses(state.board, seat)]
            )
            state = auction.bid(state, seat, Bid(value, cards[slot]))
            self.positions += 1
        return state

    def _leads(self, forecasts: list[float]) -> list[float]:
        everything, others = sum(forecasts), len(forecasts) - 1
        envy = self._habits.envy
        return [own - envy * (everything - own) / others for own in forecasts]
