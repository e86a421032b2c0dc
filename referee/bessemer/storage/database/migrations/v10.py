"""Players can be people, who have a clock of their own on ladders."""

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, Text, false


def upgrade(op: Operations) -> None:
    """From 9; everybody was a bot, and all seats of a match had one clock."""
    op.add_column("players", Column("person", Boolean, nullable=False, server_default=false()))
    op.add_column("ladders", Column("people_clock", Text))
    op.add_column("matches", Column("seat_clocks", Text))
