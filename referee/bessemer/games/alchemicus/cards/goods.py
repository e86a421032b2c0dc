"""Goods on buildings: where there is room, putting them there and taking them away."""

from bessemer.games.alchemicus.cards.kinds import HOLDS, LABRIUM, METAL, TINCTURE, Good
from bessemer.games.alchemicus.state import Building, Lying, make


def has_room(building: Building, good: Good) -> bool:
    """Whether `good` may be put on `building` now."""
    kind, goods, _, _ = building
    if good not in HOLDS.get(kind, ()):
        return False
    if not goods:
        return True
    # A Labrium takes a tincture beside a metal, or the other way round; gold lies alone.
    there = goods[0].good
    return kind == LABRIUM and len(goods) == 1 and {there, good} == {TINCTURE, METAL}


def put(building: Building, lying: Lying) -> Building:
    """`building` with one more good, for which there is room."""
    kind, goods, golems, spiritus = building
    return make(Building, (kind, tuple(sorted((*goods, lying))), golems, spiritus))


def taken(building: Building, good: Good) -> tuple[Lying, Building] | None:
    """The good, and `building` without it; `None` if it does not lie there."""
    kind, goods, golems, spiritus = building
    for place, lying in enumerate(goods):
        if lying.good == good:
            rest = goods[:place] + goods[place + 1 :]
            return lying, make(Building, (kind, rest, golems, spiritus))
    return None
