"""
The tables of standings; see `schema.py`.

They stand apart because nothing depends on them: they follow from the history of a ladder, no other
table refers to them, and one module reads and writes them.
"""

from typing import Final

from sqlalchemy import Boolean, Double, Index, Integer

from bessemer.ratings.scale import Figure
from bessemer.storage.database.column_types import Json
from bessemer.storage.database.column_types import SortedText as _Name
from bessemer.storage.database.table_parts import column as _column
from bessemer.storage.database.table_parts import key as _key
from bessemer.storage.database.table_parts import table as _table

_Share: Final = Json(Figure | None, writes_null=True)

standings: Final = _table(
    "standings",
    "The standings of a season. They follow from its history, and are kept so that nobody has to "
    "rate it in order to look. If somebody asks and the history is longer, a process beside the "
    "referee brings them up to date. You can delete the rows of `standings`, `standings_revisions` "
    "and `rated_seats`: they are made again.",
    _key("ladder", _Name),
    _key("season", Integer),
    _key("player", _Name, "a name, or `name:version`"),
    _column("name", _Name, "without the version"),
    _column("position", Integer, "in the list, from 1: players who are disqualified come last"),
    _column("place", Integer, "from 1; 0 for a player who is disqualified"),
    _column("matches", Integer, "that count"),
    _column("rating", Double, "in points"),
    _column("rating_low", Double, "of its 95 % interval"),
    _column("rating_high", Double, "of its 95 % interval"),
    _column("wins", _Share, "JSON: the share of matches won with its interval, or null"),
    _column("median_score", _Share, "JSON: the same of the scores"),
    _column("faults", Integer, "matches in which it was at fault"),
    _column("retired", Boolean, "whether a newer version of the name has taken its place"),
    _column("first_drawn", Double, "when its first match was drawn"),
    Index("standings_by_position", "ladder", "season", "position"),
    Index("standings_by_name", "ladder", "season", "name"),
)

standings_revisions: Final = _table(
    "standings_revisions",
    "The history of which the standings of a season are. They hold while it is not longer.",
    _key("ladder", _Name),
    _key("season", Integer),
    _column("rated", Integer, "the last number of `rated`"),
    _column("audit", Integer, "the last number of `audit`"),
)

rated_seats: Final = _table(
    "rated_seats",
    "Who took part in which rated match, written together with the standings: the matches of a "
    "player are found by it.",
    _key("ladder", _Name),
    _key("season", Integer),
    _key("name", _Name, "without the version"),
    _key("number", Integer, "as in `rated`"),
    _key("player", _Name, "a name, or `name:version`"),
    sqlite_with_rowid=False,
)
