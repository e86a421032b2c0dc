"""Players can be banned, and disqualified from a ladder."""

from alembic.operations import Operations
from sqlalchemy import Column, Double, Text


def upgrade(op: Operations) -> None:
    """From 6; nobody is."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.add_column("players", Column("banned", Text))
    op.create_table(
        "disqualified",
        Column("ladder", name, primary_key=True),
        Column("player", Text, primary_key=True),
        Column("time", Double, nullable=False),
        Column("reason", Text, nullable=False),
    )
