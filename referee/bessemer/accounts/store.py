"""The database behind accounts. `bessemer.storage` implements it."""

from collections.abc import Sequence
from typing import Protocol

from bessemer.accounts.records import NewAccount, PlayerRecord, TokenRecord
from bessemer.accounts.roles import Role


class AccountStore(Protocol):
    """
    The players and their tokens. Blocking: called from threads, never from the event loop.

    Each method may raise `StoreError`. `by` says who does it, for the audit log.
    """

    def add_player(
        self,
        name: str,
        role: Role,
        created: float,
        author: str = "",
        *,
        is_person: bool = False,
    ) -> None:
        """
        Register a player of this referee's own, who has no token yet; not in the audit log.

        Raises:
            AlreadyExists: the name is in use.
        """

    def add_accounts(self, accounts: Sequence[NewAccount], created: float, by: str) -> None:
        """
        Register all these players with their first tokens, or none of them.

        Raises:
            AlreadyExists: a name is in use; the field says whose.
        """

    def set_banned(self, name: str, banned: str | None, now: float, by: str, reason: str) -> None:
        """
        Refuse a player's tokens from now on, for the reason `banned`; with `None`, accept them again.

        Raises:
            PlayerNotFound: nobody has this name.
        """

    def set_player(
        self,
        name: str,
        now: float,
        by: str,
        reason: str,
        *,
        author: str | None,
        is_person: bool | None,
    ) -> None:
        """
        Correct what was said of a player; `None` leaves it as it is.

        Raises:
            PlayerNotFound: nobody has this name.
        """

    def delete_player(self, name: str, now: float, by: str, reason: str) -> bool:
        """
        Delete a player with its tokens; whether its name is kept, because matches have it.

        A name that is kept belongs to nobody again. Its player is disqualified on all ladders where
        it has played; its matches count for the others as before.

        Raises:
            PlayerNotFound: nobody has this name.
        """

    def deleted(self) -> list[str]:
        """The names of deleted players that are kept."""

    def players(self, limit: int, after_name: str = "") -> list[PlayerRecord]:
        """At most `limit` players by name, those after `after_name`; "" for the first."""

    def player(self, name: str) -> PlayerRecord | None:
        """The player of this name."""

    def add_token(
        self,
        name: str,
        token_id: str,
        token_hash: bytes,
        created: float,
        by: str = "",
        member: str = "",
    ) -> None:
        """
        Give the player, or a member of the team, a token; in the audit log if `by` is given.

        Raises:
            PlayerNotFound: nobody has this name.
            AlreadyExists: the token's id is in use.
        """

    def tokens(self, name: str) -> list[TokenRecord]:
        """The player's tokens, the oldest first, including revoked ones."""

    def revoke_token(self, token_id: str, now: float = 0.0, by: str = "") -> bool:
        """Make a token worthless for ever; whether there is such a token."""
