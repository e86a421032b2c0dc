"""One referee for one database at a time, on both databases."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from bessemer.matches.durable.store import StoreError
from bessemer.storage.database.lock import DatabaseBusy, DatabaseInUse, lock_database
from bessemer.storage.matches.match_store import SqlStore
from tests.storage.examples import created

HOLD = """
import sys
from bessemer.storage.database.lock import lock_database
lock = lock_database(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""

LEAVE_A_CHILD = """
import os, sys
from bessemer.storage.database.lock import lock_database
lock = lock_database(sys.argv[1])
if os.fork() == 0:
    print("forked", flush=True)
    sys.stdin.read()
os._exit(0)
"""


def start(script: str, url: str) -> "subprocess.Popen[str]":
    """A process that runs `script` and has said its first word."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, url],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


def test_the_second_referee_is_told_who_is_the_first(url: str) -> None:
    """In the same process too: the message names the process and says what to do."""
    with lock_database(url):
        for _ in range(2):
            with pytest.raises(StoreError, match=f"process {os.getpid()} on .*: stop it, or name"):
                lock_database(url)


def test_a_released_lock_can_be_taken(url: str) -> None:
    """Releasing twice is no error."""
    lock = lock_database(url)
    lock.close()
    lock.close()

    with lock_database(url), pytest.raises(StoreError):
        lock_database(url)


def test_a_command_has_it_for_a_moment(sqlite_url: str) -> None:
    """Whoever wants it then is told to wait; a referee that has it afterwards is there to stay."""
    with (
        lock_database(sqlite_url, for_a_moment=True),
        pytest.raises(DatabaseBusy, match=f"command.*process {os.getpid()} on .*: wait for it"),
    ):
        lock_database(sqlite_url)
    with lock_database(sqlite_url):
        with pytest.raises(DatabaseInUse) as refused:
            lock_database(sqlite_url)
        assert not isinstance(refused.value, DatabaseBusy)


def test_a_holder_that_has_not_yet_said_who_it_is_is_waited_for(sqlite_url: str) -> None:
    """It may be a command; and what the holder before it had said is gone."""
    lock_database(sqlite_url).close()
    with Path(f"{sqlite_url}.lock").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(DatabaseBusy):
            lock_database(sqlite_url)


def test_the_lock_ends_with_its_process(url: str) -> None:
    """Another process holds it, and even when that is killed nothing is left to clean up."""
    with start(HOLD, url) as other:
        with pytest.raises(StoreError, match=f"process {other.pid} on "):
            lock_database(url)
        other.kill()
        other.wait()
        if url.startswith("postgresql"):
            wait_for_postgres_to_notice(url, other.pid)

        lock_database(url).close()


def wait_for_postgres_to_notice(url: str, pid: int) -> None:
    """PostgreSQL learns of a death by itself; be sure that it has."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
            " WHERE application_name LIKE %s",
            (f"process {pid} on %",),
        )


def test_a_forked_child_does_not_keep_the_lock(sqlite_url: str) -> None:
    """Bots that a referee forked may outlive it; the next referee must not wait for them."""
    with start(LEAVE_A_CHILD, sqlite_url) as parent:
        assert 0 == parent.wait()

        lock_database(sqlite_url).close()
        assert parent.stdin is not None
        parent.stdin.close()


def test_the_lock_does_not_hinder_the_store(url: str, store: SqlStore) -> None:
    """It keeps other referees away, not the commands that look into the database."""
    with lock_database(url):
        store.write([created()])

        assert store.match("m1") is not None


def test_two_databases_have_two_locks(tmp_path: Path) -> None:
    """A referee for each."""
    with lock_database(tmp_path / "one.db"), lock_database(tmp_path / "two.db"):
        pass


def test_a_lock_where_there_is_no_folder_is_an_error(tmp_path: Path) -> None:
    """The message says what to look at."""
    with pytest.raises(StoreError, match="cannot be locked: check its folder"):
        lock_database(tmp_path / "nowhere" / "referee.db")


def test_deleting_the_lock_file_lets_nobody_in(sqlite_url: str) -> None:
    """The database itself is locked as well; in this process and in another."""
    beside = Path(f"{sqlite_url}.lock")
    with start(HOLD, sqlite_url) as other:
        beside.unlink()
        for _ in range(2):
            with pytest.raises(StoreError, match="another referee works on this database"):
                lock_database(sqlite_url)
        other.kill()
    with lock_database(sqlite_url):
        beside.unlink()
        with pytest.raises(StoreError, match="another referee works on this database"):
            lock_database(sqlite_url)


def test_the_database_and_its_lock_are_the_owners_alone(sqlite_url: str) -> None:
    """From the first moment on."""
    with lock_database(sqlite_url):
        modes = [Path(name).stat().st_mode & 0o777 for name in (sqlite_url, f"{sqlite_url}.lock")]

    assert [0o600, 0o600] == modes
