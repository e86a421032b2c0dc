"""
The kinds of cards and goods, and what is printed in the rulebook about them.

A card is its kind: equal copies are interchangeable, so nothing ever names a single one.
"""

from collections.abc import Mapping
from enum import IntEnum
from typing import Final


class Kind(IntEnum):
    """A kind of card: ten of the base deck, six of the Noctis deck."""

    HORTEN = 0
    METALLE = 1
    PERGULA = 2
    ALEMBIC = 3
    FORNAX = 4
    TABERNA = 5
    DOMO = 6
    LABRIUM = 7
    DONARIUM = 8
    GLORIA = 9
    GOLEM = 10
    MUTABILUS = 11
    SPIRITUS = 12
    HOMUNCULUS = 13
    PACTUM = 14
    INFAMIA = 15

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return KIND_NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(KIND_NAMES[self], spec)


class Good(IntEnum):
    """A good: a face-down card on a building."""

    HERB = 0
    ORE = 1
    TINCTURE = 2
    METAL = 3
    GOLD = 4

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return GOOD_NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(GOOD_NAMES[self], spec)


KIND_NAMES: Final = tuple(kind.name.title() for kind in Kind)
KINDS: Final[Mapping[str, Kind]] = {kind.name.title(): kind for kind in Kind}
GOOD_NAMES: Final = tuple(good.name.lower() for good in Good)
GOODS: Final[Mapping[str, Good]] = {good.name.lower(): good for good in Good}

# Short names, for the code: in Python 3.11 naming an enum member costs as much as a call.
HORTEN: Final = Kind.HORTEN
METALLE: Final = Kind.METALLE
PERGULA: Final = Kind.PERGULA
ALEMBIC: Final = Kind.ALEMBIC
FORNAX: Final = Kind.FORNAX
TABERNA: Final = Kind.TABERNA
DOMO: Final = Kind.DOMO
LABRIUM: Final = Kind.LABRIUM
DONARIUM: Final = Kind.DONARIUM
GLORIA: Final = Kind.GLORIA
GOLEM: Final = Kind.GOLEM
MUTABILUS: Final = Kind.MUTABILUS
SPIRITUS: Final = Kind.SPIRITUS
HOMUNCULUS: Final = Kind.HOMUNCULUS
PACTUM: Final = Kind.PACTUM
INFAMIA: Final = Kind.INFAMIA
HERB: Final = Good.HERB
ORE: Final = Good.ORE
TINCTURE: Final = Good.TINCTURE
METAL: Final = Good.METAL
GOLD: Final = Good.GOLD

BASE_DECK: Final = 0
NOCTIS_DECK: Final = 1

BASE: Final = tuple(Kind)[:GOLEM]
NOCTIS: Final = tuple(Kind)[GOLEM:]
BUILDINGS: Final = tuple(Kind)[:GLORIA]

COPIES: Final[Mapping[Kind, int]] = {
    HORTEN: 18,
    METALLE: 18,
    PERGULA: 18,
    ALEMBIC: 14,
    FORNAX: 14,
    TABERNA: 14,
    DOMO: 14,
    LABRIUM: 10,
    DONARIUM: 10,
    GLORIA: 10,
}
"""The base deck: 140 cards."""

NOCTIS_COSTS: Final[Mapping[Kind, int]] = {
    GOLEM: 2,
    MUTABILUS: 1,
    SPIRITUS: 2,
    HOMUNCULUS: 2,
    PACTUM: 3,
    INFAMIA: 5,
}

YIELDS: Final[Mapping[Kind, Good]] = {HORTEN: HERB, METALLE: ORE}
"""The good that a source gains in an acquisition."""

NEEDS: Final[Mapping[Kind, tuple[Good, ...]]] = {
    ALEMBIC: (HERB,),
    FORNAX: (ORE,),
    LABRIUM: (TINCTURE, METAL),
}
"""The goods that a processor needs, one of each."""

MAKES: Final[Mapping[Kind, Good]] = {ALEMBIC: TINCTURE, FORNAX: METAL, LABRIUM: GOLD}
"""The good that a processor makes of them."""

HOLDS: Final[Mapping[Kind, tuple[Good, ...]]] = {
    **{source: (good,) for source, good in YIELDS.items()},
    **{processor: (*NEEDS[processor], good) for processor, good in MAKES.items()},
}
"""The goods that may lie on a building; the others store nothing."""
