"""docs/database.md is made from the schema, and describes the tables that databases really have."""

import re
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import inspect

from bessemer.storage.database.opening import open_database
from tools.database_page import PAGE, page
from tools.error_page import write_page

TEXT: Final = PAGE.read_text(encoding="utf-8")


def test_the_page_is_made_from_the_schema(tmp_path: Path) -> None:
    """What is committed is what the tool writes: run `make pages` if this fails."""
    write_page(page(), tmp_path / "page.md")

    assert (tmp_path / "page.md").read_text(encoding="utf-8") == TEXT


def test_the_page_has_every_table_and_column(tmp_path: Path) -> None:
    """With their types, in their order, and no other, as a new database says itself."""
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", TEXT, re.DOTALL | re.MULTILINE))
    described = {
        name: re.findall(r"^\| `(\w+)` \| (\w+)", section, re.MULTILINE)
        for name, section in sections.items()
    }

    database = open_database(tmp_path / "new.sqlite3")
    with closing(database), database.reading() as connection:
        there = inspect(connection)
        tables = {
            name: [(one["name"], str(one["type"])) for one in there.get_columns(name)]
            for name in there.get_table_names()
        }

    assert tables == described
