"""What is going on in a referee now, for its metrics; asked by threads of their own."""

from typing import TYPE_CHECKING

from bessemer.ladder.lobby import Lobby
from bessemer.rpc.ops.metrics import JournalLevels, LadderLevels, Levels

if TYPE_CHECKING:
    from bessemer.rpc.serving.server import Referee


def levels_of(referee: "Referee") -> Levels:
    """All levels at once; each is read without a lock, as it stands."""
    registry, journal, lobby = referee.registry, referee.journal, referee.lobby
    return Levels(
        matches=tuple(registry.matches.values()),
        tallies=registry.tallies.all(),
        streams=len(referee.quotas.streams),
        journal=JournalLevels(journal.backlog, journal.down_since, journal.failures),
        clock_stopped=max(0.0, referee.clock.lost),
        is_draining=registry.is_draining,
        is_paused=registry.is_paused,
        ladder=None if lobby is None else _ladder(lobby, referee.disabled_bots()),
    )


def _ladder(lobby: Lobby, disabled_bots: int) -> LadderLevels:
    ladder = lobby.ratings.ladder
    return LadderLevels(
        name=ladder.name,
        players=len(lobby.players),
        is_frozen=ladder.is_frozen,
        waits=lobby.waiting.waits,
        longest_wait=lobby.waiting.longest(),
        disabled_bots=disabled_bots,
    )
