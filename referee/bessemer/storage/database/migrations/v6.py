"""Version 6: ladders have a format; its plan and the meetings that were not played are kept."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Double, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Ladders that are there are continuous."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.add_column("ladders", Column("format", Text, nullable=False, server_default="{}"))
    op.create_table(
        "plans",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("plan", Text, nullable=False),
        Column("started", Double, nullable=False),
    )
    op.create_table(
        "walkovers",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("block", Text, primary_key=True),
        Column("player", name, primary_key=True),
        Column("time", Double, nullable=False),
        Column("reason", Text, nullable=False),
    )
