"""Version 8: teams have members, who come in by invitations."""

from typing import TYPE_CHECKING

from sqlalchemy import Boolean, Column, Double, Integer, LargeBinary, Text

if TYPE_CHECKING:
    from alembic.operations import Operations

# What PostgreSQL sorts is sorted as in SQLite.
_NAME = Text().with_variant(Text(collation="C"), "postgresql")


def upgrade(op: "Operations") -> None:
    """Nobody is a member yet."""
    op.add_column("tokens", Column("member", Text, nullable=False, server_default=""))
    op.create_table(
        "invitations",
        Column("token_id", _NAME, primary_key=True, autoincrement=False),
        Column("hash", LargeBinary, nullable=False),
        Column("team", _NAME, nullable=False, index=True),
        Column("uses", Integer, nullable=False),
        Column("most", Integer, nullable=False),
        Column("per_address", Integer, nullable=False),
        Column("created", Double, nullable=False),
        Column("expires", Double, nullable=False),
        Column("revoked", Boolean, nullable=False),
        Column("creator", Text, nullable=False),
    )
