"""What to build, and what makes room for it."""

from bessemer.bots.alchemicus.income import least_useful, row_of
from bessemer.bots.alchemicus.prices import Prices
from bessemer.bots.alchemicus.purse import Purse
from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.moves import Build
from bessemer.sdk.alchemicus import AlchemicusView


def builds(view: AlchemicusView, purse: Purse) -> list[tuple[Build, float]]:
    """Every building that we can pay, and what it gains beyond its cost and what the payment is missed for."""
    found: list[tuple[Build, float]] = []
    is_full = len(view.buildings) >= LIMIT
    if is_full and view.is_last_round:
        return found
    for kind, gain in purse.gains.items():
        cost = view.cost(kind)
        if cost >= view.money:
            continue
        pay = purse.cheapest(cost, (kind,))
        left = gain - (purse.worth(pay) - cost)
        if view.is_last_round:
            left = cost  # of equal Fame the dearer buildings win
        demolish = _ruin(view, purse.prices) if is_full else None
        found.append((Build(kind, pay, demolish), left))
    return found


def _ruin(view: AlchemicusView, prices: Prices) -> int:
    """The building to demolish: of the kind that is missed least, one without goods if there is."""
    kind = least_useful(row_of(view), prices)
    places = [place for place, building in enumerate(view.buildings) if building.kind == kind]
    return min(places, key=lambda place: len(view.buildings[place].goods))
