"""Packages from npm that check our pages."""

import os
from pathlib import Path

import pytest

from tests.programs import needed_program
from tools.node_packages import NotInstalled, node_packages


def npm_packages() -> Path:
    """The folder `node_modules` with them; installed once, whoever comes first does it."""
    npm = needed_program("npm", "a check of the pages")
    try:
        return node_packages(npm)
    except NotInstalled as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))
