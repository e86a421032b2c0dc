"""Every test that asks for `url` or `store` runs on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.postgres import fresh_postgres


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The path of a file that is not there yet."""
    return str(tmp_path / "referee.db")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The URL of an empty database."""
    with fresh_postgres() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    """Where there is no store yet."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    """An empty store."""
    with closing(open_store(url)) as opened:
        yield opened
