"""
How tests are run: on what is installed, and property tests with the same examples every time.

In .venv these are the sources; `make fast` and `.venv/fast/bin/python -m pytest` run them on machine code.
"""

import atexit
import logging
import os
import shutil
import signal
import tempfile
from collections import Counter
from typing import Final

import pytest
import structlog
from hypothesis import settings

# As the command does: children never use our gRPC, and without this it complains at each.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")


def _is_roomy_memory(folder: str) -> bool:
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    can_run_programs = not found.f_flag & os.ST_NOEXEC
    return (
        can_run_programs and os.access(folder, os.W_OK) and found.f_bavail * found.f_frsize > _ROOM
    )


# No test cuts the power, so none needs to wait for the disk: databases are in memory if there is room.
_ROOM: Final = 4 << 30
if "TMPDIR" not in os.environ and _is_roomy_memory("/dev/shm"):  # noqa: S108 - we make a folder in it
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", "/dev/shm")  # noqa: S108 - so does pytest
    # Commands that are killed leave theirs behind: all goes with the one process that made this.
    os.environ["TMPDIR"] = tempfile.tempdir = tempfile.mkdtemp(prefix="bt-", dir="/dev/shm")
    atexit.register(shutil.rmtree, os.environ["TMPDIR"], ignore_errors=True)

# Matches that tests put aside are not among those of whoever runs them.
_STATE = tempfile.TemporaryDirectory(prefix="bessemer-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name

# Whatever language the system speaks, tests read English.
os.environ["BESSEMER_LANG"] = "en"

# A shell starts what it puts into the background with SIGINT ignored, and children inherit that: the
# tests that stop a command by Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("steady", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("search", derandomize=False, deadline=None, max_examples=2000)
settings.load_profile("steady")  # `pytest --hypothesis-profile search` looks for new examples

_BEFORE = os.environ.get("GRPC_VERBOSITY")


def pytest_runtest_teardown() -> None:
    """Undo what a command that was run in this process set for a process of its own: quiet logs."""
    logging.getLogger().setLevel(logging.WARNING)
    structlog.reset_defaults()
    if _BEFORE is None:
        os.environ.pop("GRPC_VERBOSITY", None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was not tested here, and for want of what."""
    skipped = terminalreporter.getreports("skipped")
    reasons = Counter(one.longrepr[2] for one in skipped if isinstance(one.longrepr, tuple))
    if reasons:
        terminalreporter.section("not tested here")
    for reason, count in sorted(reasons.items()):
        sentence = reason.removeprefix("Skipped: ")
        terminalreporter.line(f"{count} {'test' if count == 1 else 'tests'}: {sentence}")
