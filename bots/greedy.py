"""
A simple bot for Furnace: it prices resources, bids where a disc gains most, and tries some plans.

It looks at one card at a time and never at the other players. That is enough to beat chance.
"""

import random
from collections.abc import Iterable
from typing import Final

from referee.games.furnace import answers, auction, choices
from referee.games.furnace.effects import MONEY, Effect
from referee.games.furnace.moves import Bid, Move
from referee.games.furnace.state import Board, Phase, Player, View
from referee.games.game import Seat

# What one coal, iron, oil, upgrade token and dollar are worth while there is time to use them.
_PRICES: Final = (0.8, 1.4, 2.8, 2.2, 1.0)
# How likely a disc is to win its card, by its value.
_WINS: Final = (0.0, 0.25, 0.45, 0.75, 1.0)
_ADDITIONAL_RUNS: Final = 0.6


class GreedyBot:
    """Bids by price; tries `plans` random plans and keeps the best."""

    def __init__(self, rng: random.Random, plans: int) -> None:
        self._rng = rng
        self._plans = plans

    def decide(self, view: View) -> Move:
        if view.seat is None:
            raise ValueError("a spectator decides nothing")
        board, seat = view.board, view.seat
        if board.phase is Phase.BID:
            return max(auction.legal_bids(board, seat), key=lambda bid: _bid_worth(board, bid))
        if board.phase is Phase.PLACEMENT:
            return choices.sample_move(board, seat, self._rng.randrange)
        return self._best_answer(board, seat)

    def _best_answer(self, board: Board, seat: Seat) -> Move:
        last = board.round == board.table.options.rounds and board.phase is Phase.PLAN
        best, best_worth = choices.default_move(board, seat), -1.0
        for _ in range(self._plans):
            move = choices.sample_move(board, seat, self._rng.randrange)
            if isinstance(move, Bid):
                raise TypeError("bids are not tried out")
            player = answers.player_after(board, seat, move)
            if (worth := _holding_worth(player, last=last)) > best_worth:
                best, best_worth = move, worth
        return best


def _bid_worth(board: Board, bid: Bid) -> float:
    """What a disc on a card brings: the card if it wins, the compensation if it does not."""
    company = board.table.options.deck.companies[bid.card]
    runs = board.table.options.rounds - board.round + 1
    card = _gain(company.basic, company.basic.limit) * runs
    card += _gain(company.additional, company.additional.limit) * (runs - 1) * _ADDITIONAL_RUNS
    outbid = _gain(company.compensation, bid.value) * (
        bid.value if not company.compensation.takes else 1
    )
    wins = _WINS[bid.value]
    return wins * card + (1 - wins) * outbid - 0.1 * bid.value


def _gain(effect: Effect, times: int) -> float:
    """The price of what an effect gives, less what it takes; a processing is never done at a loss."""
    if not effect.takes:
        return _price(effect.gives)
    return max(0.0, _price(effect.gives) - _price(effect.takes)) * times


def _price(amounts: Iterable[tuple[int, int]]) -> float:
    return sum(_PRICES[resource] * amount for resource, amount in amounts)


def _holding_worth(player: Player, *, last: bool) -> float:
    """Money counts; until the last round so does everything else."""
    if last:
        return player.stock[MONEY]
    return _price(enumerate(player.stock)) + 2.0 * len(player.upgraded)
