"""The screen of `ladder run` while it plays: a progress bar and the standings."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from bessemer.ladder.lobby.schedule import Pairing
from bessemer.matches.records import MatchResult
from bessemer.matches.records import Status as MatchStatus
from bessemer.printable import printable
from bessemer.processes.process import ProcessEvent, ProcessState, ProcessStatus
from bessemer.ratings.rating import Rating
from bessemer.runner.bots.bot_failures import BotFailures, counts_by_player
from bessemer.runner.report.failures import sum_of

_REFRESHES_PER_SECOND: Final = 2.0
_LINE_SECONDS: Final = 10.0
"""Seconds between two lines where nothing can be redrawn."""
_MOST_ROWS: Final = 20


class LadderDisplay:
    """Shows a run on the standard error: live on a terminal, otherwise as a line now and then."""

    def __init__(
        self,
        title: str,
        total: int | None,
        done: int,
        console: Console,
        *,
        is_continuous: bool = False,
    ) -> None:
        self._console = console
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._progress = Progress(*columns, console=console)
        self._bar = self._progress.add_task(title, total=total, completed=done)
        self._title, self._total, self.done = title, total, done
        self.is_continuous = is_continuous
        self._began, self._ended = time.monotonic(), 0.0
        self.played_here = 0
        self.aborted: Counter[str] = Counter()
        """Matches without an outcome, by what was said of them."""
        self._faults: Counter[str] = Counter()
        self.failures = BotFailures()
        """The failures of the bots in this run."""
        self._round = ""
        self.stalled = ""
        """Why no more matches could be made."""

    def on_match_ended(self, pairing: Pairing, result: MatchResult | None) -> None:
        """A match is over."""
        if result is None or result.status is not MatchStatus.FINISHED:
            self.aborted[result.message if result else "unknown"] += 1
            return
        for fault in result.seat_faults:
            self._faults[pairing.seating[fault.seat]] += 1
        self.done += 1
        self.played_here += 1
        self._progress.update(self._bar, completed=self.done)

    def on_round(self, name: str) -> None:
        """A round was drawn."""
        self._round = name
        self._progress.update(self._bar, description=self._named)

    def on_event(self, event: ProcessEvent) -> None:
        """Something happened to a bot's process; only a failure is worth a line, and that once."""
        if said := self.failures.on_event(event):
            self._console.print(Text(said, style="yellow"), soft_wrap=True)

    def say(self, text: str) -> None:
        """Print a sentence."""
        self._console.print(text, style="yellow", markup=False, highlight=False, soft_wrap=True)

    def end(self) -> None:
        """Stop the clock: what is written afterwards is not playing."""
        self._ended = self._ended or time.monotonic()

    async def show(
        self,
        states: Callable[[], Sequence[ProcessState]],
        rating: Callable[[str], Rating],
        waits_for: Callable[[], str] = str,
    ) -> None:
        """
        Show the run until cancelled.

        Args:
            states: of the bots' processes, as they are now.
            rating: a bot's rating, as it is now.
            waits_for: why nothing can be played at the moment, or "".
        """

        def screen() -> RenderableType:
            parts: list[RenderableType] = [self._progress, self._table(states(), rating)]
            if why := waits_for():
                parts.insert(1, Text(f"waiting: {printable(why)}", style="red"))
            return Group(*parts)

        await shown(self._console, lambda: self._line(states(), waits_for()), screen)

    @property
    def seconds(self) -> float:
        """How long it has been running, or ran."""
        return (self._ended or time.monotonic()) - self._began

    @property
    def _named(self) -> str:
        return f"{self._title}, {self._round}" if self._round else self._title

    def _line(self, states: Sequence[ProcessState], waits_for: str) -> str:
        of = f" of {self._total}" if self._total else ""
        disabled = [state for state in states if state.status is ProcessStatus.DISABLED]
        rest = "".join(
            f"; {state.name} is disabled: {printable(state.reason)}" for state in disabled
        )
        waiting = f"; waiting: {printable(waits_for)}" if waits_for else ""
        return f"{self._named}: {self.done}{of} matches, {self.seconds:.0f} s{waiting}{rest}"

    def _table(self, states: Sequence[ProcessState], rating: Callable[[str], Rating]) -> Table:
        """Everybody, the best first; in a format with rounds in their order: a rating says little there."""
        table = Table(box=None, pad_edge=False)
        figures = ("rating", "matches") if self.is_continuous else ()
        for heading in ("player", *figures, "faults", "errors", "process"):
            side = "left" if heading in ("player", "process") else "right"
            table.add_column(heading, justify=side)  # type: ignore[arg-type]
        rows = list(states)
        if self.is_continuous:
            rows.sort(key=lambda state: -rating(state.name).mean)
        failed = counts_by_player(self.failures.all())
        for state in rows[:_MOST_ROWS]:
            faults, errors = self._faults[state.name], sum_of(failed, state.name)
            table.add_row(
                Text(state.name, style="bold"),
                *(_rated(rating(state.name)) if self.is_continuous else ()),
                Text(str(faults), style="red" if faults else "dim"),
                Text(str(errors), style="red" if errors else "dim"),
                _process(state),
            )
        return table


async def shown(
    console: Console, line: Callable[[], str], screen: Callable[[], RenderableType] | None = None
) -> None:
    """Show how something stands until cancelled: redrawn on a terminal, elsewhere a line now and then."""
    if not console.is_terminal:
        while True:
            console.print(line(), highlight=False, markup=False, soft_wrap=True)
            await asyncio.sleep(_LINE_SECONDS)
    with Live(console=console, transient=True, auto_refresh=False) as live:
        while True:
            live.update(Text(line()) if screen is None else screen(), refresh=True)
            await asyncio.sleep(1 / _REFRESHES_PER_SECOND)


def _rated(believed: Rating) -> tuple[str, str]:
    """A rating, and of how many matches."""
    points = f"{believed.mean:.0f} ± {(believed.high - believed.low) / 2:.0f}"
    return points, str(believed.matches)


def _process(state: ProcessState) -> Text:
    match state.status:
        case ProcessStatus.RUNNING if not state.restarts:
            return Text("running", style="green")
        case ProcessStatus.RUNNING:
            return Text(f"running, restarted {state.restarts} times", style="yellow")
        case ProcessStatus.DISABLED:
            words = f"disabled for {state.seconds:.0f} s: {printable(state.reason)}"
            return Text(words, style="red", overflow="ellipsis", no_wrap=True)
        case _:
            return Text(state.status.value, style="dim")
