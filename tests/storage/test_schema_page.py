"""docs/database.md describes the schema as it is."""

import re
from pathlib import Path
from typing import Final

from sqlalchemy import Column
from sqlalchemy.dialects import sqlite

from bessemer.storage.database.schema import TODAY, metadata

PAGE: Final = (Path(__file__).parents[2] / "docs/database.md").read_text(encoding="utf-8")


def described(section: str) -> list[tuple[str, str]]:
    """The columns in the table of a section, each with its type."""
    return re.findall(r"^\| `(\w+)` \| ([^|]*?) \|", section, re.MULTILINE)


def kind_of(column: Column[object]) -> str:
    """The type of a column as the page writes it."""
    words = [column.type.compile(sqlite.dialect())]
    words += ["key"] if column.primary_key else []
    words += ["null"] if column.nullable else []
    words += [f"→ {reference.column.table.name}" for reference in column.foreign_keys]
    return " ".join(words)


def test_the_page_has_every_table_and_column() -> None:
    """With their types, in their order, and no other; and the version."""
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.DOTALL | re.MULTILINE))
    tables = {
        table.name: [(column.name, kind_of(column)) for column in table.columns]
        for table in metadata.tables.values()
    }

    assert f"describes schema {TODAY.version}." in PAGE
    assert tables == {name: described(section) for name, section in sections.items()}
