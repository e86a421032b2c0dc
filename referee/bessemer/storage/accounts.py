"""Players and their tokens in the database."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Row,
    RowMapping,
    Select,
    Text,
    delete,
    func,
    or_,
    select,
    type_coerce,
    update,
)

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.accounts.records import NewAccount, PlayerRecord, TokenHash, TokenRecord
from bessemer.accounts.roles import Role
from bessemer.errors import AlreadyExists, PlayerNotFound
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import disqualified, matches, players, tokens
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.inserts import insert_new
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.submissions.submission_store import forget_submissions

_TOKENS: Final = select(
    tokens.c.token_id,
    tokens.c.name,
    players.c.role,
    tokens.c.hash,
    tokens.c.revoked,
    tokens.c.created,
    tokens.c.member,
).join_from(tokens, players)


_PLAYERS: Final = select(players).where(players.c.deleted.is_(None))


class SqlAccounts:
    """The `AccountStore` of `bessemer.accounts.store`, in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add_player(
        self,
        name: str,
        role: Role,
        created: float,
        author: str = "",
        *,
        is_person: bool = False,
    ) -> None:
        role = Role(role)
        with self._database.writing() as connection:
            add_player_row(connection, name, role, created, author, is_person=is_person)

    def add_accounts(self, accounts: Sequence[NewAccount], created: float, by: str) -> None:
        with self._database.writing() as connection:
            for index, (name, role, author, token, is_person, member) in enumerate(accounts):
                try:
                    add_player_row(connection, name, role, created, author, is_person=is_person)
                except AlreadyExists as error:
                    error.field = f"players[{index}].name"
                    raise
                add_token_row(connection, name, token, created, member)
                _note(connection, created, by, "create player", name, f"role {role.value}")

    def set_banned(self, name: str, banned: str | None, now: float, by: str, reason: str) -> None:
        with self._database.writing() as connection:
            if not is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name[:80]!r}", field="name")
            query = update(players).where(players.c.name == name)
            connection.execute(query.values(banned=banned))
            action = "unban player" if banned is None else "ban player"
            _note(connection, now, by, action, name, reason)

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
        said = {"author": author, "person": is_person}
        values = {what: value for what, value in said.items() if value is not None}
        with self._database.writing() as connection:
            if not is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name[:80]!r}", field="name")
            connection.execute(update(players).where(players.c.name == name).values(**values))
            changes = [f"author {author or 'nobody'}"] if author is not None else []
            if is_person is not None:
                changes.append("a person" if is_person else "a bot")
            _note(connection, now, by, "set player", name, f"{', '.join(changes)}: {reason}")

    def delete_player(self, name: str, now: float, by: str, reason: str) -> bool:
        with self._database.writing() as connection:
            if not is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name[:80]!r}", field="name")
            connection.execute(delete(tokens).where(tokens.c.name == name))
            forget_submissions(connection, name)
            is_kept = connection.scalar(_matches_of(name).limit(1)) is not None
            its_row = players.c.name == name
            if is_kept:
                forgotten = {"deleted": now, "author": "", "banned": None}
                connection.execute(update(players).where(its_row).values(**forgotten))
            else:
                connection.execute(delete(players).where(its_row))
            played_on = _matches_of(name).with_only_columns(matches.c.ladder).distinct()
            for ladder in connection.scalars(played_on.where(matches.c.ladder != "")).all():
                row = {
                    "ladder": ladder,
                    "player": name,
                    "time": now,
                    "reason": f"deleted: {reason}",
                }
                insert_new(connection, disqualified, row)
                # By this entry referees and standings notice.
                note(connection, AuditEntry(now, by, ladder, "remove", name, f"deleted: {reason}"))
            _note(connection, now, by, "delete player", name, reason)
        return is_kept

    def deleted(self) -> list[str]:
        query = select(players.c.name).where(players.c.deleted.is_not(None))
        with self._database.reading() as connection:
            return list(connection.scalars(query))

    def players(self, limit: int, after_name: str = "") -> list[PlayerRecord]:
        if not can_be_stored(after_name):
            return []
        query = _PLAYERS.where(players.c.name > after_name).order_by(players.c.name)
        with self._database.reading() as connection:
            found = connection.execute(query.limit(limit)).all()
        return [_stored_player(row) for row in found]

    def player(self, name: str) -> PlayerRecord | None:
        if not can_be_stored(name):
            return None
        with self._database.reading() as connection:
            found = connection.execute(_PLAYERS.where(players.c.name == name)).one_or_none()
        return None if found is None else _stored_player(found)

    def add_token(
        self,
        name: str,
        token_id: str,
        token_hash: bytes,
        created: float,
        by: str = "",
        member: str = "",
    ) -> None:
        with self._database.writing() as connection:
            if not is_player(connection, name):
                raise PlayerNotFound(f"there is no player {name}")
            add_token_row(connection, name, TokenHash(token_id, token_hash), created, member)
            said = f"token {token_id} of {member}" if member else f"token {token_id}"
            _note(connection, created, by, "create token", name, said)

    def tokens(self, name: str) -> list[TokenRecord]:
        if not can_be_stored(name):
            return []
        query = _TOKENS.where(tokens.c.name == name).order_by(tokens.c.created, tokens.c.token_id)
        with self._database.reading() as connection:
            found = connection.execute(query).mappings().all()
        return [_stored_token(row) for row in found]

    def revoke_token(self, token_id: str, now: float = 0.0, by: str = "") -> bool:
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


