"""Replays on the screen and in print: forwards and back, by turn and by round."""

import sys
from pathlib import Path

import pytest

from bessemer.replays.reader import read_replay
from bessemer.replays.replaying import ReplayPlayer
from bessemer.terminal.replay.app import ReplayApp
from bessemer.terminal.replay.show import show
from bessemer.terminal.replay.timeline import Timeline, build_timeline
from tests.replays.make import FOLDER
from tests.terminal.snapshots import assert_same, screen_text

GOLDEN = sorted(FOLDER.rglob("*.replay"))
FOUR = FOLDER / "furnace" / "four-players.replay"
FORFEITED = FOLDER / "furnace" / "forfeited.replay"


def timeline_of(path: Path) -> Timeline:
    """The frames of a file."""
    return build_timeline(read_replay(path.read_bytes()))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_replay_can_be_looked_at(path: Path) -> None:
    """A frame for the set-up and one for each turn, each as a spectator saw it."""
    timeline, replay = timeline_of(path), read_replay(path.read_bytes())
    game = timeline.game.rules

    assert "" == timeline.trouble
    assert [0, *(entry.turn for entry in replay.records)] == [
        frame.turn for frame in timeline.frames
    ]
    assert [game.view(step.after.state, None) for step in ReplayPlayer(replay).steps()] == [
        frame.view for frame in timeline.frames[1:]
    ]
    for entry in replay.records:
        assert any(told.startswith(f"{entry.turn}. ") for told in timeline.log)


@pytest.mark.asyncio
async def test_stepping_and_jumping() -> None:
    """Arrows, rounds, turns, both ends; nothing leads outside."""
    timeline = timeline_of(FOUR)
    last = len(timeline.frames) - 1
    app = ReplayApp(timeline)
    async with app.run_test(size=(80, 24)) as pilot:

        async def after(*keys: str) -> int:
            await pilot.press(*keys)
            return app.index

        assert 0 == await after("left")
        assert 3 == await after("right", "space", "n")
        assert 2 == await after("left")
        assert timeline.at_round(3) == await after("3")
        assert timeline.at_round(4) == await after("]")
        assert timeline.at_round(4) == await after("right", "right", "[")
        assert timeline.at_round(3) == await after("pageup")
        assert last == await after("end")
        assert last == await after("right")
        assert 12 == timeline.frames[await after("g", "1", "2", "enter")].turn
        assert timeline.at_round(2) == await after("g", "r", "2", "enter")
        assert timeline.at_round(2) == await after("g", "x", "enter")
        assert 0 == await after("home")
        assert "turn 0 of 90" in screen_text(app)
        await pilot.press("q")
    assert not app.is_running


@pytest.mark.parametrize("size", [(80, 24), (100, 30)], ids=["80x24", "100x30"])
@pytest.mark.parametrize("turn", [0, 40, 90])
@pytest.mark.asyncio
async def test_frames_look_as_they_did(turn: int, size: tuple[int, int]) -> None:
    """The set-up, the middle and the end, held against files that were looked at."""
    app = ReplayApp(timeline_of(FOUR))
    async with app.run_test(size=size) as pilot:
        app._go(turn)
        await pilot.pause()
        text = screen_text(app)

    assert_same(f"replay-{turn}-{size[0]}x{size[1]}", text)


@pytest.mark.asyncio
async def test_keys_can_be_clicked_and_pages_opened() -> None:
    """The line of keys does what the keys do."""
    app = ReplayApp(timeline_of(FOUR))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#keys", offset=(1, 0))
        assert 1 == app.index
        for key, title in (("c", "Everybody's cards"), ("l", "The log"), ("?", "Help")):
            await pilot.press(key)
            assert title in screen_text(app)
            await pilot.press("escape")
        assert 1 == app.index


@pytest.mark.asyncio
async def test_a_damaged_replay_is_shown_as_far_as_it_is_sound(tmp_path: Path) -> None:
    """And at its last turn it says so."""
    path = tmp_path / "damaged.replay"
    path.write_bytes(FORFEITED.read_bytes().replace(b'{"turn":10,', b'{"turn":11,'))
    timeline = timeline_of(path)
    app = ReplayApp(timeline)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("end")
        text = screen_text(app)

    assert 9 == timeline.frames[-1].turn
    assert "Damaged: line 11" in text


def test_in_print_it_is_every_move_and_the_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also without a terminal, whatever was asked for."""
    monkeypatch.setenv("COLUMNS", "200")
    replay = read_replay(FORFEITED.read_bytes())
    printed = []
    for plain in (True, False):
        assert 0 == show(FORFEITED, plain=plain)
        printed.append(capsys.readouterr().out)

    assert printed[0] == printed[1]
    for entry in replay.records:
        assert f" {entry.move} " in printed[0]
    assert printed[0].count(" timed out ") == 3
    assert "bot: out of time" in printed[0]


def test_a_file_that_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And so is one that is no replay."""
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"")

    assert 1 == show(tmp_path / "missing", plain=True)
    assert "bessemer: cannot read" in capsys.readouterr().err
    assert 1 == show(nothing, plain=True)
    assert "bessemer: line 1: it is empty" in capsys.readouterr().err


def test_on_a_terminal_the_screen_is_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A damaged file ends with 1, after it was looked at; what cannot be played at all at once."""
    run: list[ReplayApp] = []

    def remember(app: ReplayApp) -> None:
        run.append(app)

    monkeypatch.setattr(ReplayApp, "run", remember)
    monkeypatch.setenv("TERM", "xterm")
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    damaged = tmp_path / "damaged.replay"
    damaged.write_bytes(FORFEITED.read_bytes().replace(b'{"turn":10,', b'{"turn":11,'))
    nothing = tmp_path / "nothing"
    nothing.write_bytes(b"")

    assert [0, 1, 1] == [show(path, plain=False) for path in (FORFEITED, damaged, nothing)]
    assert 2 == len(run)
    assert "damaged: line 11" in capsys.readouterr().err
