"""
A simple bot for Alchemicus: it counts everything in cards, and takes what gains most.

It looks a few turns ahead on the outer circle (`journey.py`), builds what repays itself soonest or
belongs to the next chain to gold (`income.py`), sells for Fame once a Fame is worth more than the cards
(`prices.py`), and pays with what it needs least (`purse.py`). It never asks about others' plans.
"""

import random
from typing import Final

from bessemer.bots.alchemicus.builds import builds
from bessemer.bots.alchemicus.buying import purchases
from bessemer.bots.alchemicus.haunting import best_spirit
from bessemer.bots.alchemicus.income import row_of
from bessemer.bots.alchemicus.journey import DEPTH
from bessemer.bots.alchemicus.noctis import Night
from bessemer.bots.alchemicus.prices import current_prices
from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.selling import deals
from bessemer.bots.alchemicus.travel import best_ways
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.landing import clearing_price
from bessemer.games.alchemicus.actions.sale import OUTLETS
from bessemer.games.alchemicus.actions.transport import transports
from bessemer.games.alchemicus.actions.turn_end import excess
from bessemer.games.alchemicus.cards.kinds import DONARIUM, GLORIA, GOLD, LABRIUM, Good, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import Building
from bessemer.sdk.alchemicus import AlchemicusBot, AlchemicusView

_BANK_GAIN: Final = 1.5
"""The lead that a card of the bank must have over the fee: a free draw brings a card too."""


class GreedyBot(AlchemicusBot):
    """Takes what gains most by a reckoning in cards; equals are drawn by lot."""

    def __init__(self, rng: random.Random, depth: int = DEPTH) -> None:
        self._rng = rng
        self._depth = depth

    # ------------------------------------------------------------------------- before the action

    def draw(self, view: AlchemicusView) -> Move:
        """A card of the bank if it is much better than the card that it costs."""
        if not view.board.bank or not view.hand:
            return view.default_move()
        purse = Purse(view, view.board.bank)
        (fee,) = purse.cheapest(1)
        card = max(view.board.bank, key=lambda kind: (kind not in view.hand, purse.keeps[kind]))
        if card not in view.hand and purse.keeps[card] - purse.keeps[fee] > _BANK_GAIN:
            return moves.DrawBank(card, fee)
        return view.default_move()

    def noctis(self, view: AlchemicusView) -> Move:
        """A card that spoils more than it costs, or that guards something worth it."""
        return Night(view, Purse(view)).best_play()

    def defence(self, view: AlchemicusView) -> Move:
        """As cheaply as possible, if the loss is worth more."""
        return Night(view, Purse(view)).defend()

    def move(self, view: AlchemicusView) -> Move:
        """To where the best way through the next turns begins."""
        return self._rng.choice(best_ways(view, Purse(view), self._depth))

    def clearing(self, view: AlchemicusView) -> Move:
        """When there is gold, or soon may be; far from the field of gifts only with gold."""
        has_gold = bool(view.places_of(GOLD))
        price = clearing_price(view.board, view.seat)
        is_needed = has_gold or (
            view.field is Phase.GIFTS and view.count(LABRIUM) and view.count(DONARIUM)
        )
        number = min(view.me.infamia, view.money // price)
        if not is_needed or not number:
            return moves.Pass()
        return moves.ClearInfamia(number, Purse(view).cheapest(number * price))

    # ------------------------------------------------------------------------- the field

    def build(self, view: AlchemicusView) -> Move:
        """The building that gains most beyond its cost and what the payment is missed for."""
        best: Move = moves.Pass()
        most = 0.0
        for move, gain in builds(view, Purse(view)):
            if gain > most:
                best, most = move, gain
        return best

    def spirit(self, view: AlchemicusView) -> Move:
        """To where it hurts others and not us; in the centre it robs the player who is ahead."""
        return best_spirit(view)

    def acquire(self, view: AlchemicusView) -> Move:
        """All there is."""
        return next(move for move in view.legal_moves(2) if isinstance(move, moves.Acquire))

    def transport(self, view: AlchemicusView) -> Move:
        """The good that is furthest on its way first, to where its other half lies."""
        buildings = view.buildings

        def rank(move: moves.Transport) -> tuple[bool, bool]:
            target = buildings[move.into]
            return target.kind == LABRIUM, bool(target.goods)

        return max(transports(buildings), key=rank)

    def transmute(self, view: AlchemicusView) -> Move:  # noqa: ARG002 - nothing to weigh
        """Always."""
        return moves.Transmute()

    def sale(self, view: AlchemicusView) -> Move:
        """A good that no later step needs, the dearest first."""
        buildings, traded = view.buildings, view.board.traded
        room: dict[Kind, int] = dict.fromkeys(OUTLETS, 0)
        for place, building in enumerate(buildings):
            if building.kind in OUTLETS:
                room[building.kind] += OUTLETS[building.kind].goods - traded.count(place)
        if view.options.race and view.me.infamia:
            room[DONARIUM] = 0
        planned = deals(_goods(buildings), row_of(view), room, current_prices(view))
        if not planned:
            return moves.Pass()
        good, kind, fame, _ = planned[0]
        outlet = next(
            place
            for place, building in enumerate(buildings)
            if building.kind == kind and traded.count(place) < OUTLETS[kind].goods
        )
        place = min(view.places_of(good), key=lambda place: buildings[place].kind)
        return moves.Sell(good, place, outlet, fame)

    def buy_back(self, view: AlchemicusView) -> Move:
        """A good that will fetch us more than it costs."""
        best: Move = moves.Pass()
        most = 0.0
        for move, gain in purchases(view, Purse(view)):
            if gain > most:
                best, most = move, gain
        return best

    def gifts(self, view: AlchemicusView) -> Move:
        """If a Fame is worth more than the five cards that are missed least."""
        purse = Purse(view)
        pay = purse.cheapest(GIFT)
        return moves.Gift(pay) if purse.worth(pay) < purse.prices.fame else moves.Pass()

    # ------------------------------------------------------------------------- after the action

    def gloria(self, view: AlchemicusView) -> Move:
        """If a Fame is worth more than the Gloria and five other cards."""
        if GLORIA not in view.hand:
            return moves.Pass()
        purse = Purse(view)
        pay = purse.cheapest(GLORIA_COST, (GLORIA,))
        # Cards above the limit of the hand are lost in any case.
        spare = max(0, excess(view.hand))
        return (
            moves.PlayGloria(pay)
            if purse.worth(pay) + 1 - spare < purse.prices.fame
            else moves.Pass()
        )

    def hand_limit(self, view: AlchemicusView) -> Move:
        """The cards that are missed least."""
        purse = Purse(view)
        return moves.DiscardDown(purse.cheapest(excess(view.hand)))


def _goods(buildings: tuple[Building, ...]) -> list[int]:
    """The number of each good."""
    counts = [0] * len(Good)
    for building in buildings:
        for lying in building.goods:
            counts[lying.good] += 1
    return counts
