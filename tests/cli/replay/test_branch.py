"""`bessemer replay branch`: what the bot plays, how it ends, and that the result is a replay."""

import json
from pathlib import Path
from typing import Any

import pytest

from bessemer.bots.registry import BOTS
from bessemer.cli.main import main
from bessemer.games.furnace.moves import Move
from bessemer.replays.reader import Replay, read_replay
from bessemer.replays.verify import verify
from bessemer.sdk.furnace import FurnaceView
from tests.replays.make import FOLDER

GOLDEN = {path.stem: path for path in sorted((FOLDER / "furnace").glob("*.replay"))}
Facts = dict[str, Any]


def branch(name: str, *words: str) -> int:
    """The exit code of a branch of a golden replay."""
    return main(["replay", "branch", str(GOLDEN[name]), *words])


def read(name: str) -> Replay:
    """A golden replay."""
    return read_replay(GOLDEN[name].read_bytes())


def turn_of(name: str, seat: int, place: int) -> str:
    """One of a seat's turns, as it is said on the command line."""
    return str([entry.turn for entry in read(name).records if entry.seat == seat][place])


def last_json(capsys: pytest.CaptureFixture[str]) -> Facts:
    """The object on the last line."""
    found: Facts = json.loads(capsys.readouterr().out.splitlines()[-1])
    return found


