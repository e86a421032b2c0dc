"""Revoking a token, banning a player: what was opened ends, and the seats that were made go too."""

from bessemer.accounts.audit import AuditQueue
from bessemer.accounts.directory import PlayerDirectory
from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.engine.game import Seat
from bessemer.errors import PlayerNotFound
from bessemer.matches.match import Match
from bessemer.matches.records import Revoked
from bessemer.matches.registry import MatchRegistry
from bessemer.rpc.matches.match_creation import MatchCreator
from bessemer.rpc.play.streams import Connections


class Revocation:
    """Makes tokens worthless, of players and of seats."""

    def __init__(
        self,
        registry: MatchRegistry,
        directory: PlayerDirectory,
        creator: MatchCreator,
        connections: Connections,
        audit: AuditQueue,
    ) -> None:
        self._registry = registry
        self._directory = directory
        self._creator = creator
        self._connections = connections
        self._audit = audit

    async def ban(self, name: str, by: str, reason: str) -> None:
        """
        Refuse a player's tokens and those of the seats that it made, and end what was opened with them.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        await self._directory.ban(name, by, reason)
        self.end_banned(name)

    async def delete(self, name: str, by: str, reason: str) -> bool:
        """
        Delete a player, and end what was opened with its tokens; whether its name is kept.

        Raises:
            PlayerNotFound: nobody has this name.
        """
        is_kept = await self._directory.delete(name, by, reason)
        self.end_deleted(name)
        return is_kept

    def end_deleted(self, name: str) -> None:
        """End what was opened with the tokens of a player who is deleted, and forget them."""
        self.end_banned(name)
        self._directory.forget(name)

    def end_banned(self, name: str) -> None:
        """End what was opened with the tokens of a player who is banned, and of the seats that it made."""
        seats = [token_id for token_id, key in self._registry.keys.items() if key.creator == name]
        is_organiser = self._directory.role_of(name) is Role.ORGANISER
        for token_id in (*self._directory.tokens_of(name), *(() if is_organiser else seats)):
            self._connections.revoke(token_id)

    async def revoke(self, token_id: str, by: str) -> None:
        """
        Make a token worthless, and end what was opened with it; `by` is for the audit log.

        Raises:
            PlayerNotFound: there is no such token.
            JournalUnavailable, StoreUnavailable: it is worthless until the referee ends, and that
                cannot be written now.
        """
        if (key := self._registry.keys.get(token_id)) is not None:
            if key.digest:
                self._audit.note(
                    by, "revoke token", token_id, f"seat {key.seat} of match {key.match_id}"
                )
            if self._revoke_seat(token_id):
                self._registry.check_journal()
            return
        stored = self._directory.find(token_id)
        if stored is not None:
            self.end_revoked(stored.caller)
        if not await self._directory.revoke(token_id, by):
            raise PlayerNotFound("there is no token with this id", field="token_id")
        if stored is not None:  # what came in while it was being written
            self.end_revoked(stored.caller)

    def end_revoked(self, caller: Caller) -> None:
        """End what was opened with a token that is worthless, and with those of the seats made by it."""
        token_id = caller.token_id
        self._connections.revoke(token_id)
        # A thief may have made seats, and would keep their tokens. What an organiser made
        # is for others, who have done nothing.
        if caller.role is not Role.ORGANISER:
            for match in tuple(self._registry.matches.values()):
                if self._is_made(match, caller.name, token_id):
                    for seat_token in match.token_ids:
                        self._revoke_seat(seat_token)

    def end_hosted(self, token_id: str) -> None:
        """End what was opened with the token of a hosted version, which is good no longer."""
        self._directory.forget_token(token_id)
        self._connections.revoke(token_id)

    def close_seat(self, match: Match, seat: Seat) -> None:
        """Make the token of a seat worthless that a player has taken, and end what was opened with it."""
        self._revoke_seat(match.token_ids[seat])

    def _is_made(self, match: Match, name: str, token_id: str) -> bool:
        return match.spec.creator == name and self._creator.made_with(match) in ("", token_id)

    def _revoke_seat(self, token_id: str) -> bool:
        """Make a seat's token worthless; whether that is to be written."""
        key = self._registry.keys.get(token_id)
        if key is None:
            return False
        is_new, key.digest = bool(key.digest), b""
        is_kept = key.match_id in self._registry.matches
        if is_new and is_kept:
            self._registry.journal.append(Revoked(key.match_id, key.seat))
        self._connections.revoke(token_id)
        return is_kept
