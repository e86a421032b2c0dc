"""Noctis cards: when one is worth its price, and what to give up against Infamia."""

from typing import Final

from bessemer.bots.alchemicus.income import Row, row_of
from bessemer.bots.alchemicus.prices import Prices
from bessemer.bots.alchemicus.purse import Purse
from bessemer.engine.game import Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.defence import PRICE
from bessemer.games.alchemicus.actions.noctis import payable, sight_at
from bessemer.games.alchemicus.actions.production import is_loaded
from bessemer.games.alchemicus.actions.targets import targets
from bessemer.games.alchemicus.actions.turn_end import FAME_TARGET
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import Good
from bessemer.games.alchemicus.moves import Move, NoctisMove
from bessemer.games.alchemicus.state import Building
from bessemer.sdk.alchemicus import AlchemicusView

_THREAT: Final = 0.05
"""How likely one Noctis card in another's hand is to spoil a certain building of ours."""
_DELAY: Final = 0.4
"""The part of its worth that a good loses when it is undone, or made a lap later."""
_RAW: Final = 1.5
_LOADED: Final = 2.5
"""The worth of a raw good on a source, and in a processor."""


class Night:
    """The use of Noctis cards to one seat."""

    def __init__(self, view: AlchemicusView, purse: Purse) -> None:
        self._view, self._prices, self._purse = view, purse.prices, purse
        row = row_of(view)
        self._gold = _price(kinds.GOLD, row, purse.prices)
        self._processed = max(_price(kinds.TINCTURE, row, purse.prices), self._gold / 3)
        others = [view.players[seat] for seat in view.others]
        self._backs = sum(player.backs for player in others)
        self._strongest = max(view.others, key=self._strength)

    def best_play(self) -> Move:
        """The card that gains most beyond its price, or nothing."""
        best: Move = moves.Pass()
        least = 0.0
        for play, gain in self.plays():
            if gain > least:
                best, least = play, gain
        return best

    def plays(self) -> list[tuple[NoctisMove, float]]:
        """Every card on every target, paid with what is missed least, and its gain beyond its price."""
        view = self._view
        sight = sight_at(view.board, view.seat)
        found = []
        for kind in payable(view.board, view.hand):
            pay = self._purse.cheapest(view.cost(kind), (kind,))
            price = self._purse.worth(pay) + 1.0
            found += [
                (play._replace(pay=pay), self._gain(play) - price) for play in targets(kind, sight)
            ]
        return found

    def defend(self) -> Move:
        """A Golem if it guards little; cards if they are worth less than the loss."""
        view = self._view
        loss = self._prices.fame
        if view.options.race:
            ready = view.count(kinds.LABRIUM) and view.count(kinds.DONARIUM)
            loss = 7.0 if ready or view.places_of(kinds.GOLD) else 2.0
        guards = [place for place, building in enumerate(view.buildings) if building.golems]
        if guards:
            place = min(guards, key=lambda place: self._laid_bare(view.buildings[place]))
            if self._laid_bare(view.buildings[place]) * _THREAT * self._backs < loss:
                return moves.GiveGolem(place)
        if view.money >= PRICE:
            pay = self._purse.cheapest(PRICE)
            if self._purse.worth(pay) < loss:
                return moves.GiveCards(pay)
        return moves.Pass()

    def _gain(self, play: NoctisMove) -> float:
        """The gain from a card, in cards: ours, or the loss of the strongest other."""
        view = self._view
        match play:
            case moves.Golem():
                building = view.buildings[play.building]
                # A second one under the same building guards it no better.
                return 0.0 if building.golems else self._at_risk(building) * _THREAT * self._backs
            case moves.Mutabilus():
                into = view.buildings[play.into]
                mine = _RAW if into.kind < kinds.PERGULA else _LOADED
                return mine + self._share(play.seat) * _RAW
            case moves.Spiritus():
                there = view.players[play.seat].buildings[play.building]
                if there.spiritus or not is_loaded(there):
                    return 0.0
                return self._share(play.seat) * self._loss(there)
            case moves.Undo():
                there = view.players[play.seat].buildings[play.building]
                return self._share(play.seat) * self._loss(there)
            case moves.Banish():
                if play.seat != view.seat:
                    return 0.0
                there = view.buildings[play.building]
                return self._loss(there) if is_loaded(there) else 0.0
            case moves.Infamia():
                return self._infamia_gain(play.seat)
            case _:
                return 0.0

    def _infamia_gain(self, target: Seat) -> float:
        player = self._view.players[target]
        if self._view.options.race:
            about_to_win = any(
                lying.good == kinds.GOLD
                for building in player.buildings
                for lying in building.goods
            )
            return self._gold if about_to_win and not player.infamia else 0.0
        late = 1.5 if player.fame >= FAME_TARGET - 1 else 1.0
        return self._share(target) * self._prices.fame * late

    def _share(self, seat: Seat) -> float:
        """The worth of another's loss to us: all of it between two, less among more."""
        full = 1.0 / len(self._view.others)
        return min(1.0, 1.5 * full) if seat == self._strongest else 0.5 * full

    def _strength(self, seat: Seat) -> float:
        """How near another is to winning."""
        player = self._view.players[seat]
        laden = sum(self._at_risk(building) for building in player.buildings)
        return player.fame * max(1.0, self._prices.fame) + laden

    def _laid_bare(self, building: Building) -> float:
        """The worth that is no longer guarded if one of its Golems goes."""
        return 0.0 if building.golems > 1 else self._at_risk(building)

    def _at_risk(self, building: Building) -> float:
        """The worth of the goods on a building."""
        worth = {kinds.HERB: _RAW, kinds.ORE: _RAW, kinds.GOLD: self._gold}
        return sum(worth.get(lying.good, self._processed) for lying in building.goods)

    def _loss(self, building: Building) -> float:
        """The cost to its owner if the building loses a step of its work."""
        if building.kind == kinds.LABRIUM:
            return _DELAY * max(self._gold, 2 * self._processed)
        return _DELAY * self._processed


def _price(good: Good, row: Row, prices: Prices) -> float:
    """The price of the best outlet that we have, or could have in time."""
    outlets = {kinds.PERGULA, kinds.TABERNA} | (
        {kinds.DONARIUM} if row[kinds.DONARIUM] or good == kinds.GOLD else set()
    )
    sales = [prices.sales[kind][good].worth for kind in outlets if good in prices.sales[kind]]
    return max(sales, default=0.0)
