"""
What others change in the accounts of a database that referees share: new players, tokens, bans.

Commands on PostgreSQL work beside the referees there, and each referee changes accounts for all. All of it
is in the audit log; so every referee reads on there, and reads each player again who is named.
"""

import asyncio
from contextlib import suppress
from typing import Final

from bessemer.accounts.audit import ACCOUNT_ACTIONS, INVITATION_ACTIONS, NO_LADDER, AuditLog
from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.invitations import Invitations
from bessemer.matches.durable.store import StoreError
from bessemer.rpc.access.revocation import Revocation
from bessemer.runtime.threads import finished

_SECONDS: Final = 1.0
"""The longest time until a change holds."""
_AT_ONCE: Final = 1000
_OVERLAP: Final = 100
"""So many entries are read again: one with a smaller number may be committed later."""


class AccountWatch:
    """Keeps a directory of players as the database has it."""

    def __init__(
        self,
        audit: AuditLog,
        directory: PlayerDirectory,
        invitations: Invitations,
        revocation: Revocation,
    ) -> None:
        self._audit = audit
        self._directory = directory
        self._invitations = invitations
        self._revocation = revocation
        self._seen: set[int] = set()
        self._last = 0

    def begin(self) -> None:
        """Before the directory is loaded: what is in the log now need not be read again. Blocking."""
        newest = self._audit.page(_OVERLAP, ladder=NO_LADDER)
        self._seen = {number for number, _ in newest}
        self._last = max(self._seen, default=0)

    async def run(self) -> None:
        """Follow the log, for ever."""
        while True:
            await asyncio.sleep(_SECONDS)
            # A database that is away is logged elsewhere; what was missed is read later.
            with suppress(StoreError):
                await finished(self.refresh())

    async def refresh(self) -> None:
        """
        Read what is new.

        Raises:
            StoreError: the database cannot be read.
        """
        after = max(0, self._last - _OVERLAP)
        found = await asyncio.to_thread(self._audit.after, after, _AT_ONCE)
        for number, entry in found:
            if number not in self._seen and entry.action in ACCOUNT_ACTIONS:
                await self._learn(entry.subject)
            if number not in self._seen and entry.action in INVITATION_ACTIONS:
                await self._invitations.read_again(entry.subject)
            self._seen.add(number)
            self._last = max(self._last, number)
        self._seen = {number for number in self._seen if number > self._last - _OVERLAP}

    async def _learn(self, subject: str) -> None:
        """A player, or the player of a token, has changed."""
        stored = self._directory.find(subject)
        name = subject if stored is None else stored.caller.name
        for caller in await self._directory.read_again(name):
            self._revocation.end_revoked(caller)
        if self._directory.is_deleted(name):
            self._revocation.end_deleted(name)
        elif self._directory.is_banned(name):
            self._revocation.end_banned(name)
