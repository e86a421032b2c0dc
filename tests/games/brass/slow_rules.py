"""
A second reading of the rules: every legal action, worked out the slow and plain way.

Nothing here uses the engine's masks: tiles and links are read from the board by name, towns are
joined in a networkx graph, and every card, space, source and end is tried in turn.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import networkx as nx

from bessemer.games.brass.board.figures import FIGURES, INDUSTRIES, TileKind
from bessemer.games.brass.state import Board, Hand

TOWN = {space.id: FIGURES.places[space.place].id for space in FIGURES.spaces}
SHOWS = {space.id: {INDUSTRIES[number] for number in space.industries} for space in FIGURES.spaces}
ENDS = {
    link.id: (FIGURES.places[link.ends[0]].id, FIGURES.places[link.ends[1]].id)
    for link in FIGURES.links
}
OUTSIDE = {"scotland", "yorkshire", "midlands"}
NOT_FOR_TWO = {
    "birkenhead",
    "ellesmere_port",
    "stockport",
    "macclesfield",
    "oldham",
    "rochdale",
    "midlands",
    "northwich",
}
FIRST_PORTS = {"lancaster.right": "lancaster.left", "preston.bottom-left": "preston.top"}
PRICES = {2: [5, 4, 4, 3, 3, 2, 2], 3: [5, 4, 4, 3, 3, 2, 2, 1, 1]}
"""What the next cube costs, by how many lie on a track."""
LOWEST_INCOME = -10


class Piece(NamedTuple):
    """A tile on the map."""

    owner: int
    industry: str
    level: int
    cubes: int
    flipped: bool


class Map:
    """What is built, by name."""

    def __init__(self, board: Board, seat: int) -> None:
        self.seat, self.players = seat, len(board.players)
        self.is_canal = board.era == "canal"
        self.coal, self.iron = board.coal, board.iron
        self.money = board.players[seat].money
        self.tiles = {
            FIGURES.spaces[number].id: Piece(
                tile.owner, INDUSTRIES[tile.industry], tile.level, tile.cubes, tile.flipped
            )
            for number, tile in enumerate(board.land.tiles)
            if tile
        }
        self.owner = {
            FIGURES.links[number].id: owner
            for owner, player in enumerate(board.players)
            for number in range(len(FIGURES.links))
            if player.links >> number & 1
        }

    def copy(self) -> "Map":
        """Another map that can be changed by itself."""
        other = object.__new__(Map)
        other.__dict__.update(self.__dict__)
        other.tiles, other.owner = dict(self.tiles), dict(self.owner)
        return other

    # --- Connections -----------------------------------------------------------------------------

    def graph(self) -> "nx.Graph[str]":
        """All places, joined by what is built."""
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(place.id for place in FIGURES.places)
        graph.add_edges_from(ENDS[link] for link in self.owner)
        return graph

    def has_port(self, place: str) -> bool:
        """Whether a built port is connected with `place`."""
        ports = {TOWN[space] for space, tile in self.tiles.items() if tile.industry == "port"}
        return bool(nx.node_connected_component(self.graph(), place) & (ports | OUTSIDE))

    def price(self, lying: int) -> int:
        """What a cube costs from a track with so many on it."""
        return PRICES[min(self.players, 3)][lying]

    def coal_for(self, place: str) -> dict[str, int]:
        """Where coal for `place` may come from, and what it costs."""
        distance = nx.single_source_shortest_path_length(self.graph(), place)
        mines = {
            space: distance[TOWN[space]]
            for space, tile in self.tiles.items()
            if tile.industry == "coal" and tile.cubes and TOWN[space] in distance
        }
        if mines:
            return {space: 0 for space, away in mines.items() if away == min(mines.values())}
        return {"market": self.price(self.coal)} if self.has_port(place) else {}

    def iron_for_all(self) -> dict[str, int]:
        """Where iron may come from, and what it costs."""
        works = {
            space: 0 for space, tile in self.tiles.items() if tile.industry == "iron" and tile.cubes
        }
        return works or {"market": self.price(self.iron)}

    # --- What a seat has -------------------------------------------------------------------------

    def own_towns(self) -> set[str]:
        """The towns with a tile of the seat."""
        return {TOWN[space] for space, tile in self.tiles.items() if tile.owner == self.seat}

    def own_ends(self) -> set[str]:
        """The places at the ends of the seat's links."""
        mine = [link for link, owner in self.owner.items() if owner == self.seat]
        return {place for link in mine for place in ENDS[link]}

    def reached_by_card(self) -> set[str]:
        """The towns where an industry card may be used."""
        towns, ends = self.own_towns(), self.own_ends()
        if not towns and not ends:
            return set(TOWN.values())
        reached = set(ends) if self.is_canal else ends | towns
        if "liverpool" in ends | towns:
            reached.add("birkenhead")
        if "birkenhead" in ends | towns:
            reached.add("liverpool")
        return reached

    def may_lie(self, kind: TileKind, space: str) -> bool:
        """Whether the tile may be put on the space, cubes and money aside."""
        industry = INDUSTRIES[kind.industry]
        if industry not in SHOWS[space]:
            return False
        if self.players == 2 and TOWN[space] in NOT_FOR_TWO:
            return False
        if industry == "port" and FIRST_PORTS.get(space, space) not in {space, *self.tiles}:
            return False
        there = self.tiles.get(space)
        others_of_mine = {
            other
            for other, tile in self.tiles.items()
            if tile.owner == self.seat and TOWN[other] == TOWN[space] and other != space
        }
        if self.is_canal and others_of_mine:
            return False
        if there is None:
            return True
        if there.industry != industry or there.level >= kind.level:
            return False
        if there.owner == self.seat:
            return True
        lying = {"coal": self.coal, "iron": self.iron}.get(industry, 1)
        left = sum(tile.cubes for tile in self.tiles.values() if tile.industry == industry)
        return lying == 0 and left == 0

    def open_links(self) -> list[str]:
        """The link places on which the seat may put a marker."""
        if sum(owner == self.seat for owner in self.owner.values()) == 14:
            return []
        network = self.own_towns() | self.own_ends()
        found = []
        for link in FIGURES.links:
            fits = link.is_canal if self.is_canal else link.is_rail
            if self.players == 2:
                fits = fits or link.id == "lancaster-scotland"
                fits = fits and NOT_FOR_TWO.isdisjoint(ENDS[link.id])
            if fits and link.id not in self.owner and network & set(ENDS[link.id]):
                found.append(link.id)
        return found


