"""
A production plan in the making: run one card after the other and see what is held after each.

    draft = view.draft()
    while draft.left:
        draft.run_most(draft.left[0])
    return draft.plan()
"""

from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Effect, Stock, affordable, carry_out
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.phases.production import active_lines, idle_step, produced, stocks_along
from bessemer.games.furnace.state import Board


class PlanDraft:
    """The cards that have run, and what is held now; a refused step changes nothing."""

    def __init__(self, board: Board, seat: Seat) -> None:
        player = board.players[seat]
        self._board, self._seat = board, seat
        self._steps: tuple[Step, ...] = ()
        self._stock, self._upgraded = player.stock, player.upgraded
        self._left = player.line or (board.table.startups[seat], *player.companies)

    @property
    def stock(self) -> Stock:
        """The stock after the steps so far."""
        return self._stock

    @property
    def left(self) -> tuple[str, ...]:
        """The cards that must still run, start-up included; a line runs from left to right."""
        return self._left

    def lines(self, card: str) -> tuple[Effect, ...]:
        """The lines that `card` would run now, top to bottom: the second one only if it is upgraded."""
        return active_lines(self._board, self._upgraded, card)

    def most(self, card: str) -> tuple[int, ...]:
        """The counts if `card` ran now and each of its lines did as much as it can, in order."""
        stock, counts = list(self._stock), []
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
            The stock after it.

        Raises:
            IllegalMove: it cannot run so; the draft is as it was.
        """
        steps = (*self._steps, Step(card, counts, flips))
        upgraded = (*self._upgraded, *flips)
        left = tuple(other for other in self._left if other != card)
        produced(self._board, self._seat, self._plan(steps, upgraded, left))
        self._steps, self._upgraded, self._left = steps, upgraded, left
        self._stock = stocks_along(self._board, self._seat, ProductionPlan(steps))[-1]
        return self._stock

    def run_most(self, card: str, flips: tuple[str, ...] = ()) -> Stock:
        """
        Run `card` with as much processing as can be paid.

        Raises:
            IllegalMove: it is not its turn, or what is left does not pay for the flips.
        """
        return self.run(card, *self.most(card), flips=flips)

    def plan(self) -> ProductionPlan:
        """The plan: the steps so far, then the cards that are left, doing no processing."""
        return self._plan(self._steps, self._upgraded, self._left)

    def _plan(
        self, steps: tuple[Step, ...], upgraded: tuple[str, ...], left: tuple[str, ...]
    ) -> ProductionPlan:
        idle = (idle_step(self._board, upgraded, card) for card in left)
        return ProductionPlan((*steps, *idle))