@pytest.mark.parametrize("name", [name for name in GOLDEN if name != "aborted-at-once"])
@pytest.mark.parametrize("place", [0, -1], ids=["first-turn", "last-turn"])
def test_a_branch_is_a_replay_that_verifies(
    name: str, place: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the first turn of a seat and from its last, whatever became of the logged match."""
    seat = read(name).records[0].seat
    out = tmp_path / "branch.replay"
    words = ["--turn", turn_of(name, seat, place), "--seat", str(seat), "--bot", "random"]

    assert branch(name, *words, "--others", "random", "--json", "--out", str(out)) == 0
    found = last_json(capsys)
    replay = read_replay(out.read_bytes())
    assert verify(replay).ok
    assert replay.result is not None
    assert [player["score"] for player in found["players"]] == list(replay.result.scores)
    assert [player["rank"] for player in found["players"]] == list(replay.result.ranks)
    moves = {entry.turn: entry.move for entry in replay.records}
    assert {move["turn"]: move["move"] for move in found["moves"]}.items() <= moves.items()
    assert moves[found["decision"]["turn"]] == found["decision"]["instead"]


@pytest.mark.parametrize("name", ["three-players", "chain", "two-players"])
def test_up_to_the_turn_nothing_changes(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What came before is taken over move by move, and the moves of the log carry their times."""
    out = tmp_path / "branch.replay"
    turn = turn_of(name, 1, 6)
    words = ["--turn", turn, "--seat", "1", "--bot", "idle", "--out", str(out)]

    assert branch(name, *words, "--others", "random") == 0
    before = [entry for entry in read(name).records if entry.turn < int(turn)]
    after = read_replay(out.read_bytes()).records
    assert [(entry.turn, entry.seat, entry.move, entry.time_used) for entry in before] == [
        (entry.turn, entry.seat, entry.move, entry.time_used) for entry in after[: len(before)]
    ]


def test_both_moves_and_both_outcomes_are_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played and what the bot plays; the scores of the log beside the new ones."""
    monkeypatch.setenv("COLUMNS", "200")
    ending = read("three-players").result
    assert ending is not None
    words = ["--turn", turn_of("three-players", 0, -1), "--seat", "0", "--bot", "idle"]
    assert branch("three-players", *words) == 0
    shown = capsys.readouterr().out

    assert "  played: plan " in shown
    assert "  idle: plan " in shown
    assert "idle from turn " in shown
    assert shown.count("its logged moves") == 2
    for score in ending.scores:
        assert f" {score} " in shown


def test_the_same_seed_is_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    """And another seed is another, where the bot has luck."""
    words = ["--turn", "1", "--seat", str(read("two-players").records[0].seat), "--bot", "random"]
    found = []
    for seed in ("1", "1", "2"):
        assert branch("two-players", *words, "--others", "random", "--json", "--seed", seed) == 0
        found.append(last_json(capsys)["moves"])

    assert found[0] == found[1]
    assert found[0] != found[2]


def test_an_unfinished_match_has_no_outcome_to_compare(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The log was aborted: only the branch has scores."""
    seat = read("aborted").records[0].seat
    words = ["--turn", "1", "--seat", str(seat), "--bot", "idle", "--others", "idle"]

    assert branch("aborted", *words, "--json") == 0
    assert {player["logged_score"] for player in last_json(capsys)["players"]} == {None}
    assert branch("aborted", *words) == 0
    assert "not finished" in capsys.readouterr().out


# --- Comparing -----------------------------------------------------------------------------------


def test_compare_asks_at_every_decision(capsys: pytest.CaptureFixture[str]) -> None:
    """One answer for each logged move of the seat; the idle bot is what a forfeited seat plays."""
    own = [entry for entry in read("forfeited").records if entry.seat == 1]

    assert branch("forfeited", "--compare", "--seat", "1", "--bot", "idle", "--json") == 0
    found = last_json(capsys)
    assert [entry.turn for entry in own] == [one["turn"] for one in found["decisions"]]
    assert [entry.move for entry in own] == [one["played"] for one in found["decisions"]]
    assert len(own) == found["same"]
    assert all(one["leads_to_the_same"] for one in found["decisions"])


def test_compare_shows_where_they_differ(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each turn with both answers, and how many are alike."""
    monkeypatch.setenv("COLUMNS", "400")
    turn = turn_of("three-players", 2, 5)
    words = ["--compare", "--seat", "2", "--bot", "idle", "--turn", turn]
    assert branch("three-players", *words) == 0
    shown = capsys.readouterr().out
    own = [entry for entry in read("three-players").records if entry.seat == 2]

    assert f"of {len(own) - 5} moves alike" in shown
    for entry in own[5:]:
        assert entry.move in shown
    assert own[0].move not in shown


def test_compare_leaves_the_match_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the bot would do, the next view is that of the log: all decisions come."""
    for bot in ("idle", "random"):
        assert branch("chain", "--compare", "--seat", "0", "--bot", bot, "--json") == 0
        played = [one["played"] for one in last_json(capsys)["decisions"]]
        assert [entry.move for entry in read("chain").records if entry.seat == 0] == played


# --- The clock -----------------------------------------------------------------------------------


class Watchful:
    """Makes default moves and writes down the clock it is shown."""

    def __init__(self) -> None:
        self.clocks: list[float] = []

    def decide(self, view: FurnaceView) -> Move:
        self.clocks.append(view.clock)
        return view.default_move()


@pytest.fixture
def watchful(monkeypatch: pytest.MonkeyPatch) -> Watchful:
    """A bot that the command knows by this name."""
    bot = Watchful()
    playing = {**BOTS["furnace"], "watchful": lambda _: bot}
    monkeypatch.setattr("bessemer.bots.registry.BOTS", {**BOTS, "furnace": playing})
    return bot


def logged_clocks(name: str, seat: int) -> list[float]:
    """What a seat had for each of its decisions, by the header and the times of the moves."""
    replay = read(name)
    assert replay.header is not None
    clock, clocks = replay.header.clock, []
    bank = clock.bank
    for entry in replay.records:
        if entry.seat == seat:
            kind = entry.move.split()[0]
            bank += clock.increment_by_kind.get(kind, clock.increment)
            clocks.append(bank)
            bank = max(0.0, bank - entry.time_used / 1e6)
    return clocks


def test_a_bot_that_is_compared_sees_the_logged_clock(
    watchful: Watchful, capsys: pytest.CaptureFixture[str]
) -> None:
    """The clock is part of what the seat saw; it runs as logged, however quick the bot is."""
    assert branch("three-players", "--compare", "--seat", "0", "--bot", "watchful", "--json") == 0
    assert pytest.approx(logged_clocks("three-players", 0)) == watchful.clocks


def test_a_bot_that_takes_over_has_the_time_that_was_left(
    watchful: Watchful, capsys: pytest.CaptureFixture[str]
) -> None:
    """At turn N the clock is as logged."""
    turn = turn_of("three-players", 0, 7)
    words = ["--turn", turn, "--seat", "0", "--bot", "watchful", "--others", "idle", "--json"]
    assert branch("three-players", *words) == 0
    assert pytest.approx(logged_clocks("three-players", 0)[7]) == watchful.clocks[0]


def test_the_clock_can_be_set(watchful: Watchful, capsys: pytest.CaptureFixture[str]) -> None:
    """`--seconds` is shown at every decision."""
    words = ["--compare", "--seat", "0", "--bot", "watchful", "--seconds", "7.5"]
    assert branch("three-players", *words) == 0
    assert set(watchful.clocks) == {7.5}


# --- What cannot be had --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--turn", "999", "--seat", "0"], "no turn 999", id="turn"),
        pytest.param(["--turn", "0", "--seat", "0"], "no turn 0", id="turn-0"),
        pytest.param(["--turn", "1", "--seat", "3"], "seats 0 to 2", id="seat"),
        pytest.param(["--seat", "0"], "--turn", id="no-turn"),
        pytest.param(["--turn", "1", "--seat", "0", "--others", "deep"], "'deep'", id="others"),
        pytest.param(["--turn", "1", "--seat", "0", "--bot", "deep"], "'deep'", id="bot"),
        pytest.param(["--compare", "--seat", "0", "--out", "x"], "--compare", id="compare"),
    ],
)
def test_wrong_usage_is_a_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, one line, nothing on the standard output."""
    assert branch("three-players", "--bot", "idle", *words) == 2
    shown = capsys.readouterr()

    assert said in shown.err
    assert len(shown.err.splitlines()) == 1
    assert shown.out == ""


def test_a_turn_of_another_seat_names_near_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """The turn belongs to one seat; others are told which are theirs."""
    first = read("three-players").records[0].seat
    other = (first + 1) % 3

    assert branch("three-players", "--turn", "1", "--seat", str(other), "--bot", "idle") == 2
    said = capsys.readouterr().err
    assert f"not asked of seat {other}" in said
    assert turn_of("three-players", other, 0) in said


def test_a_match_without_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to branch from."""
    assert branch("aborted-at-once", "--turn", "1", "--seat", "0", "--bot", "idle") == 2
    assert "nobody made a move" in capsys.readouterr().err