def add_player_row(
    connection: Connection,
    name: str,
    role: Role,
    created: float,
    author: str,
    *,
    is_person: bool,
) -> None:
    """
    Write the row of a new player.

    Raises:
        AlreadyExists: the name is in use, or was.
    """
    alike = select(players.c.name, players.c.deleted).where(
        func.lower(players.c.name) == name.lower()
    )
    found = connection.execute(alike.limit(1)).one_or_none()
    if found is not None and found.deleted is not None:
        raise AlreadyExists(
            f"the player {found.name} was deleted, and past matches keep the name: choose another one",
            field="name",
        )
    taken = connection.execute(alike.where(players.c.name != name).limit(1)).scalar()
    if taken is not None:
        raise AlreadyExists(
            f"there is a player {taken} already, which differs from {name} in capital letters only: "
            "choose another name",
            field="name",
        )
    row = {
        "name": name,
        "role": role.value,
        "created": created,
        "author": author,
        "person": is_person,
    }
    if not insert_new(connection, players, row):
        raise AlreadyExists(f"there is a player {name} already: choose another name", field="name")


def add_token_row(
    connection: Connection, name: str, token: TokenHash, created: float, member: str = ""
) -> None:
    """
    Write the row of a new token.

    Raises:
        AlreadyExists: its id is in use.
    """
    row = {**token._asdict(), "name": name, "created": created, "revoked": False, "member": member}
    if not insert_new(connection, tokens, row):
        raise AlreadyExists(f"there is a token {token.token_id} already")


def is_player(connection: Connection, name: str) -> bool:
    """Whether somebody has this name."""
    query = _PLAYERS.with_only_columns(players.c.name).where(players.c.name == name)
    return can_be_stored(name) and connection.scalar(query) is not None


def _matches_of(name: str) -> Select[Any]:
    """The matches that have a name: as a player, with any version, or as the creator."""
    seated = [
        type_coerce(column, Text).contains(begun, autoescape=True)
        for column in (matches.c.players, matches.c.reserved)
        for begun in (f'"{name}"', f'"{name}:')
    ]
    return select(matches.c.match_id).where(or_(matches.c.creator == name, *seated))


def _stored_player(row: Row[Any]) -> PlayerRecord:
    return PlayerRecord(row.name, Role(row.role), row.created, row.author, row.banned, row.person)


def _stored_token(row: RowMapping) -> TokenRecord:
    return TokenRecord(**{**row, "role": Role(row["role"])})
