"""A backup of either kind of database, put back into either: every row, replay and rating as it was."""

import asyncio
import json
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bessemer.cli.main import main
from bessemer.matches.durable.store import StoreError
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from bessemer.runner.queries import report_of
from bessemer.runner.report.plain import ReportPart, to_json
from bessemer.storage.backup.making import FolderFile, back_up, files_of
from bessemer.storage.backup.restoring import restore
from bessemer.storage.database.opening import open_database
from bessemer.storage.database.table_parts import metadata
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.referees.in_process import opened
from tests.storage.examples import created, ended, moved, started
from tests.storage.first_databases import write_schema_1
from tests.storage.next_schema import NEXT
from tests.storage.postgres import fresh_postgres


@pytest.fixture
def played(url: str) -> str:
    """A database with a ladder, replays, running matches and what else there is, in today's schema."""
    write_schema_1(url)
    with closing(open_store(url)) as store:
        store.write([created(), started(), moved(), created("m2"), started("m2"), ended("m2")])
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a backup is put."""
    if request.param == "sqlite":
        (tmp_path / "restored").mkdir()
        yield str(tmp_path / "restored" / "bessemer.sqlite3")
    else:
        with fresh_postgres() as found:
            yield found


def everything(url: str) -> dict[str, Any]:
    """All rows, all replays, and the standings of the ladder with every digit."""
    with closing(open_store(url)) as store:
        with store.database.reading() as connection:
            rows = {
                name: sorted(map(repr, connection.execute(table.select())))
                for name, table in metadata.tables.items()
            }
        report = to_json(report_of(store, "furnace"), ReportPart.STANDINGS)
        facts = json.loads(report)
        del facts["ladder"]  # it has the time of asking
        running = [match for match in store.unfinished() if match.records]
        return {"rows": rows, "replays": replays(store), "report": facts, "running": running}


def replays(store: SqlStore) -> dict[str, bytes]:
    """Every replay by its match."""
    with store.database.reading() as connection:
        table = metadata.tables["replays"]
        return {row.match_id: row.content for row in connection.execute(table.select())}


def test_all_comes_back_bit_for_bit(played: str, empty_url: str, tmp_path: Path) -> None:
    """Whichever the two databases are; and the new one is written to as the old one would be."""
    before = everything(played)
    back_up(played, {}, tmp_path / "b", 1.5)
    done = restore(tmp_path / "b", empty_url, tmp_path / "folder")
    after = everything(empty_url)

    assert before["report"]["standings"]
    assert len(before["running"]) == 2
    assert before == after
    assert done.time == 1.5
    assert done.tables["replays"].rows == len(before["replays"]) == 3
    with closing(open_store(empty_url)) as store:  # numbers go on behind the last
        store.write([created("m3"), started("m3"), ended("m3")._replace(is_rated=True)])
        assert replays(store).keys() == {*before["replays"], "m3"}


def test_a_backup_of_an_older_schema_is_brought_up_to_date(sqlite_url: str, tmp_path: Path) -> None:
    """It is saved as it is, and migrated when it is put back."""
    write_schema_1(sqlite_url)
    back_up(sqlite_url, {}, tmp_path / "b", 1.0)
    with closing(sqlite3.connect(sqlite_url)) as old:
        assert old.execute("SELECT version FROM bessemer_schema").fetchone() == (1,)

    restore(tmp_path / "b", tmp_path / "new.sqlite3", tmp_path, schema=NEXT)
    with closing(open_database(tmp_path / "new.sqlite3", schema=NEXT)) as database:
        assert database.migrated_from is None
        assert len(replays(SqlStore(database))) == 2


@pytest.mark.asyncio
async def test_referees_play_on_meanwhile(tmp_path: Path) -> None:
    """Each backup has whole matches only: their replays verify, and what runs can go on."""
    (tmp_path / "data").mkdir()
    async with opened(tmp_path / "data") as house:
        tables = [await house.organiser.create(2, seed=bytes([n]) * 16) for n in range(6)]
        playing = [asyncio.create_task(house.play_out(table)) for table in tables]
        taken = []
        for number in range(3):
            # Once another match is over; the others run.
            await asyncio.wait(playing[: number + 1])
            target = tmp_path / f"{number}.backup"
            database = tmp_path / "data" / "bessemer.sqlite3"
            await asyncio.to_thread(back_up, database, files_of(tmp_path / "data"), target, 1.0)
            taken.append(target)
        await asyncio.gather(*playing)

    for number, target in enumerate(taken, 1):
        folder = tmp_path / f"restored {number}"
        restore(target, folder / "bessemer.sqlite3", folder)
        with closing(open_store(folder / "bessemer.sqlite3")) as store:
            found = replays(store)
            assert number <= len(found)
            assert all(verify(read_replay(content)).ok for content in found.values())
            assert len(found) + len(store.unfinished()) == len(tables)
        kept = {path.name for path in folder.iterdir()}
        assert {"organiser.token", "replay-key.pem", "replay-key.pub"} <= kept
        assert stat.S_IMODE((folder / "replay-key.pem").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM replays WHERE match_id = 'm2'",
        "UPDATE matches SET created = created + 1e-6 WHERE match_id = 'm2'",
        "UPDATE seat_tokens SET revoked = 1 WHERE match_id = 'm2' AND seat = 0",
        "INSERT INTO players VALUES ('mallory', 'organiser', '', 0, NULL, false, NULL)",
    ],
)
def test_a_changed_backup_is_refused(change: str, sqlite_url: str, tmp_path: Path) -> None:
    """One row is missing, added or other: nothing is restored."""
    with closing(open_store(sqlite_url)) as store:
        store.write([created("m2"), started("m2"), ended("m2")])
    back_up(sqlite_url, {}, tmp_path / "b", 1.0)
    with closing(sqlite3.connect(tmp_path / "b")) as changed, changed:
        assert changed.execute(change).rowcount == 1

    with pytest.raises(StoreError, match="not those that were saved"):
        restore(tmp_path / "b", tmp_path / "new.sqlite3", tmp_path / "folder")
    assert not (tmp_path / "new.sqlite3").exists()


def test_a_refused_restore_leaves_nothing(tmp_path: Path) -> None:
    """Not even the folder that it was to make."""
    (tmp_path / "b").write_text("something else")

    with pytest.raises(StoreError, match="no backup"):
        restore(tmp_path / "b", tmp_path / "new" / "bessemer.sqlite3", tmp_path / "new")

    assert ["b"] == [path.name for path in tmp_path.iterdir()]


def test_nothing_is_overwritten(played: str, tmp_path: Path) -> None:
    """Neither a file by a backup, nor a database or a key by a restored one."""
    back_up(played, {}, tmp_path / "b", 1.0)
    size = (tmp_path / "b").stat().st_size
    with pytest.raises(FileExistsError, match="overwrites nothing"):
        back_up(played, {}, tmp_path / "b", 2.0)
    with pytest.raises(StoreError, match=r"is there already|is not empty"):
        restore(tmp_path / "b", played, tmp_path)
    with closing(open_store(played)) as store:  # a backup with files, and a place for those alone
        assert store.match("m1") is not None
    files = {"organiser.token": FolderFile(0o600, b"token")}
    back_up(played, files, tmp_path / "b2", 1.0)
    with pytest.raises(StoreError, match=r"is there already|is not empty"):
        restore(tmp_path / "b2", played, tmp_path / "empty")
    assert not (tmp_path / "empty").exists()

    assert size == (tmp_path / "b").stat().st_size
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder gets a file for each time, and keeps as many as it is told; one is put back."""
    data, kept = tmp_path / "data", tmp_path / "kept"
    kept.mkdir()
    assert main(["ladder", "create", "brass", "--game", "brass", "--data", str(data)]) == 0
    for hour in range(3):
        (kept / f"bessemer-20200101T0{hour}0000Z.backup").touch()
    (kept / "mine.backup").touch()
    assert main(["backup", str(kept), "--data", str(data), "--keep", "2", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out.splitlines()[-1])

    assert facts["rows"]["ladders"] == 1
    assert len(facts["removed"]) == 2
    assert len(list(kept.iterdir())) == 3
    again = str(tmp_path / "again")
    assert main(["restore", facts["backup"], "--data", again]) == 0
    assert "1 ladders" in capsys.readouterr().out
    assert main(["ladder", "standings", "--data", again]) == 0
    for words, sentence in (
        (["backup", str(tmp_path / "b"), "--data", str(tmp_path / "none")], "there is no database"),
        (["restore", str(kept / "mine.backup"), "--data", str(tmp_path / "x")], "is no backup"),
        (["restore", str(tmp_path / "none"), "--data", str(tmp_path / "x")], "No such file"),
        (["restore", facts["backup"], "--data", again], "is there already"),
    ):
        assert main(words) == 1
        assert sentence in capsys.readouterr().err
