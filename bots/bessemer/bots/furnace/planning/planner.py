"""
The exact production planner: the best plan for a hand.

    best = best_plan(view.board, view.seat, Prices((0.8, 1.4, 2.8, 2.2, 1.0), {}), seconds=1.0)
    return best.plan
"""

from bessemer.bots.furnace.planning.hand import hand_of
from bessemer.bots.furnace.planning.limits import Deadline, rounding
from bessemer.bots.furnace.planning.linear import best_for_prices
from bessemer.bots.furnace.planning.turns import default_turns, plan_of, player_after
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, BestPlan, Prices
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.state import Board, Player


def best_plan(
    board: Board, seat: Seat, prices: Prices = MONEY_ALONE, *, seconds: float | None = None
) -> BestPlan:
    """The best plan for the hand of `seat` as the board stands; see `best_plan_of`."""
    player, table = board.players[seat], board.table
    return best_plan_of(player, table.startups[seat], table.options.deck, prices, seconds=seconds)


def best_plan_of(
    player: Player, startup: str, deck: Deck, prices: Prices, *, seconds: float | None = None
) -> BestPlan:
    """
    The best plan for these cards: in any order, or along the player's line if there is one.

    It is proven to be the best (worths that differ by a billionth count as equal), unless `seconds`
    end the search, or the memory for it: then it is the best found, and `bound` says what is known
    of better ones. A first quick search, some hundredths of a second, is always made. The same
    question has the same answer, but for what a time limit cuts off.

    Hands of a match take milliseconds.
    """
    hand, deadline = hand_of(player, startup, deck), Deadline(seconds)
    found = best_for_prices(hand, prices, deadline)
    turns = found.turns or default_turns(hand)
    after = player_after(hand, turns)
    value = prices.of(after)
    is_best = found.bound <= value + rounding(value)
    bound = value if is_best else found.bound
    return BestPlan(plan_of(hand, turns), after, value, bound, is_best)
