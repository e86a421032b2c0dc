"""Whether a run of matches can still continue; if not, why."""

from collections.abc import Sequence
from typing import Final

from bessemer.ladder.lobby.lobby import Lobby
from bessemer.matches.timing.processor_times import process_name
from bessemer.processes.process import ProcessState, ProcessStatus
from bessemer.runner.bots.hosted_bots import HostedBots
from bessemer.runner.bots.instances import bot_states

_SURE: Final = 2
"""So many looks in a row must agree: between two of them pairs are made."""


class StallWatch:
    """
    Looks now and then whether any match can still be made.

    A bot that is disabled is tried again in some minutes; if nothing else can be played, waiting for
    that would never end: it has failed again and again. A bot that runs and never joins is disabled,
    too.
    """

    def __init__(self, lobby: Lobby, bots: HostedBots) -> None:
        self._lobby = lobby
        self._bots = bots
        self._looks = 0

    def look(self) -> str:
        """Why no more matches can be made, or ""."""
        ladder = self._lobby.ratings.ladder
        if ladder.is_frozen and not self._lobby.running:
            return frozen_sentence(ladder.name)
        states = self._bots.supervisor.states()
        there = {process_name(*place) for place in self._lobby.players}
        self._bots.joined(there)
        self._bots.set_aside_silent()
        disabled = [state for state in states if state.status is ProcessStatus.DISABLED]
        ready = [state for state in states if state.status is ProcessStatus.RUNNING]
        if (
            not disabled
            or len(disabled) + len(ready) < len(states)
            or not all(state.name in there for state in ready)
            or self._lobby.running
            or self._lobby.schedule.is_done
            or ladder.is_frozen
        ):
            self._looks = 0
            return ""
        self._looks += 1
        self._lobby.pair_soon()
        return _sentence(bot_states(disabled)) if self._looks > _SURE else ""


def frozen_sentence(ladder: str) -> str:
    """Why no matches of a frozen ladder are played, and what to do."""
    return (
        f"the ladder {ladder} is frozen, so no matches start: `bessemer ladder thaw --ladder {ladder} "
        "--reason WHY` thaws it"
    )


def _sentence(disabled: Sequence[ProcessState]) -> str:
    if len(disabled) == 1:
        return f"no match can be made without {disabled[0].name}: {disabled[0].reason}"
    reasons = "; ".join(f"{state.name}: {state.reason}" for state in disabled)
    return f"no match can be made, for {len(disabled)} bots are disabled: {reasons}"
