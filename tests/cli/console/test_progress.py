"""The bar that shows itself only when work takes longer than a moment."""

import pytest

from bessemer.cli.console import progress


class Watch:
    """A clock that goes on by a step each time it is looked at."""

    def __init__(self, step: float) -> None:
        self._now, self._step = 0.0, step

    def monotonic(self) -> float:
        self._now += self._step
        return self._now


@pytest.mark.parametrize(
    ("step", "is_shown"),
    [pytest.param(0.01, False, id="quick"), pytest.param(2.0, True, id="slow")],
)
def test_the_bar_waits_a_moment(
    step: float,
    is_shown: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On a terminal, work of less than a second shows nothing at all."""
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "time", Watch(step))
    with progress.progress_bar("counting", 3) as advance:
        for _ in range(3):
            advance()

    assert is_shown == ("counting" in capsys.readouterr().err)


def test_without_a_terminal_there_is_no_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing but sentences goes into a pipe."""
    monkeypatch.setattr(progress, "time", Watch(2.0))
    with progress.progress_bar("counting", 3) as advance:
        advance()

    assert capsys.readouterr().err == ""
