"""The replays of a ladder as files: those of a block that is not over are not written."""

from pathlib import Path

import pytest

from bessemer.cli.console.progress import progress_bar
from bessemer.cli.main import main
from bessemer.ladder.ladder import Ladder
from bessemer.matches.records import (
    ClockSettings,
    Created,
    Durability,
    Ended,
    MatchResult,
    MatchSpec,
    Started,
    Status,
)
from bessemer.runner.queries import opened, report_of, write_replays
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store

PLAYERS = ("anna", "bela")


def played(data: Path, blocks: dict[str, str]) -> None:
    """A ladder with these matches, each in a block."""
    store = open_store(data / "bessemer.sqlite3")
    SqlLadderStore(store).create(Ladder("main", "furnace", {}, 2, created=1.0), "olga")
    for match_id, block in blocks.items():
        spec = MatchSpec(
            match_id=match_id,
            game="furnace",
            rules_version=1,
            options={},
            players=PLAYERS,
            seed=b"12345678",
            clock=ClockSettings(),
            durability=Durability.MATCH,
            created=1.0,
            ladder="main",
            season=1,
            block=block,
        )
        result = MatchResult(Status.FINISHED, 5.0, ranks=(1, 2), scores=(7, 3))
        started = Started(match_id, PLAYERS, 2.0)
        ended = Ended(match_id, result, b"replay", is_rated=True)
        store.write([Created(spec, (), ()), started, ended])
    store.close()


def written(data: Path) -> list[str]:
    """The replays that lie there after they were written."""
    folder = data / "replays"
    with opened(data) as store:
        count = write_replays(store, report_of(store, "main"), folder, progress_bar)
    names = sorted(path.stem.rpartition("-")[2] for path in folder.iterdir())
    assert len(names) == count
    return names


def test_replays_are_written_when_their_block_is_over(tmp_path: Path) -> None:
    """A file tells as much as an answer does."""
    played(tmp_path, {"m1": "b1", "m2": "b1", "m3": "b2"})
    assert written(tmp_path) == []
    with opened(tmp_path) as store:
        ladders = SqlLadderStore(store)
        ladders.close_blocks([one for one in ladders.open_blocks("main") if one.name == "b1"])

    assert written(tmp_path) == ["m1", "m2"]


def test_an_organiser_tells_what_nobody_will_finish(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`bessemer ladder release`, which the audit log remembers."""
    played(tmp_path, {"m1": "b1", "m2": "b2"})
    data = str(tmp_path)

    assert main(["ladder", "release", "--reason", "rain", "--data", data]) == 0
    assert "seeds and replays of 2 blocks of the ladder main are public" in capsys.readouterr().out
    assert written(tmp_path) == ["m1", "m2"]
    assert main(["ladder", "audit", "--data", data]) == 0
    assert "2 blocks  rain" in capsys.readouterr().out
    assert main(["ladder", "release", "--reason", "rain", "--data", data]) == 0
    assert capsys.readouterr().out == "Nothing to release on main.\n"
