"""
Which referee has a match or a ladder, where several share a database.

A match lives at one referee, and one referee at a time has the lobby of a ladder. Whoever asks another
one for them is passed on (`bessemer.rpc.sharing`); what a dead one leaves is taken over by those that live.
"""

from collections.abc import Mapping
from typing import NamedTuple, Protocol


class Peer(NamedTuple):
    """Another referee on the same database."""

    name: str
    address: str
    """Where others reach it; "" for one that nobody can reach."""
    certificate: str
    """The certificate that it shows there, PEM; "" without TLS."""
    key: str
    """The public half of the key that it signs with."""


class Elsewhere(Exception):
    """Another referee has what a call is about."""

    def __init__(self, peer: Peer) -> None:
        super().__init__(f"the referee {peer.name!r} has it")
        self.peer = peer


class Sharing(Protocol):
    """
    Which referee has a match or a ladder. Blocking: called from threads, never from the event loop.

    `bessemer.storage` implements it; `Alone` is a referee that shares with nobody.
    """

    def claim(self, ladder: str) -> bool:
        """Have the lobby of a ladder from now on, unless another referee has it; whether we have it."""

    def peers(self) -> Mapping[str, Peer]:
        """The other referees that live, by name; a command is one that nobody can reach."""

    def seek_match(self, match_id: str) -> None:
        """
        Look for a running match that is not in our memory; nothing if nobody plays it.

        Raises:
            Elsewhere: another referee plays it.
            Draining: its referee is gone, and another one will continue it.
        """

    def seek_seat(self, token_id: str) -> None:
        """Look for the running match that the token of a seat opens; raises as `seek_match` does."""

    def seek_ladder(self, ladder: str) -> None:
        """
        Look for a ladder that we have not opened; nothing if nobody has its lobby.

        Raises:
            Elsewhere: another referee has it.
            Draining: its referee is gone, and another one will open it.
        """


class Alone:
    """A referee that shares its database with nobody: everything is here."""

    def claim(self, ladder: str) -> bool:  # noqa: ARG002 - as in `Sharing`
        """See `Sharing`."""
        return True

    def peers(self) -> Mapping[str, Peer]:
        """See `Sharing`."""
        return {}

    def seek_match(self, match_id: str) -> None:
        """See `Sharing`."""

    def seek_seat(self, token_id: str) -> None:
        """See `Sharing`."""

    def seek_ladder(self, ladder: str) -> None:
        """See `Sharing`."""
