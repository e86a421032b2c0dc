"""The names that bots of every game need; `bessemer.furnace`, `.brass` and `.alchemicus` have them."""

from bessemer.engine.choices import Choice, Thing, Word
from bessemer.engine.drafts import Draft
from bessemer.engine.errors import IllegalMove, NotOffered
from bessemer.engine.game import Seat
from bessemer.sdk.bot import MatchEnd, MatchStart, run
from bessemer.sdk.view import UNLIMITED

__all__ = [
    "UNLIMITED",
    "Choice",
    "Draft",
    "IllegalMove",
    "MatchEnd",
    "MatchStart",
    "NotOffered",
    "Seat",
    "Thing",
    "Word",
    "run",
]
