"""
A legal move at random.

The script of a decision says what is legal, and all legal moves follow from it. `sample_move` is
quicker than random answers to the script, because random play and roll-outs live on it.
"""

from bessemer.engine.game import Below
from bessemer.games.brass.actions import sell_cotton
from bessemer.games.brass.board.geography import SPACE_IDS, pick
from bessemer.games.brass.moves import Move, Remove, Stop
from bessemer.games.brass.scripts.kinds import sample_action
from bessemer.games.brass.state import Phase
from bessemer.games.brass.turn import Turn


def sample_move(turn: Turn, below: Below) -> Move:
    """
    A legal move: a kind of action by its weight, then each choice that it leaves.

    Every legal move can come out (of developments, in the order in which they are listed).
    """
    board, seat = turn.board, turn.seat
    if board.phase is Phase.ACTION:
        return sample_action(turn, below)
    if board.phase is Phase.SALE:
        mills = sell_cotton.open_mills(board, seat)
        without_card = Turn(board, seat, ("",))
        return sell_cotton.sample_sale(without_card, mills, below) if below(2) else Stop()
    tiles = board.players[seat].tiles
    return Remove(SPACE_IDS[pick(tiles, below(tiles.bit_count()))])
