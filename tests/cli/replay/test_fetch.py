"""`replay fetch`, and --connect: matches come from a referee, with what one's own bot noted."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Noted
from bessemer.matches.records import BlockOver, Ended, Record
from bessemer.replays.reader import read_replay
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import open_store
from tests.cli.recorded import golden
from tests.referees.process import RefereeProcess
from tests.storage.rated_matches import MAIN, match

RECORDED = Path(golden("furnace")).read_bytes()
HEADER = read_replay(RECORDED).header


def with_replay(records: list[Record]) -> list[Record]:
    """The same match, with the recorded replay as its own."""
    return [one._replace(replay=RECORDED) if isinstance(one, Ended) else one for one in records]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three rated matches of anna and bela; anna wins the first two, bela the third; one is still secret."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(open_store(folder / "bessemer.sqlite3")) as store:
        SqlLadderStore(store).create(MAIN, "an organiser")
        wins = {"m1": (1, 2), "m2": (1, 2), "m3": (2, 1), "secret": (1, 2)}
        for match_id, ranks in wins.items():
            records = with_replay(match(match_id, ranks))
            store.write([*records, Noted(match_id, 1, Seat(0), f"noted in {match_id}\n")])
            block = records[0].spec.shared_setup  # type: ignore[union-attr]
            if block and match_id != "secret":
                store.write([BlockOver(block)])
    return folder


@pytest.fixture
def where(data: Path) -> Iterator[list[str]]:
    """The words that reach the referee on these data."""
    with RefereeProcess(data) as referee:
        token = str(data / "organiser.token")
        yield ["--connect", referee.address, "--token-file", token]


def fetched(*words: str) -> tuple[int, list[str]]:
    """The exit code of `replay fetch`, and which files are there."""
    out = Path(words[words.index("--out") + 1])
    code = main(["replay", "fetch", *words])
    return code, sorted(path.name for path in out.iterdir())


def test_the_matches_that_a_player_lost_are_fetched_with_their_notes(
    where: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As many as wanted; a file that is there is kept; a replay that is still secret is said."""
    out = str(tmp_path / "out")
    lost = ("--player", "bela", "--lost", "--out", out)

    assert (0, ["m3.replay", "m3.replay.notes"]) == fetched(
        *where, "--player", "bela", "--won", "--out", str(tmp_path / "won")
    )
    code, files = fetched(*where, *lost, "--last", "2")
    assert (1, ["m2.replay", "m2.replay.notes"]) == (code, files)
    assert "secret: the match shares its set-up" in capsys.readouterr().err
    (tmp_path / "out" / "m2.replay").write_bytes(b"kept")
    code, files = fetched(*where, *lost, "--json")
    assert ["m1.replay", "m1.replay.notes", "m2.replay", "m2.replay.notes"] == files
    assert b"kept" == (tmp_path / "out" / "m2.replay").read_bytes()
    assert ["secret"] == list(json.loads(capsys.readouterr().out)["failed"])


def test_wrong_wishes_are_refused(where: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody, somebody unknown, and both ways at once."""
    assert 2 == main(["replay", "fetch", *where])
    assert 2 == main(["replay", "fetch", *where, "m1", "--player", "bela"])
    assert 1 == main(["replay", "fetch", *where, "--player", "bob"])
    assert "nobody of this name" in capsys.readouterr().err.splitlines()[-1]


def test_a_match_of_a_referee_is_shown_analysed_and_verified(
    where: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """By its id; what cannot be had is said in a sentence."""
    assert 0 == main(["replay", "verify", *where, "m1", "m2"])
    assert ["ok", "ok"] == re.findall(r"^ok", capsys.readouterr().out, re.MULTILINE)
    assert 0 == main(["replay", "analyse", *where, "m1", "--json", "--seconds", "0.1"])
    assert 0 == main(
        ["replay", "branch", *where, "m1", "--seat", "0", "--bot", "idle", "--compare"]
    )
    assert 1 == main(["replay", "show", "--plain", *where, "nowhere"])
    assert "there is no match with this id" in capsys.readouterr().err


def test_notes_are_shown_with_the_turn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In plain lines, in JSON and in frames; control characters of strangers are not."""
    assert HEADER is not None
    replay = tmp_path / "game.replay"
    replay.write_bytes(RECORDED)
    notes = [{"turn": 2, "seat": 1, "text": "feared\x1b C07\nvalue 12.3\n"}]
    file = {"match_id": HEADER.match_id, "notes": notes}
    (tmp_path / "game.replay.notes").write_text(json.dumps(file))

    assert 0 == main(["replay", "show", "--plain", str(replay)])
    shown = capsys.readouterr().out
    assert "value 12.3" in shown
    assert "\x1b" not in shown
    for form, key in (("json", "turns"), ("frames", "frames")):
        assert 0 == main(["replay", "export", "--format", form, str(replay)])
        turns = json.loads(capsys.readouterr().out)[key]
        assert [2] == [turn["turn"] for turn in turns if "note" in turn]
