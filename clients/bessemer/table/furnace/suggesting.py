"""The best production plan that the exact planner finds, as a suggestion."""

from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, Prices
from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import gain_text
from bessemer.faces.language import tr
from bessemer.games.furnace.state import Board
from bessemer.table.typing import Suggestion

# Before the last round what is left over has a use: about what the cards sell it for.
_PRICES = (0.8, 1.4, 2.8, 2.2, 1.0)
_UPGRADE = 3.0


def best_suggestion(board: Board, seat: Seat, seconds: float) -> Suggestion:
    """A good plan, and how sure it is that no other is better."""
    options = board.table.options
    prices, aim = MONEY_ALONE, tr("money alone counts now")
    if board.round < options.rounds:
        upgrades = dict.fromkeys(options.deck.companies, _UPGRADE)
        prices, aim = Prices(_PRICES, upgrades), tr("leftovers valued for later rounds")
    found = best_plan(board, seat, prices, seconds=seconds)
    gain = gain_text(board.players[seat].stock, found.player.stock) or tr("no change")
    sure = tr("no plan is better") if found.is_best else tr("the best found in the time")
    return Suggestion(found.plan, f"{gain}; {sure}, {aim}")
