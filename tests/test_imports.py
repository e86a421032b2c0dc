"""Test modules are read one by one: none imports from another."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
MODULES = sorted(TESTS.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TESTS)))
def test_nothing_is_imported_from_a_test_module(path: Path) -> None:
    """What several tests share stands in a module that is not one of them."""
    imported = [
        f"{node.module}.{alias.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    ]

    assert [] == [name for name in imported if ".test_" in name and name.startswith("tests.")]
