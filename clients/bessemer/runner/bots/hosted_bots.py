"""
The bots that this machine hosts: their processes are started, watched, restarted and set aside.

A run of `ladder run` has a list of them, beside a referee of its own. `bessemer host` adds and retires
them while they play at a referee elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, Self

from bessemer.matches.timing.processor_times import player_of
from bessemer.processes.process import ProcessEvent, ProcessSpec, ProcessState, ProcessStatus
from bessemer.processes.process_log import LogFollower, log_path
from bessemer.processes.processor_times import BotProcesses
from bessemer.processes.supervisor import ProcessStarter, Supervisor
from bessemer.runner.bots.bot_failures import BotFailures
from bessemer.runner.bots.bot_specs import BotSpec
from bessemer.runner.bots.instances import bot_states

MOST_FAULTS: Final = 5
"""A bot at fault in so many matches in a row is set aside for a while."""
_JOIN_SECONDS: Final = 60.0


class HostedBots:
    """Keeps the processes of bots running while it is entered: `async with HostedBots(...) as bots`."""

    def __init__(
        self,
        starter: ProcessStarter,
        logs: Path,
        *,
        on_event: Callable[[ProcessEvent], None] = lambda _event: None,
        processes: BotProcesses,
        failures: BotFailures | None = None,
    ) -> None:
        """`on_event` hears what happens to a bot's processes, by the name of the bot."""
        self.processes = processes
        self.failures = failures or BotFailures()
        self.bots: dict[str, BotSpec] = {}
        """By name."""
        self.join_seconds = _JOIN_SECONDS
        self.failures.bots = self.bots
        self._logs = logs
        self._followed: dict[str, LogFollower] = {}
        self._names: dict[str, list[str]] = {}
        """The names of each bot's processes."""
        self._faults: Counter[str] = Counter()
        """Of each bot: the matches in a row in which it was at fault."""
        self._joined: set[str] = set()
        self.supervisor = Supervisor(
            (),
            starter,
            logs,
            on_event=lambda event: on_event(event._replace(name=player_of(event.name))),
            processes=processes,
        )

    async def __aenter__(self) -> Self:
        await self.supervisor.__aenter__()
        return self

    async def __aexit__(self, *about: object) -> None:
        await self.supervisor.__aexit__(*about)  # type: ignore[arg-type]

    def add(self, bot: BotSpec, spec: ProcessSpec) -> None:
        """Keep a process of a bot running; a bot may have several."""
        self.bots[bot.name] = bot
        self._names.setdefault(bot.name, []).append(spec.name)
        self._followed[spec.name] = LogFollower(log_path(self._logs, spec.name))
        self.supervisor.add(spec)

    async def remove(self, process: str) -> bytes:
        """End a process, and forget its bot with the last of them; what it printed last."""
        await self.supervisor.remove(process)
        last = self.read_logs([process])
        del self._followed[process]
        self._joined.discard(process)
        name = player_of(process)
        self._names[name].remove(process)
        if not self._names[name]:
            del self._names[name], self.bots[name]
            self._faults.pop(name, None)
        return last.get(process, b"")

    def states(self) -> list[ProcessState]:
        """How every bot is doing."""
        return bot_states(self.supervisor.states())

    @property
    def set_aside_count(self) -> int:
        """How many bots are not started for a while, because they failed."""
        return sum(state.status is ProcessStatus.DISABLED for state in self.states())

    def played(self, name: str, fault: str = "") -> None:
        """A bot has played a match, perhaps with a fault of its own; too many in a row set it aside."""
        if not fault:
            self._faults[name] = 0
            return
        self._faults[name] += 1
        if self._faults[name] == MOST_FAULTS:
            self._faults[name] = 0
            self.set_aside(name, f"it was at fault in {MOST_FAULTS} matches in a row: {fault}")

    def set_aside(self, name: str, reason: str) -> None:
        """End a bot's processes, for a reason that is a sentence for people, and start none for a while."""
        for process in self._names[name]:
            self.supervisor.disable(process, reason)

    def joined(self, processes: Iterable[str]) -> None:
        """These processes are there: they have joined the ladder."""
        self._joined.update(processes)

    def set_aside_silent(self) -> None:
        """Set aside what runs for a while and has never joined."""
        for state in self.supervisor.states():
            if (
                state.status is ProcessStatus.RUNNING
                and state.seconds > self.join_seconds
                and state.name not in self._joined
            ):
                self.supervisor.disable(
                    state.name,
                    f"it runs, but did not join within {self.join_seconds:g} s: does its program "
                    "end with run(…)?",
                )

    def read_logs(self, processes: Iterable[str] | None = None) -> dict[str, bytes]:
        """The output of each process since the last time; failures in it are counted."""
        wanted = self._followed if processes is None else processes
        read = {process: self._followed[process].read() for process in wanted}
        for process, output in read.items():
            self.failures.on_output(player_of(process), output, process)
        return {process: output for process, output in read.items() if output}
