"""
The figures of the game as values: read from `board.toml`, and checked against one another.

Whatever does not add up is named when the file is loaded, not when a match stumbles over it.
"""

import tomllib
from collections.abc import Mapping
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


def read_figures(text: str) -> Figures:
    """
    The figures written as `text`.

    Raises:
        ValueError: they do not add up; the message says where.
    """
    raw = tomllib.loads(text)
    counts, costs = raw["counts"], raw["costs"]
    places, spaces = _places(raw["place"])
    index = {place.id: number for number, place in enumerate(places)}
    links = _links(raw["links"], index)
    stacks = tuple(
        tuple(kind for entry in raw["tiles"][name] for kind in _tiles(number, entry))
        for number, name in enumerate(INDUSTRIES)
    )
    deck = {**raw["cards"]["towns"], **raw["cards"]["industries"]}
    towns = [place.id for place in places if place.spaces]
    _check("spaces", counts["spaces"], len(spaces))
    _check("links", counts["links"], len(links))
    _check("tiles of a player", counts["tiles"], sum(map(len, stacks)))
    _check("cards", counts["cards"], sum(deck.values()))
    _check("kinds of card", sorted((*towns, *INDUSTRIES)), sorted(deck))
    _check("different links", len(links), len({link.ends for link in links}))
    start, end = raw["links"]["virtual"].split("-")
    figures = Figures(
        places,
        spaces,
        links,
        (index[start], index[end]),
        stacks,
        _income(raw["income"]),
        raw["income"]["start"],
        tuple(raw["cotton"]["bonus"]),
        {name: cost for name, cost in costs.items() if name != "loans"},
        tuple(costs["loans"]),
        counts["hand"],
        counts["link_markers"],
        (),
    )
    tables = [
        _table(figures, deck, int(seats), entry) for seats, entry in sorted(raw["players"].items())
    ]
    return figures._replace(tables=tuple(tables))


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
        _check(f"spaces at {entry['id']}, a {kind}", kind == "town", bool(own))
        places.append(Place(entry["id"], entry["name"], kind, entry.get("points", 0), own))
    _check("different places", len(places), len({place.id for place in places}))
    return tuple(places), tuple(spaces)


def _links(entry: dict[str, Any], index: Mapping[str, int]) -> tuple[Link, ...]:
    links = []
    for name, is_canal, is_rail in (
        ("canal_and_rail", True, True),
        ("canal_only", True, False),
        ("rail_only", False, True),
    ):
        for link in entry[name]:
            start, _, end = link.partition("-")
            if start not in index or end not in index:
                raise ValueError(f"brass: the link {link} ends at a place that is not there")
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
    _check("spaces of the income track", 100, len(spaces))
    return tuple(spaces)


def _table(figures: Figures, deck: Mapping[str, int], seats: int, entry: dict[str, Any]) -> Table:
    missing = set(entry.get("without_places", ()))
    places = tuple(number for number, place in enumerate(figures.places) if place.id not in missing)
    also = set(entry.get("also_canals", ()))
    here = [
        (number, link) for number, link in enumerate(figures.links) if set(link.ends) <= set(places)
    ]
    fewer = entry.get("fewer_cards", {})
    cards = [
        card
        for card in sorted(deck)
        if card not in missing
        for _ in range(deck[card] - fewer.get(card, 0))
    ]
    table = Table(
        seats,
        entry["money"],
        entry["rounds"],
        (entry["set_aside"]["canal"], entry["set_aside"]["rail"]),
        tuple(entry["track"]),
        tuple(entry["distant"]),
        tuple(cards),
        places,
        tuple(number for number, link in here if link.is_canal or link.id in also),
        tuple(number for number, link in here if link.is_rail),
    )
    _check_table(figures, table, entry)
    return table


def _check_table(figures: Figures, table: Table, entry: dict[str, Any]) -> None:
    who = f"with {table.seats} players"
    _check(f"cards {who}", entry["cards"], len(table.cards))
    for era, links, aside, first in zip(
        ("canal", "rail"), (table.canals, table.rails), table.aside, (1, 2), strict=True
    ):
        played = table.seats * (first + 2 * (table.rounds - 1))
        _check(f"cards played in the {era} era {who}", len(table.cards) - aside, played)
        _check(
            f"pieces of the {era} map {who}", entry["parts"][era], _pieces(figures, table, links)
        )
    # Else the drawn tiles under the stack could come round again.
    closed = sum(table.distant) >= len(figures.bonus)
    _check(f"that the distant tiles can close the market {who}", True, closed)  # noqa: FBT003


def _pieces(figures: Figures, table: Table, links: tuple[int, ...]) -> int:
    """Into how many pieces `links` leave the map."""
    piece = {place: place for place in table.places}
    for link in links:
        start, end = (piece[place] for place in figures.links[link].ends)
        piece = {place: start if own == end else own for place, own in piece.items()}
    return len(set(piece.values()))


def _check(what: str, expected: object, found: object) -> None:
    if expected != found:
        raise ValueError(f"brass: {what}: {expected} expected, {found} found")


FIGURES: Final = read_figures(shipped_text("brass", "board.toml"))
