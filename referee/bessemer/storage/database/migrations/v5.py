"""The store knows which blocks are not over: their seeds are not told."""

from alembic.operations import Operations
from sqlalchemy import Column, Integer, Text


def upgrade(op: Operations) -> None:
    """From 4; blocks that were half played before are told as they were."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "open_blocks",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("block", Text, primary_key=True),
    )
