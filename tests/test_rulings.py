"""The rulings: every one is written down, carried out in the code and shown by a test."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
ENTRY = re.compile(
    r"^### (?P<id>[a-z]+(?:-[a-z]+)+)\n\n(?P<rule>.+?)\n\n"
    r"- Code: (?P<code>.+?)\n- Test: (?P<test>.+?)\n",
    re.DOTALL | re.MULTILINE,
)
RULINGS = {entry["id"]: entry for entry in ENTRY.finditer(DOCUMENT)}
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


IDS = {
    "furnace": """
        cut neutral pass tie stack answer agent-pass chain-start tokens
    """,
    "brass": """
        supply debt fresh-start virtual-link combined-overbuild port-order overbuild-reach
        first-link rail-end distant-bonus income-tie shown-cards
    """,
    "alchemicus": """
        hidden asking first-golem start gold currency reward passing landing ruins demolition
        acquire shortage blocked transmute sale-order dear empty-hand no-target theft one-golem
        golem-covers spiritus spiritus-stack banish infamia-fame domo race-end lap golem-owner
        golem-beyond golem-spirit declared-end clearing last-round reshuffle small-bank
        noctis-reshuffle lost fee round-cap race-noctis fame race-offer steps buyer-slot
        domo-golem
    """,
}


@pytest.mark.parametrize("game", IDS)
def test_document_has_the_rulings_of_the_rules(game: str) -> None:
    """The ids are these; a heading that is not written like the others would be missed."""
    found = {ruling for ruling in RULINGS if ruling.startswith(f"{game}-")}

    assert {f"{game}-{name}" for name in IDS[game].split()} == found


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
