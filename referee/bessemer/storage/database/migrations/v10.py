"""Version 10: ladders have quotas, a deadline and quiet hours."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """The old ones have none of them."""
    op.add_column("ladders", Column("entry", Text, nullable=False, server_default="{}"))
