"""
The process that rates: histories are fitted beside the matches, not among them.

A fit holds the interpreter until it is done, in any thread. So it has an interpreter of
its own, which reads the history from the database and keeps the standings there. It is started when
somebody first asks, goes on from where it was, and ends with the referee, however that ends: its
input ends then.
"""

import asyncio
import json
import os
import signal
import sys
from collections import OrderedDict
from contextlib import closing, suppress
from typing import Final

from bessemer.errors import JournalUnavailable
from bessemer.ladder.ladder import Revision
from bessemer.ladder.season_standings import SeasonStandings
from bessemer.matches.durable.store import StoreError, StoreUnavailable
from bessemer.storage.ladders.kept_standings import SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store

_MOST_SEASONS: Final = 8
"""Of which it knows how far they are; others are rated from the beginning."""
_RETRY_SECONDS: Final = 2.0


class Rater:
    """Brings the standings in a database up to date. Blocking."""

    def __init__(self, store: SqlStore) -> None:
        self._ladders = SqlLadderStore(store)
        self._standings = SqlStandings(store)
        self._seasons: OrderedDict[tuple[str, int], tuple[int, SeasonStandings]] = OrderedDict()

    def update(self, ladder: str, season: int) -> None:
        """
        Keep the standings of a season as they are now.

        Raises:
            StoreError: the database cannot be read or written.
        """
        key = ladder, season
        state = self._standings.state(ladder, season)
        if state is None or state.is_current:
            return
        # What an organiser does may change everything: a match is voided, say.
        audit, known = self._seasons.pop(key, (state.history.audit, SeasonStandings()))
        if audit != state.history.audit:
            known = SeasonStandings()
        history = self._ladders.history(ladder, season, known.last)
        rows = known.add(history, self._ladders.disqualified(ladder))
        self._seasons[key] = state.history.audit, known
        while len(self._seasons) > _MOST_SEASONS:
            self._seasons.popitem(last=False)
        revision = Revision(max(known.last, state.history.rated), state.history.audit)
        self._standings.keep(ladder, season, revision, rows, known.history)


class RatingProcess:
    """The process, from the referee's side."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def update(self, ladder: str, season: int) -> None:
        """
        Have the standings of a season kept as they are now, and wait for it.

        Raises:
            StoreError: the database cannot be read or written.
            JournalUnavailable: the process failed twice; the next call starts another.
        """
        question = json.dumps([ladder, season])
        async with self._turn:
            try:
                # A process that has ended since the last question is no reason to refuse this one.
                answer = await self._ask(question) or await self._ask(question)
            except BaseException:
                # A caller that goes away in the middle leaves an answer behind that is not the next one's.
                self._kill()
                raise
        if answer is None:
            raise JournalUnavailable(
                "the standings cannot be made now: the process that rates ends again and again",
                retry_after=_RETRY_SECONDS,
            )
        if answer["error"]:
            kind = StoreUnavailable if answer["kind"] == StoreUnavailable.__name__ else StoreError
            raise kind(answer["error"])

    async def _ask(self, question: str) -> dict[str, str] | None:
        """The answer of the process; `None` if it has ended: then the next question starts another."""
        process = self._process or await self._start()
        if process.stdin is None or process.stdout is None:
            raise AssertionError("both are pipes")
        # It may have ended: there is no answer either. uvloop says so by a RuntimeError.
        with suppress(ConnectionError, RuntimeError):
            process.stdin.write(f"{question}\n".encode())
            await process.stdin.drain()
        line = await process.stdout.readline()
        if not line.endswith(b"\n"):
            self._kill()
            return None
        answer: dict[str, str] = json.loads(line)
        return answer

    async def _start(self) -> asyncio.subprocess.Process:
        self._process = process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bessemer.rpc.ladders.rating_process"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        if process.stdin is None:
            raise AssertionError("it is a pipe")
        # Not an argument, which everybody on the machine could read: it may hold a password.
        process.stdin.write(f"{json.dumps(self._database)}\n".encode())
        return process

    def _kill(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._process = None

    async def stop(self) -> None:
        """End the process, in the middle of whatever it does: nothing is lost."""
        if (process := self._process) is not None:
            self._kill()
            await process.wait()


def main() -> None:
    """Update what each line of the input says, and say when it is done."""
    # Ctrl-C is for the referee, which decides when this ends.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    os.nice(5)  # the matches go first
    with closing(open_store(json.loads(sys.stdin.readline()))) as store:
        rater = Rater(store)
        for line in sys.stdin:
            try:
                rater.update(*json.loads(line))
                answer = {"error": ""}
            except StoreError as error:
                answer = {"error": str(error), "kind": type(error).__name__}
            print(json.dumps(answer), flush=True)  # noqa: T201 - this is how it answers


if __name__ == "__main__":
    main()
