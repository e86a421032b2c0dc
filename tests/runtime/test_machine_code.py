"""What is compiled: all of the list or nothing, as installed."""

import runpy
from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from bessemer.runtime import machine_code

ROOT: Final = Path(__file__).parents[2]
HOT: Final = runpy.run_path(str(ROOT / "tools" / "machine_code.py"))["HOT"]


@pytest.mark.parametrize("path", HOT)
def test_a_module_of_the_list_is_as_it_was_installed(path: str) -> None:
    """Its source is there, and beside a compiled one no other module of the list runs as source."""
    name = path.partition("/")[2].removesuffix(".py").replace("/", ".")
    spec = find_spec(name)

    assert (ROOT / path).is_file()
    assert spec is not None
    assert machine_code.is_used() == isinstance(spec.loader, ExtensionFileLoader)


def test_it_is_told() -> None:
    """In the words of `bessemer --version`."""
    assert ("machine code" if machine_code.is_used() else "pure Python") == machine_code.state()
