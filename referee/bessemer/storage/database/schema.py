"""
The tables: one schema for SQLite and PostgreSQL.

Points in time are seconds since the epoch. What no query looks into is JSON in a text column, which
keeps every number exactly and is the same in both databases.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from bessemer.storage.database.compressed import Compressed
from bessemer.storage.database.migrations import STEPS, Step

ADVISORY_LOCKS: Final = 0x62657373
"""Our part of the advisory locks of a PostgreSQL database, which are numbers for all to use."""

metadata: Final = MetaData()

# PostgreSQL sorts text as its locale says; the pages of a list must be the same everywhere.
_Name: Final = Text().with_variant(Text(collation="C"), "postgresql")

bessemer_schema: Final = Table(
    "bessemer_schema",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    # Which Bessemer has made or migrated it last: an older one says that it needs this one.
    Column("bessemer", Text, nullable=False),
)

matches: Final = Table(
    "matches",
    metadata,
    # The spec.
    Column("match_id", _Name, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("reserved", Text, nullable=False),  # MatchSpec.players: for whom the seats are kept
    Column("seed", LargeBinary, nullable=False),  # MatchSpec.seed: the referee's secret
    Column("clock", Text, nullable=False),
    Column("durability", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("creator", Text, nullable=False),
    Column("request_id", Text, nullable=False),
    Column("suggestions_allowed", Boolean, nullable=False),
    Column("ladder", _Name, nullable=False),  # "" if it is rated nowhere
    Column("season", Integer, nullable=False),
    Column("block", Text, nullable=False),
    Column("referee", Text, nullable=False),  # who plays it, and goes on with it after a restart
    # What became of it.
    Column("status", Text, nullable=False),
    Column("players", Text),  # who joined; NULL before the match has started
    Column("started", Double),
    Column("ending", Text),
    # Its chance: whether the seed alone decides, or is mixed with what the seats bring.
    Column("repeatable", Boolean, nullable=False),
    Column("commitments", Text),  # by seat; NULL before they stand, and if it is repeatable
    Column("mix", Text),  # ChanceMix; NULL before the match has started, and if it is repeatable
    Column("seat_clocks", Text),  # by seat; NULL if all seats have `clock`
    Index("matches_by_age", "created", "match_id"),
    Index("matches_by_status", "status", "created", "match_id"),
    Index("matches_by_game", "game", "created", "match_id"),
    Index("matches_by_game_and_status", "game", "status", "created", "match_id"),
    Index(
        "matches_by_request",
        "creator",
        "request_id",
        unique=True,
        sqlite_where=text("request_id <> ''"),
        postgresql_where=text("request_id <> ''"),
    ),
)

open_blocks: Final = Table(
    # Those of which a match was played and whose last match is not over: their seeds are secret.
    "open_blocks",
    metadata,
    Column("ladder", _Name, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("block", Text, primary_key=True),
)

seat_tokens: Final = Table(
    "seat_tokens",
    metadata,
    Column("match_id", _Name, ForeignKey(matches.c.match_id), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("token_id", Text, nullable=False, unique=True),
    Column("hash", LargeBinary, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

moves: Final = Table(
    "moves",
    metadata,
    Column("match_id", _Name, ForeignKey(matches.c.match_id), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("turn", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("cause", Text, nullable=False),
    Column("spent", BigInteger, nullable=False),
    Column("check", Text, nullable=False),
    # The rows in the key's own tree: one tree to write instead of two.
    sqlite_with_rowid=False,
)

replays: Final = Table(
    "replays",
    metadata,
    Column("match_id", _Name, ForeignKey(matches.c.match_id), primary_key=True),
    Column("content", Compressed, nullable=False),
)

players: Final = Table(
    "players",
    metadata,
    Column("name", _Name, primary_key=True),
    Column("role", Text, nullable=False),
    Column("author", Text, nullable=False),  # who wrote it, "" if nobody said
    Column("created", Double, nullable=False),
    Column("banned", Text),  # why its tokens are refused; NULL if they are not
    Column("person", Boolean, nullable=False),
)

tokens: Final = Table(
    "tokens",
    metadata,
    Column("token_id", Text, primary_key=True),
    Column("name", _Name, ForeignKey(players.c.name), nullable=False, index=True),
    Column("hash", LargeBinary, nullable=False),
    Column("created", Double, nullable=False),
    Column("revoked", Boolean, nullable=False),
)

ladders: Final = Table(
    "ladders",
    metadata,
    Column("name", _Name, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("clock", Text, nullable=False),
    Column("authors_apart", Boolean, nullable=False),
    Column("season", Integer, nullable=False),
    Column("frozen", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("people_clock", Text, nullable=False),
)

rated: Final = Table(
    "rated",
    metadata,
    # The order in which matches are rated; two referees agree on it because the database counts.
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("match_id", _Name, ForeignKey(matches.c.match_id), nullable=False, unique=True),
    Column("ladder", _Name, nullable=False),
    Column("season", Integer, nullable=False),
    Column("voided", Text),  # why it does not count; NULL if it does
    Index("rated_by_ladder", "ladder", "season", "number"),
)

disqualified: Final = Table(
    # Who is drawn no more on a ladder: a name with all its versions, or `name:version`.
    "disqualified",
    metadata,
    Column("ladder", _Name, primary_key=True),
    Column("player", Text, primary_key=True),
    Column("time", Double, nullable=False),
    Column("reason", Text, nullable=False),
)

standings: Final = Table(
    # What follows from the history of a season: kept, so that nobody rates it to look at it.
    "standings",
    metadata,
    Column("ladder", _Name, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("player", _Name, primary_key=True),  # a name, or name:version
    Column("name", _Name, nullable=False),
    Column("position", Integer, nullable=False),  # in the list, from 1
    Column("place", Integer, nullable=False),  # 0 for who is disqualified
    Column("matches", Integer, nullable=False),
    Column("rating", Double, nullable=False),
    Column("rating_low", Double, nullable=False),
    Column("rating_high", Double, nullable=False),
    Column("wins", Text, nullable=False),
    Column("median_score", Text, nullable=False),
    Column("faults", Integer, nullable=False),
    Column("retired", Boolean, nullable=False),
    Column("first_drawn", Double, nullable=False),
    Index("standings_by_position", "ladder", "season", "position"),
    Index("standings_by_name", "ladder", "season", "name"),
)

standings_revisions: Final = Table(
    # How far the history had come when the standings of a season were made.
    "standings_revisions",
    metadata,
    Column("ladder", _Name, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("rated", Integer, nullable=False),
    Column("audit", Integer, nullable=False),
)

rated_seats: Final = Table(
    # Who took part in the rated matches: written with the standings.
    "rated_seats",
    metadata,
    Column("ladder", _Name, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("name", _Name, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", _Name, primary_key=True),
    sqlite_with_rowid=False,
)

audit: Final = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("time", Double, nullable=False),
    Column("who", Text, nullable=False),
    Column("ladder", _Name, nullable=False, index=True),
    Column("action", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("reason", Text, nullable=False),
)


class Schema(NamedTuple):
    """The tables of a version, and the steps that have led there from version 1."""

    tables: MetaData
    steps: Sequence[Step]

    @property
    def version(self) -> int:
        """Its number: every change of the tables adds a step. How is in CONTRIBUTING.md."""
        return 1 + len(self.steps)


TODAY: Final = Schema(metadata, STEPS)
