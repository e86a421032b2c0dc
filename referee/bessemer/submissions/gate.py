"""Who may hand in what, and when: asked before anything is handed in or changed."""

from typing import Protocol

from bessemer.accounts.roles import Role
from bessemer.accounts.tokens import Caller
from bessemer.errors import NotAllowed


class SubmissionGate(Protocol):
    """The rules of a competition. Blocking: called from threads, never from the event loop."""

    def owner_of(self, caller: Caller) -> str:
        """
        The player for whom a caller hands in.

        Raises:
            NotAllowed: it is a spectator or a worker.
        """

    def admit(self, owner: str, game: str, caller: Caller) -> None:
        """
        Let something be handed in.

        Raises:
            TooManySubmissions: it has handed in as much as it may for now.
            SubmissionsClosed: the deadline has passed.
        """

    def admit_change(self, owner: str, game: str, caller: Caller) -> None:
        """
        Let another version play, or none.

        Raises:
            SubmissionsClosed: the deadline has passed.
        """


class OpenGate:
    """Every player hands in bots of its own, at any time."""

    def owner_of(self, caller: Caller) -> str:
        if caller.role not in (Role.PLAYER, Role.ORGANISER) or not caller.name:
            raise NotAllowed(
                f"this needs the token of a player, and yours is that of a {caller.role}"
            )
        return caller.name

    def admit(self, owner: str, game: str, caller: Caller) -> None:
        """Let everything in."""

    def admit_change(self, owner: str, game: str, caller: Caller) -> None:
        """Let everything be changed."""
