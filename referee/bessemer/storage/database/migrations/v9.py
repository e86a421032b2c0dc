"""What the seats bring to the chance of a match, and whether it is repeatable."""

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, Text, true


def upgrade(op: Operations) -> None:
    """From 8; the chance of matches until then followed from their seed alone."""
    repeatable = Column("repeatable", Boolean, nullable=False, server_default=true())
    op.add_column("matches", repeatable)
    op.add_column("matches", Column("commitments", Text))
    op.add_column("matches", Column("mix", Text))
