"""A database says which Bessemer has made or migrated it."""

from alembic.operations import Operations
from sqlalchemy import Column, Text


def upgrade(op: Operations) -> None:
    """From 3."""
    op.add_column("schema_version", Column("bessemer", Text, nullable=False, server_default=""))
