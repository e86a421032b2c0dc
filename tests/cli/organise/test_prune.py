"""A replay is fetched; old ones are exported and go; results, standings and what is still secret stay."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from bessemer.cli.main import main
from bessemer.matches.records import BlockOver, Record
from bessemer.runner.queries import report_of
from bessemer.runner.report.plain import ReportPart, to_json
from bessemer.storage.database.schema import replays, seat_tokens
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.referees.process import RefereeProcess
from tests.storage.examples import audited, created, ended, started
from tests.storage.postgres import fresh_postgres
from tests.storage.rated_matches import MAIN, match


@pytest.fixture(params=["sqlite", "postgres", "connect"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """The words that say where the data are: rated matches, one of an open block, one of today."""
    data = tmp_path / "data"
    data.mkdir()
    with fresh_postgres() as postgres:
        url = postgres if request.param == "postgres" else str(data / "bessemer.sqlite3")
        with closing(open_store(url)) as store:
            SqlLadderStore(store).create(MAIN, "an organiser")
            store.write([*match("r1"), *match("r2", (2, 1)), *match("secret")])
            store.write([created("today", at=4e9), started("today"), ended("today")])
            store.write([created("running", at=1.0), started("running")])
            store.write([BlockOver(block) for block in blocks(match("r1"), match("r2"))])
        where = ["--data", str(data)]
        match request.param:
            case "sqlite":
                yield where
            case "postgres":
                yield [*where, "--database", url]
            case "connect":
                with RefereeProcess(data) as referee:
                    address = referee.address
                    token = str(data / "organiser.token")
                    yield [*where, "--connect", address, "--token-file", token]


def blocks(*of: list[Record]) -> list:  # type: ignore[type-arg]
    """The blocks of these matches."""
    return [records[0].spec.shared_setup for records in of]  # type: ignore[union-attr]


def store_at(place: list[str]) -> SqlStore:
    """The store that the words name."""
    is_postgres = "--database" in place
    return open_store(place[3] if is_postgres else Path(place[1]) / "bessemer.sqlite3")


def kept(place: list[str]) -> set[str]:
    """The matches whose replays are there."""
    with closing(store_at(place)) as store, store.database.reading() as connection:
        return set(connection.scalars(select(replays.c.match_id)))


def standings(place: list[str]) -> str:
    """All figures of the ladder, with every digit."""
    with closing(store_at(place)) as store:
        facts = json.loads(to_json(report_of(store, "main"), ReportPart.STANDINGS))
    return json.dumps(facts["standings"])


def test_old_replays_go_and_results_stay(
    place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Each is in a file first; the audit log tells of it; a second time there is nothing to do.

    On the data, and at a referee elsewhere, which goes on with its matches meanwhile.
    """
    before, files = standings(place), tmp_path / "old"
    words = ["matches", "prune", "--older-than", "90d", "--export", str(files), *place]
    assert main([*words, "--dry-run"]) == 0
    assert "2 replays would be" in capsys.readouterr().out
    assert not files.exists()
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["removed"] == 2

    assert {"furnace-r1.replay", "furnace-r2.replay"} == {path.name for path in files.iterdir()}
    assert (files / "furnace-r1.replay").read_bytes() == b"replay"
    assert kept(place) == {"secret", "today"}
    assert before == standings(place)
    assert '"matches": 3' in before
    with closing(store_at(place)) as store:
        assert store.match("r1") is not None
        (entry,) = [one for one in audited(store) if one.action == "prune"]
        with store.database.reading() as connection:
            tokens = set(connection.scalars(select(seat_tokens.c.match_id)))
    assert entry.subject == "2 replays"
    assert str(files) in entry.reason
    assert tokens == {"today", "running"}
    assert main(words) == 0
    assert "0 replays" in capsys.readouterr().out


def test_the_replay_of_a_match_is_fetched(
    place: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    """Into the referee's name for it, a file of one's own, or the standard output; none is overwritten."""
    monkeypatch.chdir(tmp_path)
    words = ["matches", "replay", "r1", *place]
    assert main([*words, "--json"]) == 0
    facts = json.loads(capfdbinary.readouterr().out.splitlines()[-1])
    assert facts == {"match_id": "r1", "file": "furnace-r1.replay", "bytes": len(b"replay")}
    assert Path("furnace-r1.replay").read_bytes() == b"replay"
    assert main([*words, "--out", "mine.replay"]) == 0
    assert Path("mine.replay").read_bytes() == b"replay"
    capfdbinary.readouterr()
    assert main([*words, "--out", "-"]) == 0
    assert capfdbinary.readouterr().out == b"replay"
    Path("mine.replay").write_bytes(b"another")
    for wrong, sentence in (
        ([*words, "--out", "mine.replay"], b"is there already"),
        (["matches", "replay", "secret", *place], b"still to be played"),
        (["matches", "replay", "nowhere", *place], b"no match"),
        ([*words, "--out", "-", "--json"], b"choose one"),
    ):
        assert main(wrong) == 1
        assert sentence in capfdbinary.readouterr().err
    assert Path("mine.replay").read_bytes() == b"another"


def test_nothing_goes_that_is_not_exported(
    place: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another file of that name, or a folder that cannot be, and all replays stay."""
    (tmp_path / "furnace-r2.replay").write_bytes(b"another")
    (tmp_path / "file").touch()
    for folder, sentence in ((tmp_path, "another replay"), (tmp_path / "file", "File exists")):
        words = ["matches", "prune", "--older-than", "12h", "--export", str(folder), *place]
        assert main(words) == 1
        assert sentence in capsys.readouterr().err

    assert kept(place) == {"r1", "r2", "secret", "today"}


def test_an_age_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    """Wrong usage, with what would be right."""
    with pytest.raises(SystemExit) as ended_with:
        main(["matches", "prune", "--older-than", "soon", "--export", "x"])

    assert ended_with.value.code == 2
    assert "write 12h, 90d or 8w" in capsys.readouterr().err
