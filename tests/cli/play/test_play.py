"""`bessemer play` as people and programs call it: words, pipes, and a real terminal."""

import asyncio
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bessemer.cli.main import main
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.cli.terminal_session import COMMAND, PATIENCE, SHORT, Terminal, played, until
from tests.programs import needed_program
from tests.referees.in_process import House, Table, opened
from tests.running_processes import has_ended


@pytest.fixture(params=[(80, 24), (100, 30)], ids=["80x24", "100x30"])
def terminal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Terminal]:
    """A terminal of this size with the command running in it."""
    tmux = needed_program("tmux", "the test of the full screen")
    opened = Terminal(tmux, tmp_path, request.param)
    yield opened
    opened.close()


# --- Words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "part"),
    [
        pytest.param(["--versus", "nobody"], "no bot 'nobody'", id="bot"),
        pytest.param(["--versus", "random", "--seat", "2"], "--seat is 0 to 1", id="seat"),
        pytest.param(["--versus", "random", "--watch"], "go with --connect", id="watch"),
        pytest.param(["--connect", "127.0.0.1:1"], "needs --match", id="match"),
        pytest.param(
            ["--connect", "127.0.0.1:1", "--match", "m"], "--seat N or --watch", id="no-seat"
        ),
        pytest.param(
            ["--connect", "127.0.0.1:1", "--match", "m", "--seat", "0"],
            "BESSEMER_TOKEN",
            id="token",
        ),
    ],
)
def test_wrong_usage_ends_with_2_and_a_sentence(
    words: list[str],
    part: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before anything is started."""
    monkeypatch.delenv("BESSEMER_TOKEN", raising=False)

    assert 2 == main(["play", *words])
    assert part in capsys.readouterr().err


def test_an_option_that_the_game_does_not_have_is_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Exit 1, as with every command."""
    assert 2 == main(["play", "--versus", "random", "--option", "rounds=9"])
    assert "rounds is 3 or 4" in capsys.readouterr().err


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    """Every way to sit down."""
    with pytest.raises(SystemExit) as ended:
        main(["play", "--help"])
    shown = capsys.readouterr().out

    assert 0 == ended.value.code
    assert "bessemer play --versus planner,search" in shown
    assert "BESSEMER_TOKEN=bsm_… bessemer play --connect" in shown


# --- Pipes ---------------------------------------------------------------------------------------


def test_a_whole_match_through_a_pipe(tmp_path: Path) -> None:
    """Lines tell it, the last one is JSON, and the replay verifies."""
    done = played(tmp_path, "default\n" * 60, "--versus", "random", *SHORT, "--json")
    assert (0, "") == (done.returncode, done.stderr)
    facts = json.loads(done.stdout.splitlines()[-1])
    replay = read_replay((tmp_path / facts["replay"]).read_bytes())

    assert verify(replay).ok
    assert replay.result is not None
    assert list(replay.result.scores) == facts["scores"]
    for entry in replay.records:
        assert f"\n{entry.turn}. " in done.stdout
    assert f"The replay is in {facts['replay']}" in done.stdout


def test_the_same_seed_and_lines_make_the_same_match(tmp_path: Path) -> None:
    """The bot's luck is the seed's, too."""
    moves = []
    for name in ("one.replay", "two.replay"):
        done = played(tmp_path, "default\n" * 60, "--versus", "random", *SHORT, "--out", name)
        assert 0 == done.returncode
        moves.append([e.move for e in read_replay((tmp_path / name).read_bytes()).records])

    assert moves[0] == moves[1]


def test_an_input_that_ends_too_soon_is_said_so(tmp_path: Path) -> None:
    """Exit 1, no replay, no process left."""
    done = played(tmp_path, "default\n", "--versus", "random", *SHORT)

    assert 1 == done.returncode
    assert "The input ended" in done.stdout
    assert "no replay" in done.stdout
    assert [] == list(tmp_path.iterdir())


def test_a_refused_line_is_explained_and_the_next_one_counts(tmp_path: Path) -> None:
    """An illegal move, nonsense and help do no harm."""
    lines = "bid 9 on C99\nnonsense\n?\nundo\n" + "default\n" * 60
    done = played(tmp_path, lines, "--versus", "random", *SHORT)

    assert 0 == done.returncode
    assert "Not possible: you have no disc worth 9" in done.stdout
    assert "Instead: bid 1 on" in done.stdout
    assert "There is nothing to take back." in done.stdout


async def seated_at(house: House, table: Table, lines: str, *words: str) -> tuple[int, str]:
    """The exit code and the output of somebody who connects to the table."""
    process = await asyncio.create_subprocess_exec(
        *(*COMMAND, "--connect", house.address, "--match", table.match_id, *words),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "BESSEMER_TOKEN": table.tokens[0]},
    )
    async with asyncio.timeout(PATIENCE):
        output, _ = await process.communicate(lines.encode())
    assert process.returncode is not None
    return process.returncode, output.decode()


