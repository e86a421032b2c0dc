"""Programs besides Python that some tests need."""

import os
import shutil

import pytest


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
