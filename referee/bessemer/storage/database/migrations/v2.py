"""Version 2: an organiser may bound how much is played on a ladder."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Integer

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Ladders have limits; those that are there have none."""
    for name in ("matches_per_hour", "until"):
        op.add_column("ladders", Column(name, Integer, nullable=False, server_default="0"))
