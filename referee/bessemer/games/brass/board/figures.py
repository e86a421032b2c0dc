"""The figures of the game as values, read from `board.toml`. The tests check that they add up."""

import tomllib
from collections.abc import Mapping
from itertools import chain
from typing import Any, Final, NamedTuple

from bessemer.engine.resources import shipped_text

INDUSTRIES: Final = ("cotton", "coal", "iron", "port", "shipyard")


class Place(NamedTuple):
    """A town, a place outside (a built port for ever) or a junction (links meet, nothing else)."""

    id: str
    name: str
    kind: str
    points: int
    spaces: tuple[int, ...]


class Space(NamedTuple):
    """Where one industry tile fits."""

    id: str
    place: int
    industries: tuple[int, ...]
    is_first_port: bool
    """While it is empty, no port may go on another space of its town."""


class Link(NamedTuple):
    """Where one canal or rail fits, by the places at its ends."""

    id: str
    ends: tuple[int, int]
    is_canal: bool
    is_rail: bool


class TileKind(NamedTuple):
    """The figures that all tiles of one industry and level share."""

    industry: int
    level: int
    cost: int
    income: int
    points: int
    coal: int
    iron: int
    cubes: int
    in_canal_era: bool
    in_rail_era: bool


class Table(NamedTuple):
    """The figures that depend on the number of players."""

    seats: int
    money: int
    rounds: int
    aside: tuple[int, int]
    """The cards set aside in the Canal era and in the Rail era."""
    track: tuple[int, ...]
    """The prices of a demand track, cheapest first."""
    distant: tuple[int, ...]
    cards: tuple[str, ...]
    places: tuple[int, ...]
    canals: tuple[int, ...]
    rails: tuple[int, ...]


class Figures(NamedTuple):
    """All figures of the game."""

    places: tuple[Place, ...]
    spaces: tuple[Space, ...]
    links: tuple[Link, ...]
    virtual: tuple[int, int]
    stacks: tuple[tuple[TileKind, ...], ...]
    """By industry, from the top down."""
    income: tuple[int, ...]
    """In pounds, by space of the income track."""
    first_space: int
    bonus: tuple[int, ...]
    costs: Mapping[str, int]
    loans: tuple[int, ...]
    hand: int
    markers: int
    tables: tuple[Table, ...]


def _figures(raw: dict[str, Any]) -> Figures:
    counts, costs = raw["counts"], raw["costs"]
    places, spaces = _places(raw["place"])
    index = {place.id: number for number, place in enumerate(places)}
    links = _links(raw["links"], index)
    start, end = raw["links"]["virtual"].split("-")
    deck = {**raw["cards"]["towns"], **raw["cards"]["industries"]}
    return Figures(
        places,
        spaces,
        links,
        (index[start], index[end]),
        tuple(
            tuple(kind for entry in raw["tiles"][name] for kind in _tiles(number, entry))
            for number, name in enumerate(INDUSTRIES)
        ),
        _income(raw["income"]),
        raw["income"]["start"],
        tuple(raw["cotton"]["bonus"]),
        {name: cost for name, cost in costs.items() if name != "loans"},
        tuple(costs["loans"]),
        counts["hand"],
        counts["link_markers"],
        tuple(
            _table(places, links, deck, int(seats), entry)
            for seats, entry in sorted(raw["players"].items())
        ),
    )


def _places(entries: list[dict[str, Any]]) -> tuple[tuple[Place, ...], tuple[Space, ...]]:
    places: list[Place] = []
    spaces: list[Space] = []
    for number, entry in enumerate(entries):
        first = len(spaces)
        for position, names in entry.get("spaces", {}).items():
            industries = tuple(INDUSTRIES.index(name) for name in names.split())
            is_first = position == entry.get("ports_first")
            spaces.append(Space(f"{entry['id']}.{position}", number, industries, is_first))
        own = tuple(range(first, len(spaces)))
        kind = entry.get("kind", "town")
        places.append(Place(entry["id"], entry["name"], kind, entry.get("points", 0), own))
    return tuple(places), tuple(spaces)


def _links(entry: dict[str, Any], index: Mapping[str, int]) -> tuple[Link, ...]:
    links = []
    for name, is_canal, is_rail in (
        ("canal_and_rail", True, True),
        ("canal_only", True, False),
        ("rail_only", False, True),
    ):
        for link in entry[name]:
            start, end = link.split("-")
            links.append(Link(link, (index[start], index[end]), is_canal, is_rail))
    return tuple(links)


def _tiles(industry: int, entry: dict[str, Any]) -> list[TileKind]:
    era = entry.get("era", "both")
    kind = TileKind(
        industry,
        level=entry["level"],
        cost=entry.get("cost", 0),
        income=entry.get("income", 0),
        points=entry.get("points", 0),
        coal=entry.get("coal", 0),
        iron=entry.get("iron", 0),
        cubes=entry.get("cubes", 0),
        in_canal_era=era in ("canal", "both"),
        in_rail_era=era in ("rail", "both"),
    )
    return [kind] * entry["count"]


def _income(entry: dict[str, Any]) -> tuple[int, ...]:
    spaces = list(range(entry["lowest"], 1))
    for up_to, width in entry["spaces_per_pound"]:
        for pounds in range(spaces[-1] + 1, up_to + 1):
            spaces += [pounds] * width
    return tuple(spaces)


def _table(
    every_place: tuple[Place, ...],
    every_link: tuple[Link, ...],
    deck: Mapping[str, int],
    seats: int,
    entry: dict[str, Any],
) -> Table:
    missing = set(entry.get("without_places", ()))
    places = tuple(number for number, place in enumerate(every_place) if place.id not in missing)
    also = set(entry.get("also_canals", ()))
    here = [
        (number, link) for number, link in enumerate(every_link) if set(link.ends) <= set(places)
    ]
    fewer = entry.get("fewer_cards", {})
    cards = [
        [card] * (deck[card] - fewer.get(card, 0)) for card in sorted(deck) if card not in missing
    ]
    return Table(
        seats,
        entry["money"],
        entry["rounds"],
        (entry["set_aside"]["canal"], entry["set_aside"]["rail"]),
        tuple(entry["track"]),
        tuple(entry["distant"]),
        tuple(chain.from_iterable(cards)),
        places,
        tuple(number for number, link in here if link.is_canal or link.id in also),
        tuple(number for number, link in here if link.is_rail),
    )


FIGURES: Final = _figures(tomllib.loads(shipped_text("brass", "board.toml")))
