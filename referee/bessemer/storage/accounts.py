"""Who is registered, and with which tokens. Secrets are not kept: only their hashes."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, RowMapping, select, update

from bessemer.errors import AlreadyExists, PlayerNotFound
from bessemer.ladder.ladder import AuditEntry
from bessemer.storage.audit_log import NO_LADDER, note
from bessemer.storage.database.schema import players, tokens
from bessemer.storage.matches.inserts import insert_new
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.rows import can_be_stored

ACCOUNT_ACTIONS: Final = frozenset(
    {"create player", "ban player", "unban player", "create token", "revoke token"}
)
"""In the audit log: what changes accounts. The subject is the player, or the token that is revoked."""


class Role(StrEnum):
    """What a token lets its owner do."""

    SPECTATOR = "spectator"
    """Watch."""
    PLAYER = "player"
    """Watch, create matches, play."""
    ORGANISER = "organiser"
    """Everything."""


class StoredPlayer(NamedTuple):
    """A registered player."""

    name: str
    role: Role
    created: float
    author: str = ""
    """Who wrote it; "" if nobody said."""
    banned: str | None = None
    """Why its tokens are refused; `None` if they are not."""
    is_person: bool = False
    """Whether it is a person, who has a person's clock on ladders."""


class TokenHash(NamedTuple):
    """What is kept of a new token."""

    token_id: str
    hash: bytes


class NewAccount(NamedTuple):
    """A player to be registered, with its first token."""

    name: str
    role: Role
    author: str
    token: TokenHash
    is_person: bool = False


class StoredToken(NamedTuple):
    """A player's token, without its secret."""

    token_id: str
    name: str
    role: Role
    hash: bytes
    revoked: bool
    created: float


_TOKENS: Final = select(
    tokens.c.token_id,
    tokens.c.name,
    players.c.role,
    tokens.c.hash,
    tokens.c.revoked,
    tokens.c.created,
).join_from(tokens, players)


class Accounts:
    """
    The players and their tokens, in the database of a store. Blocking, as the store is.

    Each method may raise `StoreError`.
    """

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add_player(
        self,
        name: str,
        role: Role,
        created: float,
        author: str = "",
        token: TokenHash | None = None,
        by: str = "",
        *,
        is_person: bool = False,
    ) -> None:
        """
        Register a player, a bot perhaps of an author; with a token, and `by` whom, for the audit log.

        Raises:
            AlreadyExists: the name is in use.
        """
        role = Role(role)
        with self._database.writing() as connection:
            _add_player(connection, name, role, created, author, is_person=is_person)
            if token is not None:
                _add_token(connection, name, token, created)
            _note(connection, created, by, "create player", name, f"role {role.value}")

    def add_accounts(self, accounts: Sequence[NewAccount], created: float, by: str) -> None:
        """
        Register players with their first tokens: all of them, or nobody.

        Raises:
            AlreadyExists: a name is in use; the field says whose.
        """
        with self._database.writing() as connection:
            for index, (name, role, author, token, is_person) in enumerate(accounts):
                try:
                    _add_player(connection, name, role, created, author, is_person=is_person)
                except AlreadyExists as error:
                    error.field = f"players[{index}].name"
                    raise
                _add_token(connection, name, token, created)
                _note(connection, created, by, "create player", name, f"role {role.value}")

    def set_banned(self, name: str, banned: str | None, now: float, by: str, reason: str) -> None:
        """
        Refuse a player's tokens from now on, for the reason `banned`, or, with `None`, no more.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        with self._database.writing() as connection:
            if not _is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name[:80]!r}", field="name")
            query = update(players).where(players.c.name == name)
            connection.execute(query.values(banned=banned))
            action = "unban player" if banned is None else "ban player"
            _note(connection, now, by, action, name, reason)

    def players(self, limit: int, after_name: str = "") -> list[StoredPlayer]:
        """At most `limit` players by name, those after `after_name`; "" for the first."""
        if not can_be_stored(after_name):
            return []
        query = select(players).where(players.c.name > after_name).order_by(players.c.name)
        with self._database.reading() as connection:
            found = connection.execute(query.limit(limit)).all()
        return [_stored_player(row) for row in found]

    def player(self, name: str) -> StoredPlayer | None:
        """The player of this name."""
        if not can_be_stored(name):
            return None
        with self._database.reading() as connection:
            found = connection.execute(select(players).where(players.c.name == name)).one_or_none()
        return None if found is None else _stored_player(found)

    def add_token(
        self, name: str, token_id: str, token_hash: bytes, created: float, by: str = ""
    ) -> None:
        """
        Give the player a token; `by` whom, for the audit log.

        Raises:
            PlayerNotFound: nobody has this name.
            AlreadyExists: the token's id is in use.
        """
        with self._database.writing() as connection:
            if not _is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name}")
            _add_token(connection, name, TokenHash(token_id, token_hash), created)
            _note(connection, created, by, "create token", name, f"token {token_id}")

    def tokens(self, name: str) -> list[StoredToken]:
        """The player's tokens, the oldest first, the revoked too."""
        if not can_be_stored(name):
            return []
        query = _TOKENS.where(tokens.c.name == name).order_by(tokens.c.created, tokens.c.token_id)
        with self._database.reading() as connection:
            found = connection.execute(query).mappings().all()
        return [_stored_token(row) for row in found]

    def revoke_token(self, token_id: str, now: float = 0.0, by: str = "") -> bool:
        """Make a token worthless for ever; whether there is such a token. `by` is for the audit log."""
        if not can_be_stored(token_id):
            return False
        with self._database.writing() as connection:
            changed = connection.execute(
                update(tokens).where(tokens.c.token_id == token_id).values(revoked=True)
            )
            if changed.rowcount:
                _note(connection, now, by, "revoke token", token_id, "")
        return changed.rowcount > 0


def _note(
    connection: Connection, time: float, by: str, action: str, subject: str, reason: str
) -> None:
    """Put it into the audit log, unless nobody did it: a run that starts its own bots."""
    if by:
        note(connection, AuditEntry(time, by, NO_LADDER, action, subject, reason))


def _add_player(
    connection: Connection,
    name: str,
    role: Role,
    created: float,
    author: str,
    *,
    is_person: bool,
) -> None:
    row = {
        "name": name,
        "role": role.value,
        "created": created,
        "author": author,
        "person": is_person,
    }
    if not insert_new(connection, players, row):
        raise AlreadyExists(f"there is a player {name} already: choose another name", field="name")


def _add_token(connection: Connection, name: str, token: TokenHash, created: float) -> None:
    row = {**token._asdict(), "name": name, "created": created, "revoked": False}
    if not insert_new(connection, tokens, row):
        raise AlreadyExists(f"there is a token {token.token_id} already")


def _is_player(connection: Connection, name: str) -> bool:
    query = select(players.c.name).where(players.c.name == name)
    return can_be_stored(name) and connection.scalar(query) is not None


def _stored_player(row: Row[Any]) -> StoredPlayer:
    return StoredPlayer(row.name, Role(row.role), row.created, row.author, row.banned, row.person)


def _stored_token(row: RowMapping) -> StoredToken:
    return StoredToken(**{**row, "role": Role(row["role"])})
