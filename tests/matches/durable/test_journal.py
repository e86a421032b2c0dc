"""The journal: nothing is said to be durable before it is, nothing is lost, nothing comes twice."""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from threading import Event
from unittest import mock

import pytest

from bessemer.engine.game import Seat
from bessemer.matches.durable import journal as module
from bessemer.matches.durable.journal import Journal
from bessemer.matches.durable.store import StoreError
from bessemer.matches.records import Record, Revoked
from tests.matches.matches_under_test import MemoryStore

PATIENCE = 60.0


def record(number: int) -> Record:
    """Some record."""
    return Revoked(f"m{number}", Seat(0))


class HeldStore(MemoryStore):
    """A store whose writes wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.go = Event(), Event()
        self.free = 0
        """So many writes do not wait."""

    def write(self, records: Sequence[Record]) -> None:
        self.begun.set()
        if self.free:
            self.free -= 1
        else:
            assert self.go.wait(PATIENCE)
        super().write(records)


@asynccontextmanager
async def running(store: MemoryStore) -> AsyncIterator[Journal]:
    """A journal that tries again at once, not in half a second."""
    with mock.patch.object(module, "_RETRY_SECONDS", 0.0):
        journal = Journal(store)
        journal.start(Listener())
        try:
            async with asyncio.timeout(PATIENCE):
                yield journal
        finally:
            await journal.stop(timeout=1.0)


@pytest.mark.asyncio
async def test_who_waits_is_told_after_the_commit_and_in_order() -> None:
    """Not when a record is appended, not while it is written: when it is there."""
    store = HeldStore()
    told: list[tuple[int, int]] = []

    def tell(number: int) -> None:
        told.append((number, len(store.records)))

    async with running(store) as journal:
        for number in range(3):
            journal.append(record(number), partial(tell, number))
        await asyncio.to_thread(store.begun.wait, PATIENCE)

        assert [] == told
        store.go.set()
        await journal.flushed()
        assert [(0, 3), (1, 3), (2, 3)] == told


@pytest.mark.asyncio
async def test_what_comes_while_a_batch_is_written_goes_into_the_next() -> None:
    """One batch at a time, and one for all that has gathered."""
    store = HeldStore()
    async with running(store) as journal:
        journal.append(record(0))
        await asyncio.to_thread(store.begun.wait, PATIENCE)
        for number in range(1, 5):
            journal.append(record(number))

        assert 5 == journal.backlog, "what is being written is not durable either"
        store.go.set()
        await journal.flushed()

        assert [1, 4] == [len(batch) for batch in store.attempts]
        assert [record(number) for number in range(5)] == store.records
        assert 0 == journal.backlog


@pytest.mark.asyncio
async def test_a_batch_that_failed_is_written_again_and_nothing_is_lost_or_told_twice() -> None:
    """Whatever the store raises; what came meanwhile follows in order."""
    store = MemoryStore()
    store.failures = [StoreError("disk full"), StoreError("disk full"), RuntimeError("a bug")]
    told: list[int] = []
    async with running(store) as journal:
        for number in range(3):
            journal.append(record(number), partial(told.append, number))
        await journal.flushed()
        journal.append(record(3), lambda: told.append(3))
        await journal.flushed()

    assert [0, 1, 2, 3] == told
    assert [record(number) for number in range(4)] == store.records
    assert [3, 3, 3, 3, 1] == [len(batch) for batch in store.attempts]


class Listener:
    """Counts how often the journal failed and came back."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def journal_failed(self) -> None:
        """It failed."""
        self.heard.append("failed")

    def journal_recovered(self) -> None:
        """It is back."""
        self.heard.append("recovered")


