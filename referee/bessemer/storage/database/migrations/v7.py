"""Version 7: referees that share a database say which of them has a ladder, and where it is reached."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Nobody has a ladder yet."""
    op.create_table(
        "referees",
        Column("name", Text, primary_key=True, autoincrement=False),
        Column("epoch", Integer, nullable=False),
        Column("address", Text, nullable=False),
        Column("certificate", Text, nullable=False),
        Column("key", Text, nullable=False),
    )
    op.add_column("ladders", Column("referee", Text, nullable=True))
