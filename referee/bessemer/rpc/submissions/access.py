"""Who may read and change which submission; what organisers do with others' is in the audit log."""

import asyncio
from collections.abc import Callable

from bessemer.accounts.audit import NO_LADDER, AuditEntry, AuditQueue
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import NotAllowed, SubmissionNotFound
from bessemer.storage.submissions.submission_store import SubmissionStore
from bessemer.submissions.gate import SubmissionGate
from bessemer.submissions.records import Submission


class SubmissionAccess:
    """Finds submissions for those who may see them: to all others there are none."""

    def __init__(
        self,
        store: SubmissionStore,
        gate: SubmissionGate,
        audit: AuditQueue,
        wall: Callable[[], float],
    ) -> None:
        self.gate = gate
        self._store = store
        self._audit = audit
        self._wall = wall

    async def readable(self, number: int, caller: Caller, action: str = "") -> Submission:
        """
        A submission that a caller may read; with an `action`, an organiser's look is in the audit log.

        Raises:
            SubmissionNotFound: there is none, or it is somebody else's.
        """
        found = await asyncio.to_thread(self._store.get, number)
        if caller.role is Role.WORKER:
            return found
        if await self.owner_of(caller) == found.player:
            return found
        if caller.role is not Role.ORGANISER:
            raise SubmissionNotFound(
                f"there is no submission {number} of yours", field="submission_id"
            )
        if action:
            self._audit.note(caller.signature, action, _subject(found), "")
        return found

    async def changeable(self, number: int, caller: Caller) -> Submission:
        """
        A submission that a caller may change now.

        Raises:
            SubmissionNotFound: there is none, or it is somebody else's.
            SubmissionsClosed: the deadline has passed.
        """
        if caller.role is Role.WORKER:
            raise NotAllowed("a worker builds submissions and changes none")
        found = await self.readable(number, caller)
        await asyncio.to_thread(self.gate.admit_change, found.player, found.game, caller)
        return found

    async def owner_of(self, caller: Caller) -> str:
        """
        The player for whom a caller hands in.

        Raises:
            NotAllowed: for nobody.
        """
        return await asyncio.to_thread(self.gate.owner_of, caller)

    def entry(
        self, caller: Caller, action: str, subject: Submission | str, player: str, reason: str
    ) -> AuditEntry | None:
        """What an organiser does to a submission of somebody else, for the audit log."""
        if caller.role is not Role.ORGANISER or caller.name == player:
            return None
        what = subject if isinstance(subject, str) else _subject(subject)
        return AuditEntry(self._wall(), caller.signature, NO_LADDER, action, what, reason)


def require_worker(caller: Caller) -> None:
    """
    Refuse a caller that is neither a worker nor an organiser.

    Raises:
        NotAllowed: saying what is needed.
    """
    if caller.role not in (Role.WORKER, Role.ORGANISER):
        raise NotAllowed(f"this needs the token of a worker, and yours is that of a {caller.role}")


def _subject(one: Submission) -> str:
    return f"submission {one.number} of {one.player}"
