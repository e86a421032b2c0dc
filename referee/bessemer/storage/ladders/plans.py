"""The plans of formats, and the meetings that absent players have lost, in the database of a store."""

from collections.abc import Iterable, Sequence

from sqlalchemy import select

from bessemer.accounts.audit import AuditEntry
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.tournament.known_results import Walkover
from bessemer.ladder.tournament.plan import LadderPlan
from bessemer.ladder.tournament.starting import REFEREE
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import plans, players, walkovers
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.matches.inserts import insert_new
from bessemer.storage.matches.match_store import SqlStore


class SqlPlans:
    """The plan of each season of a ladder. Blocking, as the store is."""

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def plan(self, ladder: str, season: int) -> LadderPlan | None:
        """The plan that was begun, if one was."""
        mine = (plans.c.ladder == ladder) & (plans.c.season == season)
        with self._database.reading() as connection:
            found: LadderPlan | None = connection.scalar(select(plans.c.plan).where(mine))
        return found

    def begin(self, ladder: str, season: int, plan: LadderPlan, entry: AuditEntry) -> LadderPlan:
        """Keep a plan, with an entry in the audit log, unless one was begun; the one that is kept."""
        row = {"ladder": ladder, "season": season, "plan": plan, "started": entry.time}
        with self._database.writing() as connection:
            is_new = insert_new(connection, plans, row)
            # A continuous ladder has no start: it plays whenever anybody is there.
            if is_new and plan.has_rounds:
                note(connection, entry)
        kept = self.plan(ladder, season)
        assert kept is not None, "it was just written"
        return kept

    def unknown(self, entrants: Sequence[str]) -> list[str]:
        """Those of them, names or `name:version`, of whom there is no player."""
        names = {one: Entrant.parse(one).name for one in entrants if can_be_stored(one)}
        query = select(players.c.name).where(players.c.name.in_(names.values()))
        query = query.where(players.c.deleted.is_(None))
        with self._database.reading() as connection:
            known = frozenset(connection.scalars(query))
        return [one for one in entrants if names.get(one) not in known]

    def walkovers(self, ladder: str, season: int) -> list[Walkover]:
        """The meetings that were lost, in the order of time."""
        mine = (walkovers.c.ladder == ladder) & (walkovers.c.season == season)
        what = walkovers.c.block, walkovers.c.player, walkovers.c.time, walkovers.c.reason
        query = select(*what).where(mine).order_by(walkovers.c.time, walkovers.c.block)
        with self._database.reading() as connection:
            return [Walkover(*row) for row in connection.execute(query)]

    def give(self, ladder: str, season: int, lost: Iterable[Walkover]) -> None:
        """Players lose meetings, with an entry in the audit log for each."""
        with self._database.writing() as connection:
            for one in lost:
                row = {"ladder": ladder, "season": season, **one._asdict()}
                if insert_new(connection, walkovers, row):
                    why = f"{one.reason}: {one.block}"
                    note(
                        connection,
                        AuditEntry(one.time, REFEREE, ladder, "walkover", one.player, why),
                    )
