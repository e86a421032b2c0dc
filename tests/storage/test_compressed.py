"""Replays take less room in the database, and come out as they went in."""

from sqlalchemy import text

from bessemer.matches.records import Ended
from bessemer.replays.compression import compressed
from bessemer.storage.matches.match_store import SqlStore
from tests.replays.make import FOLDER
from tests.storage.examples import ENDING, created, started

CONTENT = (FOLDER / "brass" / "forfeited.replay").read_bytes()


def stored(store: SqlStore) -> bytes:
    """What the table holds, as any other program sees it."""
    with store.database.reading() as connection:
        return bytes(connection.scalar(text("SELECT content FROM replays")))


def test_a_replay_is_kept_compressed(store: SqlStore) -> None:
    """Written at once or at its end, it is read as it was."""
    store.write([created(), started(), Ended("m1", ENDING, CONTENT)])

    assert stored(store) == compressed(CONTENT)
    assert store.replay("m1") == CONTENT
