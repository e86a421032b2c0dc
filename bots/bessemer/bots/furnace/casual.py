"""A bot for Furnace that plays as a person does who is still learning: see `bessemer.bots.attention`."""

import random

from bessemer.bots.attention import Attention, Skill
from bessemer.bots.furnace.greedy import GreedyBot, bid_worth
from bessemer.games.furnace.moves import Bid
from bessemer.sdk.furnace import FurnaceView


class CasualBot(GreedyBot):
    """It bids for the cards that it notices and likes, and produces as `greedy` does."""

    def __init__(self, rng: random.Random, skill: Skill) -> None:
        self._attention = Attention(skill, rng)

    def bid(self, view: FurnaceView) -> Bid:
        """The disc that seems to gain most."""
        noticed = self._attention.noticed(view.legal_bids())
        return max(
            noticed, key=lambda bid: self._attention.felt(bid.card, bid_worth(view.board, bid))
        )


def easy(rng: random.Random) -> CasualBot:
    """A first match."""
    return CasualBot(rng, Skill(notices=0.35, misjudges=0.5))
