"""What each bid seems to bring at a glance: how all seats are thought to bid, beyond the search."""

from collections.abc import Sequence
from typing import Final

from bessemer.bots.furnace.outlook import Outlook
from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import VALUES, open_bids
from bessemer.games.furnace.options import ROW_SIZE
from bessemer.games.furnace.state import Board

_OUTBID: Final = (0.0, 0.85, 0.75, 0.6, 0.0)
"""By a disc's value: how likely a rival outbids it who wants the card more than any other."""
_DISC_COST: Final = (0.0, 0.0, 0.3, 0.8, 2.0)
"""What a disc could bring elsewhere, by its value."""

# A row keeps what its discs close as bits, and so are the bids that are open: a lane for each value
# of a disc, then one for each bidder, and in each lane a bit for each card.
_LANE: Final = max(ROW_SIZE.values())
_CARDS: Final = (1 << _LANE) - 1
_SLOTS: Final = [[slot for slot in range(_LANE) if mask >> slot & 1] for mask in range(1 << _LANE)]
"""The places in the row of every set of cards."""

Guess = tuple[float, int, int]
"""What a bid seems to bring, the value of its disc, and the place of its card in the row."""


class Bidding:
    """Guesses for the auction of `outlook`."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._eagerness = [_eagerness(gains) for gains in outlook.gains]

    def guesses(self, board: Board, seat: Seat) -> list[Guess]:
        """Every legal bid of `seat`, the highest disc first and then from left to right."""
        hands, taken = board.hands, board.row.taken
        gains, consolations = self._outlook.gains[seat], self._outlook.consolations[seat]
        rivals = [
            (hands[other][-1], eagerness, taken >> _LANE * (len(VALUES) + other))
            for other, eagerness in enumerate(self._eagerness)
            if other != seat and hands[other]
        ]
        bids = open_bids(board.table, board.row, hands[seat], seat)
        beaten, found = 0, []
        for value in reversed(VALUES):
            lane = _LANE * (value - 1)
            beaten |= taken >> lane & _CARDS  # the cards with a disc that this one does not beat
            slots = _SLOTS[bids >> lane & _CARDS]
            if not slots:
                continue
            outbid, cost = _OUTBID[value], _DISC_COST[value]
            able = [(eagerness, there) for best, eagerness, there in rivals if best > value]
            for slot in slots:
                wins = 0.0
                if not beaten >> slot & 1:
                    wins = 1.0
                    for eagerness, there in able:
                        if not there >> slot & 1:
                            wins *= 1.0 - outbid * eagerness[slot]
                worth = wins * gains[slot] + (1.0 - wins) * consolations[slot][value]
                found.append((worth - cost, value, slot))
        return found


def _eagerness(gains: Sequence[float]) -> list[float]:
    """How much a seat wants each card, from 0 to 1 for the one that it wants most."""
    most = max(*gains, 1e-9)
    return [(max(0.0, gain) / most) ** 2 for gain in gains]
