"""Invitations in the database: whoever registers by one does so in the transaction that counts its use."""

from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.accounts.invitations import MOST_MEMBERS, Invitation, NewMember
from bessemer.accounts.roles import Role
from bessemer.errors import AlreadyExists, BadRequest, PlayerNotFound
from bessemer.storage.accounts import add_player_row, add_token_row, is_player
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import invitations, players, tokens
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.match_store import SqlStore


class SqlInvitations:
    """The `InvitationStore` of `bessemer.accounts.invitations`, in the database of a store."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def add(self, invitation: Invitation) -> None:
        with self._database.writing() as connection:
            if invitation.team and not is_player(connection, invitation.team):
                raise PlayerNotFound(f"there is no team {invitation.team[:80]!r}", field="team")
            connection.execute(insert(invitations).values(**invitation._asdict()))
            whom = f"to {invitation.team}" if invitation.team else "for new teams"
            said = f"{whom}, {invitation.most} uses"
            entry = AuditEntry(
                invitation.created,
                invitation.creator,
                NO_LADDER,
                "create invitation",
                invitation.token_id,
                said,
            )
            note(connection, entry)

    def invitation(self, token_id: str) -> Invitation | None:
        if not can_be_stored(token_id):
            return None
        with self._database.reading() as connection:
            return _found(connection, token_id)

    def page(self, limit: int, before: str = "", team: str | None = None) -> list[Invitation]:
        query = select(invitations).order_by(
            invitations.c.created.desc(), invitations.c.token_id.desc()
        )
        if team is not None:
            query = query.where(invitations.c.team == team)
        with self._database.reading() as connection:
            if before:
                last = _found(connection, before) if can_be_stored(before) else None
                if last is None:
                    return []
                created, token_id = invitations.c.created, invitations.c.token_id
                same_time = and_(created == last.created, token_id < last.token_id)
                query = query.where(or_(created < last.created, same_time))
            return [_invitation(row) for row in connection.execute(query.limit(limit))]

    def revoke(self, token_id: str, now: float, by: str) -> bool:
        if not can_be_stored(token_id):
            return False
        with self._database.writing() as connection:
            changed = connection.execute(
                update(invitations)
                .where(invitations.c.token_id == token_id, invitations.c.revoked.is_(False))
                .values(revoked=True)
            )
            if changed.rowcount:
                note(connection, AuditEntry(now, by, NO_LADDER, "revoke invitation", token_id, ""))
                return True
            return _found(connection, token_id) is not None

    def use(self, token_id: str, member: NewMember, now: float) -> None:
        team, name, token = member
        with self._database.writing() as connection:
            # First of all: of two at once the second waits here, and sees what the first has done.
            counted = (
                update(invitations)
                .where(invitations.c.token_id == token_id)
                .values(uses=invitations.c.uses + 1)
            )
            connection.execute(counted)
            found = _found(connection, token_id)
            if found is None:
                raise PlayerNotFound("there is no such invitation")
            found._replace(uses=found.uses - 1).check(now)
            by = f"{name} (invitation {token_id})"
            if found.team:
                self._check_room(connection, team, name)
            else:
                add_player_row(connection, team, Role.PLAYER, now, "", is_person=False)
                entry = AuditEntry(now, by, NO_LADDER, "create player", team, "role player")
                note(connection, entry)
            add_token_row(connection, team, token, now, name)
            said = f"token {token.token_id} of {name}"
            note(connection, AuditEntry(now, by, NO_LADDER, "create token", team, said))

    @staticmethod
    def _check_room(connection: Connection, team: str, member: str) -> None:
        # The row of the team is locked: two of one name at once must see each other.
        locked = select(players.c.name).where(players.c.name == team).with_for_update()
        if connection.scalar(locked) is None or not is_player(connection, team):
            raise PlayerNotFound(f"there is no team {team[:80]!r}: it was deleted")
        there = select(tokens.c.member).where(
            tokens.c.name == team, tokens.c.revoked.is_(False), tokens.c.member != ""
        )
        known = [str(one) for one in connection.scalars(there)]
        if member.lower() in (one.lower() for one in known):
            raise AlreadyExists(f"there is a member {member} in {team} already", field="member")
        if len(known) >= MOST_MEMBERS:
            raise BadRequest(f"{team} has {MOST_MEMBERS} members, the most there can be")


def _found(connection: Connection, token_id: str) -> Invitation | None:
    query = select(invitations).where(invitations.c.token_id == token_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _invitation(row)


def _invitation(row: Row[tuple[object, ...]]) -> Invitation:
    return Invitation(**row._mapping)  # noqa: SLF001 - SQLAlchemy's own name for it
