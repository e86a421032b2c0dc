"""What is going on in a referee now, for its metrics; asked by threads of their own."""

from collections.abc import Callable

from bessemer.ladder.lobby import Lobby
from bessemer.matches.registry import MatchRegistry
from bessemer.matches.timing.referee_clock import RefereeClock
from bessemer.rpc.limits.limits import AtOnce
from bessemer.rpc.ops.metrics import JournalLevels, LadderLevels, Levels


def levels_of(
    registry: MatchRegistry,
    streams: AtOnce,
    clock: RefereeClock,
    lobby: Lobby | None,
    disabled_bots: Callable[[], int],
) -> Levels:
    """All levels at once; each is read without a lock, as it stands."""
    journal = registry.journal
    return Levels(
        matches=tuple(registry.matches.values()),
        tallies=registry.tallies.all(),
        streams=len(streams),
        journal=JournalLevels(journal.backlog, journal.down_since, journal.failures),
        clock_stopped=max(0.0, clock.lost),
        is_draining=registry.is_draining,
        is_paused=registry.is_paused,
        ladder=None if lobby is None else _ladder(lobby, disabled_bots()),
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
