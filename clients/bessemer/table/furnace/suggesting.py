"""What a program would do: the exact planner for production, a shipped bot for the rest."""

from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, Prices
from bessemer.faces.furnace.labels import gain_text
from bessemer.faces.language import tr
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Board, Phase, View
from bessemer.table.answers.drafts import Suggestion
from bessemer.table.suggestion import bot_suggestion

_ADVISER = "planner"
# Before the last round what is left over has a use: about what the cards sell it for.
_PRICES = (0.8, 1.4, 2.8, 2.2, 1.0)
_UPGRADE = 3.0


def suggest(view: View, seconds: float) -> Suggestion:
    """A good move for the view's seat, and a word about it."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    board, seat = view.board, view.seat
    if board.phase is Phase.PLAN:
        found = best_plan(board, seat, _prices(board), seconds=seconds)
        gain = gain_text(board.players[seat].stock, found.player.stock) or tr("no change")
        sure = tr("no plan is better") if found.is_best else tr("the best found in the time")
        if _is_last(board):
            aim = tr("money alone counts now")
        else:
            aim = tr("leftovers valued for later rounds")
        return Suggestion(found.plan, f"{gain}; {sure}, {aim}")
    return bot_suggestion(FURNACE.name, view, seconds, _ADVISER)


def _prices(board: Board) -> Prices:
    if _is_last(board):
        return MONEY_ALONE
    upgrades = dict.fromkeys(board.table.options.deck.companies, _UPGRADE)
    return Prices(_PRICES, upgrades)


def _is_last(board: Board) -> bool:
    return board.round == board.table.options.rounds