@pytest.mark.asyncio
async def test_a_seat_and_a_spectator_at_somebody_elses_table(tmp_path: Path) -> None:
    """Both are told the whole match, and its end; suggestions are for the organiser to allow."""
    async with opened(tmp_path) as house:
        table = await house.organiser.create(2)
        other = asyncio.create_task(house.play_well(table, 1))
        (code, played_out), (watched_code, watched_out) = await asyncio.gather(
            seated_at(house, table, "suggest\n" + "default\n" * 60, "--seat", "0"),
            seated_at(house, table, "", "--watch"),
        )
        result = (await other).result

    assert (0, 0) == (code, watched_code)
    assert "Suggestions are not allowed in this match." in played_out
    for output in (played_out, watched_out):
        assert "The match is over." in output
        for score in result.scores:
            assert re.search(rf"^\d\.  .* {score}$", output, re.MULTILINE)


# --- A real terminal -----------------------------------------------------------------------------


def _is_referee(process: int) -> bool:
    try:
        words = Path(f"/proc/{process}/cmdline").read_text().split("\0")
    except OSError:
        return False
    return "serve" in words


ANSWERS: Final = (
    ("Enter sends it", "Enter"),
    ("Which company", "1"),
    ("Which disc", "Enter"),
    ("how often", "Enter"),
    ("which card do you run", "1"),
    ("flip companies", "1"),
    ("The match is over.", "q"),
)


def answer_to(screen: str, presses: int) -> str:
    """The key that a person would press at this screen; empty if there is nothing to answer."""
    if "Which company" in screen or "Which disc" in screen:
        return str(1 + presses % 6)  # some do not fit: then another is tried
    return next((key for sign, key in ANSWERS if sign in screen), "")


def test_a_whole_match_by_hand_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    """
    With keys alone, to the end; the referee is killed in the middle.

    The banner says so, the match goes on, the terminal is as it was and nothing is left behind.
    """
    recorded = tmp_path / "recorded"
    terminal.record(recorded)
    presses, killed = 0, False
    processes: list[int] = []
    while "EXIT" not in (screen := terminal.screen()):
        processes = processes or terminal.processes()
        if "round 2" in screen and "Which disc" in screen and not killed:
            processes = terminal.processes()
            for process in filter(_is_referee, processes):
                os.kill(process, signal.SIGKILL)
                killed = True
            until_recorded(recorded, b"Connection lost")
        elif key := answer_to(screen, presses):
            presses += 1
            terminal.press(key)
            # A second key for a question that is answered already would answer the next one unseen.
            until_changed(terminal, screen)

    assert killed
    assert "EXIT 0" in screen
    (path,) = tmp_path.glob("*.replay")
    assert re.sub(r"\s+", "", f"The replay is in {path.name}") in re.sub(r"\s+", "", screen)
    replay = read_replay(path.read_bytes())
    assert verify(replay).ok
    assert {"Ada", "random"} == set(replay.header.players if replay.header else ())
    assert [] == [process for process in processes if _is_referee(process)]


def until_recorded(file: Path, text: bytes) -> None:
    """Wait until this has been written into the window, for however short a time it stood there."""
    deadline = time.monotonic() + PATIENCE
    while text not in (written := file.read_bytes()):
        assert time.monotonic() < deadline, written[-2000:]
        time.sleep(0.05)  # nobody tells us of it


def until_changed(terminal: Terminal, screen: str) -> None:
    """Wait until the screen is another one: every key does something, or is said to do nothing."""
    deadline = time.monotonic() + PATIENCE
    while terminal.screen() == screen:
        assert time.monotonic() < deadline, screen


def test_a_match_is_put_aside_by_a_key_and_by_a_closed_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for --resume each time, and is gone when it is given up."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    tmux = needed_program("tmux", "the test of the full screen")
    tables = tmp_path / "state" / "bessemer" / "tables"

    window = Terminal(tmux, tmp_path, (80, 24))
    until(window, "Which company")
    window.press("q")
    until(window, "go on another time")
    window.press("y")
    assert "bessemer play --resume" in until(window, "EXIT")
    window.close()
    assert 1 == len(list(tables.iterdir()))

    window = Terminal(tmux, tmp_path, (80, 24), "--resume")
    until(window, "Which company")
    processes = [os.pidfd_open(process) for process in window.processes()]
    window.close()
    for process in processes:
        assert has_ended(process, PATIENCE)
        os.close(process)
    assert 1 == len(list(tables.iterdir()))

    window = Terminal(tmux, tmp_path, (80, 24), "--resume")
    until(window, "Which company")
    window.press("q")
    until(window, "go on another time")
    window.press("g")
    assert "no result" in until(window, "EXIT")
    window.close()
    assert [] == list(tables.iterdir())
