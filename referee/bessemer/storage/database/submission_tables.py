"""The tables of submissions; see `schema.py`."""

from typing import Final

from sqlalchemy import BigInteger, Double, Index, Integer, LargeBinary, Text

from bessemer.storage.database.column_types import SortedText
from bessemer.storage.database.table_parts import column as _column
from bessemer.storage.database.table_parts import key as _key
from bessemer.storage.database.table_parts import number as _number
from bessemer.storage.database.table_parts import table as _table

archives: Final = _table(
    "archives",
    "The archives that were uploaded, or are being uploaded. One that nothing uses is dropped.",
    _key("archive", Text, "its id"),
    _column("sha256", Text, "in hexadecimal digits", index=True),
    _column("size", BigInteger, "its bytes, when it is complete"),
    _column("received", BigInteger, "the bytes that are there"),
    _column("account", Text, "who uploads it"),
    _column("touched", Double, "when the last part came"),
    _column("used", Integer, "1 if something uses it, and no other archive has the same content"),
)

archive_parts: Final = _table(
    "archive_parts",
    "The content of archives.",
    _key("archive", Text, of=archives.c.archive),
    _key("start", BigInteger, "the bytes before"),
    _column("content", LargeBinary),
)

submissions: Final = _table(
    "submissions",
    "The bots that were handed in.",
    _number(),
    _column("player", SortedText, "whose it is"),
    _column("name", Text, "in its manifest"),
    _column("game", Text),
    _column("runtime", Text, "`python` or `command`"),
    _column("archive", Text, "what was handed in", archives.c.archive),
    _column("built", Text, "what was built; empty until then", archives.c.archive, null=True),
    _column("submitted_by", Text),
    _column("note", Text),
    _column("status", Text, "`queued`, `building`, `accepted`, `refused` or `withdrawn`"),
    _column("phase", Text, "what a worker does"),
    _column("version", Integer, "0 until it is accepted"),
    _column("reason", Text, "why it was refused or withdrawn"),
    _column("created", Double),
    _column("changed", Double, "when its status last changed"),
    _column("attempts", Integer, "the workers that have begun to build it"),
    _column("worker", Text, "who builds it, or did"),
    _column("claim", Text, "what the worker proves it with"),
    _column("claimed_until", Double, "then somebody else may have it"),
    _column("hosting", Text, "where it plays, or why it does not", default=""),
    Index("submissions_by_status", "status", "number"),
    Index("submissions_by_player", "player", "game", "number"),
)

playing_versions: Final = _table(
    "playing_versions",
    "Which version of a player plays.",
    _key("player", SortedText),
    _key("game", Text),
    _column("submission", Integer, "whose version it is", submissions.c.number),
)

submission_logs: Final = _table(
    "submission_logs",
    "What was printed when submissions were built and checked, and while they played.",
    _key("submission", Integer, of=submissions.c.number),
    _key("number", Integer, "from 1, in their order"),
    _column("kind", Text, "`build`, `check` or `run`"),
    _column("time", Double),
    _column("text", Text),
)
