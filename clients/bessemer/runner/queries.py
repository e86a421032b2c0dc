"""A ladder as it stands in a database, for whoever shows it or works on it."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from bessemer.errors import LadderNotFound
from bessemer.ladder.entrants import retired
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.matches.store import StoreError
from bessemer.runner.bots.bot_failures import FILE, BotFailures
from bessemer.runner.report.facts import LadderFacts, LadderReport
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store


@contextmanager
def opened(data: Path, database: str = "") -> Iterator[SqlStore]:
    """
    The store of a data folder, or of a database.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    path = data / "bessemer.sqlite3"
    if not database and not path.exists():
        raise StoreError(f"there is no ladder in {data}: give its folder with --data")
    store = open_store(database or path)
    try:
        yield store
    finally:
        store.close()


def the_ladder(ladders: SqlLadderStore, name: str | None) -> Ladder:
    """
    The ladder of this name, or the only one.

    Raises:
        LadderNotFound: there is none, or several.
    """
    if name is not None:
        found = ladders.ladder(name)
        if found is not None:
            return found
    there = [ladder.name for ladder in ladders.ladders()]
    if name is None and len(there) == 1:
        only = ladders.ladder(there[0])
        assert only is not None, "it was there just now"
        return only
    what = f"there is no ladder {name!r}" if name is not None else "give the ladder's name"
    raise LadderNotFound(f"{what}; the ladders here are: {', '.join(there) or 'none'}")


def report_of(
    store: SqlStore, name: str | None, season: int | None = None, *, data: Path | None = None
) -> LadderReport:
    """
    All there is to say of a ladder's season, the one that runs if none is given.

    With its folder `data` it has what went wrong with the bots, too.

    Raises:
        LadderNotFound: see `the_ladder`.
    """
    ladders = SqlLadderStore(store)
    ladder = the_ladder(ladders, name)
    shown = season or ladder.season
    report = report_from(
        ladder,
        shown,
        ladders.history(ladder.name, shown),
        ladders.disqualified(ladder.name),
        ladders.people(),
    )
    failures = () if data is None else BotFailures.kept_in(data / FILE).all()
    return replace(report, failures=tuple(failures))


def report_from(
    ladder: Ladder,
    season: int,
    history: list[RatedMatch],
    disqualified: Iterable[str],
    people: frozenset[str],
) -> LadderReport:
    """
    What follows from the history of a season, wherever it was read.

    Args:
        ladder: whose it is.
        season: which one.
        history: its matches, in the order of rating.
        disqualified: who is drawn no more, as `is_among` reads it.
        people: the names of people.
    """
    facts = LadderFacts(
        name=ladder.name,
        game=ladder.game,
        options=ladder.options,
        season=str(season),
        seats=ladder.seats,
        is_frozen=ladder.is_frozen,
        voided=len(history) - len(valid(history)),
        now=time.time(),
        retired=tuple(sorted(retired(history))),
        disqualified=tuple(sorted(disqualified)),
        people=people,
    )
    return LadderReport.of(facts, [one.result for one in valid(history)])


def valid(history: list[RatedMatch]) -> list[RatedMatch]:
    """What was not voided."""
    return [match for match in history if match.voided is None]
