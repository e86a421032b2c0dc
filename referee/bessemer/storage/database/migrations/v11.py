"""Version 11: bots report what their language models cost."""

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations

_FIGURES = ("prompts", "tokens_in", "tokens_out", "milliseconds", "illegal", "failed", "defaults")


def upgrade(op: "Operations") -> None:
    """Nobody has reported any yet."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "model_costs",
        Column("match_id", name, ForeignKey("matches.match_id"), primary_key=True),
        Column("turn", Integer, primary_key=True, autoincrement=False),
        Column("seat", Integer, primary_key=True, autoincrement=False),
        *(Column(name, BigInteger, nullable=False) for name in _FIGURES),
        sqlite_with_rowid=False,
    )
