"""The two sandboxes under test, and a way to start the bad bot in them."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from bessemer.processes.process import ProcessSpec
from bessemer.runner.sandbox.bubblewrap import why_unusable
from bessemer.runner.sandbox.control_groups import KINDS as GROUP_KINDS
from bessemer.runner.sandbox.control_groups import Trees
from bessemer.runner.sandbox.find_control_groups import usable_trees
from bessemer.runner.sandbox.limits import ResourceLimits
from bessemer.runner.sandbox.sandbox import Sandbox
from bessemer.runner.sandbox.system_calls import NoFilter, filter_program

FOLDER = Path(__file__).resolve().parent
KINDS = ("isolated", "limited")
ALL_KINDS = ("isolated", "isolated without groups", "limited with groups", "limited")


def sandbox_of(
    kind: str, limits: ResourceLimits | None = None, *, hidden: tuple[Path, ...] = ()
) -> Sandbox:
    """
    A sandbox with bubblewrap and control groups, or one without the one, the other or both.

    Where groups cannot be made, "isolated" has none; a test that needs them asks `groups_or_skip`. Where bubblewrap cannot be used the test is skipped, except on a build machine.
    """
    bubblewrap = None
    if kind.startswith("isolated"):
        bubblewrap = shutil.which("bwrap")
        why_not = why_unusable(bubblewrap)
        if why_not and os.environ.get("CI") and bubblewrap is None:
            pytest.fail(why_not)
        if why_not:
            pytest.skip(why_not)
    has_groups = kind in ("isolated", "limited with groups")
    trees = usable_trees() if has_groups else {}
    return Sandbox(
        limits or ResourceLimits(),
        bubblewrap,
        hidden=hidden,
        filter=filter_or_skip(counts_memory="memory" in trees, is_isolated=bubblewrap is not None),
        trees=trees,
    )


def filter_or_skip(*, counts_memory: bool, is_isolated: bool) -> bytes:
    """The filter of system calls; a build machine has what that needs, elsewhere the test is skipped."""
    try:
        return filter_program(counts_memory=counts_memory, is_isolated=is_isolated)
    except NoFilter as error:
        if os.environ.get("CI"):
            pytest.fail(str(error))
        pytest.skip(str(error))


def groups_or_skip() -> Trees:
    """Where control groups can be made."""
    trees = usable_trees()
    if len(trees) < len(GROUP_KINDS):
        pytest.skip("this user may not make control groups here")
    return trees


def bad_bot(*words: object, socket: Path | None = None, **environment: str) -> ProcessSpec:
    """The bad bot, doing one thing."""
    command = (sys.executable, str(FOLDER / "bad_bot.py"), *map(str, words))
    return ProcessSpec("bad", command, environment, FOLDER, (FOLDER,), socket=socket)
