"""
What a dead referee had continues at one that lives.

Every second each referee looks whether another one has left matches or ladders that it plays too. It takes
them over in the database, plays the matches from their journals, and only then opens the lobbies, so that
nobody is given a match beside one that continues.
"""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from bessemer.ladder.lobby.lobbies import Lobbies
from bessemer.matches.durable.recovery import recover
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import SavedMatch
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.sharing.vouchers import Vouchers
from bessemer.runtime.threads import finished
from bessemer.storage.database.lock import DatabaseInUse
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.sharing import SqlSharing, TakenOver

_SECONDS: Final = 1.0


class Succession:
    """Looks after the other referees on a database, and after our own place among them."""

    def __init__(
        self,
        sharing: SqlSharing,
        store: SqlStore,
        registry: MatchRegistry,
        creator: MatchCreator,
        vouchers: Vouchers,
        stop: Callable[[], None],
    ) -> None:
        """`stop` is called when another referee has taken over what we had."""
        self._sharing = sharing
        self._store = store
        self._registry = registry
        self._creator = creator
        self._vouchers = vouchers
        self._stop = stop
        self._log = structlog.get_logger()

    async def run(self, lobbies: Lobbies, renew_lock: Callable[[], None]) -> None:
        """Look, for ever; `renew_lock` takes our lock again if the database was away."""
        while True:
            await asyncio.sleep(_SECONDS)
            try:
                await finished(self.look(lobbies, renew_lock))
            except (TakenOver, DatabaseInUse) as error:
                self._log.error("referee was taken over", why=str(error))
                self._stop()
                return
            except StoreError:
                pass  # it is logged elsewhere; what was missed is done later

    async def look(self, lobbies: Lobbies, renew_lock: Callable[[], None]) -> None:
        """
        Look once.

        Raises:
            TakenOver, DatabaseInUse: another referee has our place.
            StoreError: the database does not answer.
        """
        taken = await asyncio.to_thread(self._taken, lobbies.wanted, renew_lock)
        if taken:
            self._continue(taken, lobbies)
        if not self._registry.is_draining:
            await lobbies.open_new()

    def _taken(
        self, ladders: tuple[str, ...] | None, renew_lock: Callable[[], None]
    ) -> list[SavedMatch]:
        renew_lock()
        self._sharing.check()
        self._vouchers.peers = self._sharing.peers()
        return [] if self._registry.is_draining else self._sharing.take_over(ladders)

    def _continue(self, taken: list[SavedMatch], lobbies: Lobbies) -> None:
        registry = self._registry
        registry.open_blocks.restore(self._store.block_mixes(), self._store.spent_setups())
        recover(registry, taken)
        here = [registry.matches[one.spec.match_id] for one in taken if _is_in(registry, one)]
        for match in here:
            self._creator.remember(match)
        lobbies.take_up(here)


def _is_in(registry: MatchRegistry, saved: SavedMatch) -> bool:
    return saved.spec.match_id in registry.matches
