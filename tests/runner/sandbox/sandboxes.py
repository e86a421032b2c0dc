"""The two sandboxes under test, and a way to start the bad bot in them."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from bessemer.runner.sandbox.bubblewrap import why_unusable
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.process import ProcessSpec
from bessemer.runner.sandbox.sandbox import Sandbox

FOLDER = Path(__file__).resolve().parent
KINDS = ("isolated", "limited")


def sandbox_of(
    kind: str, limits: ResourceLimits | None = None, *, hidden: tuple[Path, ...] = ()
) -> Sandbox:
    """
    A sandbox with bubblewrap, or with limits alone.

    Where bubblewrap cannot be used the test is skipped, except on a build machine.
    """
    bubblewrap = None
    if kind == "isolated":
        bubblewrap = shutil.which("bwrap")
        why_not = why_unusable(bubblewrap)
        if why_not and os.environ.get("CI") and bubblewrap is None:
            pytest.fail(why_not)
        if why_not:
            pytest.skip(why_not)
    return Sandbox(limits or ResourceLimits(), bubblewrap, hidden=hidden)


def bad_bot(*words: object, socket: Path | None = None, **environment: str) -> ProcessSpec:
    """The bad bot, doing one thing."""
    command = (sys.executable, str(FOLDER / "bad_bot.py"), *map(str, words))
    return ProcessSpec("bad", command, environment, FOLDER, socket)
