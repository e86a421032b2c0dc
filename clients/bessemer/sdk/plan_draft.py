"""
A production plan in the making: run one card after the other and see what is held after each.

    draft = view.draft()
    while draft.left:
        draft.run_most(draft.left[0])
    return draft.plan()
"""

from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, Stock, affordable, carry_out
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.production import produced
from bessemer.games.furnace.state import Board


class PlanDraft:
    """The cards that have run, and what is held now; a refused step changes nothing."""

    def __init__(self, board: Board, seat: Seat) -> None:
        player, deck = board.players[seat], board.table.options.deck
        self._board, self._seat = board, seat
        self._basic, self._upgraded = deck.basic_lines, deck.upgraded_lines
        self._stock = list(player.stock)
        self._steps: list[Step] = []
        self._flipped = set(player.upgraded)
        self._startup, self._companies = board.table.startups[seat], set(player.companies)
        self._is_line = bool(player.line)
        self._left = list(player.line or (self._startup, *player.companies))

    @property
    def stock(self) -> Stock:
        """What is held after the steps so far."""
        return Stock._make(self._stock)

    @property
    def left(self) -> tuple[str, ...]:
        """The cards that must still run, start-up included; a line runs from left to right."""
        return tuple(self._left)

    def lines(self, card: str) -> tuple[Effect, ...]:
        """What `card` would run now, top to bottom: the second line only if it is upgraded."""
        return (self._upgraded if card in self._flipped else self._basic)[card]

    def most(self, card: str) -> tuple[int, ...]:
        """The counts if `card` ran now and each of its lines did as much as it can, in order."""
        stock, counts = self._stock.copy(), []
        for effect in self.lines(card):
            count = 1
            if effect.takes:
                count = affordable(effect, stock, effect.limit)
                counts.append(count)
            carry_out(effect, stock, count)
        return tuple(counts)

    def run(self, card: str, *counts: int, flips: tuple[str, ...] = ()) -> Stock:
        """
        Run `card`, each processing line so many times, and flip companies if it is the start-up.

        Returns:
            What is held then.

        Raises:
            IllegalMove: it cannot run so; the draft is as it was.
        """
        step = Step(card, counts, flips)
        stock = self._stock_after(step)
        if stock is None:
            # The rules themselves say why not; the cards that are left do nothing in this.
            produced(self._board, self._seat, self._filled_up(step))
            raise AssertionError(f"the rules allow {step}")
        self._stock = stock
        self._flipped.update(flips)
        self._left.remove(card)
        self._steps.append(step)
        return self.stock

    def run_most(self, card: str, flips: tuple[str, ...] = ()) -> Stock:
        """
        Run `card` with as much processing as can be paid.

        Raises:
            IllegalMove: it is not its turn, or what is left does not pay for the flips.
        """
        return self.run(card, *self.most(card), flips=flips)

    def plan(self) -> ProductionPlan:
        """The plan: the steps so far, then the cards that are left, doing no processing."""
        return self._filled_up()

    def _stock_after(self, step: Step) -> list[int] | None:
        """What is held after `step`; `None` if it cannot be done now."""
        card, counts, flips = step
        if card not in (self._left[:1] if self._is_line else self._left):
            return None
        lines, stock = self.lines(card), self._stock.copy()
        if len(counts) != sum(1 for effect in lines if effect.takes):
            return None
        given = iter(counts)
        for effect in lines:
            count = next(given) if effect.takes else 1
            if effect.takes and not 0 <= count <= affordable(effect, stock, effect.limit):
                return None
            carry_out(effect, stock, count)
        if flips:
            if card != self._startup or len(set(flips)) < len(flips):
                return None
            if not set(flips) <= self._companies - self._flipped:
                return None
            if len(flips) > min(stock[COAL], stock[TOKENS]):
                return None
            stock[COAL] -= len(flips)
            stock[TOKENS] -= len(flips)
        return stock

    def _filled_up(self, *steps: Step) -> ProductionPlan:
        begun = (*self._steps, *steps)
        flipped = self._flipped.union(*(step.flips for step in steps))
        run = {step.card for step in steps}
        rest = [card for card in self._left if card not in run]
        return ProductionPlan((*begun, *(self._idle(card, flipped) for card in rest)))

    def _idle(self, card: str, flipped: set[str]) -> Step:
        lines = (self._upgraded if card in flipped else self._basic)[card]
        return Step(card, (0,) * sum(1 for effect in lines if effect.takes))
