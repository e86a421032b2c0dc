"""What each bid seems to bring at a glance: how all seats are thought to bid, beyond the search."""

from collections.abc import Sequence
from typing import Final

from bessemer.bots.furnace.outlook import Outlook
from bessemer.engine.game import Seat
from bessemer.games.furnace.auction import cards_with_discs, open_slots
from bessemer.games.furnace.state import Board

_OUTBID: Final = (0.0, 0.85, 0.75, 0.6, 0.0)
"""By a disc's value: how likely a rival outbids it who wants the card more than any other."""
_DISC_COST: Final = (0.0, 0.0, 0.3, 0.8, 2.0)
"""What a disc could bring elsewhere, by its value."""

Guess = tuple[float, int, int]
"""What a bid seems to bring, the value of its disc, and the place of its card in the row."""


class Bidding:
    """Guesses for the auction of `outlook`."""

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self._eagerness = [_eagerness(gains) for gains in outlook.gains]

    def guesses(self, board: Board, seat: Seat) -> list[Guess]:
        """Every legal bid of `seat`, the highest disc first and then from left to right."""
        hands, theirs = board.hands, cards_with_discs(board.row)
        gains, consolations = self._outlook.gains[seat], self._outlook.consolations[seat]
        rivals = [
            (hands[other][-1], eagerness, theirs[other])
            for other, eagerness in enumerate(self._eagerness)
            if other != seat and hands[other]
        ]
        found = []
        for value, slots, beaten in open_slots(board, seat):
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
