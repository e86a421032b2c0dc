"""One writer and many readers: each read sees whole batches, and one state throughout."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from sqlalchemy import func, select

from bessemer.accounts.roles import Role
from bessemer.matches.records import SavedMatch
from bessemer.storage.accounts import SqlAccounts
from bessemer.storage.database.schema import moves
from bessemer.storage.matches.match_store import SqlStore
from tests.storage.examples import created, ended, moved, started

MOVES = 60


def test_readers_see_whole_batches(store: SqlStore) -> None:
    """Two matches that move in the same batches are always equally far, and never go back."""
    store.write([created("m1"), created("m2"), started("m1"), started("m2")])
    over = Event()

    def read() -> list[int]:
        """How far the matches were, each time."""
        seen: list[int] = []
        while True:
            last = over.is_set()
            found = store.unfinished()
            lengths = {len(match.records) for match in found}
            assert len(lengths) == 1, lengths
            seen += lengths
            if last:
                return seen

    with ThreadPoolExecutor(3) as pool:
        readers = [pool.submit(read) for _ in range(3)]
        try:
            for number in range(1, MOVES + 1):
                store.write([moved("m1", number), moved("m2", number)])
        finally:
            over.set()
        for reader in readers:
            seen = reader.result()
            assert sorted(seen) == seen
            assert MOVES == seen[-1]


def test_a_read_sees_one_state_though_the_match_ends_meanwhile(store: SqlStore) -> None:
    """Between two queries of one read nothing changes: no match without its moves or its end."""
    store.write([created(), started(), moved()])
    count = select(func.count()).select_from(moves)

    with store.database.reading() as connection:
        assert 1 == connection.scalar(count)
        store.write([ended()])
        assert 1 == connection.scalar(count)

    with store.database.reading() as connection:
        assert 0 == connection.scalar(count)


def test_writers_wait_for_one_another(store: SqlStore) -> None:
    """The journal and the accounts share the connection that writes, and neither fails."""
    accounts = SqlAccounts(store)
    store.write([created()])
    numbers = range(1, 41)

    def write(number: int) -> None:
        store.write([moved("m1", number)])
        accounts.add_player(f"p{number}", Role.PLAYER, 1.0)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, numbers))

    found = store.match("m1")
    assert isinstance(found, SavedMatch)
    assert list(numbers) == [entry.turn for entry in found.records]
    assert len(numbers) == len(accounts.players(100))
