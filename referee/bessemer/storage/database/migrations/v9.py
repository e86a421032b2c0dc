"""Version 9: bots are handed in."""

from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, LargeBinary, Text

if TYPE_CHECKING:
    from alembic.operations import Operations


def upgrade(op: "Operations") -> None:
    """Nobody has handed in anything yet."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_table(
        "archives",
        Column("archive", Text, primary_key=True, autoincrement=False),
        Column("sha256", Text, nullable=False, index=True),
        Column("size", BigInteger, nullable=False),
        Column("received", BigInteger, nullable=False),
        Column("account", Text, nullable=False),
        Column("touched", Double, nullable=False),
        Column("used", Integer, nullable=False),
    )
    op.create_table(
        "archive_parts",
        Column("archive", Text, ForeignKey("archives.archive"), primary_key=True),
        Column("start", BigInteger, primary_key=True, autoincrement=False),
        Column("content", LargeBinary, nullable=False),
    )
    op.create_table(
        "submissions",
        Column("number", Integer, primary_key=True, autoincrement=True),
        Column("player", name, nullable=False),
        Column("name", Text, nullable=False),
        Column("game", Text, nullable=False),
        Column("runtime", Text, nullable=False),
        Column("archive", Text, ForeignKey("archives.archive"), nullable=False),
        Column("built", Text, ForeignKey("archives.archive"), nullable=True),
        Column("submitted_by", Text, nullable=False),
        Column("note", Text, nullable=False),
        Column("status", Text, nullable=False),
        Column("phase", Text, nullable=False),
        Column("version", Integer, nullable=False),
        Column("reason", Text, nullable=False),
        Column("created", Double, nullable=False),
        Column("changed", Double, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("worker", Text, nullable=False),
        Column("claim", Text, nullable=False),
        Column("claimed_until", Double, nullable=False),
        Column("hosting", Text, nullable=False, server_default=""),
        Index("submissions_by_status", "status", "number"),
        Index("submissions_by_player", "player", "game", "number"),
    )
    op.create_table(
        "playing_versions",
        Column("player", name, primary_key=True),
        Column("game", Text, primary_key=True),
        Column("submission", Integer, ForeignKey("submissions.number"), nullable=False),
    )
    op.create_table(
        "submission_logs",
        Column("submission", Integer, ForeignKey("submissions.number"), primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("time", Double, nullable=False),
        Column("text", Text, nullable=False),
    )
