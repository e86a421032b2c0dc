"""
The best plan for a worth that is not linear: all that plans can end with is looked at.

Nothing is assumed about it, so nothing can be cut short on the way. Choices that lead to the same
are looked at once, though, and only the best of them must be put in an order.
"""

from collections.abc import Callable, Sequence
from math import inf, isfinite
from typing import Final

from bessemer.bots.furnace.planning.fixed_line import DEBTS, FixedLine
from bessemer.bots.furnace.planning.free_order import FreeOrder, Rank
from bessemer.bots.furnace.planning.hand import Hand
from bessemer.bots.furnace.planning.ledger import Ledger
from bessemer.bots.furnace.planning.limits import Deadline, OutOfTime
from bessemer.bots.furnace.planning.line_prices import constant_prices
from bessemer.bots.furnace.planning.linear import best_for_prices
from bessemer.bots.furnace.planning.menus import unpriced_menu_of
from bessemer.bots.furnace.planning.turns import Found, Turn, default_turns, player_after
from bessemer.bots.furnace.planning.worth import WORTHLESS, Prices
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.state import Player

Valuation = Callable[[Player], float]

_GUESSES: Final = 3


def best_for_any_worth(hand: Hand, worth: Valuation, deadline: Deadline) -> Found:
    """The best plan, the cards in a line if they stand in one."""
    good = _good(hand, worth, deadline)
    search = _better_in_line if hand.player.line else _better_in_any_order
    try:
        better = search(hand, worth, good.worth, deadline)
    except OutOfTime:
        return good
    return better or good._replace(bound=good.worth)


def _good(hand: Hand, worth: Valuation, deadline: Deadline) -> Found:
    """A good plan: the best for prices that are near this worth where good plans end."""
    turns: Sequence[Turn] = default_turns(hand)
    end = player_after(hand, turns)
    good = Found(turns, worth(end), inf)
    for _ in range(_GUESSES):
        turns = best_for_prices(hand, _prices_near(hand, end, worth), deadline).turns or turns
        end = player_after(hand, turns)
        if (value := worth(end)) > good.worth:
            good = Found(turns, value, inf)
    return good


def _prices_near(hand: Hand, end: Player, worth: Valuation) -> Prices:
    """What one more of everything would add to the worth of `end`."""
    base, stock = worth(end), end.stock

    def gain(player: Player) -> float:
        more = worth(player) - base
        return more if isfinite(more) else 0.0

    held = [
        gain(end._replace(stock=Stock._make(n + (kind == more) for kind, n in enumerate(stock))))
        for more in range(len(stock))
    ]
    flips = {
        card: gain(end._replace(upgraded=tuple(sorted({*end.upgraded, card}))))
        for card in hand.player.companies
        if card not in hand.player.upgraded
    }
    return Prices((held[0], held[1], held[2], held[3], held[4]), flips)


def _better_in_any_order(
    hand: Hand, worth: Valuation, floor: float, deadline: Deadline
) -> Found | None:
    menu = unpriced_menu_of(hand)
    player_at = menu.ledger.player

    def rank(balance: int) -> Rank:
        value = worth(player_at(balance))
        return lambda _: value

    candidates = FreeOrder(hand, menu).candidates(floor, deadline, least_hope=-inf, rank=rank)
    for value, order in candidates:
        if order.is_payable:
            return Found(order.turns, value, value)
    return None


def _better_in_line(hand: Hand, worth: Valuation, floor: float, deadline: Deadline) -> Found | None:
    ledger = Ledger(hand, DEBTS, keeps_all=True)
    line = FixedLine(hand, WORTHLESS, constant_prices(hand, WORTHLESS.stock), ledger)
    layers = line.layers(-inf, deadline)
    best, end = floor, None
    for balance in layers[-1]:
        if deadline.is_past:
            raise OutOfTime(inf)
        if (value := worth(ledger.player(balance))) > best:
            best, end = value, balance
    return None if end is None else Found(line.turns(layers, end), best, best)
