"""Which card to give away: every action takes one, and most need no particular card."""

from collections.abc import Mapping
from typing import Final

from bessemer.engine.game import Seat
from bessemer.games.brass.board.geography import INDUSTRY, SHIPYARD
from bessemer.games.brass.board.stacks import BUILDABLE
from bessemer.games.brass.network.sites import TOWN_CARDS, vacant_spaces
from bessemer.games.brass.state import Board, Hand

_INDUSTRY_WORTH: Final = (3.0, 1.5, 2.5, 2.0, 1.0)
"""By industry: how much a card of it is worth keeping."""
_SECOND: Final = 0.5
"""How much less each further card of a kind counts than the one before."""


def keeping(board: Board, seat: Seat, hand: Hand) -> Mapping[str, float]:
    """How much each card of the hand is worth keeping: of several equal ones, the last of them."""
    player, tops = board.players[seat], BUILDABLE[board.era]
    vacant = vacant_spaces(board, player)
    worths: dict[str, float] = {}
    for card in hand:
        if card in worths:
            worths[card] *= _SECOND
        elif card in TOWN_CARDS:
            worths[card] = min(3, (TOWN_CARDS[card] & vacant).bit_count())
        else:
            industry = INDUSTRY[card]
            left = player.stacks[industry]
            # Another stack that is stuck is soon developed; that of the shipyards hardly ever.
            is_stuck = industry == SHIPYARD and tops[industry][left] is None
            worths[card] = _INDUSTRY_WORTH[industry] if left and not is_stuck else 0.0
    return worths
