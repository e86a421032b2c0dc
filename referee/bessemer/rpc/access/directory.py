"""The registered players and their tokens, in memory: every call asks for one, few change them."""

import asyncio
from collections.abc import Callable

from bessemer.engine.game import Seat
from bessemer.matches.errors import PlayerNotFound
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.access.tokens import Caller, NewToken, StoredToken, new_token
from bessemer.rpc.match_spec import check_name
from bessemer.storage.accounts import Accounts, Role

_PAGE = 1000


class PlayerDirectory:
    """Knows tokens by their ids; what it changes is durable first."""

    def __init__(self, accounts: Accounts, wall: Callable[[], float]) -> None:
        self.accounts = accounts
        self._wall = wall
        self._tokens: dict[str, StoredToken] = {}

    def load(self) -> None:
        """Read all tokens. Blocking: before the referee serves."""
        last = ""
        while players := self.accounts.players(_PAGE, last):
            for player in players:
                for token in self.accounts.tokens(player.name):
                    caller = Caller(player.name, player.role, token.token_id)
                    self._tokens[token.token_id] = StoredToken(token.hash, caller, token.revoked)
            last = players[-1].name

    def find(self, token_id: str) -> StoredToken | None:
        """A player's token."""
        return self._tokens.get(token_id)

    async def create_player(self, name: str, role: Role, author: str = "") -> NewToken:
        """
        Register a player, a bot perhaps of an author; the first token.

        Raises:
            AlreadyExists, BadRequest.
        """
        check_name(name, "name")
        if author:
            check_name(author, "author")
        await asyncio.to_thread(self.accounts.add_player, name, role, self._wall(), author)
        return await self._add_token(name, role)

    async def create_token(self, name: str, version: str | None = None) -> NewToken:
        """
        Another token for a player; until the referee ends, it is for one version alone if one is given.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        player = await asyncio.to_thread(self.accounts.player, name)
        if player is None:
            raise PlayerNotFound("there is no player of this name", field="name")
        return await self._add_token(name, player.role, version)

    async def revoke(self, token_id: str) -> bool:
        """Make a player's token worthless; whether there is such a token."""
        if not await asyncio.to_thread(self.accounts.revoke_token, token_id):
            return False
        self._tokens[token_id] = self._tokens[token_id]._replace(revoked=True)
        return True

    async def _add_token(self, name: str, role: Role, version: str | None = None) -> NewToken:
        token = new_token()
        await asyncio.to_thread(
            self.accounts.add_token, name, token.token_id, token.hash, self._wall()
        )
        caller = Caller(name, role, token.token_id, version=version)
        self._tokens[token.token_id] = StoredToken(token.hash, caller)
        return token


def seat_token_of(registry: MatchRegistry, token_id: str) -> StoredToken | None:
    """A seat's token: who has it may watch, and play that seat."""
    key = registry.keys.get(token_id)
    if key is None:
        return None
    caller = Caller("", Role.SPECTATOR, token_id, key.match_id, Seat(key.seat))
    return StoredToken(key.digest, caller, revoked=not key.digest)