# --- The actions ---------------------------------------------------------------------------------


def next_tile(board: Board, seat: int, industry: str) -> TileKind | None:
    """The top tile of a stack."""
    stack = FIGURES.stacks[INDUSTRIES.index(industry)]
    left = board.players[seat].stacks[INDUSTRIES.index(industry)]
    return stack[len(stack) - left] if left else None


def actions(board: Board, seat: int, hand: Hand) -> set[str]:
    """Every legal action, as text; two developments in the order in which they are listed."""
    return {
        *(f"pass with {card}" for card in hand),
        *loans(board, seat, hand),
        *developments(board, seat, hand),
        *builds(board, seat, hand),
        *canals(board, seat, hand),
        *rails(board, seat, hand),
        *sales(board, seat, hand),
    }


def loans(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every loan: a pound of income is lost for every ten."""
    pounds = FIGURES.income[board.players[seat].income]
    if board.era == "rail" and board.deck == 0:
        return
    for amount in (10, 20, 30):
        if pounds - amount // 10 >= LOWEST_INCOME:
            yield from (f"loan {amount} with {card}" for card in hand)


def developments(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every tile, and every two."""
    for first, stacks, between in _development(Map(board, seat), board.players[seat].stacks):
        ways = {f"{first[0]} iron from {first[1]}"}
        for second, _, _ in _development(between, stacks):
            (one, other), (iron, more) = (
                sorted((first[0], second[0]), key=INDUSTRIES.index),
                sorted((first[1], second[1]), key=[*TOWN, "market"].index),
            )
            ways.add(f"{one} iron from {iron} and {other} iron from {more}")
        yield from (f"develop {way} with {card}" for way in ways for card in hand)


def _development(
    land: Map, stacks: tuple[int, ...]
) -> Iterator[tuple[tuple[str, str], tuple[int, ...], Map]]:
    for number, left in enumerate(stacks):
        for source, price in land.iron_for_all().items():
            if left == 0 or price > land.money:
                continue
            after = land.copy()
            after.money -= price
            if source == "market":
                after.iron = max(0, land.iron - 1)
            else:
                works = land.tiles[source]
                after.tiles[source] = works._replace(cubes=works.cubes - 1)
            fewer = (*stacks[:number], left - 1, *stacks[number + 1 :])
            yield (INDUSTRIES[number], source), fewer, after


def builds(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every way to build an industry."""
    land = Map(board, seat)
    for industry in INDUSTRIES:
        kind = next_tile(board, seat, industry)
        if kind is None or not (kind.in_canal_era if land.is_canal else kind.in_rail_era):
            continue
        for space, town in TOWN.items():
            if land.may_lie(kind, space):
                ways = list(_paid(land, kind, town))
                for cards in _cards(board, land, hand, industry, town):
                    for way in ways:
                        yield f"build {industry} at {space} with {cards}{way}"


def _paid(land: Map, kind: TileKind, town: str) -> Iterator[str]:
    """The ways to get the cubes for a tile, as far as the money goes."""
    coal = land.coal_for(town) if kind.coal else {"": 0}
    iron = land.iron_for_all() if kind.iron else {"": 0}
    for mine, coal_cost in coal.items():
        for works, iron_cost in iron.items():
            if kind.cost + coal_cost + iron_cost <= land.money:
                yield (f", coal from {mine}" if mine else "") + (
                    f", iron from {works}" if works else ""
                )


def _cards(board: Board, land: Map, hand: Hand, industry: str, town: str) -> set[str]:
    """The cards, and pairs of cards, that allow an industry in a town."""
    found = {town} & set(hand)
    if industry in hand and town in land.reached_by_card():
        found.add(industry)
    if board.actions == 2:
        found |= {" and ".join(sorted(pair)) for pair in combinations(hand, 2)}
    return found


def canals(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every canal."""
    land = Map(board, seat)
    if land.is_canal and land.money >= 3:
        for link in land.open_links():
            yield from (f"canal {link} with {card}" for card in hand)


def rails(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every rail, and every two."""
    land = Map(board, seat)
    if land.is_canal:
        return
    for first, between in _rail(land, 5):
        yield from (f"rail {first} with {card}" for card in hand)
        for second, _ in _rail(between, 10):
            yield from (f"rail {first} and {second} with {card}" for card in hand)


def _rail(land: Map, cost: int) -> Iterator[tuple[str, Map]]:
    for link in land.open_links():
        for end in ENDS[link]:
            for source, price in land.coal_for(end).items():
                if cost + price > land.money:
                    continue
                after = land.copy()
                after.money -= cost + price
                after.owner[link] = land.seat
                if source == "market":
                    after.coal = max(0, land.coal - 1)
                else:
                    mine = land.tiles[source]
                    after.tiles[source] = mine._replace(
                        cubes=mine.cubes - 1, flipped=mine.cubes == 1
                    )
                yield f"{link} coal to {end} from {source}", after


def sales(board: Board, seat: int, hand: Hand) -> Iterator[str]:
    """Every first sale of an action."""
    land = Map(board, seat)
    graph = land.graph()
    for mill, tile in land.tiles.items():
        if tile.industry != "cotton" or tile.owner != seat or tile.flipped:
            continue
        buyers = [
            port
            for port, other in land.tiles.items()
            if other.industry == "port"
            and not other.flipped
            and nx.has_path(graph, TOWN[mill], TOWN[port])
        ]
        if board.cotton < 8 and land.has_port(TOWN[mill]):
            buyers.append("distant")
        for buyer in buyers:
            yield from (f"sell {mill} to {buyer} with {card}" for card in hand)
