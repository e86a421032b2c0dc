"""
What a hand will earn: a quick forecast of its money at the end of the match.

The remaining productions are played through roughly (`rough_production`), and what later auctions bring
is a fixed income. That is no plan, but it ranks hands much as exact plans do, in a small part of
the time, so that an auction can be searched by it.
"""

from functools import lru_cache
from typing import NamedTuple

from bessemer.bots.furnace.rough_production import Line, Mood, RoughHand
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import MONEY, Effect
from bessemer.games.furnace.state import Board, Player


class Tuning(NamedTuple):
    """The basis of a forecast; for coal, iron, oil and upgrade tokens, in this order."""

    prices: tuple[float, ...]
    """The worth of one: it decides which of two ways to sell comes first, and what to convert."""
    income: tuple[float, ...]
    """The income from each auction to come, as compensation and as what new cards extract."""
    salvage: tuple[float, ...]
    """The gain that each auction to come makes of one that was left over, by cards that can use it."""
    idle_sale: float
    """The share of its money that a sale is worth that lacked goods, for each auction to come."""
    flip: float
    """The gain that makes a flip worth its coal and its token."""


class Ahead(NamedTuple):
    """The rest of a match."""

    phases: int
    """Of production."""
    auctions: int
    """As many if an auction comes next, else one less."""


def ahead_of(board: Board) -> Ahead:
    """The rest of the match once the cards of this round's auction are dealt out."""
    auctions = board.table.options.rounds - board.round
    return Ahead(auctions + 1, auctions)


class Forecaster:
    """Forecasts for the hands of one deck; what it works out for a hand helps with the next."""

    def __init__(self, deck: Deck, tuning: Tuning) -> None:
        lines: dict[Effect, Line] = {}
        self._lines = {
            card: [lines.setdefault(effect, Line(effect, len(lines))) for effect in effects]
            for card, effects in deck.upgraded_lines.items()
        }
        self._tuning = tuning
        self._moods = [Mood(*mood) for mood in _moods(tuning)]

    def money(self, player: Player, startup: str, ahead: Ahead) -> float:
        """The money that `player` will have at the end."""
        rough, usual = self._rough_hand(player, startup), self._moods[0]
        for phase in range(ahead.phases, 1, -1):
            if phase <= ahead.auctions:
                rough.receive(self._tuning.income)
            rough.produce(phase, usual)
        if ahead.auctions:
            rough.receive(self._tuning.income)
        return max([self._end(rough.copy(), mood, ahead.auctions) for mood in self._moods])

    def _end(self, rough: RoughHand, mood: Mood, auctions: int) -> float:
        """The money after the last phase, and what `auctions` may yet make of the rest."""
        rough.produce(1, mood)
        worth = rough.stock[MONEY]
        if auctions:
            for resource, price in enumerate(self._tuning.salvage):
                worth += auctions * price * rough.stock[resource]
            for line, times in rough.free.items():
                worth += auctions * self._tuning.idle_sale * times * line.revenue
        return worth

    def _rough_hand(self, player: Player, startup: str) -> RoughHand:
        rough = RoughHand(player.stock)
        for line in self._lines[startup]:
            rough.wake(line)
        for card in player.companies:
            basic, additional = self._lines[card]
            rough.wake(basic)
            if card in player.upgraded:
                rough.wake(additional)
            else:
                rough.dormant.append(additional)
        return rough


def _moods(tuning: Tuning) -> list[tuple[tuple[float, ...], float]]:
    """
    Prices, and what a flip must gain: the usual ones first, then others for the last phase.

    No fixed prices are right for every hand, but nearly always one of a few is nearly right.
    """
    coal, iron, oil, tokens = tuning.prices
    return [
        (tuning.prices, tuning.flip),
        ((1.5 * coal, iron, oil, tokens), 0.0),
        ((0.5 * coal, iron, oil, tokens), 2 * tuning.flip),
        ((coal, iron, 0.6 * oil, tokens), 0.0),
    ]


@lru_cache(maxsize=16)
def forecaster(deck: Deck, tuning: Tuning) -> Forecaster:
    """The forecaster for this deck and tuning: one for all bots of a process."""
    return Forecaster(deck, tuning)
