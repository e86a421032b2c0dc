"""Furnace's part in comparing two moves."""

from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import Bid, Move
from bessemer.games.furnace.phases import simultaneous
from bessemer.games.furnace.state import State


def leads_to_the_same(state: State, seat: Seat, one: Move, other: Move) -> bool:
    """Whether two legal moves are equal, or leave the seat with the same."""
    if one == other or isinstance(one, Bid) or isinstance(other, Bid):
        return one == other
    results = [simultaneous.player_after(state.board, seat, move) for move in (one, other)]
    return results[0] == results[1]
