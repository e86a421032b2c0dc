"""What docs/operating.md says of backups and old replays, run as it stands there, beside a referee that runs."""

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from bessemer.storage.matches.match_store import open_store
from tests.kits.served import PATIENCE, Served
from tests.storage.examples import created, ended, started
from tests.storage.first_databases import write_schema_1
from tests.storage.postgres import fresh_postgres

PAGE: Final = (Path(__file__).parents[1] / "docs" / "operating.md").read_text(encoding="utf-8")


def blocks(label: str) -> list[str]:
    """The examples that are marked so."""
    return re.findall(rf"^```sh {label}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def shell(script: str, folder: Path) -> str:
    """What the script prints; each of its lines must succeed."""
    done = subprocess.run(
        ["/bin/sh", "-e", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return done.stdout


def test_a_running_referee_is_saved_and_put_back(tmp_path: Path) -> None:
    """The standings come from what was restored."""
    data = tmp_path / "bessemer-data"
    data.mkdir()
    write_schema_1(str(data / "bessemer.sqlite3"))
    with closing(sqlite3.connect(data / "bessemer.sqlite3")) as played, played:
        played.execute("UPDATE matches SET created = created - 1e8")  # three years ago
        # The match in the middle stays there, however long this takes.
        played.execute("UPDATE matches SET clock = replace(clock, '2.0', '9000.0')")
    token = ["player", "token", "organiser", "--out", str(data / "organiser.token")]
    assert main([*token, "--data", str(data)]) == 0
    referee = Served(data)
    try:
        saved, restored = (shell(block, tmp_path) for block in blocks("backup"))
        (pruned,) = (shell(block, tmp_path) for block in blocks("prune"))
    finally:
        referee.stop()

    assert "4 matches, 2 replays" in saved
    assert "every row is as it was saved" in restored
    assert ["2", "2"] == [line.split()[0] for line in pruned.splitlines()]
    assert 2 == len(list((tmp_path / "old-replays").glob("furnace-*.replay")))
    assert "Ladder furnace" in restored
    assert (tmp_path / "restored-data" / "organiser.token").read_bytes() == (
        data / "organiser.token"
    ).read_bytes()


@pytest.mark.parametrize("block", blocks("backup postgresql"))
def test_postgresql_is_saved_and_put_back(block: str, tmp_path: Path) -> None:
    """Into another database, and into a folder with SQLite."""
    with fresh_postgres() as first, fresh_postgres() as second:
        with closing(open_store(first)) as store:
            store.write([created(), started(), ended()])
        urls = {"bessemer@db/bessemer": first, "bessemer@db/empty": second}
        for name, url in urls.items():
            assert f"postgresql://{name}" in block
            block = block.replace(f"postgresql://{name}", f"'{url}'")
        shell(block, tmp_path)
        for place in (second, tmp_path / "now-with-sqlite" / "bessemer.sqlite3"):
            with closing(open_store(place)) as store:
                assert store.replay("m1") == b"replay of m1"
