"""The notes beside a replay."""

from pathlib import Path
from typing import NamedTuple

import pytest

from bessemer.replays.notes import notes_file, read_notes, write_notes


class Note(NamedTuple):
    """What a seat noted."""

    turn: int
    seat: int
    text: str


def test_notes_are_read_as_they_were_written(tmp_path: Path) -> None:
    """By turn; but not beside the replay of another match, and nowhere if there are none."""
    replay = tmp_path / "game.replay"
    write_notes(replay, "m1", [])
    assert not notes_file(replay).exists()

    write_notes(replay, "m1", [Note(3, 0, "feared C07\n"), Note(4, 1, "\N{SNOWMAN}\n")])

    assert {3: "feared C07", 4: "\N{SNOWMAN}"} == read_notes(replay, "m1")
    assert {} == read_notes(replay, "m2")
    assert {} == read_notes(tmp_path / "other.replay", "m1")


@pytest.mark.parametrize("content", ["", "[]", "{", '{"match_id": "m1", "notes": [1]}', "\udcff"])
def test_a_file_that_holds_no_notes_is_none(tmp_path: Path, content: str) -> None:
    """Whatever it holds."""
    replay = tmp_path / "game.replay"
    notes_file(replay).write_bytes(content.encode(errors="surrogateescape"))

    assert {} == read_notes(replay, "m1")
