"""Version 3: what bots note about their turns is kept, and players can be deleted."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Double, ForeignKey, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Matches have notes, and those that are there have none; nobody is deleted yet."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "notes",
        Column("match_id", name, ForeignKey("matches.match_id"), primary_key=True),
        Column("turn", Integer, primary_key=True, autoincrement=False),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        Column("text", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.add_column("players", Column("deleted", Double, nullable=True))
