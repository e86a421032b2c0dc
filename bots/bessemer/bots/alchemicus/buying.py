"""What another player's good, offered in the advanced sale, would gain us."""

from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.travel import journey_of
from bessemer.games.alchemicus.actions.sale import rooms
from bessemer.games.alchemicus.moves import BuyBack
from bessemer.sdk.alchemicus import AlchemicusView


def purchases(view: AlchemicusView, purse: Purse) -> list[tuple[BuyBack, float]]:
    """Every place for the good, and what it gains beyond its price, in cards."""
    offer = view.board.offer
    assert offer is not None, "somebody sells"
    if offer.price > view.money:
        return []
    pay = purse.cheapest(offer.price)
    journey = journey_of(view, purse)
    spent = purse.worth(pay) + journey.stock_worth(view.buildings)
    found = []
    for place in rooms(view.buildings, offer.lying.good):
        laden = list(view.buildings)
        goods = tuple(sorted((*laden[place].goods, offer.lying)))
        laden[place] = laden[place]._replace(goods=goods)
        found.append((BuyBack(place, pay), journey.stock_worth(laden) - spent))
    return found
