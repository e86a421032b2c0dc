"""
What spectators saw at every turn of a match, also of turns that are long past.

A match keeps only its present state. From the seed and the published moves all earlier ones follow, in
the order of their turns, as in a replay; so a spectator who comes late sees the whole match, and sees
it as the replay will show it. Kept once for all who ask.
"""

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import Final

from bessemer.matches.history import states
from bessemer.matches.match import Match
from bessemer.wire.wire import wire_of

_AT_ONCE: Final = 16
"""So many moves are played again before others have their turn."""


class ViewHistory:
    """The views of one match that has been set up, encoded."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._writer = wire_of(match.spec.game).view_writer()
        self._states = states(match)
        self._views: list[bytes] = []
        self._growing = asyncio.Lock()

    async def between(self, known: int, played: int) -> Sequence[bytes]:
        """The views after the first `known` moves up to those after the first `played` ones."""
        async with self._growing:
            while len(self._views) <= played:
                more = min(_AT_ONCE, played + 1 - len(self._views))
                view, following = self._match.game.view, islice(self._states, more)
                self._views += [self._writer.write(view(state, None)) for state in following]
                await asyncio.sleep(0)
        return self._views[known : played + 1]
