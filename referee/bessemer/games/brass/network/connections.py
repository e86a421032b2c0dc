"""
What is connected with what, and how far away.

These are functions of the built links alone, given as bits, and remembered: a match asks about the
same links many times before it builds the next.
"""

from functools import lru_cache
from typing import Final

from bessemer.games.brass.board import geography
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.state import Land

_KEPT: Final = 1 << 13
EVERYWHERE: Final = (1 << sum(1 for _ in geography.bits(sum(geography.SPOTS)))) - 1


@lru_cache(maxsize=_KEPT)
def joined(links: int) -> tuple[int, ...]:
    """By place: the spots of all that is connected with it through `links`, itself included."""
    group = [[place] for place in range(len(geography.PLACES))]
    for link in geography.bits(links):
        start, end = geography.LINKS[link].ends
        large, small = group[start], group[end]
        if large is not small:
            large += small
            for place in small:
                group[place] = large
    spots = list(geography.SPOTS)
    for link in geography.bits(links):
        members = group[geography.LINKS[link].ends[0]]
        if spots[members[0]] == geography.SPOTS[members[0]]:
            together = 0
            for place in members:
                together |= geography.SPOTS[place]
            for place in members:
                spots[place] = together
    return tuple(spots)


@lru_cache(maxsize=_KEPT)
def rings(links: int, place: int) -> tuple[int, ...]:
    """The spots 0 links away from `place`, 1 link away, and so on."""
    found, edge, seen = [geography.SPOTS[place]], [place], {place}
    while True:
        further = []
        ring = 0
        for here in edge:
            for link, other in geography.NEIGHBOURS[here]:
                if links & link and other not in seen:
                    seen.add(other)
                    further.append(other)
                    ring |= geography.SPOTS[other]
        if not further:
            return tuple(found)
        found.append(ring)
        edge = further


def built_ports(land: Land) -> int:
    """Every port tile, either side up, and the places outside."""
    return land.kinds[geography.PORT] | geography.OUTSIDE


def coal_reach(land: Land) -> tuple[int, int]:
    """The spots that coal of a mine reaches, and those that only bought coal reaches."""
    return _coal_reach(land.links, land.kinds[geography.COAL] & land.face_up, built_ports(land))


@lru_cache(maxsize=_KEPT)
def _coal_reach(links: int, mines: int, ports: int) -> tuple[int, int]:
    by_mine = by_track = 0
    together = joined(links)
    for spot in geography.bits(mines):
        by_mine |= together[geography.PLACE_OF_SPOT[spot]]
    for spot in geography.bits(ports & ~by_mine):
        by_track |= together[geography.PLACE_OF_SPOT[spot]]
    return by_mine, by_track


@lru_cache(maxsize=_KEPT)
def towns(tiles: int) -> int:
    """All spots of the towns that have one of the spaces `tiles`."""
    spots = 0
    for space in geography.bits(tiles):
        spots |= geography.TOWN_SPOTS[space]
    return spots


@lru_cache(maxsize=_KEPT)
def touched(links: int) -> int:
    """All spots of the places at the ends of `links`."""
    spots = 0
    for link in geography.bits(links):
        spots |= geography.END_SPOTS[link]
    return spots


@lru_cache(maxsize=_KEPT)
def card_reach(era: Era, links: int, tiles: int) -> int:
    """The spots where a seat with these links and tiles may use an industry card."""
    if not links and not tiles:
        # RULING brass-fresh-start: a seat with nothing on the board may begin anywhere, at any time.
        return EVERYWHERE
    ends, own = touched(links), towns(tiles)
    reached = ends if era is Era.CANAL else ends | own
    # RULING brass-virtual-link: it serves a seat that has a tile or a real link at the other end.
    for here, there in (geography.VIRTUAL, geography.VIRTUAL[::-1]):
        if (ends | own) & here:
            reached |= there
    return reached


@lru_cache(maxsize=_KEPT)
def bordering(links: int, tiles: int) -> int:
    """The links that end where a seat with these links and tiles has something, as bits."""
    # RULING brass-first-link: nothing on the board borders on nothing, so no link can be built.
    found = 0
    for space in geography.bits(tiles):
        found |= geography.LINKS_AT[geography.TOWN_OF[space]]
    for link in geography.bits(links):
        start, end = geography.LINKS[link].ends
        found |= geography.LINKS_AT[start] | geography.LINKS_AT[end]
    return found
