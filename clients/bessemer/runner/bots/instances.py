"""
The instances of bots: several processes of one bot, each behind its own walls.

All matches of a block share a set-up. A process that played two of them would know the cards of the
second; so each seat of a block has an instance of its own, and on the ladder they are one player.
"""

from collections.abc import Iterable, Mapping, Sequence

from bessemer.matches.timing.processor_times import player_of, process_name
from bessemer.processes.process import ProcessState, ProcessStatus

Instances = Mapping[str, int]
"""By bot: how many there are of it; those that are not in it have one, which may play anything."""

_WORST_FIRST = (
    ProcessStatus.DISABLED,
    ProcessStatus.WAITING,
    ProcessStatus.RUNNING,
    ProcessStatus.STOPPED,
)


def numbers_of(bot: str, instances: Instances) -> Sequence[int | None]:
    """The numbers of a bot's instances; of one that has just one, `None`."""
    count = instances.get(bot, 1)
    return range(count) if count > 1 else (None,)


def processes_of(bot: str, instances: Instances) -> list[str]:
    """The names of a bot's processes."""
    return [process_name(bot, number) for number in numbers_of(bot, instances)]


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
