"""Seeds: how players stand on another ladder, which orders them in a tournament."""

from bessemer.errors import BadRequest, LadderNotFound
from bessemer.ladder.entrants import Entrant
from bessemer.ladder.ladder import LadderStore
from bessemer.ladder.season_standings import ladder_standings
from bessemer.ladder.tournament.record import TournamentRecord
from bessemer.ratings.rating import Ratings


def seed_ladder(seed_from: str) -> tuple[str, int]:
    """
    The ladder and the season that `name` or `name:season` means; 0 for the current season.

    Raises:
        BadRequest: it means none.
    """
    name, has_season, season = seed_from.partition(":")
    if not name or (has_season and not (season.isdecimal() and int(season))):
        raise BadRequest(
            f"{seed_from!r} seeds nobody: name a ladder, and a season by its number, as in main:1",
            field="seed_from",
        )
    return name, int(season or 0)


def standing_order(store: LadderStore, seed_from: str) -> list[str]:
    """
    Everybody on a ladder who is not disqualified, the best first. Blocking.

    By its result if it has rounds, by rating otherwise. Of several versions of a name only one is
    listed: the best of those that play.

    Raises:
        BadRequest: it means no ladder.
        LadderNotFound: there is no such ladder.
    """
    name, season = seed_ladder(seed_from)
    ladder = store.ladder(name)
    if ladder is None or season > ladder.season:
        what = f"season {season} of the ladder" if ladder else "ladder"
        raise LadderNotFound(f"there is no {what} {name[:80]!r}", field="seed_from")
    history = store.history(name, season or ladder.season)
    record = TournamentRecord.read(store, ladder, season, history)
    result = record.result
    if result is not None:
        table = result.table if result.bracket is None else result.bracket.places
        return [row.player for row in table if row.player not in result.out]
    ratings = Ratings()
    for match in record.past:
        ratings.add(match)
    rows = ladder_standings(history, ratings, record.disqualified)
    playing = [row for row in rows if row.place]
    playing.sort(key=lambda row: row.is_retired)  # otherwise in the order in which they are
    best: dict[str, str] = {}
    for row in playing:
        best.setdefault(Entrant.parse(row.player).name, row.player)
    chosen = frozenset(best.values())
    return [row.player for row in rows if row.player in chosen]
