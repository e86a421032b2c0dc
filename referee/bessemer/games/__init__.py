"""
The rules of the games: pure functions on frozen values, and nothing else.

    from bessemer.games import GAMES, Chance

    furnace = GAMES["furnace"]
    state = furnace.setup(furnace.options({}), 3, Chance(b"any seed"))

`Game` says what every game promises. A game is imported when `GAMES` is first asked for it.
"""

# `bessemer.engine` puts machine code in the place of the sources before any of them is imported.
from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.errors import BadOption, GameError, IllegalMove, MalformedMove
from bessemer.engine.game import Decision, Game, Option, Outcome, Seat

__all__ = [
    "GAMES",
    "AnyGame",
    "BadOption",
    "Chance",
    "Decision",
    "Game",
    "GameError",
    "IllegalMove",
    "MalformedMove",
    "Option",
    "Outcome",
    "Seat",
]
