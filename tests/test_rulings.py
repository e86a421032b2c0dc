"""The rulings: every one is written down, carried out in the code and shown by a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bessemer.engine.catalogue import NAMES
from tests.games.walks import examples_of

ROOT = Path(__file__).parent.parent
# Those of a game may also stand on its own page.
DOCUMENTS = (ROOT / "docs" / "rulings.md", *sorted((ROOT / "docs" / "games").glob("*.md")))
ENTRY = re.compile(
    r"^### (?P<id>[a-z]+(?:-[a-z]+)+)\n\n(?P<rule>.+?)\n\n"
    r"- Code:\s(?P<code>.+?)\n- Test:\s(?P<test>.+?)(?:\n\n|\n?\Z)",
    re.DOTALL | re.MULTILINE,
)
RULINGS = {
    entry["id"]: entry
    for document in DOCUMENTS
    for entry in ENTRY.finditer(document.read_text(encoding="utf-8"))
}
CITED = re.compile(r"RULING ([a-z]+(?:-[a-z]+)+)")


@cache
def cited() -> dict[str, set[str]]:
    """The rulings that the code cites, each with its modules."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "referee").rglob("*.py")):
        for ruling in CITED.findall(path.read_text(encoding="utf-8")):
            found.setdefault(ruling, set()).add(path.relative_to(ROOT).as_posix())
    return found


@cache
def shown() -> dict[str, str]:
    """Every test by its address, with its name and docstring in the spelling of ids."""
    found = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                address = f"{path.relative_to(ROOT).as_posix()}::{node.name}"
                found[address] = f"{node.name.replace('_', '-')} {ast.get_docstring(node) or ''}"
    return found


@pytest.mark.parametrize("game", NAMES)
def test_document_has_the_rulings_of_the_rules(game: str) -> None:
    """The ids are these; a heading that is not written like the others would be missed."""
    found = {ruling for ruling in RULINGS if ruling.startswith(f"{game}-")}

    assert {f"{game}-{name}" for name in examples_of(game).RULINGS.split()} == found


def test_every_ruling_in_the_code_is_in_the_document() -> None:
    """Nothing is decided in the code alone, and nothing in the document alone."""
    assert set(cited()) == set(RULINGS)


@pytest.mark.parametrize("ruling", RULINGS)
def test_ruling_is_coded_where_the_document_says(ruling: str) -> None:
    """The modules named cite it."""
    modules = set(re.findall(r"`(.+?)`", RULINGS[ruling]["code"]))

    assert modules
    assert modules <= cited()[ruling]


@pytest.mark.parametrize("ruling", RULINGS)
def test_ruling_is_shown_by_the_test_that_the_document_names(ruling: str) -> None:
    """The tests named exist, and have the ruling in their name or docstring."""
    addresses = re.findall(r"`(.+?)`", RULINGS[ruling]["test"])

    assert addresses
    for address in addresses:
        assert re.search(rf"\b{ruling}\b", shown()[address])
