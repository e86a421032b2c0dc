"""The bots of a single match: their processes, what they print, and what went wrong with them."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.text import Text

from bessemer.printable import printable
from bessemer.processes.process import ExitStatus, ProcessSpec
from bessemer.processes.process_log import LogFollower, log_path
from bessemer.processes.processor_times import BotProcesses
from bessemer.runner.bots.bot_failures import BotFailures, FailureKind, sentences
from bessemer.runner.bots.bot_specs import BotSpec

if TYPE_CHECKING:
    from bessemer.matches.match import Match
    from bessemer.processes.supervisor import ProcessStarter, RunningProcess

_LOOK_SECONDS: Final = 0.1
_HARMLESS: Final = (FailureKind.GARBAGE, FailureKind.HIDDEN)
"""What a bot may have expected."""
_LONGEST: Final = 200
"""Lines of a traceback."""
_HEADER: Final = b"Traceback (most recent call last):"


class MatchBots:
    """The bots of one match by seat, while they are entered; then none is left."""

    def __init__(self, bots: Sequence[BotSpec], logs: Path, console: Console) -> None:
        self.failures = BotFailures()
        self.ends: dict[int, asyncio.Task[ExitStatus]] = {}
        """By seat: the end of its process."""
        self._names: dict[int, str] = {}
        """By seat: the name for people; a bot may have several seats."""
        self._bots = bots
        self._logs = logs
        self._console = console
        self._running: dict[int, RunningProcess] = {}
        self._followers: dict[int, LogFollower] = {}
        self._rest: dict[int, bytes] = {}
        self._traceback: dict[int, list[bytes]] = {}
        """By seat: the lines of a traceback that has begun."""
        self._shown: set[tuple[int, tuple[bytes, ...]]] = set()
        """The tracebacks that were shown, by seat."""

    async def start(
        self,
        starter: "ProcessStarter",
        processes: Mapping[int, ProcessSpec],
        accounts: BotProcesses,
    ) -> None:
        """
        Start them all.

        Raises:
            CannotStart: one of them cannot be started.
        """
        self.failures.bots = {
            spec.name: self._bots[seat]._replace(name=spec.name) for seat, spec in processes.items()
        }
        for seat, spec in processes.items():
            self._names[seat] = spec.name
            log = log_path(self._logs, spec.name)
            self._followers[seat] = LogFollower(log)
            running = await starter.start(spec, log)
            self._running[seat] = running
            self.ends[seat] = asyncio.create_task(running.wait())
            accounts.started(
                self._bots[seat].name, running.process_id, seat, usage_file=running.usage_file
            )

    async def stop(self) -> None:
        """End those that still run, and show what they printed last."""
        for seat, running in self._running.items():
            if not self.ends[seat].done():
                self.ends[seat].cancel()
                await asyncio.gather(self.ends[seat], return_exceptions=True)
                await running.stop()
        self._show_output(is_last=True)

    async def show_output(self) -> None:
        """Show what they print, for ever."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._show_output()

    def count(self, match: "Match") -> None:
        """Count the answers that were refused and the losses on time in the match, which is over."""
        for seat, state in enumerate(match.seats):
            self.failures.on_refused(self._names[seat], state.refused)
            self.failures.on_late(self._names[seat], state.late)

    def show_failures(self) -> None:
        """Say what went wrong, each once with a count."""
        # Their tracebacks were shown when they were printed.
        for sentence in sentences(one._replace(traceback="") for one in self.failures.all()):
            self._console.print(Text(sentence), style="yellow", soft_wrap=True)

    def faults(self, seat: int) -> str:
        """What went wrong at a seat, in a phrase; empty if nothing did."""
        found = [
            f"{one.kind.value}: {one.text}" + (f" ({one.times:,} times)" if one.times > 1 else "")
            for one in self.failures.all()
            if one.player == self._names[seat] and one.kind not in _HARMLESS
        ]
        return "; ".join(found)

    def _show_output(self, *, is_last: bool = False) -> None:
        for seat, follower in self._followers.items():
            printed = follower.read()
            self.failures.on_output(self._names[seat], printed)
            *lines, rest = (self._rest.pop(seat, b"") + printed).split(b"\n")
            if is_last and rest:
                lines.append(rest)
            self._rest[seat] = rest
            for line in lines:
                self._take(seat, line)
            if is_last:
                self._show(self._traceback.pop(seat, ()))

    def _take(self, seat: int, line: bytes) -> None:
        """Show a line; those of a traceback together when it is whole, and only once."""
        if line.startswith(_HEADER):
            self._show(self._traceback.pop(seat, ()))
            self._traceback[seat] = [line]
        elif seat not in self._traceback:
            self._show((line,))
        elif len(self._traceback[seat]) < _LONGEST and (not line or line[:1].isspace()):
            self._traceback[seat].append(line)
        else:
            whole = (*self._traceback.pop(seat), line)
            if (seat, whole) not in self._shown:
                self._shown.add((seat, whole))
                self._show(whole)

    def _show(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            text = printable(line.decode(errors="replace").rstrip("\r").expandtabs())
            self._console.print(Text(text), soft_wrap=True)
