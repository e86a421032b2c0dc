"""Disqualifying players from a ladder: they are no longer drawn, and their matches stay or not."""

from sqlalchemy import delete, insert, select, update

from bessemer.accounts.audit import AuditEntry
from bessemer.errors import AlreadyExists, PlayerNotFound
from bessemer.ladder.entrants import is_meant
from bessemer.storage.audit_log import note
from bessemer.storage.database.schema import disqualified, players, rated
from bessemer.storage.database.texts import can_be_stored
from bessemer.storage.ladders.ladder_store import (
    HISTORY,
    require_reason,
    required_ladder,
    void_matches,
)
from bessemer.storage.matches.match_store import SqlStore


class Disqualifications:
    """
    Disqualifies players and takes it back; in the audit log, as all that organisers do.

    A player is a name, which means all its versions, or `name:version`. Blocking, as the store is.
    """

    def __init__(self, store: SqlStore) -> None:
        self._database = store.database

    def disqualify(
        self, ladder: str, player: str, who: str, now: float, reason: str, *, void: bool
    ) -> int:
        """
        No longer draw a player; with `void`, how many of its matches of this season no longer count.

        Raises:
            LadderNotFound: there is no such ladder.
            PlayerNotFound: nobody of this name is registered or has played there.
            AlreadyExists: it is disqualified already.
            BadRequest: no reason was given.
        """
        require_reason(reason)
        if not can_be_stored(player):
            raise _unknown(player)
        with self._database.writing() as connection:
            season = required_ladder(connection, ladder).season
            query = HISTORY.where(rated.c.ladder == ladder, rated.c.season == season)
            history = connection.execute(query).mappings().all()
            theirs = [
                row for row in history if any(is_meant(one, player) for one in row["players"])
            ]
            name = player.partition(":")[0]
            known = select(players.c.name).where(players.c.name == name)
            if not theirs and connection.scalar(known) is None:
                raise _unknown(player)
            mine = (disqualified.c.ladder == ladder) & (disqualified.c.player == player)
            if connection.scalar(select(disqualified.c.player).where(mine)) is not None:
                raise AlreadyExists(f"{player} is disqualified from {ladder} already")
            connection.execute(
                insert(disqualified).values(ladder=ladder, player=player, time=now, reason=reason)
            )
            voided = [row["match_id"] for row in theirs if row["voided"] is None] if void else []
            void_matches(connection, voided, _voided(player, reason))
            count = f" ({len(voided)} matches)" if void else ""
            entry = AuditEntry(now, who, ladder, "remove", player, f"{reason}{count}")
            note(connection, entry)
        return len(voided)

    def reinstate(self, ladder: str, player: str, who: str, now: float, reason: str) -> int:
        """
        Take a disqualification back; how many matches that it voided count again.

        Raises:
            LadderNotFound: there is no such ladder.
            PlayerNotFound: this player is not disqualified.
            BadRequest: no reason was given.
        """
        require_reason(reason)
        with self._database.writing() as connection:
            required_ladder(connection, ladder)
            mine = (disqualified.c.ladder == ladder) & (disqualified.c.player == player)
            query = select(disqualified.c.reason).where(mine)
            why = connection.scalar(query) if can_be_stored(player) else None
            if why is None:
                raise PlayerNotFound(f"{player} is not disqualified from {ladder}", field="player")
            connection.execute(delete(disqualified).where(mine))
            theirs = (rated.c.ladder == ladder) & (rated.c.voided == _voided(player, why))
            restored = connection.execute(update(rated).where(theirs).values(voided=None)).rowcount
            entry = AuditEntry(now, who, ladder, "reinstate", player, reason)
            note(connection, entry)
        return int(restored)


def _voided(player: str, reason: str) -> str:
    """Why matches do not count: by this they are found again."""
    return f"{player} is disqualified: {reason}"


def _unknown(player: str) -> PlayerNotFound:
    return PlayerNotFound(
        f"there is no player {player[:80]!r}, and nobody of this name has played on the ladder",
        field="player",
    )
