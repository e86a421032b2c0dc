"""The two fences under test, and a way to put the bad bot behind them."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from bessemer.runner.sandbox.bubblewrap import why_unusable
from bessemer.runner.sandbox.sandbox import Program, Sandbox
from bessemer.runner.sandbox.spec import Limits

FOLDER = Path(__file__).resolve().parent
KINDS = ("walls", "limits")


def fence_of(kind: str, limits: Limits | None = None, *, hidden: tuple[Path, ...] = ()) -> Sandbox:
    """
    A fence with walls, or with limits alone.

    Where bubblewrap cannot be used the test is skipped, except on a build machine.
    """
    bubblewrap = None
    if kind == "walls":
        bubblewrap = shutil.which("bwrap")
        why_not = why_unusable(bubblewrap)
        if why_not and os.environ.get("CI") and bubblewrap is None:
            pytest.fail(why_not)
        if why_not:
            pytest.skip(why_not)
    return Sandbox(limits or Limits(), bubblewrap, hidden=hidden)


def deed(*words: object, socket: Path | None = None, **told: str) -> Program:
    """The bad bot, doing one thing."""
    command = (sys.executable, str(FOLDER / "bad_bot.py"), *map(str, words))
    return Program(command, told, FOLDER, socket)
