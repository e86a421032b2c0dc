"""The audit log: what was done to ladders, players, tokens and certificates, by whom and why."""

from typing import Final, NamedTuple, Protocol

ACCOUNT_ACTIONS: Final = frozenset(
    {"create player", "ban player", "unban player", "create token", "revoke token"}
)
"""Actions that change accounts. Their subject is the player, or the token that is revoked."""

NO_LADDER: Final = ""
"""The ladder of an entry that is not about one."""


class AuditEntry(NamedTuple):
    """Something that an organiser or the referee did."""

    time: float
    who: str
    ladder: str
    action: str
    subject: str
    reason: str


class AuditLog(Protocol):
    """
    The log. Blocking: called from threads, never from the event loop.

    `bessemer.storage` implements it. Each method may raise `StoreError`.
    """

    def add(self, *entries: AuditEntry) -> None:
        """Write entries about what is not in the database itself."""

    def after(self, number: int, limit: int) -> list[tuple[int, AuditEntry]]:
        """At most `limit` entries about no ladder with numbers above that one, the oldest first."""

    def page(
        self, limit: int, before: int = 0, ladder: str | None = None
    ) -> list[tuple[int, AuditEntry]]:
        """
        At most `limit` entries with their numbers, the newest first.

        Args:
            limit: how many.
            before: only those with a smaller number; 0 for the newest.
            ladder: only those of this ladder; `None` for all.
        """
