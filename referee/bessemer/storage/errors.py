"""What to do when a database fails, in a sentence without passwords, paths or contents."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import exc

from bessemer.matches.store import StoreError

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space, then it goes on by itself",
    sqlite3.SQLITE_BUSY: "another program has locked the database: close it, then try again",
    sqlite3.SQLITE_LOCKED: "another program has locked the database: close it, then try again",
    sqlite3.SQLITE_READONLY: "the database cannot be written: check the permissions of its folder",
    sqlite3.SQLITE_CANTOPEN: "the database cannot be opened: check its folder and the permissions",
    sqlite3.SQLITE_PERM: "the database cannot be opened: check its folder and the permissions",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written: check it, and have a backup ready",
    sqlite3.SQLITE_CORRUPT: "the database is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "the file is no database: name another, or put a backup in its place",
    sqlite3.SQLITE_CONSTRAINT: "a record contradicts what is stored: nothing of it was written",
}
_SQLITE_PRIMARY: Final = 0xFF
"""The general code is in the lowest byte of the specific ones."""

# By SQLSTATE, or by its class where the whole class has the same remedy.
_POSTGRES: Final = {
    "53100": "the disk of PostgreSQL is full: free some space there, then it goes on by itself",
    "42501": "the PostgreSQL user may not do this: grant it the tables and the schema",
    "25006": "this PostgreSQL only reads: name the primary server, not a standby",
    "55P03": "another program has locked the tables: end its transaction, then try again",
    "08": "the connection to PostgreSQL was lost: see that it runs, then it goes on by itself",
    "57": "PostgreSQL ended the connection or the command: see that it runs, then it goes on by itself",
    "22": "a record has a value that PostgreSQL cannot keep: nothing of it was written",
    "23": "a record contradicts what is stored: nothing of it was written",
    "40": "PostgreSQL was too busy with others: try again",
}
# Without an SQLSTATE: what libpq itself noticed, and every refusal of a new connection.
_NO_CONNECTION: Final = (
    "there is no connection to PostgreSQL: see that it runs and takes connections, and that the "
    "host, the database, the user and the password of the URL are right, then it goes on by itself"
)


@contextmanager
def store_errors() -> Iterator[None]:
    """Whatever a database or its driver raises inside becomes a `StoreError`."""
    try:
        yield
    except exc.DBAPIError as error:
        raise StoreError(_sentence(error)) from error
    except sqlite3.Error as error:  # of a statement that went straight to the driver
        raise StoreError(_sqlite_sentence(error)) from error
    except exc.TimeoutError as error:
        raise StoreError("the store has more work than it can do: try again") from error
    except (ValueError, OverflowError) as error:  # a text or a number that no column can hold
        raise StoreError(
            "a record has a value that cannot be kept: nothing of it was written"
        ) from error


def _sentence(error: exc.DBAPIError) -> str:
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_sentence(error.orig)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is not None:
        known = _POSTGRES.get(state) or _POSTGRES.get(state[:2])
        return known or f"PostgreSQL failed with SQLSTATE {state}: look it up in its manual"
    if isinstance(error, exc.OperationalError):
        return _NO_CONNECTION
    return "a record has a value that cannot be kept: nothing of it was written"


def _sqlite_sentence(error: sqlite3.Error) -> str:
    # Errors of the driver itself, such as a value of a type that it does not know, have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return "a record has a value that cannot be kept: nothing of it was written"
    known = _SQLITE.get(code & _SQLITE_PRIMARY)
    return known or f"SQLite failed with {error.sqlite_errorname}: look it up in its manual"
