"""
The tables: one schema for SQLite and PostgreSQL, and what docs/database.md says of it (`make pages`).

Two modules beside this one have the rest: `submission_tables.py` and `standings_tables.py`.

Points in time are seconds since the epoch. What no query looks into is JSON in a text column, which
keeps every number exactly and is the same in both databases.
"""

from typing import Any, Final

from sqlalchemy import BigInteger, Boolean, Double, Index, Integer, LargeBinary, Text, text

from bessemer.ladder.entry_terms import EntryTerms
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.terms import FormatTerms
from bessemer.matches.chance.chance_mixing import ChanceMix
from bessemer.matches.records import ClockSettings, MatchResult
from bessemer.storage.database.column_types import Compressed, Json
from bessemer.storage.database.column_types import SortedText as _Name
from bessemer.storage.database.table_parts import column as _column
from bessemer.storage.database.table_parts import key as _key
from bessemer.storage.database.table_parts import number as _number
from bessemer.storage.database.table_parts import table as _table

_Names: Final = Json(tuple[str, ...])
_Options: Final = Json(dict[str, str])
_Clock: Final = Json(ClockSettings)
_Format: Final = Json(FormatTerms)

bessemer_schema: Final = _table(
    "bessemer_schema",
    "One row.",
    _key("version", Integer, "the version of the schema"),
    # An older Bessemer says that it needs this one.
    _column("bessemer", Text, "the Bessemer that made the database or last migrated it"),
)

