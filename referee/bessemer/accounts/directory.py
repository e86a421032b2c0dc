"""The registered players and their tokens, in memory: every call asks for one, few change them."""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from bessemer.accounts.names import check_name
from bessemer.accounts.records import NewAccount, PlayerRecord, TokenHash, TokenRecord
from bessemer.accounts.roles import Role
from bessemer.accounts.store import AccountStore
from bessemer.accounts.tokens import Caller, NewToken, StoredToken, new_token
from bessemer.engine.game import Seat
from bessemer.errors import PlayerNotFound
from bessemer.matches.registry import MatchRegistry

_PAGE = 1000
_DELETED = "deleted"
"""The sentence for deleted players: their tokens are refused as those of banned ones are."""


class NewPlayer(NamedTuple):
    """A player to be registered."""

    name: str
    role: Role
    author: str = ""
    is_person: bool = False
    member: str = ""
    """The member of a team who has the first token; "" for a player on its own."""


class PlayerDirectory:
    """Knows tokens by their ids; what it changes is durable first."""

    def __init__(self, accounts: AccountStore, wall: Callable[[], float] = time.time) -> None:
        self.accounts = accounts
        self._wall = wall
        self._tokens: dict[str, StoredToken] = {}
        self._roles: dict[str, Role] = {}
        """By name: everybody who is registered."""
        self._banned: dict[str, str] = {}
        """By name: the sentence for those who are."""
        self._changing = asyncio.Lock()
        """Held while a ban is written or read: what was read before must not undo it."""

    def load(self) -> None:
        """Read all tokens. Blocking: before the referee serves."""
        last = ""
        while players := self.accounts.players(_PAGE, last):
            for player in players:
                self._learn(player, self.accounts.tokens(player.name))
            last = players[-1].name
        # For the tokens of seats that they created.
        self._banned |= dict.fromkeys(self.accounts.deleted(), _DELETED)

    def find(self, token_id: str) -> StoredToken | None:
        """A player's token."""
        stored = self._tokens.get(token_id)
        return stored and self._with_ban(stored, stored.caller.name)

    def is_banned(self, name: str) -> bool:
        """Whether a player's tokens are refused."""
        return name in self._banned

    def is_deleted(self, name: str) -> bool:
        """Whether a player of this name was deleted, and nobody else has the name since."""
        return self._banned.get(name) == _DELETED

    def is_registered(self, name: str) -> bool:
        """Whether somebody has this name."""
        return name in self._roles

    def role_of(self, name: str) -> Role | None:
        """The role of a player; `None` if nobody has this name."""
        return self._roles.get(name)

    def find_seat(self, registry: MatchRegistry, token_id: str) -> StoredToken | None:
        """A seat's token: who has it may watch, and play that seat."""
        key = registry.keys.get(token_id)
        if key is None:
            return None
        is_organisers = self._roles.get(key.creator) is Role.ORGANISER
        caller = Caller(
            name="",
            role=Role.SPECTATOR,
            token_id=token_id,
            match_id=key.match_id,
            seat=Seat(key.seat),
            creator="" if is_organisers else key.creator,
        )
        stored = StoredToken(key.digest, caller, revoked=not key.digest)
        # What an organiser made is for others.
        return stored if is_organisers else self._with_ban(stored, key.creator)

    def _with_ban(self, stored: StoredToken, name: str) -> StoredToken:
        banned = self._banned.get(name)
        return stored if banned is None else stored._replace(banned=banned)

    def tokens_of(self, name: str) -> list[str]:
        """The ids of a player's tokens, also of those that live in memory alone."""
        return [token_id for token_id, one in self._tokens.items() if one.caller.name == name]

    async def create_player(
        self, name: str, role: Role, author: str = "", by: str = "", *, is_person: bool = False
    ) -> NewToken:
        """
        Register a person, or a bot perhaps of an author; the first token. `by` is for the audit log.

        Raises:
            AlreadyExists, BadRequest.
        """
        check_name(name, "name")
        if author:
            check_name(author, "author")
        (token,) = await self.create_players([NewPlayer(name, role, author, is_person)], by)
        return token

    async def create_players(self, wanted: Sequence[NewPlayer], by: str) -> list[NewToken]:
        """
        Register players, all of them or nobody; their first tokens.

        Raises:
            AlreadyExists: a name is in use; the field says whose.
        """
        tokens = [new_token() for _ in wanted]
        accounts = [
            NewAccount(name, role, author, TokenHash(token.token_id, token.hash), is_person, member)
            for (name, role, author, is_person, member), token in zip(wanted, tokens, strict=True)
        ]
        await asyncio.to_thread(self.accounts.add_accounts, accounts, self._wall(), by)
        for (name, role, *_), token in zip(wanted, tokens, strict=True):
            self._roles[name] = role
            self._banned.pop(name, None)  # of a deleted player whose name was free again
            self._keep(token, Caller(name, role, token.token_id))
        return tokens

    async def ban(self, name: str, by: str, reason: str) -> None:
        """
        Refuse all tokens of a player, and those of the seats that it made.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        async with self._changing:
            now = self._wall()
            await asyncio.to_thread(self.accounts.set_banned, name, reason, now, by, reason)
            self._banned[name] = _banned(reason)

    async def unban(self, name: str, by: str, reason: str) -> None:
        """
        Let a player in again.

        Raises:
            PlayerNotFound: nobody has this name, or it is not banned.
        """
        if name not in self._banned:
            raise PlayerNotFound(f"no player {name[:80]!r} is banned", field="name")
        async with self._changing:
            now = self._wall()
            await asyncio.to_thread(self.accounts.set_banned, name, None, now, by, reason)
            self._banned.pop(name, None)

    async def delete(self, name: str, by: str, reason: str) -> bool:
        """
        Delete a player; whether its name is kept, because matches have it.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        async with self._changing:
            now = self._wall()
            is_kept = await asyncio.to_thread(self.accounts.delete_player, name, now, by, reason)
            self._banned[name] = _DELETED
            return is_kept

    def forget(self, name: str) -> None:
        """Nobody has this name any longer: the connections of a deleted player are closed."""
        self._roles.pop(name, None)
        for token_id in self.tokens_of(name):
            del self._tokens[token_id]

    async def read_again(self, name: str) -> list[Caller]:
        """
        Read a player whom somebody else may have changed; whose tokens have become worthless by it.

        Raises:
            StoreError: the database cannot be read.
        """
        async with self._changing:
            player, tokens = await asyncio.to_thread(self._stored, name)
            if player is None:
                if name in self._roles:
                    self._banned[name] = _DELETED
                return []
            return self._learn(player, tokens)

    def _learn(self, player: PlayerRecord, tokens: Iterable[TokenRecord]) -> list[Caller]:
        """Take in what the database has of a player; whose tokens have become worthless by it."""
        self._roles[player.name] = player.role
        if player.banned is None:
            self._banned.pop(player.name, None)
        else:
            self._banned[player.name] = _banned(player.banned)
        revoked = []
        for token in tokens:
            known = self._tokens.get(token.token_id)
            if known is None:
                caller = Caller(player.name, player.role, token.token_id)
                self._tokens[token.token_id] = StoredToken(token.hash, caller, token.revoked)
            elif token.revoked and not known.revoked:
                self._tokens[token.token_id] = known._replace(revoked=True)
                revoked.append(known.caller)
        return revoked

    def _stored(self, name: str) -> tuple[PlayerRecord | None, list[TokenRecord]]:
        return self.accounts.player(name), self.accounts.tokens(name)

    def lend_token(self, name: str) -> NewToken:
        """A token of an organiser who is not registered, until the process ends: the owner of the data."""
        token = new_token()
        return self._keep(token, Caller(name, Role.ORGANISER, token.token_id, is_owner=True))

    async def create_token(
        self, name: str, version: str | None = None, by: str = "", member: str = ""
    ) -> NewToken:
        """
        Another token for a player, or for a `member` of the team.

        Until the referee ends, it is for one version alone if one is given.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        role, token = (await self.player(name)).role, new_token()
        await asyncio.to_thread(
            self.accounts.add_token, name, token.token_id, token.hash, self._wall(), by, member
        )
        return self._keep(token, Caller(name, role, token.token_id, version=version))

    async def create_instance_token(self, name: str, version: str, instance: int) -> NewToken:
        """
        A token for one of several instances of a bot that this referee starts, until the referee ends.

        It plays the seats of this instance and does nothing else, so that no instance learns what
        another one sees.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        role, token = (await self.player(name)).role, new_token()
        caller = Caller(name, role, token.token_id, version=version, instance=instance)
        return self._keep(token, caller)

    async def create_hosted_token(self, name: str, version: str, host: str) -> NewToken:
        """
        A token for a version of a player that a host runs, until the referee ends: it plays, and no more.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        role, token = (await self.player(name)).role, new_token()
        return self._keep(token, Caller(name, role, token.token_id, version=version, host=host))

    def forget_token(self, token_id: str) -> None:
        """A token that lives in memory alone is good no longer."""
        self._tokens.pop(token_id, None)

    async def player(self, name: str) -> PlayerRecord:
        """
        A player as the database has it.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        player = await asyncio.to_thread(self.accounts.player, name)
        if player is None:
            raise PlayerNotFound(f"there is no player {name[:80]!r}", field="name")
        return player

    def _keep(self, token: NewToken, caller: Caller) -> NewToken:
        self._tokens[token.token_id] = StoredToken(token.hash, caller)
        return token

    async def revoke(self, token_id: str, by: str = "") -> bool:
        """
        Make a player's token worthless; whether there is such a token.

        Raises:
            StoreUnavailable: it is worthless until the referee ends; that is not durable yet.
        """
        # At once: a thief must not keep it while the database is away.
        if (known := self._tokens.get(token_id)) is not None:
            self._tokens[token_id] = known._replace(revoked=True)
        return await asyncio.to_thread(self.accounts.revoke_token, token_id, self._wall(), by)


def _banned(reason: str) -> str:
    return f"banned: {reason}"