class WatchedJournal(Journal):
    """A journal that tells of its failures."""

    def __init__(self, store: MemoryStore) -> None:
        super().__init__(store)
        self.has_failed = asyncio.Event()

    def _failed(self, failure: str) -> None:
        super()._failed(failure)
        self.has_failed.set()


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(StoreError("the disk is full"), "the disk is full", id="store"),
        # The text of a bug may hold anything, secrets too.
        pytest.param(
            RuntimeError("seed=b'x'"), "unexpected RuntimeError in the store", id="bug-of-the-store"
        ),
    ],
)
@pytest.mark.asyncio
async def test_a_failure_is_known_from_when_it_happens_until_it_is_over(
    error: Exception, expected: str
) -> None:
    """It says why, and then it is gone without a trace."""
    store = HeldStore()
    store.failures = [error]
    store.free = 1
    with mock.patch.object(module, "_RETRY_SECONDS", 0.0):
        journal, listener = WatchedJournal(store), Listener()
        journal.start(listener)

        assert "" == journal.failure
        journal.append(record(1))
        await asyncio.wait_for(journal.has_failed.wait(), PATIENCE)
        assert expected == journal.failure
        store.go.set()
        assert await journal.stop()
        assert ("", ["failed", "recovered"]) == (journal.failure, listener.heard)


@pytest.mark.asyncio
async def test_stopping_writes_what_there_is() -> None:
    """Whatever was appended before is durable after."""
    store = MemoryStore()
    journal = Journal(store)
    journal.start(Listener())
    for number in range(10):
        journal.append(record(number))

    assert await journal.stop()
    assert [record(number) for number in range(10)] == store.records


@pytest.mark.asyncio
async def test_stopping_gives_up_on_a_store_that_does_not_come_back() -> None:
    """It says so, and the thread ends."""
    store = MemoryStore()
    store.failures = [StoreError("gone for good")] * 1_000_000
    with mock.patch.object(module, "_RETRY_SECONDS", 0.001):
        journal = Journal(store)
        journal.start(Listener())
        journal.append(record(1))

        assert not await journal.stop(timeout=0.01)
        await asyncio.to_thread(journal._thread.join, PATIENCE)
    assert not journal._thread.is_alive()


@pytest.mark.parametrize("failures", [[], [StoreError("gone")]], ids=["written", "failed"])
def test_a_write_that_ends_after_everything_else_ends_quietly(failures: list[StoreError]) -> None:
    """A referee that gave up waiting is gone; the thread has nobody to tell, and raises nothing."""
    store = HeldStore()
    store.failures = [*failures]

    async def give_up() -> Journal:
        journal = Journal(store)
        journal.start(Listener())
        journal.append(record(1))
        await asyncio.to_thread(store.begun.wait, PATIENCE)
        assert not await journal.stop(timeout=0.01)
        return journal

    raised: list[object] = []
    with mock.patch.object(threading, "excepthook", raised.append):
        journal = asyncio.run(give_up())
        store.go.set()
        journal._thread.join(PATIENCE)

    assert ([], False) == (raised, journal._thread.is_alive())


@pytest.mark.asyncio
async def test_each_commit_is_measured() -> None:
    """Every batch is counted, with its size and its time."""
    store = HeldStore()
    async with running(store) as journal:
        journal.append(record(0))
        await asyncio.to_thread(store.begun.wait, PATIENCE)
        journal.append(record(1))
        journal.append(record(2))
        store.go.set()
        await journal.flushed()

    assert [1, 1] == journal.batch_size.counts[:2]
    assert 2 == sum(journal.commit_seconds.counts)


@pytest.mark.asyncio
async def test_one_who_fails_when_told_keeps_nobody_else_waiting() -> None:
    """A bug in what one match does next does not stop the others of the same batch."""
    told: list[int] = []

    def fail() -> None:
        raise ZeroDivisionError

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, _context: None)
    async with running(MemoryStore()) as journal:
        journal.append(record(0), fail)
        journal.append(record(1), lambda: told.append(1))
        async with asyncio.timeout(PATIENCE):
            await journal.flushed()

    assert [1] == told
