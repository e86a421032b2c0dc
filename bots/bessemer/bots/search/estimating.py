"""The worth of each move of a position that deserves a look, with its uncertainty, in any game."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from bessemer.bots.search.budget import Tries
from bessemer.bots.search.guide import AnyMove, SearchCandidate
from bessemer.bots.search.kernel import Estimate, MoveSearch
from bessemer.sdk.view import AnyView

_LISTED: Final = 8
"""The legal moves that are compared where a bot has no candidates of its own."""


class SearchingBot(Protocol):
    """A bot that plays by the kernel: `SearchBot` of Brass or Alchemicus."""

    def search(self, view: Any) -> MoveSearch:  # noqa: ANN401 - the game's
        """The search of this match."""

    def candidates(self, view: Any) -> list[SearchCandidate]:  # noqa: ANN401
        """The moves that deserve a search, the most promising first; nothing if it has no idea."""


def estimates(
    bot: SearchingBot, view: AnyView, tries: int, *, width: int = 6, also: Sequence[AnyMove] = ()
) -> list[Estimate]:
    """
    What the best `width` candidates, and the moves of `also`, are worth to the seat of `view`.

    The best first, all after so many tries on the same luck. Name the move that was played in `also`.
    """
    known = bot.candidates(view)[:width]
    if not known:
        known = [SearchCandidate(move, 0.0) for move in view.legal_moves(_LISTED)]
    least = min(candidate.gain for candidate in known)
    moves = [candidate.move for candidate in known]
    known += [SearchCandidate(move, least) for move in also if move not in moves]
    return bot.search(view).estimates(view.imagine, view.seat, known, Tries(tries))
