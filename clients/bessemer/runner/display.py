"""What is seen of a ladder while it runs: a bar, and a table of who stands where."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from rich.console import Console, Group
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

from bessemer.ladder.schedule import Pairing
from bessemer.matches.match import Match
from bessemer.matches.records import Status as MatchStatus
from bessemer.ratings.rating import Rating
from bessemer.runner.ladder_run import LadderRun
from bessemer.runner.sandbox.processes import EventKind, ProcessEvent, State, Status

_LOOKS_A_SECOND: Final = 2.0
_LINE_SECONDS: Final = 10.0
"""How often a line is printed where nothing can be redrawn."""
_MOST_ROWS: Final = 20


class LadderDisplay:
    """Shows a run on the standard error: live on a terminal, else as a line now and then."""

    def __init__(self, title: str, total: int | None, done: int, console: Console) -> None:
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
        self.began = time.monotonic()
        self.played_here = 0
        self.aborted: Counter[str] = Counter()
        """Matches without an outcome, by what was said of them."""
        self._faults: Counter[str] = Counter()

    def played(self, pairing: Pairing, match: Match) -> None:
        """A match is over."""
        ending = match.result
        if ending is None or ending.status is not MatchStatus.FINISHED:
            self.aborted[ending.message if ending else "unknown"] += 1
            return
        for fault in ending.seat_faults:
            self._faults[pairing.seating[fault.seat]] += 1
        self.done += 1
        self.played_here += 1
        self._progress.update(self._bar, completed=self.done)

    def hear(self, event: ProcessEvent) -> None:
        """Something happened to a bot's process; what is good news is not worth a line."""
        if event.news in (EventKind.DIED, EventKind.DISABLED):
            text = Text(f"{event.name}: {event.news.value}: {event.reason}", style="yellow")
            self._console.print(text)

    async def show(self, home: LadderRun) -> None:
        """Show the run until it is cancelled."""
        if not self._console.is_terminal:
            while True:
                await asyncio.sleep(_LINE_SECONDS)
                self._console.print(self._line(home), highlight=False)
        with Live(console=self._console, transient=True, auto_refresh=False) as live:
            while True:
                live.update(Group(self._progress, self._table(home)), refresh=True)
                await asyncio.sleep(1 / _LOOKS_A_SECOND)

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self.began

    def _line(self, home: LadderRun) -> str:
        of = f" of {self._total}" if self._total else ""
        disabled = [state for state in home.crew.states() if state.status is Status.DISABLED]
        rest = "".join(f"; {state.name} is disabled: {state.reason}" for state in disabled)
        return f"{self._title}: {self.done}{of} matches, {self.seconds:.0f} s{rest}"

    def _table(self, home: LadderRun) -> Table:
        table = Table(box=None, pad_edge=False)
        for heading in ("player", "rating", "matches", "faults", "process"):
            side = "left" if heading in ("player", "process") else "right"
            table.add_column(heading, justify=side)  # type: ignore[arg-type]
        rating: Callable[[str], Rating] = home.hall.ratings.rating
        rows = [(rating(state.name), state) for state in home.crew.states()]
        rows.sort(key=lambda row: -row[0].mean)
        for believed, state in rows[:_MOST_ROWS]:
            faults = self._faults[state.name]
            table.add_row(
                Text(state.name, style="bold"),
                f"{believed.mean:.0f} ± {1.96 * believed.deviation:.0f}",
                str(believed.matches),
                Text(str(faults), style="red" if faults else "dim"),
                _process(state),
            )
        return table


def _process(state: State) -> Text:
    match state.status:
        case Status.RUNNING if not state.restarts:
            return Text("runs", style="green")
        case Status.RUNNING:
            return Text(f"runs, started {state.restarts + 1} times", style="yellow")
        case Status.DISABLED:
            words = f"disabled for {state.seconds:.0f} s: {state.reason}"
            return Text(words, style="red", overflow="ellipsis", no_wrap=True)
        case _:
            return Text(state.status.value, style="dim")
