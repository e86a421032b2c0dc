"""`bessemer web export`: which ladders, which season, and how many matches."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from bessemer.matches.records import BlockOver
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from bessemer.web.pages import slug
from tests.storage.rated_matches import MAIN, match

FIRST: Final = [f"first{number}" for number in range(3)]
SECOND: Final = [f"second{number}" for number in range(5)]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two ladders; the first is in its second season."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        ladders = SqlLadderStore(store)
        ladders.create(MAIN, "olga")
        ladders.create(replace(MAIN, name="other"), "olga")
        played = [match(match_id) for match_id in FIRST]
        played += [match("elsewhere", ladder="other")]
        for records in played:
            store.write(records)
        ladders.new_season("main", "olga", 2.0, "spring")
        played += [match(match_id, season=2) for match_id in SECOND]
        for records in played[-len(SECOND) :]:
            store.write(records)
        blocks = [records[0].spec.shared_setup for records in played]  # type: ignore[union-attr]
        store.write([BlockOver(block) for block in blocks if block])
    return folder


def exported(data: Path, *words: str) -> set[str]:
    """The files of matches that are written, with their ladder."""
    site = data.parent / "site"
    assert main(["web", "export", str(site), "--data", str(data), *words]) == 0
    assert (site / "index.html").exists()
    return {
        f"{name}/{path.stem}"
        for name in ("main", "other")
        for path in (site / "ladders" / slug(name)).glob("data/match/*.js")
    }


def test_all_ladders_are_exported_with_all_matches(data: Path) -> None:
    """Of the season that runs."""
    assert {"other/elsewhere", *(f"main/{one}" for one in SECOND)} == exported(data)


def test_one_ladder_of_one_season(data: Path) -> None:
    """And nothing of the others."""
    found = exported(data, "--ladder", "main", "--season", "1")

    assert {f"main/{one}" for one in FIRST} == found
    assert (
        "first0" in (data.parent / "site/ladders" / slug("main") / "data/matches-0.js").read_text()
    )


def test_only_the_newest_matches(data: Path) -> None:
    """The list has all; the next export adds what is missing."""
    assert {"main/second3", "main/second4"} == exported(data, "--ladder", "main", "--most", "2")
    assert (
        "second0" in (data.parent / "site/ladders" / slug("main") / "data/matches-0.js").read_text()
    )
    assert len(SECOND) == len(exported(data, "--ladder", "main"))


def test_what_is_not_there_is_said(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With what is there instead."""
    words = ["web", "export", str(data.parent / "site"), "--data", str(data)]
    for more, sentence in (
        (["--ladder", "mian"], "no ladder 'mian'"),
        (["--ladder", "other", "--season", "2"], "no season 2"),
    ):
        assert main([*words, *more]) == 1
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--ladder", "main"], ["--season", "1"], ["--most", "5"]])
def test_a_server_of_pages_takes_none_of_these(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows everything: wrong usage."""
    assert main(["web", *option]) == 2
    assert f"{option[0]} is for bessemer web export" in capsys.readouterr().err
