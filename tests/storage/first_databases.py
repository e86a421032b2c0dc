"""
Databases of schema 1, as Bessemer 0.1 writes them, from the files in `schema1/`, which stay as they are.

They hold a ladder with two rated matches of bots, a match in the middle and one that nobody joined.
"""

import sqlite3
from pathlib import Path
from typing import Final

import psycopg

_FOLDER: Final = Path(__file__).parent / "schema1"


def write_schema_1(url: str) -> None:
    """Make the database of schema 1 at `url`, a path or a URL, where there is none yet."""
    if url.startswith("postgresql"):
        with psycopg.connect(url) as postgres:
            postgres.execute((_FOLDER / "postgresql.sql").read_bytes())
        return
    sqlite = sqlite3.connect(url)
    # As it was left: with a write-ahead log.
    sqlite.execute("PRAGMA journal_mode = WAL")
    sqlite.executescript((_FOLDER / "sqlite.sql").read_text(encoding="utf-8"))
    sqlite.close()
