"""Each game of the catalogue from the first word to the last: played, verified, shown, exported."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from google.protobuf.json_format import ParseDict

from bessemer.cli.main import main
from bessemer.engine.catalogue import GAMES
from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.replays.verify import verify
from bessemer.v1 import move_pb2
from bessemer.wire.wire import wire_of
from tests.cli.recorded import golden
from tests.referees.in_process import SHORT, every_game
from tests.replays.make import FOLDER

OTHERS = sorted(set(GAMES) - {"furnace"})


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


_ADDED: Final = {"furnace": ("row", "leads", "owed"), "brass": ("players", "worth")}
"""What an export says besides the messages of the API, and where (docs/replay-format.md)."""


def without_added(game: str, view: dict[str, Any]) -> dict[str, Any]:
    """A view as the API's messages have it."""
    if game not in _ADDED:
        return view
    where, *added = _ADDED[game]
    left = [{key: part[key] for key in part if key not in added} for part in view[where]]
    return {**view, where: left}


@every_game
def test_an_export_holds_the_whole_match(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures, every move as text and as fields, and a spectator's view, as clients get them."""
    assert 0 == main(["replay", "export", "--format", "json", golden(game)])
    match = json.loads(capsys.readouterr().out)
    rules, replay = GAMES[game], read_replay(Path(golden(game)).read_bytes())

    player, wire = ReplayPlayer(replay), wire_of(game)
    options = rules.options(player.header.options)

    def read(view: dict[str, Any]) -> Any:  # noqa: ANN401 - any game's
        message = ParseDict({game: without_added(game, view)}, move_pb2.View())
        return wire.read_view(message, None, options)

    assert match["error"] is None
    assert ParseDict({game: match["setup"]["figures"]}, move_pb2.Setup()) == wire.setup(options)
    assert rules.view(player.position.state, None) == read(match["setup"]["view"])
    for step, turn in zip(player.steps(), match["turns"], strict=True):
        assert step.record.move == turn["move"]
        assert step.move == wire.read_move(ParseDict({game: turn["fields"]}, move_pb2.Move()))
        assert rules.view(step.after.state, None) == read(turn["view"])


def numbers(value: Any) -> Iterator[int]:  # noqa: ANN401 - JSON
    """Every number in what was exported."""
    if isinstance(value, dict):
        yield from (number for part in value.values() for number in numbers(part))
    elif isinstance(value, list):
        yield from (number for part in value for number in numbers(part))
    elif isinstance(value, int):
        yield value


@every_game
def test_an_export_has_no_number_that_only_the_engine_could_read(game: str, tmp_path: Path) -> None:
    """In whole matches no set of bits: everything is named, and amounts are small."""
    found = 0
    for path in sorted((FOLDER / game).glob("*.replay")):
        out = tmp_path / "match.json"
        assert 0 == main(["replay", "export", str(path), "--out", str(out)])
        match = json.loads(out.read_bytes())
        shown = [match["setup"], *([turn["fields"], turn["view"]] for turn in match["turns"])]
        found += len(match["turns"])
        assert [] == [number for number in numbers(shown) if abs(number) > 10_000]

    assert found > 50


@pytest.mark.parametrize("game", OTHERS)
def test_an_analysis_is_for_furnace_alone(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 2 and a sentence, for a replay that is sound."""
    assert 2 == main(["replay", "analyse", golden(game)])
    said = f"a match of {game}; only matches of furnace can be analysed"
    assert said in capsys.readouterr().err


@every_game
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0], ids=["first", "middle", "last"])
@pytest.mark.parametrize("others", [[], ["--others", "random"]], ids=["logged", "random"])
def test_a_match_of_any_game_can_be_branched(
    game: str, share: float, others: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From any turn on, with the others as logged or as bots: a replay that verifies."""
    records, out = read_replay(Path(golden(game)).read_bytes()).records, tmp_path / "branch.replay"
    start = records[round(share * (len(records) - 1))]
    where = ["--turn", str(start.turn), "--seat", str(start.seat)]
    words = [*where, "--bot", "random", *others, "--json", "--out", str(out)]

    assert 0 == main(["replay", "branch", golden(game), *words])
    found = json.loads(capsys.readouterr().out)
    replay = read_replay(out.read_bytes())
    assert verify(replay).ok
    assert replay.result is not None
    assert [player["score"] for player in found["players"]] == list(replay.result.scores)
    before = [entry.move for entry in records if entry.turn < start.turn]
    assert before == [entry.move for entry in replay.records if entry.turn < start.turn]
    assert "random" == found["players"][start.seat]["played_by"]


@every_game
def test_a_bot_is_asked_what_it_would_have_played(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At every decision of a seat; rounds are counted through the whole match."""
    own = [
        entry for entry in read_replay(Path(golden(game)).read_bytes()).records if entry.seat == 1
    ]
    words = ["--compare", "--seat", "1", "--bot", "idle", "--json"]

    assert 0 == main(["replay", "branch", golden(game), *words])
    decisions = json.loads(capsys.readouterr().out)["decisions"]
    assert [entry.move for entry in own] == [one["played"] for one in decisions]
    rounds = [one["round"] for one in decisions]
    assert (1, sorted(rounds)) == (rounds[0], rounds)
