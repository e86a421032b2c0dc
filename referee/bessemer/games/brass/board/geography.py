"""
The map in numbers: places, spaces and links by their index, and sets of them as bits.

A *spot* is one bit: each space has one, and so has each place without spaces. A place is the set of
its spots. So one mask tells at once which places and which spaces are meant.
"""

from functools import lru_cache
from typing import Final

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES

COTTON: Final = 0
COAL: Final = 1
IRON: Final = 2
PORT: Final = 3
SHIPYARD: Final = 4

PLACES: Final = FIGURES.places
SPACES: Final = FIGURES.spaces
LINKS: Final = FIGURES.links
PLACE: Final = {place.id: number for number, place in enumerate(PLACES)}
SPACE: Final = {space.id: number for number, space in enumerate(SPACES)}
LINK: Final = {link.id: number for number, link in enumerate(LINKS)}
INDUSTRY: Final = {name: number for number, name in enumerate(INDUSTRIES)}
SPACE_IDS: Final = tuple(space.id for space in SPACES)
LINK_IDS: Final = tuple(link.id for link in LINKS)
PLACE_IDS: Final = tuple(place.id for place in PLACES)

TOWN_OF: Final = tuple(space.place for space in SPACES)
"""The place of each space."""


def _spots() -> tuple[int, ...]:
    spots, free = [], len(SPACES)
    for place in PLACES:
        if not place.spaces:
            spots.append(1 << free)
            free += 1
        else:
            spots.append(sum(1 << space for space in place.spaces))
    return tuple(spots)


SPOTS: Final = _spots()
"""The spots of each place."""
TOWN_SPOTS: Final = tuple(SPOTS[place] for place in TOWN_OF)
"""The spots of the place of each space."""
END_SPOTS: Final = tuple(SPOTS[link.ends[0]] | SPOTS[link.ends[1]] for link in LINKS)
"""The spots at both ends of each link."""
PLACE_OF_SPOT: Final = tuple(
    next(place for place, spots in enumerate(SPOTS) if spots >> spot & 1)
    for spot in range(sum(SPOTS).bit_length())
)
LINKS_AT: Final = tuple(
    sum(1 << number for number, link in enumerate(LINKS) if place in link.ends)
    for place in range(len(PLACES))
)
"""The links that end at each place, as bits."""
NEIGHBOURS: Final = tuple(
    tuple(
        (1 << number, link.ends[1] if link.ends[0] == place else link.ends[0])
        for number, link in enumerate(LINKS)
        if place in link.ends
    )
    for place in range(len(PLACES))
)
"""By place: each link there as a bit, and the place at its other end."""
SYMBOL: Final = tuple(
    sum(1 << number for number, space in enumerate(SPACES) if industry in space.industries)
    for industry in range(len(INDUSTRIES))
)
"""The spaces that show each industry."""
OUTSIDE: Final = sum(SPOTS[n] for n, place in enumerate(PLACES) if place.kind == "outside")
"""The places that count as built ports."""
VIRTUAL: Final = tuple(SPOTS[place] for place in FIGURES.virtual)
"""The spots at either end of the virtual link."""
PORT_ORDER: Final = tuple(
    (1 << number, SPOTS[space.place] & SYMBOL[PORT] & ~(1 << number))
    for number, space in enumerate(SPACES)
    if space.is_first_port
)
"""Spaces that must hold something before a port goes on the others beside them."""


@lru_cache(maxsize=1 << 13)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers in a set, ascending; the same sets are asked for again and again."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def pick(mask: int, number: int) -> int:
    """The `number`-th member of a set, from 0."""
    for _ in range(number):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1