def test_no_replay_and_no_place_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence: exit 1, or 2 if the folder is not there and nothing need be played."""
    path = tmp_path / "no.replay"
    path.write_bytes(b"no\n")
    assert main(["replay", "branch", str(path), "--turn", "1", "--seat", "0", "--bot", "idle"]) == 1
    assert "line 1" in capsys.readouterr().err

    seat = str(read("aborted").records[0].seat)
    nowhere = str(tmp_path / "missing" / "x.replay")
    words = ["--turn", "1", "--seat", seat, "--bot", "idle", "--others", "idle"]
    with pytest.raises(SystemExit) as ended:
        branch("aborted", *words, "--out", nowhere)
    assert ended.value.code == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_cut_off_file_is_played_on_from_what_is_sound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The branch comes to its end; that the file is damaged is said, with exit 1."""
    lines = GOLDEN["three-players"].read_bytes().splitlines(keepends=True)
    path = tmp_path / "cut.replay"
    path.write_bytes(b"".join(lines[:9]))
    seat = read("three-players").records[0].seat
    words = ["--turn", "1", "--seat", str(seat), "--bot", "idle", "--others", "idle"]

    assert main(["replay", "branch", str(path), *words]) == 1
    shown = capsys.readouterr()
    assert "damaged: line 10" in shown.err
    assert "idle from turn 1" in shown.out
