"""
Brass for bot authors: all that a bot of Brass needs.

    from bessemer.brass import Bot, Move, View, run

    class MyBot(Bot):
        def action(self, view: View) -> Move:
            return next(view.legal_loans(), view.default_move())

    if __name__ == "__main__":
        run(MyBot)

A bot is a subclass of `Bot` with a method for each kind of decision; those that it leaves out do as
little as may be. Each gets a `View` and returns a move: `action` an `Action` (`Build`, `Canal`,
`Rails`, `Develop`, `Sell`, `Loan` or `Pass`), `sale` a `Sell` or `Stop`, `shortfall` a `Remove`.
`BRASS` are the rules, for bots that search. gRPC is not imported before `run` is called.
"""

# ruff: noqa: F403, F405 - `__all__` says what is public

from bessemer.games.brass.board.figures import INDUSTRIES, TileKind
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.moves import *
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, Hand, Phase, State
from bessemer.sdk import every_game
from bessemer.sdk.brass import BrassBot as Bot
from bessemer.sdk.brass import BrassView as View
from bessemer.sdk.brass_table import Player, Tile
from bessemer.sdk.every_game import *

__all__ = [
    "BRASS",
    "DISTANT",
    "INDUSTRIES",
    "MARKET",
    "Action",
    "Board",
    "Bot",
    "Build",
    "Canal",
    "Develop",
    "Development",
    "Era",
    "Hand",
    "Loan",
    "Move",
    "Pass",
    "Phase",
    "Player",
    "Rail",
    "Rails",
    "Remove",
    "Sell",
    "State",
    "Stop",
    "Tile",
    "TileKind",
    "View",
]
__all__ += every_game.__all__