matches: Final = _table(
    "matches",
    "A row for each match, from its creation on.",
    _key("match_id", _Name),
    _column("game", Text, "its name"),
    _column("rules_version", Integer, "of the game, when the match was created"),
    _column("options", _Options, "JSON, by name"),
    _column(
        "reserved",
        _Names,
        'JSON: the player for whom each seat is kept, "" for anyone with its token',
    ),
    _column(
        "seed",
        LargeBinary,
        "the referee's secret: the chance of the match follows from it, alone or with `mix`",
    ),
    _column("clock", _Clock, "JSON: bank, increments, strikes"),
    _column("durability", Text, "`move` or `match`"),
    _column("created", Double),
    _column("creator", Text, "the player who asked for it"),
    _column(
        "request_id",
        Text,
        'the creator\'s own id of the request, so that it can be repeated; "" without one',
    ),
    _column("suggestions_allowed", Boolean, "whether seats may ask for suggestions"),
    _column("ladder", _Name, 'the ladder that it is played for, "" for none'),
    _column("season", Integer, "of that ladder"),
    _column("block", Text, 'the block that it belongs to, "" for none'),
    _column(
        "referee",
        Text,
        "the name of the referee that plays it, and continues it after a restart",
    ),
    _column("status", Text, "`open`, `running`, `finished`, `aborted` or `withheld`"),
    _column("players", _Names, "JSON: the players, by seat; empty before the start", null=True),
    _column("started", Double, null=True),
    _column("ending", Json(MatchResult), "JSON: the result", null=True),
    _column("repeatable", Boolean, "whether the chance of the match follows from `seed` alone"),
    _column(
        "commitments",
        _Names,
        "JSON, by seat, in hexadecimal: what the seats will reveal; empty until all have said it",
        null=True,
    ),
    _column(
        "mix",
        Json(ChanceMix),
        "JSON: what the seats brought to the chance; empty before the start, and if it is repeatable",
        null=True,
    ),
    _column(
        "seat_clocks",
        Json(tuple[ClockSettings, ...]),
        "JSON: the clocks by seat, where people have another than bots; empty if all have `clock`",
        null=True,
    ),
    _column("resignation_ends", Boolean, "whether it ends when one seat is left", default="0"),
    _column("anyone_may_join", Boolean, "whether strangers may take free seats", default="0"),
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

open_blocks: Final = _table(
    "open_blocks",
    "The blocks of which a match was played and whose last match is not over. Their seeds and "
    "replays are secret.",
    _key("ladder", _Name),
    _key("season", Integer, "of that ladder"),
    _key("block", Text, "as in `matches`"),
)

seat_tokens: Final = _table(
    "seat_tokens",
    "The tokens that open the seats of a match.",
    _key("match_id", _Name, of=matches.c.match_id),
    _key("seat", Integer),
    _column("token_id", Text, "the part of the token that is no secret", unique=True),
    _column("hash", LargeBinary, "of its secret"),
    _column("revoked", Boolean),
)

moves: Final = _table(
    "moves",
    "The journal: the accepted moves of matches that are not over. When a match ends its replay "
    "takes their place.",
    _key("match_id", _Name, of=matches.c.match_id),
    _key("number", Integer, "from 1, in the order of acceptance"),
    _column("turn", Integer, "of the decision that it answers"),
    _column("seat", Integer),
    _column("move", Text, "in canonical text"),
    _column(
        "cause",
        Text,
        "who made it: the player, or the referee for one that was late or has forfeited",
    ),
    _column("spent", BigInteger, "the seat's time in microseconds"),
    _column("check", Text, "the fingerprint of the state after it"),
    # The rows in the key's own tree: one tree to write instead of two.
    sqlite_with_rowid=False,
)

events: Final = _table(
    "events",
    "What happened at tables and is no move.",
    _key("match_id", _Name, of=matches.c.match_id),
    _key("number", Integer, "from 1, in their order"),
    _column("turn", Integer, "the first turn that it concerns"),
    _column("seat", Integer),
    _column("kind", Text, "`resigned`, `greeted`, `take-back wished` or `take-back declined`"),
    _column("text", Text, "what was said"),
    sqlite_with_rowid=False,
)

replays: Final = _table(
    "replays",
    "The finished matches.",
    _key("match_id", _Name, of=matches.c.match_id),
    _column("content", Compressed, "the replay file, compressed with zstd"),
)

notes: Final = _table(
    "notes",
    "What bots noted about their turns, for their authors.",
    _key("match_id", _Name, of=matches.c.match_id),
    _key("turn", Integer),
    _key("seat", Integer),
    _column("text", Text),
    sqlite_with_rowid=False,
)

model_costs: Final = _table(
    "model_costs",
    "What language models have cost for each turn, as the bots report it.",
    _key("match_id", _Name, of=matches.c.match_id),
    _key("turn", Integer),
    _key("seat", Integer),
    _column("prompts", BigInteger),
    _column("tokens_in", BigInteger),
    _column("tokens_out", BigInteger),
    _column("milliseconds", BigInteger),
    _column("illegal", BigInteger, "answers that named nothing that was possible"),
    _column("failed", BigInteger, "prompts without an answer"),
    _column("defaults", BigInteger, "1 if the default move was played in the end"),
    sqlite_with_rowid=False,
)

players: Final = _table(
    "players",
    "",
    _key("name", _Name),
    _column("role", Text, "`spectator`, `player` or `organiser`"),
    _column("author", Text, 'who wrote the bot, "" if nobody said'),
    _column("created", Double),
    _column("banned", Text, "why its tokens are refused; empty if they are not", null=True),
    _column("person", Boolean, "whether it is a person, who has a person's clock on ladders"),
    _column(
        "deleted",
        Double,
        "when it was deleted; only the name stays, if matches have it. Empty if it was not",
        null=True,
    ),
)

tokens: Final = _table(
    "tokens",
    "The players' own tokens.",
    _key("token_id", Text, "the part of the token that is no secret"),
    _column("name", _Name, "whose it is", players.c.name, index=True),
    _column("hash", LargeBinary, "of its secret"),
    _column("created", Double),
    _column("revoked", Boolean),
    _column(
        "member", Text, 'the member of a team who has it, "" for a player on its own', default=""
    ),
)

invitations: Final = _table(
    "invitations",
    "The codes by which teams register themselves, and members of teams. Each is a token that does "
    "nothing else.",
    _key("token_id", _Name, "the part of the code that is no secret"),
    _column("hash", LargeBinary, "of its secret"),
    _column("team", _Name, 'the team whose members it registers, "" for new teams', index=True),
    _column("uses", Integer, "how often it was used"),
    _column("most", Integer, "how often it can be used"),
    _column("per_address", Integer, "how many may register by it from one address in a day"),
    _column("created", Double),
    _column("expires", Double),
    _column("revoked", Boolean),
    _column("creator", Text, "who made it, as in `audit`"),
)

ladders: Final = _table(
    "ladders",
    "",
    _key("name", _Name),
    _column("game", Text),
    _column("options", _Options, "JSON, by name"),
    _column("seats", Integer, "of each match"),
    _column("clock", _Clock, "JSON, as of matches"),
    _column("authors_apart", Boolean, "whether bots of one author never meet"),
    _column("season", Integer, "the one that is played"),
    _column("frozen", Boolean, "whether no matches are played at present"),
    _column("created", Double),
    _column("people_clock", _Clock, "JSON: the clock of people"),
    _column("matches_per_hour", Integer, "of each bot, at most; 0 for no limit", default="0"),
    _column(
        "until", Integer, "the ± in points at which a player is known; 0 for never", default="0"
    ),
    _column("resignation_ends", Boolean, "as in `matches`", default="0"),
    _column("format", _Format, "JSON: the format and its settings", default="{}"),
    _column(
        "referee",
        Text,
        "the name of the referee that has its lobby, on PostgreSQL; empty if none has had it",
        null=True,
    ),
    _column("entry", Json(EntryTerms), "JSON: quotas, the deadline and quiet hours", default="{}"),
)

plans: Final = _table(
    "plans",
    "What was fixed when a format began: who takes part, in which order, and what the pairings follow "
    "from. The results follow from it and the history.",
    _key("ladder", _Name),
    _key("season", Integer),
    _column("plan", Json(LadderPlan), "JSON; it has the secret of the set-ups"),
    _column("started", Double),
)

walkovers: Final = _table(
    "walkovers",
    "The meetings that players have lost because they were away for too long.",
    _key("ladder", _Name),
    _key("season", Integer),
    _key("block", Text, "the meeting, as in `matches`"),
    _key("player", _Name),
    _column("time", Double),
    _column("reason", Text),
)

referees: Final = _table(
    "referees",
    "The referees that share a PostgreSQL database. One lives while it holds the advisory lock of its "
    "name.",
    _key("name", Text, "its `--name`"),
    _column(
        "epoch",
        Integer,
        "another number after each start, and when another one takes over what it had",
    ),
    _column("address", Text, 'where the others reach it, "" for nowhere'),
    _column("certificate", Text, 'the certificate that it shows there, PEM; "" without TLS'),
    _column("key", Text, "the public half of the key that it signs replays and relayed calls with"),
)

rated: Final = _table(
    "rated",
    "The history of all ladders: which matches count, in which order. Ratings follow from it.",
    # Two referees agree on the order because the database counts.
    _number("given by the database, in the order of rating"),
    _column("match_id", _Name, "", matches.c.match_id, unique=True),
    _column("ladder", _Name),
    _column("season", Integer),
    _column("voided", Text, "why it does not count; empty if it does", null=True),
    Index("rated_by_ladder", "ladder", "season", "number"),
)

disqualified: Final = _table(
    "disqualified",
    "The players who are no longer drawn on a ladder.",
    _key("ladder", _Name),
    _key("player", Text, "a name, with all its versions, or `name:version`"),
    _column("time", Double),
    _column("reason", Text),
)

audit: Final = _table(
    "audit",
    "What organisers have done to ladders, and what happened to players, tokens and certificates "
    "(`ladder` is empty then). Failed sign-ins are counted together: at most a row a minute.",
    _number(),
    _column("time", Double),
    _column("who", Text),
    _column("ladder", _Name, index=True),
    _column(
        "action",
        Text,
        "`create`, `start`, `walkover`, `freeze`, `thaw`, `lock`, `season`, `void`, `restore`, `remove`, `reinstate`, "
        "`release`; `create player`, `set player`, `ban player`, `unban player`, `delete player`, "
        "`create token`, `revoke token`, `create invitation`, `revoke invitation`, `abort`, `pause`, `go on`, `drain`, `failed sign-in`, `TLS reload`; "
        "`submit bot`, `withdraw submission`, `play version`, `read archive`, `read log` of somebody else's",
    ),
    _column(
        "subject",
        Text,
        "the match, the player, the season, the token's id, the file or where calls came from",
    ),
    _column("reason", Text),
)

webhooks: Final = _table(
    "webhooks",
    "The addresses of organisers that are told what happens.",
    _key("name", _Name),
    _column("url", Text),
    _column("secret", Text, "what is sent there is signed with it"),
    _column("kinds", _Names, "JSON: the kinds of events that are sent; empty for all"),
    _column("ladders", _Names, "JSON: the ladders that they are of; empty for all"),
    _column("created", Double),
    _column("failures", Integer, "attempts that have failed since the last success"),
    _column("due", Double, "nothing is sent before"),
    _column("problem", Text, 'why the last attempt failed, "" if it did not'),
)

webhook_events: Final = _table(
    "webhook_events",
    "What a webhook has yet to be sent, written together with what has happened.",
    _number(),
    _column("webhook", _Name, of=webhooks.c.name),
    _column("event", _Name, "its id, by which a receiver knows one that comes twice"),
    _column("kind", Text, "`match.ended`, `stage.finished`, `alert` or `test`"),
    _column("match_id", _Name, "the match that has ended", of=matches.c.match_id, null=True),
    _column("data", Json(dict[str, Any]), "JSON: of all other kinds", null=True),
    _column("created", Double),
    _column("due", Double, "it is not sent before"),
    _column("attempts", Integer, "that have failed"),
    Index("webhook_events_by_due", "webhook", "due"),
    Index("webhook_events_once", "webhook", "event", unique=True),
)
