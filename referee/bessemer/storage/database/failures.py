"""Advice when a database fails, in a sentence without passwords, paths or contents."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import exc

from bessemer.matches.durable.store import StoreError, StoreUnavailable

_SQLITE: Final = {
    sqlite3.SQLITE_FULL: "the disk is full: free some space",
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
_SQLITE_BUGS: Final = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_MISUSE,
        sqlite3.SQLITE_RANGE,
        sqlite3.SQLITE_TOOBIG,
    }
)
"""Errors that trying again does not fix: the request was wrong."""

# By SQLSTATE, or by its class where the whole class has the same remedy.
_POSTGRES: Final = {
    "53100": "the disk of PostgreSQL is full: free some space there",
    "42501": "the PostgreSQL user may not do this: grant it the tables and the schema",
    "42P01": "tables of ours are missing in the PostgreSQL database: put a backup in its place",
    "25006": "this PostgreSQL only reads: name the primary server, not a standby",
    "55P03": "another program has locked the tables: end its transaction, then try again",
    "08": "the connection to PostgreSQL was lost: see that it runs",
    "57": "PostgreSQL ended the connection or the command: see that it runs",
    "22": "a record has a value that PostgreSQL cannot keep: nothing of it was written",
    "23": "a record contradicts what is stored: nothing of it was written",
    "40": "PostgreSQL was too busy with others: try again",
}
_POSTGRES_BUGS: Final = ("22", "23", "42")
"""Classes of errors that trying again does not fix, unless they are named above."""

# A refused connection has no SQLSTATE, only a text: PostgreSQL's own in English, or libpq's.
_CONNECTING: Final = (
    (
        re.compile("no password supplied"),
        "PostgreSQL wants a password and got none: set PGPASSWORD, or write it into ~/.pgpass",
    ),
    (
        re.compile("password authentication failed"),
        "PostgreSQL refuses this user with this password: check the URL, PGPASSWORD and ~/.pgpass",
    ),
    (
        re.compile(r"database .* does not exist"),
        "this PostgreSQL has no database of that name: make it with createdb, or name another",
    ),
    (
        re.compile(
            r"role .* does not exist|Peer authentication failed|Ident authentication failed"
        ),
        "this PostgreSQL does not know this user: make it with createuser, or name another in the URL",
    ),
    (
        re.compile(r"no pg_hba\.conf entry|pg_hba\.conf rejects"),
        "this PostgreSQL does not let this user in from this machine: allow it in its pg_hba.conf",
    ),
    (
        re.compile("could not translate host name|failed to resolve host", re.IGNORECASE),
        "there is no machine of the name that the PostgreSQL URL gives: check the host",
    ),
    (
        re.compile(r"Connection refused|No such file or directory|could not connect|timeout"),
        "PostgreSQL does not answer{place}: see that it runs, and check host and port of the URL",
    ),
    (
        re.compile("starting up|shutting down|too many (clients|connections)|recovery mode"),
        "PostgreSQL takes no connections just now: try again",
    ),
)
_PLACE: Final = re.compile(r'connection to server at "([^"]+)"(?: \([^)]*\))?, port (\d+)')
_NO_CONNECTION: Final = (
    "there is no connection to PostgreSQL: see that it runs and takes connections, and that the "
    "host, the database, the user and the password are right"
)
_UNKEPT: Final = "a record has a value that cannot be kept: nothing of it was written"


@contextmanager
def store_errors() -> Iterator[None]:
    """Whatever a database or its driver raises inside becomes a `StoreError`."""
    try:
        yield
    except exc.DBAPIError as error:
        raise _store_error(error) from error
    except sqlite3.Error as error:  # of a statement that went straight to the driver
        raise _sqlite_error(error) from error
    except exc.TimeoutError as error:
        raise StoreUnavailable("the store has more work than it can do: try again") from error
    except (ValueError, OverflowError) as error:  # a text or a number that no column can hold
        raise StoreError(_UNKEPT) from error


def _store_error(error: exc.DBAPIError) -> StoreError:
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite_error(error.orig)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is not None:
        return _postgres_error(state)
    if isinstance(error, exc.OperationalError):
        # What libpq itself noticed, and every refusal of a new connection.
        text = str(error.orig)
        found = _PLACE.search(text)
        place = f" at {found[1]}:{found[2]}" if found else ""
        known = (
            sentence.replace("{place}", place)
            for pattern, sentence in _CONNECTING
            if pattern.search(text)
        )
        return StoreUnavailable(next(known, _NO_CONNECTION))
    return StoreError(_UNKEPT)


def _postgres_error(state: str) -> StoreError:
    exact, of_class = _POSTGRES.get(state), _POSTGRES.get(state[:2])
    unknown = f"PostgreSQL failed with SQLSTATE {state}: look it up in its manual"
    is_bug = exact is None and state.startswith(_POSTGRES_BUGS)
    return (StoreError if is_bug else StoreUnavailable)(exact or of_class or unknown)


def _sqlite_error(error: sqlite3.Error) -> StoreError:
    # Errors of the driver itself, such as a value of a type that it does not know, have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    if code is None:
        return StoreError(_UNKEPT)
    primary = code & _SQLITE_PRIMARY
    unknown = f"SQLite failed with {error.sqlite_errorname}: look it up in its manual"
    kind = StoreError if primary in _SQLITE_BUGS else StoreUnavailable
    return kind(_SQLITE.get(primary, unknown))
