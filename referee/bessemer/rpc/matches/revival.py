"""
Matches that only the store remembers, played again for those who still ask after them.

That costs as much as a few hundred calls, so it is paid for as reading is, and what was revived last
is kept.
"""

import asyncio
from collections import OrderedDict
from typing import Final

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.matches.durable.recovery import revive
from bessemer.matches.durable.store import Store
from bessemer.matches.match import Match
from bessemer.matches.records import SavedMatch
from bessemer.replays.reader import read_replay
from bessemer.rpc.limits.quotas import Quotas
from bessemer.rpc.limits.reading import PART
from bessemer.rpc.play.feed import MatchFeeds

_MOST_KEPT: Final = 16
_MOVES: Final = 4
"""To play so many again costs as much as a request."""


class Revivals:
    """Revives matches, one at a time."""

    def __init__(self, store: Store, quotas: Quotas, feeds: MatchFeeds) -> None:
        """`feeds` keeps what was encoded of a match until the match is dropped."""
        self._feeds = feeds
        self._store = store
        self._quotas = quotas
        self._kept: OrderedDict[str, Match] = OrderedDict()
        self._turn = asyncio.Lock()

    async def of(self, saved: SavedMatch, caller: Caller) -> Match | None:
        """
        A match that has ended, as it was at its end; `None` if these rules cannot play it again.

        Raises:
            TooManyRequests: others read, and the caller has nothing left of its own.
        """
        match_id = saved.spec.match_id
        if (known := self._kept.get(match_id)) is not None:
            self._kept.move_to_end(match_id)
            return known
        is_organiser = caller.role is Role.ORGANISER
        bill = None if is_organiser else self._quotas.reading.take(caller.account)
        async with self._turn:
            if (known := self._kept.get(match_id)) is not None:
                return known
            match = await asyncio.to_thread(self._revived, saved)
        if match is not None:
            self._kept[match_id] = match
            self._feeds.keep(match)
            while len(self._kept) > _MOST_KEPT:
                self._feeds.match_forgotten(self._kept.popitem(last=False)[1])
            if bill is not None:
                bill.add(PART * len(match.played) // _MOVES)
        return match

    def _revived(self, saved: SavedMatch) -> Match | None:
        if saved.started is None:
            return revive(saved, ())
        replay = self._store.replay(saved.spec.match_id)
        try:
            return None if replay is None else revive(saved, read_replay(replay).records)
        except ValueError:
            return None
