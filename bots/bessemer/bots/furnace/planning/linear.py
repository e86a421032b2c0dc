"""The best plan for a linear worth: a good one quickly, then the proof or a better one."""

from itertools import islice
from typing import Final

from bessemer.bots.furnace.planning.fixed_line import DEBTS, FixedLine
from bessemer.bots.furnace.planning.free_order import FreeOrder
from bessemer.bots.furnace.planning.hand import Hand
from bessemer.bots.furnace.planning.ledger import Ledger
from bessemer.bots.furnace.planning.limits import NEVER, Deadline, OutOfTime, rounding
from bessemer.bots.furnace.planning.line_prices import prices_along_line
from bessemer.bots.furnace.planning.menus import menu_of
from bessemer.bots.furnace.planning.turns import Found, default_turns, player_after
from bessemer.bots.furnace.planning.worth import Prices

# The quick search is so wide, or else so wide, and tries so many choices that have no order.
_WIDTH: Final = 30
_WIDE: Final = 300
_TRIES: Final = 60
# It looks first among what loses no more than this part of what could be won.
_NEAR: Final = 0.15
# Where it fails, the search goes down by this part of the way to the floor, then by more.
_STEP: Final = 0.125
_LONGER: Final = 3


def best_for_prices(hand: Hand, prices: Prices, deadline: Deadline) -> Found:
    """The best plan, the cards in a line if they stand in one."""
    turns = default_turns(hand)
    floor = prices.of(player_after(hand, turns))
    search = _best_in_line if hand.player.line else _best_in_any_order
    found = search(hand, prices, floor, deadline)
    return found if found.turns is not None else found._replace(turns=turns)


def _best_in_line(hand: Hand, prices: Prices, floor: float, deadline: Deadline) -> Found:
    line = FixedLine(hand, prices, prices_along_line(hand, prices), Ledger(hand, DEBTS))
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
    line = FixedLine(hand, prices, prices_along_line(hand, prices), Ledger(hand, DEBTS))
    return _good_in_line(line, floor)._replace(bound=search.hope), reach
