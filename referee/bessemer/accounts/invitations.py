"""
Invitations: codes by which teams register themselves, and members of a team.

An invitation is a token that only registers. So a guess costs as much as with any other token, and the
same hash is kept. How often it was used is counted in the database; what every call asks is in memory.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.names import check_name
from bessemer.accounts.records import TokenHash
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller, NewToken, StoredToken, new_token
from bessemer.errors import BadRequest, NotAllowed, PlayerNotFound

MOST_MEMBERS: Final = 20
"""Of a team, who have tokens that are not revoked."""
MOST_USES: Final = 10_000
LONGEST_SECONDS: Final = 366 * 86400.0
_MOST_OPEN: Final = 20
"""Invitations to one team that can still be used."""
_PAGE: Final = 1000


class Invitation(NamedTuple):
    """An invitation as it is kept."""

    token_id: str
    hash: bytes
    team: str
    """The team whose members it registers; "" for one that registers new teams."""
    uses: int
    most: int
    """So often it can be used."""
    per_address: int
    """So many may register by it from one address in a day."""
    created: float
    expires: float
    revoked: bool
    creator: str
    """Who made it, as in the audit log."""

    def check(self, now: float) -> None:
        """
        Refuse one that registers nobody any longer.

        Raises:
            NotAllowed: saying why.
        """
        if self.revoked:
            raise NotAllowed("this invitation was revoked: ask the organiser for another one")
        if now >= self.expires:
            raise NotAllowed("this invitation has expired: ask the organiser for another one")
        if self.uses >= self.most:
            raise NotAllowed(
                f"this invitation is used up: it was for {self.most}; ask the organiser for another one"
            )


class NewMember(NamedTuple):
    """Somebody who registers by an invitation."""

    team: str
    member: str
    token: TokenHash


class InvitationStore(Protocol):
    """
    The invitations. Blocking: called from threads, never from the event loop.

    `bessemer.storage` implements it. Each method may raise `StoreError`.
    """

    def add(self, invitation: Invitation) -> None:
        """
        Keep a new one.

        Raises:
            PlayerNotFound: there is no such team.
        """

    def invitation(self, token_id: str) -> Invitation | None:
        """The invitation with this id."""

    def page(self, limit: int, before: str = "", team: str | None = None) -> list[Invitation]:
        """
        At most `limit` of them, the newest first.

        Args:
            limit: how many.
            before: only those older than the one with this id; "" for the newest.
            team: only those to this team; `None` for all.
        """

    def revoke(self, token_id: str, now: float, by: str) -> bool:
        """Let nobody else in by it; whether there is such an invitation."""

    def use(self, token_id: str, member: NewMember, now: float) -> None:
        """
        Register a member by an invitation, and its team if it is one to new teams.

        Raises:
            NotAllowed: the invitation registers nobody any longer.
            AlreadyExists: the name of the team, or of the member in it, is in use.
            BadRequest: the team has as many members as it may have.
            PlayerNotFound: there is no such team.
        """


class Invitations:
    """Makes invitations, knows their callers, and registers who comes by them."""

    def __init__(
        self,
        store: InvitationStore,
        directory: PlayerDirectory,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self._directory = directory
        self._wall = wall
        self._tokens: dict[str, StoredToken] = {}

    def load(self) -> None:
        """Read all that are there. Blocking: before the referee serves."""
        last = ""
        while found := self.store.page(_PAGE, last):
            for one in found:
                self._keep(one)
            last = found[-1].token_id

    def find(self, token_id: str) -> StoredToken | None:
        """The token of an invitation."""
        return self._tokens.get(token_id)

    async def read_again(self, token_id: str) -> None:
        """
        Read one that another referee may have changed.

        Raises:
            StoreError: the database cannot be read.
        """
        found = await asyncio.to_thread(self.store.invitation, token_id)
        if found is not None:
            self._keep(found)

    async def of(self, caller: Caller) -> Invitation:
        """
        The invitation with which somebody calls.

        Raises:
            NotAllowed: it is another token, or registers nobody any longer.
        """
        if not caller.is_invitation:
            raise NotAllowed("this needs an invitation as the token of the call")
        found = await asyncio.to_thread(self.store.invitation, caller.token_id)
        if found is None:
            raise NotAllowed("this invitation is gone: ask the organiser for another one")
        found.check(self._wall())
        return found

    async def create(
        self, by: str, team: str, most: int, per_address: int, expires: float
    ) -> tuple[NewToken, Invitation]:
        """
        A new invitation, and its code.

        Raises:
            BadRequest: it is for too many or too long, or the team has too many already.
            PlayerNotFound: there is no such team.
        """
        now = self._wall()
        if not 1 <= most <= MOST_USES:
            raise BadRequest(f"an invitation is for 1 to {MOST_USES} uses", field="max_uses")
        if not 1 <= per_address <= MOST_USES:
            raise BadRequest(f"per_address is 1 to {MOST_USES}", field="per_address")
        if not now < expires <= now + LONGEST_SECONDS:
            raise BadRequest(
                "an invitation ends in the future, and within a year", field="expire_time"
            )
        if team:
            there = await asyncio.to_thread(self.store.page, _PAGE, team=team)
            open_ones = [one for one in there if not one.revoked and one.expires > now]
            if sum(one.uses < one.most for one in open_ones) >= _MOST_OPEN:
                raise BadRequest(
                    f"there are {_MOST_OPEN} open invitations to {team}: revoke one", field="team"
                )
        code = new_token()
        invitation = Invitation(
            code.token_id,
            code.hash,
            team,
            uses=0,
            most=most,
            per_address=per_address,
            created=now,
            expires=expires,
            revoked=False,
            creator=by,
        )
        await asyncio.to_thread(self.store.add, invitation)
        self._keep(invitation)
        return code, invitation

    async def revoke(self, token_id: str, by: str) -> None:
        """
        Let nobody else in by it.

        Raises:
            PlayerNotFound: there is no such invitation.
        """
        if not await asyncio.to_thread(self.store.revoke, token_id, self._wall(), by):
            raise PlayerNotFound(f"there is no invitation {token_id[:80]!r}", field="invitation_id")
        self._tokens.pop(token_id, None)

    async def register(self, caller: Caller, team: str, member: str) -> tuple[str, NewToken]:
        """
        Register somebody by the invitation of the call; the team, and the member's token.

        Raises:
            NotAllowed, AlreadyExists, BadRequest: as of `InvitationStore.use`.
        """
        invitation = await self.of(caller)
        if invitation.team and team not in ("", invitation.team):
            raise NotAllowed(f"this invitation is to the team {invitation.team}", field="team")
        if not invitation.team:
            check_name(team, "team")
        check_name(member, "member")
        team, token = invitation.team or team, new_token()
        wanted = NewMember(team, member, TokenHash(token.token_id, token.hash))
        await asyncio.to_thread(self.store.use, caller.token_id, wanted, self._wall())
        await self._directory.read_again(team)
        return team, token

    def _keep(self, one: Invitation) -> None:
        if one.revoked:
            self._tokens.pop(one.token_id, None)
            return
        caller = Caller("", Role.SPECTATOR, one.token_id, is_invitation=True)
        self._tokens[one.token_id] = StoredToken(one.hash, caller)
