"""The part of a player that a lobby needs."""

from typing import Protocol

from bessemer.engine.game import Seat
from bessemer.errors import RefereeError
from bessemer.matches.match import Match


class LobbyPlayer(Protocol):
    """A player who is there to play."""

    name: str
    """Its own, or with a version: see `bessemer.ladder.entrants`."""
    instance: int | None
    """Which of several it is that the referee started; `None` for a player from elsewhere."""
    author: str
    concurrency: int
    """How many seats it takes at once."""
    takes_challenges: bool
    """Whether others may ask it for an unrated match."""
    is_person: bool
    """Whether it has a person's clock, and comes first."""

    def take_commitment(self) -> bytes | None:
        """
        What it will reveal in its next match, once; b"" if it brings nothing.

        `None` if it will say that when it joins, as a client does that plays with `Play`.
        """

    def seat(self, match: Match, seat: Seat) -> None:
        """It has a seat in a match that is about to begin, or still runs."""

    def dismiss(self, failure: RefereeError) -> None:
        """It may go, and why."""

    def release(self) -> None:
        """It may go if it wants to: a match that it was to play is not opened."""
