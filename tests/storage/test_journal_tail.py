"""A database that lost its end is found out, by what was written last."""

from contextlib import closing
from pathlib import Path

import pytest

from bessemer.matches.records import Record
from bessemer.storage.matches import journal_tail
from bessemer.storage.matches.journal_tail import JournalTail, Lost
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import created, ended, moved, started


def write(store: SqlStore, tail: JournalTail, *records: Record) -> None:
    """As the journal does."""
    store.write(records)
    tail.append(records)


def test_a_database_that_kept_everything_has_lost_nothing(store: SqlStore, tmp_path: Path) -> None:
    """While a match runs, and after its end."""
    tail = JournalTail(tmp_path / "tail")
    write(store, tail, created(), started(), moved(), moved(number=2))
    assert [] == tail.lost(store.database)
    write(store, tail, ended())

    assert [] == JournalTail(tmp_path / "tail").lost(store.database)
    assert 0o600 == (tmp_path / "tail").stat().st_mode & 0o777


@pytest.mark.parametrize("torn", [False, True], ids=["whole", "torn"])
def test_each_match_says_what_is_missing(store: SqlStore, tmp_path: Path, *, torn: bool) -> None:
    """Moves, the end, or all of it; also if the last line was not written to its end."""
    tail = JournalTail(tmp_path / "tail")
    write(store, tail, created(), started(), moved(), created("m2"), started("m2"))
    tail.append([moved(number=2), moved(number=3), ended("m2"), moved("m3")])
    if torn:
        with (tmp_path / "tail").open("a") as file:
            file.write("m1")

    assert [
        Lost("m1", "2 of 3 moves"),
        Lost("m2", "its end"),
        Lost("m3", "the whole match"),
    ] == JournalTail(tmp_path / "tail").lost(store.database)
    tail.forget()
    assert [] == tail.lost(store.database)


def test_the_file_does_not_grow_for_ever(
    store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two of a bounded size are kept, and both are read."""
    monkeypatch.setattr(journal_tail, "_LARGEST", 100)
    tail = JournalTail(tmp_path / "tail")
    for number in range(1, 100):
        tail.append([moved(number=number)])

    assert sum(path.stat().st_size for path in tmp_path.glob("tail*")) < 300
    assert [Lost("m1", "the whole match")] == tail.lost(store.database)


def test_each_database_has_its_own(tmp_path: Path) -> None:
    """Whoever works on another one is not told that matches are missing; no password is in a name."""
    url = "postgresql://ann:Xyzzy-2@db/referee"
    names = {
        JournalTail.of(tmp_path, place, name).path.name
        for place, name in ((tmp_path / "a.db", ""), (url, ""), (url, "east"), (f"{url}2", ""))
    }

    assert 4 == len(names)
    assert not any("Xyzzy" in name for name in names)


def test_a_missing_write_ahead_log_is_found_out(tmp_path: Path) -> None:
    """What SQLite opens without a word lacks what was in the log alone."""
    path, tail = tmp_path / "a.db", JournalTail(tmp_path / "tail")
    with closing(open_store(path)) as store:
        write(store, tail, created(), started(), moved())
        copy = path.read_bytes()

    (tmp_path / "copy.db").write_bytes(copy)
    with closing(open_store(tmp_path / "copy.db")) as store:
        assert [Lost("m1", "the whole match")] == tail.lost(store.database)
