"""The own production in a coarse model: goods counted by where they lie, cards by their number."""

from collections.abc import Sequence
from typing import Final

from bessemer.bots.alchemicus.income import Row
from bessemer.games.alchemicus.cards.kinds import GOLD, HERB, LABRIUM, ORE, TINCTURE, Good, Kind
from bessemer.games.alchemicus.state import Building

SOURCES: Final = (Kind.HORTEN, Kind.METALLE)
PROCESSORS: Final = (Kind.ALEMBIC, Kind.FORNAX)
"""By side: herbs and tinctures, ore and metals."""


class Workshop:
    """Our production in the model: how much lies where."""

    __slots__ = (
        "built",
        "cards",
        "done",
        "gold",
        "infamia",
        "inside",
        "laid",
        "pairs",
        "raw",
        "spirit",
        "won",
    )

    def __init__(
        self, buildings: Sequence[Building], cards: int, spirit: Kind, infamia: int = 0
    ) -> None:
        self.cards = cards
        self.spirit = spirit
        self.infamia = infamia
        self.won = 0.0
        """The gain on the way, in cards."""
        self.built = 0
        """The number of wishes that have been fulfilled."""
        self.raw = [0, 0]
        """Herbs and ore on their sources."""
        self.inside = [0, 0]
        """The same in processors."""
        self.done = [0, 0]
        """Tinctures and metals where they were made."""
        self.laid = [0, 0]
        """The same alone in a Labrium."""
        self.pairs = 0
        self.gold = 0
        for building in buildings:
            self._count(building)

    def _count(self, building: Building) -> None:
        kind, goods = building.kind, [lying.good for lying in building.goods]
        if not goods:
            return
        if kind == LABRIUM:
            if goods[0] == GOLD:
                self.gold += 1
            elif len(goods) == 2:
                self.pairs += 1
            else:
                self.laid[goods[0] - TINCTURE] += 1
        elif kind in SOURCES:
            self.raw[goods[0]] += 1
        elif goods[0] in (HERB, ORE):
            self.inside[goods[0]] += 1
        else:
            self.done[goods[0] - TINCTURE] += 1

    def copy(self) -> "Workshop":
        """Another that can be changed."""
        twin = Workshop((), self.cards, self.spirit, self.infamia)
        twin.won, twin.built = self.won, self.built
        twin.raw, twin.inside = self.raw[:], self.inside[:]
        twin.done, twin.laid = self.done[:], self.laid[:]
        twin.pairs, twin.gold = self.pairs, self.gold
        return twin

    def goods(self) -> list[int]:
        """The number of each good."""
        raw, inside, done, laid = self.raw, self.inside, self.done, self.laid
        pairs = self.pairs
        return [
            raw[0] + inside[0],
            raw[1] + inside[1],
            done[0] + laid[0] + pairs,
            done[1] + laid[1] + pairs,
            self.gold,
        ]

    def acquire(self, row: Row) -> None:
        """Every source that is not blocked has its good."""
        for side, source in enumerate(SOURCES):
            if self.spirit != source:
                self.raw[side] = row[source]

    def transport(self, row: Row) -> None:
        """All that can be carried, what is furthest first."""
        for side, processor in enumerate(PROCESSORS):
            beside = min(self.done[side], self.laid[1 - side])
            self.laid[1 - side] -= beside
            self.pairs += beside
            empty = row[LABRIUM] - self.gold - self.pairs - sum(self.laid)
            alone = min(self.done[side] - beside, empty)
            self.laid[side] += alone
            self.done[side] -= beside + alone
            moved = min(self.raw[side], row[processor] - self.inside[side] - self.done[side])
            self.raw[side] -= moved
            self.inside[side] += moved

    def transmute(self) -> None:
        """All processors that are not blocked; none feeds another."""
        if self.spirit != LABRIUM:
            self.gold += self.pairs
            self.pairs = 0
        for side, processor in enumerate(PROCESSORS):
            if self.spirit != processor:
                self.done[side] += self.inside[side]
                self.inside[side] = 0

    def take(self, good: Good) -> None:
        """A good goes, from where it is missed least."""
        if good == GOLD:
            self.gold -= 1
        elif good in (HERB, ORE):
            (self.raw if self.raw[good] else self.inside)[good] -= 1
        else:
            side = good - TINCTURE
            if self.done[side]:
                self.done[side] -= 1
            elif self.laid[side]:
                self.laid[side] -= 1
            else:
                self.pairs -= 1
                self.laid[1 - side] += 1
