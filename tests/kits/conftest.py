"""What the tests of the kits share: built programs, and a referee to play at."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.kits.built import cpp_programs, ts_programs
from tests.kits.served import Served

_PROBE: Final = Path(__file__).with_name("probe.py")


@pytest.fixture(scope="session", params=["python", "typescript", "cpp"])
def probe(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The command of a bot that says what it is asked, on the kit of each language."""
    return probe_in(request.param)


def probe_in(language: str) -> tuple[str, ...]:
    """The command in one language."""
    if language == "python":
        return (sys.executable, str(_PROBE))
    if language == "typescript":
        return ("node", str(ts_programs() / "probe.js"))
    return (str(cpp_programs() / "probe"),)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A referee."""
    referee = Served(tmp_path_factory.mktemp("referee"))
    yield referee
    referee.stop()
