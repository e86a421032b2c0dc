"""What the tests of the Node bot share: its installation, and a referee to play at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.node.installed import installed
from tests.node.served import Served


@pytest.fixture(scope="session")
def node() -> Iterator[Path]:
    """The folder with bot.mjs and unary.mjs, ready to run."""
    with installed() as folder:
        yield folder


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee."""
    referee = Served(tmp_path_factory.mktemp("referee"))
    yield referee
    referee.stop()
