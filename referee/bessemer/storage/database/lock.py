"""
One referee of a name at a time works on a database: two would play on with the same matches.

The lock ends with its process, however that ends: there is nothing to clean up after a crash.
"""

import fcntl
import os
import socket
from contextlib import ExitStack, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import URL, Connection, NullPool, func, select, text
from sqlalchemy.exc import SQLAlchemyError

from bessemer.matches.durable.store import StoreError
from bessemer.storage.data_folder import private_file
from bessemer.storage.database.connections import PATIENCE, database_url, postgres_engine
from bessemer.storage.database.failures import store_errors

ADVISORY_LOCKS: Final = 0x62657373
"""Our part of the advisory locks of a PostgreSQL database, which are numbers for all to use."""

_HOLDER: Final = text("""
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = :ours AND objid = :number
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
""")


_NOTICED_SOON: Final = tuple(
    text(f"SET {setting}")
    for setting in (
        "tcp_keepalives_idle = 5",
        "tcp_keepalives_interval = 2",
        "tcp_keepalives_count = 3",
        "tcp_user_timeout = 10000",
    )
)
"""The server notices in seconds that the machine of a holder is gone, and frees the lock."""

_COMMAND: Final = "a command, "
"""How the name of a holder begins that has the database for a moment."""


class DatabaseInUse(StoreError):
    """Another referee has the database."""


class DatabaseBusy(DatabaseInUse):
    """A command has the database, for a moment; or its holder has not yet said who it is."""


def lock_database(
    url_or_path: str | Path,
    *,
    patience: float = PATIENCE,
    referee: str = "",
    for_a_moment: bool = False,
) -> ExitStack:
    """
    Keep other referees off the database until the result is closed; on PostgreSQL it is a `PostgresLock`.

    In PostgreSQL several referees work at once, each under a name of its own: then it is the name
    that this process has for itself, and with it the matches played under it.

    A command that works on the database `for_a_moment` says so to anyone who wants it meanwhile.

    Raises:
        DatabaseBusy: a command has it, and will be done soon.
        DatabaseInUse: another referee has it; the message says which.
        StoreError: it cannot be locked.
    """
    url = database_url(url_or_path)
    if url.drivername == "sqlite":
        return _lock_sqlite(Path(url.database or ""), _COMMAND if for_a_moment else "")
    return PostgresLock(url, patience, lock_number(referee), _COMMAND if for_a_moment else "")


def _myself() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


def _taken(holder: str | None) -> DatabaseInUse:
    if holder and holder.startswith(_COMMAND):
        return DatabaseBusy(f"another command works on this database ({holder}): wait for it")
    return (DatabaseInUse if holder else DatabaseBusy)(
        f"another referee works on this database ({holder or 'it does not say which'}): "
        "stop it, or name another database, or give each referee on PostgreSQL a --name"
    )


_lock_files: Final[set[int]] = set()


def _close_lock_files() -> None:
    while _lock_files:
        os.close(_lock_files.pop())


# A forked child shares the lock, and would keep it after the death of the referee.
os.register_at_fork(after_in_child=_close_lock_files)


def _lock_sqlite(database: Path, kind: str) -> ExitStack:
    """
    Lock the database itself, and a file beside it that says who has it.

    The file alone would not do: anyone who deletes it lets a second referee in. SQLite's own locks are
    of another kind and are not in the way.
    """
    with ExitStack() as stack:
        try:
            # It stays for ever: if it were removed, two processes could lock two files of one name.
            beside = _locked(Path(f"{database}.lock"))
            stack.callback(_unlock, beside)
            os.truncate(beside, 0)
            private_file(database)
            stack.callback(_close, _locked(database))
        except OSError as error:
            raise StoreError(
                "the database cannot be locked: check its folder and the permissions"
            ) from error
        os.write(beside, f"{kind}{_myself()}\n".encode())
        return stack.pop_all()


def _unlock(beside: int) -> None:
    if beside in _lock_files:
        os.truncate(beside, 0)  # the next one has it a moment before it has said who it is
        _close(beside)


def _close(file: int) -> None:
    """Close a lock file, unless a fork has closed it in this process."""
    if file in _lock_files:
        _lock_files.remove(file)
        os.close(file)


def _locked(path: Path) -> int:
    """
    The file, open and locked.

    Raises:
        OSError: it cannot be opened.
        StoreError: another referee has locked it; the message says which if the file does.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        beside = path if path.suffix == ".lock" else Path(f"{path}.lock")
        holder = beside.read_text(errors="replace")[:200].strip()
        os.close(file)
        raise _taken(holder) from None
    _lock_files.add(file)
    return file


def lock_number(referee: str) -> int:
    """The number of the advisory lock of a name: 2 without one, or from 16 to 2**31 - 1."""
    if not referee:
        return 2
    return 16 + int.from_bytes(sha256(referee.encode()).digest()[:4]) % (2**31 - 16)


class PostgresLock(ExitStack):
    """The advisory lock of a name, held by a connection that is used for nothing else."""

    def __init__(self, url: URL, patience: float, number: int, kind: str = "") -> None:
        """
        Take it; `kind` is how the name of its holder begins.

        Raises:
            DatabaseInUse: another referee has it; the message says which.
            StoreError: it cannot be taken.
        """
        super().__init__()
        self._number = number
        named = url.update_query_dict({"application_name": f"{kind}{_myself()}"})
        self._engine = postgres_engine(named, patience, "AUTOCOMMIT", poolclass=NullPool)
        self._connection = self._taken()
        self.callback(self._give_back)

    def renew(self) -> None:
        """
        Take it again if the connection was lost, and the lock with it. Blocking.

        Raises:
            DatabaseInUse: another referee has it by now.
            StoreError: the database does not answer.
        """
        with suppress(SQLAlchemyError):
            self._connection.execute(select(1))
            return
        with suppress(SQLAlchemyError):
            self._connection.invalidate()
            self._connection.close()
        self._connection = self._taken()

    def _taken(self) -> Connection:
        with store_errors(), ExitStack() as stack:
            connection = stack.enter_context(self._engine.connect())
            for setting in _NOTICED_SOON:
                connection.execute(setting)
            if connection.scalar(select(func.pg_try_advisory_lock(ADVISORY_LOCKS, self._number))):
                stack.pop_all()
                return connection
            holder = connection.scalar(_HOLDER, {"ours": ADVISORY_LOCKS, "number": self._number})
        raise _taken(holder)

    def _give_back(self) -> None:
        """Not by closing the connection alone: the server notices that a moment later."""
        with suppress(SQLAlchemyError):  # it is gone, and the lock with it
            self._connection.execute(select(func.pg_advisory_unlock(ADVISORY_LOCKS, self._number)))
            self._connection.close()
