"""The engine and the slow reading of the rules agree on thousands of random positions."""

from itertools import islice

import networkx as nx
import pytest

from bessemer.engine.chance import Draws
from bessemer.engine.game import Seat
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.geography import COAL, PLACE_IDS, SPACES, SPOTS, bits
from bessemer.games.brass.board.stacks import Tile
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.network.connections import joined, rings
from bessemer.games.brass.network.supply import SOURCE_IDS, coal_sources
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Land, Phase, State
from tests.games.brass import slow_rules
from tests.games.brass.positions import asked, chance, match, random_states
from tests.games.brass.slow_rules import Map

MATCHES = 8


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_coal_and_connections_agree_with_networkx(players: int, number: int) -> None:
    """In every position of random matches, for every place: what is joined, how far, whose coal."""
    for state in islice(random_states(players, number), number % 2, None, 2):
        board = state.board
        land = Map(board, 0)
        graph = land.graph()
        together = joined(board.land.links)
        for place, name in enumerate(PLACE_IDS):
            near = nx.single_source_shortest_path_length(graph, name)
            spots = sum(SPOTS[other] for other, id_ in enumerate(PLACE_IDS) if id_ in near)
            found = coal_sources(board, place)

            assert spots == together[place]
            assert list(land.coal_for(name)) == [SOURCE_IDS[source] for source in found]
            for away, ring in enumerate(rings(board.land.links, place)):
                towns = {PLACE_IDS[SPACES[spot].place] for spot in bits(ring) if spot < 43}
                assert all(near[town] == away for town in towns)


def with_mines(state: State, links: tuple[int, ...], spaces: tuple[int, ...]) -> State:
    """The map with these links alone, and mines of seat 1 on these spaces."""
    blank = Land((None,) * len(SPACES), (0,) * 5, 0, 0)
    clean = tuple(player._replace(tiles=0, links=0) for player in state.board.players)
    editor = BoardEditor(state.board._replace(land=blank, players=clean))
    for link in links:
        editor.lay_link(Seat(1), link)
    for space in spaces:
        editor.put_tile(space, Tile(Seat(1), COAL, 2, 3, flipped=False))
    return state._replace(board=editor.board())


@pytest.mark.parametrize("links", [18, 24, 30, 36])
def test_nearest_coal_agrees_on_random_maps(links: int) -> None:
    """On maps with as many links and mines as no match has, for every place."""
    draws = Draws(chance(links))
    state = match(3)
    for _ in range(60):
        built = draws.shuffled(range(len(FIGURES.links)))[:links]
        spaces = draws.shuffled(range(len(SPACES)))[: 2 + draws.below(12)]
        state = with_mines(state, built, spaces)
        land = Map(state.board, 0)
        for place, name in enumerate(PLACE_IDS):
            assert list(land.coal_for(name)) == [
                SOURCE_IDS[source] for source in coal_sources(state.board, place)
            ]


@pytest.mark.parametrize("number", range(MATCHES))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_actions_agree(players: int, number: int) -> None:
    """In every few positions of random matches both list the same actions, to the last choice."""
    step = 7
    for state in islice(random_states(players, 100 + number), number % step, None, step):
        if state.board.phase is not Phase.ACTION:
            continue
        seat = asked(state)
        hand = state.hands[seat]
        listed = [str(move) for move in BRASS.legal_moves(state, Seat(seat))]

        assert len(set(listed)) == len(listed)
        assert slow_rules.actions(state.board, seat, hand) == set(listed)
        assert BRASS.decisions(state)
