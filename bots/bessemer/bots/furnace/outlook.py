"""
What the cards of one row mean to every seat: winning them, being compensated, and so each bid.

Hands do not change while an auction runs, so what cards mean is worked out once in a round, and what
several of them mean together only when it is asked for.
"""

from collections.abc import Sequence
from typing import Final

from bessemer.bots.furnace.forecast import Tuning, ahead_of, forecaster
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.effects import Effect, Stock, affordable, carry_out
from bessemer.games.furnace.phases.auction import VALUES, cards_with_discs, open_slots
from bessemer.games.furnace.phases.compensation import claims, winner
from bessemer.games.furnace.state import Board, Player

_MOST_TIMES: Final = VALUES[-1] + 1
"""How often a single disc is compensated at most: the Underwriter's highest."""
_MOST_TIMES_STACKED: Final = sum(VALUES)
"""A Monopolist that loses with all of its discs on one card."""
_OUTBID: Final = (0.0, 0.85, 0.75, 0.6, 0.0)
"""By a disc's value: how likely it is outbid by a rival that wants the card more than any other."""
_DISC_COST: Final = (0.0, 0.0, 0.3, 0.8, 2.0)
"""The worth of a disc elsewhere, by its value."""

Guess = tuple[float, int, int]
"""The gain that a bid seems to bring, the value of its disc, and the place of its card in the row."""


class Outlook:
    """Forecasts for the row of `board`, by seat and by the place of a card in the row."""

    def __init__(self, board: Board, tuning: Tuning) -> None:
        self.board = board
        self._money = forecaster(board.table.options.deck, tuning).money
        self._ahead = ahead_of(board)
        self._hands: list[dict[int, float]] = [{} for _ in board.players]
        slots = range(len(board.row.cards))
        self.gains = [
            [self.holding(seat, 1 << slot) - self.holding(seat, 0) for slot in slots]
            for seat in range(len(board.players))
        ]
        """The gain of each seat by owning each card, by itself."""
        self._eagerness = [_eagerness(gains) for gains in self.gains]
        self.consolations = [self._consolations(seat) for seat in range(len(board.players))]
        """The gain of each seat by being compensated on each card so many times."""

    def holding(self, seat: int, won: int) -> float:
        """The forecast for a seat that wins these cards of the row, as bits from the left."""
        known = self._hands[seat]
        if won not in known:
            player, cards = self.board.players[seat], self.board.row.cards
            more = tuple(card for slot, card in enumerate(cards) if won >> slot & 1)
            known[won] = self._forecast(seat, player._replace(companies=player.companies + more))
        return known[won]

    def result(self, board: Board) -> list[float]:
        """The forecast for every seat when all discs are placed as on `board`."""
        won = [0] * len(board.hands)
        for slot, stack in enumerate(board.row.stacks):
            if stack:
                won[winner(stack).seat] |= 1 << slot
        owed, cards = claims(board.table, board.row), board.row.cards
        return [
            self.holding(seat, won[seat])
            + sum(
                self.consolations[seat][cards.index(card)][times] for card, _, times in owed[seat]
            )
            for seat in range(len(board.players))
        ]

    def guesses(self, board: Board, seat: Seat) -> list[Guess]:
        """Every legal bid of `seat`, at a glance: the highest disc first, then from left to right."""
        hands, theirs = board.hands, cards_with_discs(board.row)
        gains, consolations = self.gains[seat], self.consolations[seat]
        rivals = [
            (hands[other][-1], eagerness, theirs[other])
            for other, eagerness in enumerate(self._eagerness)
            if other != seat and hands[other]
        ]
        found = []
        for value, slots, beaten in open_slots(board, seat):
            outbid, cost = _OUTBID[value], _DISC_COST[value]
            able = [(eagerness, there) for best, eagerness, there in rivals if best > value]
            for slot in slots:
                wins = 0.0
                if not beaten >> slot & 1:
                    wins = 1.0
                    for eagerness, there in able:
                        if not there >> slot & 1:
                            wins *= 1.0 - outbid * eagerness[slot]
                worth = wins * gains[slot] + (1.0 - wins) * consolations[slot][value]
                found.append((worth - cost, value, slot))
        return found

    def _consolations(self, seat: int) -> list[list[float]]:
        table = self.board.table
        stacks = table.capitalists[seat] is Capitalist.MONOPOLIST
        most = _MOST_TIMES_STACKED if stacks else _MOST_TIMES
        companies = table.options.deck.companies
        effects = [companies[card].compensation for card in self.board.row.cards]
        known = {effect: self._consolation(seat, effect, most) for effect in set(effects)}
        return [known[effect] for effect in effects]

    def _consolation(self, seat: int, effect: Effect, most: int) -> list[float]:
        """By how often: what `effect` gains, done as often as pays with what is there now."""
        player, before = self.board.players[seat], self.holding(seat, 0)
        stock, found = list(player.stock), [0.0]
        for _ in range(most):
            gain = found[-1]
            if affordable(effect, stock, 1):
                carry_out(effect, stock, 1)
                after = self._forecast(seat, player._replace(stock=Stock(*stock)))
                gain = max(gain, after - before)
            found.append(gain)
        return found

    def _forecast(self, seat: int, player: Player) -> float:
        return self._money(player, self.board.table.startups[seat], self._ahead)


def _eagerness(gains: Sequence[float]) -> list[float]:
    """How much a seat wants each card, from 0 to 1 for the one that it wants most."""
    most = max(*gains, 1e-9)
    return [(max(0.0, gain) / most) ** 2 for gain in gains]
