"""
The standings of ladders, kept in the database: nobody rates a history to look at them.

They follow from the history. A row for each season says how far that had come; anyone who finds it behind
has the standings made again, by a process of its own (`bessemer.rpc.ladders.rating_process`).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select

from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import Ladder, RatedMatch, Revision
from bessemer.ladder.season_standings import LadderStanding
from bessemer.ratings.scale import Figure
from bessemer.storage.database.lock import ADVISORY_LOCKS
from bessemer.storage.database.schema import players, rated
from bessemer.storage.database.standings_tables import rated_seats, standings, standings_revisions
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.ladders.ladder_store import HISTORY, find_ladder, rated_matches, revision_of
from bessemer.storage.matches.inserts import insert_all
from bessemer.storage.matches.match_store import SqlStore

_KEEPING: Final = (ADVISORY_LOCKS, 4)
_STANDINGS: Final = select(standings, players.c.person).outerjoin(
    players, players.c.name == standings.c.name
)


class SeasonState(NamedTuple):
    """A season of a ladder: how far its history has come, and how far the standings have."""

    ladder: Ladder
    season: int
    history: Revision
    kept: Revision

    @property
    def is_current(self) -> bool:
        """Whether the standings are those of the whole history; nobody keeps those of nothing."""
        return not self.history.rated or self.history == self.kept


class SqlStandings:
    """Reads and keeps standings. Blocking, as the store is; each method may raise `StoreError`."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    # --------------------------------------------------------------------------------- reading

    def state(self, ladder: str, season: int = 0) -> SeasonState | None:
        """How a season stands, the one that runs if none is given; `None` without such a ladder."""
        if not can_be_stored(ladder):
            return None
        with self._database.reading() as connection:
            found = find_ladder(connection, ladder)
            if found is None:
                return None
            season = season or found.season
            history = revision_of(connection, ladder, season)
            return SeasonState(found, season, history, _kept_revision(connection, ladder, season))

    def page(self, state: SeasonState, after: int, limit: int) -> list[LadderStanding]:
        """At most `limit` players from below the position `after` on, the best first."""
        query = (
            _STANDINGS.where(*_of(standings.c, state), standings.c.position > after)
            .order_by(standings.c.position)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [_standing(row) for row in connection.execute(query).mappings()]

    def of_player(self, state: SeasonState, asked: str) -> list[LadderStanding]:
        """The standings that `asked` means: a name all its versions, `name:` the one without."""
        if not can_be_stored(asked):
            return []
        query = _STANDINGS.where(*_of(standings.c, state), *_meant(standings.c, asked))
        with self._database.reading() as connection:
            return [_standing(row) for row in connection.execute(query).mappings()]

    def matches_of(
        self, state: SeasonState, asked: str, before: int, limit: int
    ) -> list[RatedMatch]:
        """At most `limit` matches of a player with numbers below `before`, if that is not 0, newest first."""
        if not can_be_stored(asked):
            return []
        numbers = (
            select(rated_seats.c.number)
            .distinct()
            .where(*_of(rated_seats.c, state), *_meant(rated_seats.c, asked))
            .order_by(rated_seats.c.number.desc())
            .limit(limit)
        )
        if before:
            numbers = numbers.where(rated_seats.c.number < before)
        query = HISTORY.where(rated.c.number.in_(numbers.scalar_subquery()))
        with self._database.reading() as connection:
            return rated_matches(connection, query.order_by(rated.c.number.desc()))

    # -------------------------------------------------------------------------------- keeping

    def keep(
        self,
        ladder: str,
        season: int,
        revision: Revision,
        rows: Sequence[LadderStanding],
        history: Sequence[RatedMatch],
    ) -> None:
        """
        Keep the standings of a season at `revision`, unless later ones are kept already.

        Of the matches in `history` it also keeps who took part, where that is not known yet.
        """
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":
                # Another referee may have the same in hand.
                connection.execute(select(func.pg_advisory_xact_lock(*_KEEPING)))
            kept = _kept_revision(connection, ladder, season)
            if (kept.audit, kept.rated) >= (revision.audit, revision.rated):
                return
            season_of = {"ladder": ladder, "season": season}
            for table in (standings, standings_revisions):
                connection.execute(
                    delete(table).where(table.c.ladder == ladder, table.c.season == season)
                )
            if rows:
                connection.execute(
                    insert(standings), [season_of | _row(at, row) for at, row in enumerate(rows, 1)]
                )
            new = [match for match in history if match.number > kept.rated]
            insert_all(connection, rated_seats, [season_of | seat for seat in _seats(new)])
            connection.execute(insert(standings_revisions), season_of | revision._asdict())


def _kept_revision(connection: Connection, ladder: str, season: int) -> Revision:
    kept = standings_revisions.c
    query = select(kept.rated, kept.audit).where(kept.ladder == ladder, kept.season == season)
    found = connection.execute(query).one_or_none()
    return Revision(0, 0) if found is None else Revision(*found)


def _of(columns: Any, state: SeasonState) -> tuple[ColumnElement[bool], ...]:  # noqa: ANN401 - of a table
    return columns.ladder == state.ladder.name, columns.season == state.season


def _meant(columns: Any, asked: str) -> tuple[ColumnElement[bool], ...]:  # noqa: ANN401 - of a table
    """Rows of the entrants that `asked` means, as `is_meant` says."""
    name, has_version, version = asked.partition(":")
    by_name = (columns.name == name,)
    return (*by_name, columns.player == str(Entrant(name, version))) if has_version else by_name


def _seats(history: Sequence[RatedMatch]) -> list[dict[str, Any]]:
    return [
        {"name": Entrant.parse(player).name, "number": match.number, "player": player}
        for match in history
        for player in dict.fromkeys(match.result.players)
    ]


def _row(position: int, row: LadderStanding) -> dict[str, Any]:
    return {
        "player": row.player,
        "name": Entrant.parse(row.player).name,
        "position": position,
        "place": row.place,
        "matches": row.matches,
        "rating": row.rating.value,
        "rating_low": row.rating.low,
        "rating_high": row.rating.high,
        "wins": row.wins,
        "median_score": row.median_score,
        "faults": row.faults,
        "retired": row.is_retired,
        "first_drawn": row.first_drawn,
    }


def _standing(row: RowMapping) -> LadderStanding:
    return LadderStanding(
        player=row["player"],
        place=row["place"],
        matches=row["matches"],
        rating=Figure(row["rating"], row["rating_low"], row["rating_high"]),
        wins=row["wins"],
        median_score=row["median_score"],
        faults=row["faults"],
        is_retired=row["retired"],
        first_drawn=row["first_drawn"],
        is_person=bool(row["person"]),
    )
