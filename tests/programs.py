"""Programs besides Python that some tests need, and those that run."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

import pytest


def command_lines(part: str) -> list[str]:
    """Those of all processes that run now and have this in it."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            found.append(file.read_bytes().decode(errors="replace"))
    return [line for line in found if part in line]


def needed_program(name: str, what_for: str) -> str:
    """
    Where the program is.

    Without it the test is skipped, since a fresh machine need not have it; a build machine, which
    says so by CI in its environment, must have it.
    """
    found = shutil.which(name)
    if found is None:
        missing = f"{what_for} needs {name}: install it"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found
