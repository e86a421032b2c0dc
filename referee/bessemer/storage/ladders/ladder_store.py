"""Ladders and their histories, in the database of a store. What an organiser does is written down."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Select, delete, func, select, update

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import AlreadyExists, BadRequest, LadderNotFound, MatchNotFound
from bessemer.ladder.entry_terms import EntryTerms, quiet_text
from bessemer.ladder.ladder import Ladder, RatedMatch, Revision
from bessemer.ladder.tournament.terms import FormatTerms
from bessemer.matches.bot_reports import ReportedCosts
from bessemer.matches.records import Block, ClockSettings
from bessemer.ratings.results import result_of
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import (
    audit,
    disqualified,
    ladders,
    matches,
    model_costs,
    open_blocks,
    players,
    rated,
)
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.ladders.plans import SqlPlans
from bessemer.storage.matches.inserts import insert_new
from bessemer.storage.matches.match_store import SqlStore
from bessemer.storage.matches.writing import close_block

HISTORY: Final = select(
    rated.c.number,
    rated.c.voided,
    matches.c.match_id,
    matches.c.players,
    matches.c.reserved,
    matches.c.block,
    matches.c.ending,
    matches.c.created,
).join_from(rated, matches, rated.c.match_id == matches.c.match_id)

_COLUMNS: Final = {
    field.name: "frozen" if field.name == "is_frozen" else field.name for field in fields(Ladder)
}
"""The column of each field of a ladder."""


class SqlLadderStore:
    """
    The `LadderStore` of `bessemer.ladder.ladder`, and what an organiser may do.

    Blocking, as the store is; each method may raise `StoreError`. Every change names who makes it
    and stands in the audit log for good.
    """

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database
        plans = SqlPlans(store)
        # As methods of its own: what is played and how belongs to a ladder.
        self.plan, self.walkovers = plans.plan, plans.walkovers
        self.begin, self.give, self.unknown = plans.begin, plans.give, plans.unknown

    # --------------------------------------------------------------------------------- reading

    def ladder(self, name: str) -> Ladder | None:
        """The ladder of this name."""
        if not can_be_stored(name):
            return None
        with self._database.reading() as connection:
            return find_ladder(connection, name)

    def ladders(self) -> list[Ladder]:
        """All of them, by name."""
        with self._database.reading() as connection:
            found = connection.execute(select(ladders).order_by(ladders.c.name)).mappings().all()
        return [_ladder(row) for row in found]

    def history(
        self, ladder: str, season: int, after: int = 0, limit: int | None = None
    ) -> list[RatedMatch]:
        """The matches of a season with numbers above `after`, at most `limit`, in the order of rating."""
        query = (
            HISTORY.where(rated.c.ladder == ladder, rated.c.season == season)
            .where(rated.c.number > after)
            .order_by(rated.c.number)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return rated_matches(connection, query)

    def revision(self, ladder: str) -> Revision:
        """How far the history has come."""
        with self._database.reading() as connection:
            return revision_of(connection, ladder)

    def is_playing(self, ladder: str) -> bool:
        """Whether any match of a ladder is not over."""
        query = (
            select(matches.c.match_id)
            .where(matches.c.status.in_(("open", "running")), matches.c.ladder == ladder)
            .limit(1)
        )
        with self._database.reading() as connection:
            return connection.scalar(query) is not None

    def open_blocks(self, ladder: str) -> list[Block]:
        """The blocks of which a match was played and whose last match is not over."""
        query = select(open_blocks).where(open_blocks.c.ladder == ladder)
        with self._database.reading() as connection:
            return [Block(*row) for row in connection.execute(query)]

    # -------------------------------------------------------------------------------- changing

    def close_blocks(self, blocks: Iterable[Block]) -> None:
        """These blocks are over, or will never be: their seeds and replays may be told."""
        with self._database.writing() as connection:
            for block in blocks:
                close_block(connection, block)

    def release(self, name: str, who: str, now: float, reason: str) -> int:
        """
        Tell the seeds of all blocks that are not over; how many there are.

        For a schedule that nobody will continue.

        Raises:
            LadderNotFound: there is no such ladder.
            BadRequest: no reason was given.
        """
        require_reason(reason)
        with self._database.writing() as connection:
            required_ladder(connection, name)
            gone = connection.execute(delete(open_blocks).where(open_blocks.c.ladder == name))
            note(
                connection, AuditEntry(now, who, name, "release", f"{gone.rowcount} blocks", reason)
            )
            return gone.rowcount

    def create(self, ladder: Ladder, who: str) -> None:
        """
        A new ladder.

        Raises:
            AlreadyExists: the name is in use.
        """
        row = {column: getattr(ladder, name) for name, column in _COLUMNS.items()}
        with self._database.writing() as connection:
            if not insert_new(connection, ladders, row):
                raise AlreadyExists(f"there is a ladder {ladder.name} already")
            note(
                connection, AuditEntry(ladder.created, who, ladder.name, "create", ladder.game, "")
            )

    def freeze(self, name: str, who: str, now: float, reason: str, *, frozen: bool) -> Ladder:
        """Play no more matches, or play again."""
        with self._database.writing() as connection:
            ladder = _changed(connection, name, frozen=frozen)
            action = "freeze" if frozen else "thaw"
            note(connection, AuditEntry(now, who, name, action, "", reason))
            return ladder

    def set_terms(
        self,
        name: str,
        who: str,
        now: float,
        reason: str,
        *,
        terms: Mapping[str, int | ClockSettings | FormatTerms | EntryTerms],
    ) -> Ladder:
        """Change some of the limits and clocks of a ladder, by their names."""
        with self._database.writing() as connection:
            ladder = _changed(connection, name, **terms)
            subject = ", ".join(f"{term} {_said(value)}" for term, value in terms.items())
            note(connection, AuditEntry(now, who, name, "set", subject, reason))
            return ladder

    def new_season(self, name: str, who: str, now: float, reason: str) -> Ladder:
        """Let everybody begin again; the history of the old season stays."""
        with self._database.writing() as connection:
            # The lock was that of the old season.
            entry_terms = replace(required_ladder(connection, name).entry, locks=0.0)
            ladder = _changed(connection, name, season=ladders.c.season + 1, entry=entry_terms)
            entry = AuditEntry(now, who, name, "season", str(ladder.season), reason)
            note(connection, entry)
            return ladder

    def lock(self, name: str, who: str, now: float, reason: str, *, locks: float) -> Ladder:
        """Let no version change from a time on; 0 lifts the lock."""
        with self._database.writing() as connection:
            terms = replace(required_ladder(connection, name).entry, locks=locks)
            ladder = _changed(connection, name, entry=terms)
            at = f"{datetime.fromtimestamp(locks, UTC):%Y-%m-%d %H:%M} UTC" if locks else "lifted"
            note(connection, AuditEntry(now, who, name, "lock", at, reason))
            return ladder

    def void(self, match_id: str, who: str, now: float, reason: str) -> str:
        """
        No longer count a match; the ladder that it was rated on.

        Raises:
            MatchNotFound: no ladder has it.
            BadRequest: it was voided before, or no reason was given.
        """
        with self._database.writing() as connection:
            ladder, voided = _rated(connection, match_id, reason)
            if voided is not None:
                raise BadRequest(f"the match was voided before: {voided}", field="match_id")
            void_matches(connection, [match_id], reason)
            note(connection, AuditEntry(now, who, ladder, "void", match_id, reason))
            return ladder

    def restore(self, match_id: str, who: str, now: float, reason: str) -> str:
        """
        Let a match count again that was voided; the ladder that it is rated on.

        Raises:
            MatchNotFound: no ladder has it.
            BadRequest: it counts, or no reason was given.
        """
        with self._database.writing() as connection:
            ladder, voided = _rated(connection, match_id, reason)
            if voided is None:
                raise BadRequest("the match counts: it was not voided", field="match_id")
            query = update(rated).where(rated.c.match_id == match_id)
            connection.execute(query.values(voided=None))
            note(connection, AuditEntry(now, who, ladder, "restore", match_id, reason))
            return ladder

    def disqualified(self, ladder: str) -> frozenset[str]:
        """The players who are no longer drawn: names, which mean all their versions, or `name:version`."""
        query = select(disqualified.c.player).where(disqualified.c.ladder == ladder)
        with self._database.reading() as connection:
            return frozenset(connection.scalars(query))

    def people(self) -> frozenset[str]:
        """The names of the players who are people."""
        query = select(players.c.name).where(players.c.person)
        with self._database.reading() as connection:
            return frozenset(connection.scalars(query))


def find_ladder(connection: Connection, name: str) -> Ladder | None:
    """The ladder of this name."""
    found = connection.execute(select(ladders).where(ladders.c.name == name)).mappings()
    row = found.one_or_none()
    return None if row is None else _ladder(row)


def required_ladder(connection: Connection, name: str) -> Ladder:
    """
    The ladder of this name.

    Raises:
        LadderNotFound: there is none.
    """
    ladder = find_ladder(connection, name) if can_be_stored(name) else None
    if ladder is None:
        raise LadderNotFound("there is no ladder of this name", field="ladder")
    return ladder


def _said(term: int | ClockSettings | FormatTerms | EntryTerms) -> str:
    """A term as the audit log has it."""
    if isinstance(term, ClockSettings):
        return f"{term.bank:g} s and {term.increment:g} s for each decision"
    if isinstance(term, FormatTerms):
        return f"waits {term.absence:g} s for absent players"
    if isinstance(term, EntryTerms):
        return (
            f"{term.submissions_per_day} submissions and {term.challenges_per_day} challenges a day, "
            f"quiet {quiet_text(term.quiet) or 'never'}"
        )
    return str(term)


def _changed(connection: Connection, name: str, **values: Any) -> Ladder:  # noqa: ANN401 - of columns
    required_ladder(connection, name)
    connection.execute(update(ladders).where(ladders.c.name == name).values(**values))
    return required_ladder(connection, name)


def require_reason(reason: str) -> None:
    """
    Refuse an action without a reason.

    Raises:
        BadRequest: there is none.
    """
    if not reason.strip() or not can_be_stored(reason):
        raise BadRequest("say why: the reason is kept in the audit log", field="reason")


def _rated(connection: Connection, match_id: str, reason: str) -> tuple[str, str | None]:
    """
    The ladder that has a match, and why it does not count there if it does not.

    Raises:
        MatchNotFound: no ladder has it.
        BadRequest: no reason was given for what is to be done with it.
    """
    require_reason(reason)
    query = select(rated.c.ladder, rated.c.voided).where(rated.c.match_id == match_id)
    found = connection.execute(query).one_or_none() if can_be_stored(match_id) else None
    if found is None:
        raise MatchNotFound("there is no rated match with this id", field="match_id")
    return str(found.ladder), found.voided


def void_matches(connection: Connection, match_ids: list[str], reason: str) -> None:
    """No longer count these matches."""
    for match_id in match_ids:
        connection.execute(update(rated).where(rated.c.match_id == match_id).values(voided=reason))


def _ladder(row: RowMapping) -> Ladder:
    return Ladder(**{name: row[column] for name, column in _COLUMNS.items()})


def rated_matches(connection: Connection, query: Select[Any]) -> list[RatedMatch]:
    """The matches of a history that `query`, a part of `HISTORY`, selects."""
    costs = _costs(connection, query)
    return [
        RatedMatch(
            row["number"],
            # A match that was withheld has not started: its players are those whom it was kept for.
            replace(
                result_of(
                    row["match_id"],
                    row["players"] or row["reserved"],
                    row["ending"],
                    row["block"],
                ),
                costs=costs.get(row["match_id"], {}),
            ),
            row["voided"],
            row["created"],
        )
        for row in connection.execute(query).mappings()
    ]


def _costs(connection: Connection, query: Select[Any]) -> dict[str, dict[int, ReportedCosts]]:
    """By match and seat, what language models have cost in the matches that `query` selects."""
    table = model_costs.c
    # Most databases have none, and need no walk through the history. The least key is one step in the index.
    if connection.scalar(select(func.min(table.match_id))) is None:
        return {}
    summed = [func.sum(table[name]) for name in ReportedCosts._fields[:-1]]
    among = query.with_only_columns(matches.c.match_id).scalar_subquery()
    rows = connection.execute(
        select(table.match_id, table.seat, *summed, func.count())
        .where(table.match_id.in_(among))
        .group_by(table.match_id, table.seat)
    )
    found: dict[str, dict[int, ReportedCosts]] = {}
    for match_id, seat, *figures in rows:
        found.setdefault(match_id, {})[seat] = ReportedCosts(*map(int, figures))
    return found


def revision_of(connection: Connection, ladder: str, season: int | None = None) -> Revision:
    """How far the history of a ladder, or of one season of it, has come."""
    last = select(func.max(rated.c.number)).where(rated.c.ladder == ladder)
    if season is not None:
        last = last.where(rated.c.season == season)
    done = select(func.max(audit.c.number)).where(audit.c.ladder == ladder)
    found = connection.execute(select(last.scalar_subquery(), done.scalar_subquery())).one()
    return Revision(found[0] or 0, found[1] or 0)
