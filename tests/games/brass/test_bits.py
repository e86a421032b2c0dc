"""Sets of spaces as bits: a member by its number, and the land that messages tell of."""

import pytest

from bessemer.games.brass.board.geography import bits, pick
from bessemer.games.brass.state import land_of
from tests.games.brass.positions import random_states


@pytest.mark.parametrize("mask", [1, 0b1010, 0b1100, 0b1011_0110_0001, 1 << 40 | 1 << 7])
def test_a_member_of_a_set_by_its_number(mask: int) -> None:
    """In the order of `bits`."""
    assert bits(mask) == tuple(pick(mask, number) for number in range(mask.bit_count()))


@pytest.mark.parametrize(("players", "number"), [(2, 1), (3, 1), (4, 3)])
def test_the_land_follows_from_its_tiles(players: int, number: int) -> None:
    """With all that is kept beside them, and whose they are, throughout a match."""
    flipped = 0
    for state in random_states(players, number):
        board = state.board
        tiles = [(space, tile) for space, tile in enumerate(board.land.tiles) if tile is not None]
        flipped = max(flipped, sum(tile.flipped for _, tile in tiles))
        land, owned = land_of(tiles, board.land.links, players)
        assert board.land == land
        assert tuple(player.tiles for player in board.players) == owned
    assert flipped
