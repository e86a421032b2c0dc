"""What is hosted: versions of bots, and where they come from."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from bessemer.ladder.entrants import Entrant
from bessemer.runner.bots.bot_specs import BotSpec


class HostedVersion(NamedTuple):
    """A version of a bot that plays."""

    submission_id: int
    player: str
    version: str
    game: str
    digest: str
    """Of its files."""

    @property
    def name(self) -> str:
        """Its name on ladders."""
        return str(Entrant(self.player, self.version))

    @property
    def bot(self) -> str:
        """Its name on this machine: each game counts its own versions."""
        return f"{self.name}/{self.game}"


class HostedBot(NamedTuple):
    """A version's files, on this machine."""

    spec: BotSpec
    takes_challenges: bool
    """Whether others may ask for unrated matches with it."""


class VersionSource(Protocol):
    """Says what is to be hosted, and hears how it goes. Every call raises `CallFailed`."""

    async def versions(self) -> Sequence[HostedVersion]:
        """The versions that play now."""

    async def ladders(self) -> Sequence[tuple[str, str]]:
        """The open ladders, each with its game."""

    async def bot(self, version: HostedVersion) -> HostedBot:
        """
        The version's files, on this machine.

        Raises:
            CannotStart: they cannot be unpacked.
        """

    async def token(self, version: HostedVersion) -> str:
        """A token that can do nothing but play as this version."""

    async def append_log(self, version: HostedVersion, text: str, state: str) -> None:
        """Tell the author what happened, and where the version plays now; "" for where it did before."""
