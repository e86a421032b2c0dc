"""Version 5: organisers have webhooks."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """There are none yet."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "webhooks",
        Column("name", name, primary_key=True, autoincrement=False),
        Column("url", Text, nullable=False),
        Column("secret", Text, nullable=False),
        Column("kinds", Text, nullable=False),
        Column("ladders", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("failures", Integer, nullable=False),
        Column("due", Double, nullable=False),
        Column("problem", Text, nullable=False),
    )
    op.create_table(
        "webhook_events",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("webhook", name, ForeignKey("webhooks.name"), nullable=False),
        Column("event", name, nullable=False),
        Column("kind", Text, nullable=False),
        Column("match_id", name, ForeignKey("matches.match_id"), nullable=True),
        Column("data", Text, nullable=True),
        Column("created", Double, nullable=False),
        Column("due", Double, nullable=False),
        Column("attempts", Integer, nullable=False),
        Index("webhook_events_by_due", "webhook", "due"),
        Index("webhook_events_once", "webhook", "event", unique=True),
    )
