"""
The exact production planner: the best plan for a hand, a good one quickly, then the proof or a better one.

    best = best_plan(view.board, view.seat, Prices((0.8, 1.4, 2.8, 2.2, 1.0), {}), seconds=1.0)
    return best.plan
"""

from itertools import islice
from typing import Final

from bessemer.bots.furnace.planning.fixed_line import FixedLine
from bessemer.bots.furnace.planning.free_order import FreeOrder
from bessemer.bots.furnace.planning.hand import (
    Found,
    Hand,
    default_turns,
    hand_of,
    plan_of,
    player_after,
)
from bessemer.bots.furnace.planning.limits import NEVER, Deadline, OutOfTime, rounding
from bessemer.bots.furnace.planning.menus import menu_of
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, BestPlan, Prices
from bessemer.engine.game import Seat
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.state import Board, Player

# The quick search is so wide, or else so wide, and tries so many choices that have no order.
_WIDTH: Final = 30
_WIDE: Final = 300
_TRIES: Final = 60
# It looks first among what loses no more than this part of what could be won.
_NEAR: Final = 0.15
# Where it fails, the search goes down by this part of the way to the floor, then by more.
_STEP: Final = 0.125
_LONGER: Final = 3


def best_plan(
    board: Board, seat: Seat, prices: Prices = MONEY_ALONE, *, seconds: float | None = None
) -> BestPlan:
    """The best plan for the hand of `seat` on this board; see `best_plan_of`."""
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
    nothing_done = default_turns(hand)
    search = _best_in_line if player.line else _best_in_any_order
    found = search(hand, prices, prices.of(player_after(hand, nothing_done)), deadline)
    turns = found.turns or nothing_done
    after = player_after(hand, turns)
    value = prices.of(after)
    is_best = found.bound <= value + rounding(value)
    bound = value if is_best else found.bound
    return BestPlan(plan_of(hand, turns), after, value, bound, is_best)


def _best_in_line(hand: Hand, prices: Prices, floor: float, deadline: Deadline) -> Found:
    line = FixedLine(hand, prices)
    good = _good_in_line(line, floor)
    try:
        found = _found_in_line(line, good.worth + rounding(line.hope), deadline)
    except OutOfTime as ended:
        return good._replace(bound=max(good.worth, ended.bound))
    return found or good._replace(bound=good.worth)


def _good_in_line(line: FixedLine, floor: float) -> Found:
    near = line.hope - (line.hope - floor) * _NEAR
    for level in (near, floor):
        if found := _found_in_line(line, level, NEVER, _WIDTH):
            return found._replace(bound=line.hope)
    return Found(None, floor, line.hope)


def _found_in_line(
    line: FixedLine, floor: float, deadline: Deadline, width: int | None = None
) -> Found | None:
    layers = line.layers(floor, deadline, width)
    if not layers[-1]:
        return None
    balance, worth = max(layers[-1].items(), key=lambda end: end[1])
    return Found(line.turns(layers, balance), worth, worth)


def _best_in_any_order(hand: Hand, prices: Prices, floor: float, deadline: Deadline) -> Found:
    search = FreeOrder(hand, menu_of(hand, prices))
    if search.hope <= floor + rounding(floor):
        return Found(None, floor, floor)
    good, reach = _good_in_any_order(hand, prices, search, floor)
    floor = good.worth + rounding(search.hope)
    step = (reach - floor) * _STEP
    level = max(floor, reach - step) if good.worth < reach else floor
    try:
        while search.hope > floor:
            for worth, order in search.candidates(level, deadline):
                if order.is_payable:
                    return Found(order.turns, worth, worth)
            if level == floor:
                break
            step *= _LONGER
            level = max(floor, level - step)
    except OutOfTime as ended:
        return good._replace(bound=max(good.worth, level, ended.bound))
    return good._replace(bound=good.worth)


def _good_in_any_order(
    hand: Hand, prices: Prices, search: FreeOrder, floor: float
) -> tuple[Found, float]:
    """A good plan, and what the best choices would be worth if they could be put in order."""
    near = search.hope - (search.hope - floor) * _NEAR
    reach, attempt = search.hope, None
    for level, width in (near, _WIDTH), (near, _WIDE), (floor, _WIDE):
        for worth, order in islice(search.candidates(level, NEVER, width=width), _TRIES):
            if order.is_payable:
                return Found(order.turns, worth, search.hope), worth
            if attempt is None:
                reach, attempt = worth, order
    if attempt is not None:
        # With other counts its order may do.
        hand = hand.reordered([turn.card for turn in attempt.turns])
    line = FixedLine(hand, prices)
    return _good_in_line(line, floor)._replace(bound=search.hope), reach
