"""Version 4: seats can be resigned, and matches can be open to anyone."""

from typing import TYPE_CHECKING

from sqlalchemy import Boolean, Column, ForeignKey, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Nothing has happened at the tables that are there, and nobody can end a match by resigning."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "events",
        Column("match_id", name, ForeignKey("matches.match_id"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("turn", Integer, nullable=False),
        Column("seat", Integer, nullable=False),
        Column("kind", Text, nullable=False),
        Column("text", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    for table, column in (
        ("matches", "resignation_ends"),
        ("matches", "anyone_may_join"),
        ("ladders", "resignation_ends"),
    ):
        op.add_column(table, Column(column, Boolean, nullable=False, server_default="0"))
