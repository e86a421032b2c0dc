"""Each game of the catalogue from the first word to the last: played, verified, shown, exported."""

import json
from pathlib import Path

import pytest

from bessemer.cli.main import main
from bessemer.engine.catalogue import GAMES
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.replays.make import FOLDER
from tests.rpc.referee_under_test import SHORT, every_game

OTHERS = sorted(set(GAMES) - {"furnace"})


def golden(game: str) -> str:
    """A recorded match of three."""
    return str(FOLDER / game / "three-players.replay")


@every_game
@pytest.mark.parametrize("bots", ["random,random,random", "idle,idle"])
def test_a_seed_repeats_a_match(game: str, bots: str, tmp_path: Path) -> None:
    """Over real gRPC, bots in processes of their own: the same moves twice, and a true replay."""
    options = [f"--option={name}={value}" for name, value in SHORT.get(game, {}).items()]
    replays = []
    for name in ("one", "two"):
        out = tmp_path / name
        words = ["match", game, "--bots", bots, "--seed", "7", *options, "--out", str(out)]
        assert 0 == main(words)
        replays.append(read_replay(out.read_bytes()))
    one, two = ([(entry.seat, entry.move) for entry in replay.records] for replay in replays)

    assert one == two
    assert all(verify(replay).ok for replay in replays)


@every_game
def test_a_replay_is_verified_and_shown(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every move of it is listed."""
    assert 0 == main(["replay", "verify", golden(game)])
    assert "ok" in capsys.readouterr().out
    assert 0 == main(["replay", "show", "--plain", golden(game)])
    shown = capsys.readouterr().out
    last = read_replay(Path(golden(game)).read_bytes()).records[-1]
    assert f"{game}, match" in shown
    assert f"│ {last.turn:4} │" in shown


@every_game
def test_an_export_holds_the_whole_match(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures, every move as text and as fields, and a spectator's view after each."""
    assert 0 == main(["replay", "export", "--format", "json", golden(game)])
    match = json.loads(capsys.readouterr().out)
    rules, replay = GAMES[game], read_replay(Path(golden(game)).read_bytes())

    assert match["error"] is None
    assert match["setup"]["figures"]
    assert [entry.move for entry in replay.records] == [turn["move"] for turn in match["turns"]]
    for turn in match["turns"]:
        fields = dict(turn["fields"])
        move = rules.parse(turn["move"])
        assert type(move).__name__ == fields.pop("kind")
        assert set(move._fields) == set(fields)
        assert turn["view"]["seat"] is None


@pytest.mark.parametrize("game", OTHERS)
@pytest.mark.parametrize(
    "words", [["analyse"], ["branch", "--turn", "3", "--seat", "0", "--bot", "random"]]
)
def test_thinking_about_matches_is_for_furnace_alone(
    game: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 and a sentence, for a replay that is sound."""
    assert 2 == main(["replay", words[0], golden(game), *words[1:]])
    assert f"a match of {game}; only matches of furnace can be" in capsys.readouterr().err
