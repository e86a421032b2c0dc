"""What the set-up shows while pip works."""

import runpy
from pathlib import Path

import pytest

INSTALL = runpy.run_path(str(Path(__file__).parents[1] / "tools" / "install.py"))
PIP = """\
Obtaining file:///home/ada/bessemer
  Installing build dependencies: finished with status 'done'
Collecting grpcio<2,>=1.80 (from bessemer==0.1.0)
  Downloading grpcio-1.80.0-cp311-cp311-manylinux_2_17_x86_64.whl (6.2 MB)
Collecting rich<16,>=14
  Using cached rich-14.0.0-py3-none-any.whl (243 kB)
Installing collected packages: rich, grpcio, bessemer
Successfully installed bessemer-0.1.0 grpcio-1.80.0 rich-14.0.0
"""


def test_pips_lines_become_steps() -> None:
    """What is being done, and how far it is."""
    steps = list(INSTALL["steps"](PIP.splitlines()))

    assert steps == [
        "finding packages",
        "downloading packages: 1",
        "downloading packages: 2",
        "installing 3 packages",
    ]


def test_a_log_gets_a_line_for_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    """And no escape codes; a count that goes up is no new step."""
    display = INSTALL["Display"](is_terminal=False)
    for step in INSTALL["steps"](PIP.splitlines()):
        display.show(step)
    display.end("installed in 3 s")

    assert capsys.readouterr().out == (
        "  finding packages\n  downloading packages: 1\n  installing 3 packages\n  installed in 3 s\n"
    )


def test_a_failure_shows_what_pip_said(capsys: pytest.CaptureFixture[str]) -> None:
    """With pip's own exit code."""
    assert INSTALL["main"](["-r", "/nonexistent/requirements.txt"]) == 1
    shown = capsys.readouterr().out

    assert "pip failed" in shown
    assert "/nonexistent/requirements.txt" in shown
