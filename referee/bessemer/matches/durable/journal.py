"""
The journal: what happens in all matches goes to the store in batches, off the event loop.

One batch is being written while the next one gathers: one commit, one fsync, for all matches that
moved in the meantime. What waits for a record is called when it is durable, never before.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Final, Protocol

import structlog

from bessemer.matches.durable.store import Store, StoreError
from bessemer.matches.records import BlockOver, Created, Record
from bessemer.matches.tally import SECONDS, SIZES, Histogram

Then = Callable[[], None]

_RETRY_SECONDS: Final = 0.5


class JournalListener(Protocol):
    """Hears whether the journal can be written."""

    def journal_failed(self) -> None:
        """Nothing can be written from now on."""

    def journal_recovered(self) -> None:
        """It can be written again."""


class Journal:
    """Writes records in the order in which they were appended."""

    def __init__(
        self,
        store: Store,
        on_durable: Callable[[list[Record]], None] = lambda _records: None,
    ) -> None:
        """`on_durable` is called by the thread that writes to `store`, with what it has written."""
        self._on_durable = on_durable
        self._store = store
        self._listener: JournalListener
        self._loop: asyncio.AbstractEventLoop
        self._gathering: list[tuple[Record, Then | None]] = []
        self._in_writing = 0
        self._batch: list[tuple[Record, Then | None]] = []
        """The records that are being written."""
        self._is_writing = False
        self._is_scheduled = False
        self._batches: SimpleQueue[list[tuple[Record, Then | None]] | None] = SimpleQueue()
        self._thread = Thread(target=self._write_batches, name="journal", daemon=True)
        self._idle = asyncio.Event()
        self._idle.set()
        self.failing = asyncio.Event()
        """Set while nothing can be written."""
        self.failure = ""
        """Why nothing can be written at present, "" when all is well."""
        self.down_since = 0.0
        """Since when, in seconds since the epoch; 0 when all is well."""
        self.failures = 0
        """How often it was tried in vain."""
        self.commit_seconds = Histogram(SECONDS)
        """How long each commit took."""
        self.batch_size = Histogram(SIZES)
        """The number of records in each commit."""
        self._log = structlog.get_logger()

    @property
    def backlog(self) -> int:
        """The number of records that are not durable yet; also for other threads."""
        return self._in_writing + len(self._gathering)

    def start(self, listener: JournalListener) -> None:
        """Begin to write; what follows from it runs on the event loop that calls this."""
        self._listener = listener
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def append(self, record: Record, then: Then | None = None) -> None:
        """Write `record`; when it is durable call `then` on the event loop."""
        self._gathering.append((record, then))
        if not self._is_writing and not self._is_scheduled:
            # Not at once: whatever else arrived in this round of the loop shall go along.
            self._is_scheduled = True
            self._idle.clear()
            self._loop.call_soon(self._start_batch)

    async def flushed(self) -> None:
        """Wait until everything appended so far is durable."""
        await self._idle.wait()

    async def stop(self, timeout: float = 10.0) -> bool:  # noqa: ASYNC109 - it says whether it was enough
        """Write what there is and stop; whether all of it was written within `timeout` seconds."""
        try:
            async with asyncio.timeout(timeout):
                await self.flushed()
        except TimeoutError:
            return False
        finally:
            self._batches.put(None)
        await asyncio.to_thread(self._thread.join)
        return True

    def unwritten(self) -> list[str]:
        """The matches of which something is not written yet, by id."""
        waiting = [*(self._batch if self._is_writing else ()), *self._gathering]
        ids = (
            record.spec.match_id if isinstance(record, Created) else record.match_id
            for record, _ in waiting
            if not isinstance(record, BlockOver)
        )
        return list(dict.fromkeys(ids))

    def _start_batch(self) -> None:
        self._is_scheduled = False
        self._is_writing = True
        batch, self._gathering = self._gathering, []
        self._in_writing = len(batch)
        self._batch = batch
        self._batches.put(batch)

    def _write_batches(self) -> None:
        """The thread: write one batch after the other until told to stop."""
        while (batch := self._batches.get()) is not None:
            records = [record for record, _ in batch]
            began = time.monotonic()
            while True:
                try:
                    self._store.write(records)
                    self._on_durable(records)
                    break
                except StoreError as error:
                    failure = str(error)
                except Exception as error:  # noqa: BLE001 - a bug there must not end the journal
                    failure = f"unexpected {type(error).__name__} in the store"
                self._tell(self._failed, failure)
                if not self._batches.empty():  # told to stop while the store fails
                    return
                time.sleep(_RETRY_SECONDS)
            seconds = time.monotonic() - began
            self._tell(self._written, batch, seconds)

    def _tell(self, listener: Callable[..., None], *words: object) -> None:
        # A referee that gave up waiting for the store has ended meanwhile: nobody listens.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(listener, *words)

    def _written(self, batch: list[tuple[Record, Then | None]], seconds: float) -> None:
        if self.failure:
            self._log.info("journal is written again")
            self.failure = ""
            self.down_since = 0.0
            self.failing.clear()
            self._listener.journal_recovered()
        self._in_writing = 0
        # The next batch first: the disk works while those who waited for this one are told.
        self._is_writing = False
        if self._gathering:
            self._start_batch()
        self.commit_seconds.observe(seconds)
        self.batch_size.observe(len(batch))
        for _, then in batch:
            if then is not None:
                try:
                    then()
                except Exception:  # noqa: BLE001 - a bug of one match: the others are told
                    self._log.exception("what follows a record failed")
        if not self._is_writing and not self._is_scheduled:
            self._idle.set()

    def _failed(self, failure: str) -> None:
        self.failures += 1
        is_new, before = not self.failure, self.failure
        self.failure = failure
        if failure != before:
            self._log.error(
                "journal cannot be written", why=failure, then="it goes on by itself when it can"
            )
        if is_new:
            self.down_since = time.time()
            self.failing.set()
            self._listener.journal_failed()
