"""Standings are kept, by position and by name; matches are found by game and status together."""

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, Double, Integer, Text


def upgrade(op: Operations) -> None:
    """From 7; the standings are made when somebody first asks for them."""
    name = Text().with_variant(Text(collation="C"), "postgresql")
    op.create_index(
        "matches_by_game_and_status", "matches", ["game", "status", "created", "match_id"]
    )
    op.create_table(
        "standings",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("player", name, primary_key=True),
        Column("name", name, nullable=False),
        Column("position", Integer, nullable=False),
        Column("place", Integer, nullable=False),
        Column("matches", Integer, nullable=False),
        Column("rating", Double, nullable=False),
        Column("rating_low", Double, nullable=False),
        Column("rating_high", Double, nullable=False),
        Column("wins", Text, nullable=False),
        Column("median_score", Text, nullable=False),
        Column("faults", Integer, nullable=False),
        Column("retired", Boolean, nullable=False),
        Column("first_drawn", Double, nullable=False),
    )
    op.create_index("standings_by_position", "standings", ["ladder", "season", "position"])
    op.create_index("standings_by_name", "standings", ["ladder", "season", "name"])
    op.create_table(
        "standings_revisions",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("rated", Integer, nullable=False),
        Column("audit", Integer, nullable=False),
    )
    op.create_table(
        "rated_seats",
        Column("ladder", name, primary_key=True),
        Column("season", Integer, primary_key=True, autoincrement=False),
        Column("name", name, primary_key=True),
        Column("number", Integer, primary_key=True, autoincrement=False),
        Column("player", name, primary_key=True),
        sqlite_with_rowid=False,
    )
