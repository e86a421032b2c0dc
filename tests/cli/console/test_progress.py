"""The bar that shows itself only when work takes longer than a moment."""

import time

import pytest

from bessemer.cli.console import progress
from bessemer.cli.console.progress import progress_bar

PATIENCE = 60


def shown_while_working(capsys: pytest.CaptureFixture[str]) -> str:
    """What stands on the standard error once it names the work."""
    said, deadline = "", time.monotonic() + PATIENCE
    while "counting" not in said and time.monotonic() < deadline:
        time.sleep(0.01)
        said += capsys.readouterr().err
    return said


@pytest.mark.parametrize("terminal", ["1", "0"])
def test_quick_work_shows_nothing(
    terminal: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not even on a terminal."""
    monkeypatch.setenv("TTY_COMPATIBLE", terminal)
    monkeypatch.setattr(progress, "_QUIET_SECONDS", PATIENCE)
    with progress_bar("counting", 3) as advance:
        for _ in range(3):
            advance()

    assert capsys.readouterr().err == ""


def test_slow_work_shows_a_bar_before_its_first_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first step may be the slow one."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_QUIET_SECONDS", 0.01)
    with progress_bar("counting", 3):
        assert "counting" in shown_while_working(capsys)


def test_without_a_terminal_slow_work_says_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but sentences goes into a pipe, and nobody waits without knowing for what."""
    monkeypatch.setattr(progress, "_QUIET_SECONDS", 0.01)
    with progress_bar("counting", 3) as advance:
        assert shown_while_working(capsys) == "counting …\n"
        advance()

    assert capsys.readouterr().err == ""
