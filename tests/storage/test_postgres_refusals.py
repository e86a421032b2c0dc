"""What an organiser reads who names a PostgreSQL that does not let the referee in."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, make_url

from bessemer.matches.durable.store import StoreError, StoreUnavailable
from bessemer.storage.matches.match_store import open_store
from tests.storage.postgres import own_postgres

PASSWORD = "Xyzzy-2"  # noqa: S105 - of nobody


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """The URL of a PostgreSQL that wants a password of ann, without it."""
    with own_postgres() as server:
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE ROLE ann LOGIN SUPERUSER PASSWORD 'Xyzzy-2'")
            rules = "local all ann scram-sha-256\nlocal all all trust\n"
            (Path(server.pgdata) / "pg_hba.conf").write_text(rules)
            connection.execute("SELECT pg_reload_conf()")
        yield text(make_url(server.get_uri())._replace(username="ann", password=None))


def text(url: URL) -> str:
    """The URL, with its password if it has one."""
    return url.render_as_string(hide_password=False)


def refusal(url: str) -> str:
    """What is said of this URL."""
    with pytest.raises(StoreUnavailable) as refused:
        open_store(url)
    return str(refused.value)


def test_each_mistake_has_its_own_sentence(guarded: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No password, a wrong one, no such database, no such user, nobody there."""
    url = make_url(guarded)
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSFILE", "/nowhere/pgpass")
    nobody = text(url._replace(username="nobody"))

    assert "wants a password and got none: set PGPASSWORD" in refusal(guarded)
    monkeypatch.setenv("PGPASSWORD", "wrong")
    assert "refuses this user with this password" in refusal(guarded)
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    nowhere = text(url.set(database="nowhere"))
    assert "no database of that name: make it with createdb" in refusal(nowhere)
    assert "does not know this user" in refusal(nobody)
    # A port that is closed: nothing listens on the first of all.
    assert "PostgreSQL does not answer at 127.0.0.1:1:" in refusal("postgresql://ann@127.0.0.1:1/x")
    store = open_store(guarded.replace("postgresql://", "postgres://"))
    store.close()
    assert store.database.can_be_shared


def test_the_command_says_it_and_ends(guarded: str, tmp_path: Path) -> None:
    """With 1 and one sentence, which promises nothing and shows no password."""
    url = text(make_url(guarded).set(password=PASSWORD[::-1]))
    command = [sys.executable, "-m", "bessemer.cli.main", "serve", "--data", str(tmp_path)]
    ended = subprocess.run(
        [*command, "--log", "pretty", "--database", url.replace("postgresql:", "postgres:")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (1, "", 1) == (ended.returncode, ended.stdout, len(ended.stderr.splitlines()))
    assert "refuses this user with this password" in ended.stderr
    assert "by itself" not in ended.stderr
    assert PASSWORD[::-1] not in ended.stderr


def test_a_url_of_another_kind_is_refused() -> None:
    """It is no database of ours."""
    with pytest.raises(StoreError, match="--database: not a file or a postgresql:// URL"):
        open_store("mysql://ann@localhost/x")
