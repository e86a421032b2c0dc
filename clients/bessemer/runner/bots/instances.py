"""
The instances of bots: processes that play one seat of a match each, and one match of each block.

All matches of a block share a set-up. A process that played two of them would know the cards of the
second, and so would one that lived beside another of the same bot; so all of them are restarted between
two matches of a block. A bot with several seats of a match has several instances, which on the ladder
are one player.
"""

from collections.abc import Iterable, Mapping, Sequence

from bessemer.matches.timing.processor_times import player_of
from bessemer.processes.process import ProcessState, ProcessStatus

Instances = Mapping[str, int]
"""By bot: how many there are of it; those that are not in it have one process, which may play anything."""

_WORST_FIRST = (
    ProcessStatus.DISABLED,
    ProcessStatus.WAITING,
    ProcessStatus.RUNNING,
    ProcessStatus.STOPPED,
)


def numbers_of(bot: str, instances: Instances) -> Sequence[int | None]:
    """The numbers of a bot's instances; `None` for a process that may play anything."""
    return range(instances[bot]) if bot in instances else (None,)


def seats_of_each(concurrency: int, bot: str, instances: Instances) -> int:
    """The seats that an instance of a bot has at once, if all together have `concurrency`."""
    return max(1, -(-concurrency // instances.get(bot, 1)))


def bot_states(states: Iterable[ProcessState]) -> list[ProcessState]:
    """How every bot is doing: as its instance that is worst off."""
    by_bot: dict[str, list[ProcessState]] = {}
    for state in states:
        by_bot.setdefault(player_of(state.name), []).append(state)
    return [_together(bot, found) for bot, found in by_bot.items()]


def _together(bot: str, states: Sequence[ProcessState]) -> ProcessState:
    worst = min(states, key=lambda state: _WORST_FIRST.index(state.status))
    restarts = sum(state.restarts for state in states)
    reason = worst.reason or next((state.reason for state in states if state.reason), "")
    return worst._replace(name=bot, restarts=restarts, reason=reason)
