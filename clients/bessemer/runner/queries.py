"""A ladder as it is in a database, and its replays as files."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from bessemer.errors import LadderNotFound
from bessemer.ladder.entrants import retired
from bessemer.ladder.ladder import Ladder, RatedMatch
from bessemer.ladder.tournament.format_result import FormatResult
from bessemer.ladder.tournament.known_results import LostMatches
from bessemer.matches.durable.store import StoreError
from bessemer.runner.bots.bot_failures import FILE, BotFailures
from bessemer.runner.report.facts import LadderFacts, LadderReport
from bessemer.runner.report.phrases import replay_name
from bessemer.runtime.whole_files import write_whole
from bessemer.storage.database.opening import open_to_read
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.ladders.plans import SqlPlans
from bessemer.storage.matches.match_store import SqlStore
from bessemer.suggestions import did_you_mean

ProgressBar: TypeAlias = Callable[[str, int | None], AbstractContextManager[Callable[[], None]]]
"""Shows the progress of some work, whose name and number of steps it is given."""


@contextmanager
def opened(data: Path, database: str = "") -> Iterator[SqlStore]:
    """
    The store of a data folder, or of a database.

    Raises:
        StoreError: there is none, or it cannot be read.
    """
    path = data / "bessemer.sqlite3"
    if not database and not path.exists():
        raise StoreError(
            f"there is no ladder in {data}: give its folder with --data, or its database with --database"
        )
    with closing(SqlStore(open_to_read(database or path))) as store:
        yield store


def the_ladder(ladders: SqlLadderStore, name: str | None) -> Ladder:
    """
    The ladder of this name, or the only one.

    Raises:
        LadderNotFound: there is none, or several.
    """
    there = list(ladders.ladders())
    meant = [ladder for ladder in there if name in (None, ladder.name)]
    if len(meant) == 1:
        return meant[0]
    raise LadderNotFound(which_ladder(name, [ladder.name for ladder in there]))


def which_ladder(name: str | None, there: Sequence[str]) -> str:
    """What to say to somebody who names no ladder, or none of those that are there."""
    names = ", ".join(there) or "none"
    if name is None:
        return f"name one of the ladders with --ladder; here are: {names}"
    hint = did_you_mean(name, there) or f"; the ladders here are: {names}"
    return f"there is no ladder {name!r}{hint}"


def report_of(
    store: SqlStore, name: str | None, season: int | None = None, *, data: Path | None = None
) -> LadderReport:
    """
    The report of a ladder's season, by default the current one.

    With its folder `data` it includes what went wrong with the bots.

    Raises:
        LadderNotFound: see `the_ladder`.
    """
    ladders = SqlLadderStore(store)
    ladder = the_ladder(ladders, name)
    shown = begun_season(season, ladder.name, ladder.season)
    history, disqualified = ladders.history(ladder.name, shown), ladders.disqualified(ladder.name)
    report = report_from(ladder, shown, history, disqualified, ladders.people())
    outcome = outcome_of(store, ladder.name, shown, history, disqualified)
    failures = [] if data is None else BotFailures.kept_in(data / FILE).all()
    return replace(report, failures=tuple(failures), outcome=outcome)


def outcome_of(
    store: SqlStore,
    ladder: str,
    season: int,
    history: list[RatedMatch],
    disqualified: frozenset[str],
) -> FormatResult | None:
    """The result of the format that was begun in a season, if it has rounds."""
    plans = SqlPlans(store)
    plan = plans.plan(ladder, season)
    if plan is None or not plan.has_rounds:
        return None
    lost = LostMatches(disqualified, plans.walkovers(ladder, season))
    return FormatResult.of(plan, [one.result for one in valid(history)], lost)


def begun_season(asked: int | None, ladder: str, current: int) -> int:
    """
    The season that is meant, by default the current one.

    Raises:
        LadderNotFound: it has not begun.
    """
    if asked is not None and asked > current:
        raise LadderNotFound(
            f"the ladder {ladder} has no season {asked}: it is in season {current}"
        )
    return asked or current


def report_from(
    ladder: Ladder,
    season: int,
    history: list[RatedMatch],
    disqualified: Iterable[str],
    people: frozenset[str],
) -> LadderReport:
    """
    The report that follows from the history of a season, wherever that was read.

    The history is in the order of rating; `disqualified` is as `is_among` reads it.
    """
    results = [one.result for one in valid(history)]
    facts = LadderFacts(
        name=ladder.name,
        game=ladder.game,
        options=ladder.options,
        season=str(season),
        seats=ladder.seats,
        is_frozen=ladder.is_frozen,
        voided=len(history) - len(results),
        now=time.time(),
        retired=tuple(sorted(retired(history))),
        disqualified=tuple(sorted(disqualified)),
        people=people,
    )
    return LadderReport.of(facts, results)


def valid(history: list[RatedMatch]) -> list[RatedMatch]:
    """The matches that were not voided."""
    return [match for match in history if match.voided is None]


def write_replays(
    store: SqlStore, report: LadderReport, folder: Path, progress: ProgressBar
) -> int:
    """
    Write the replays of all matches that count; existing files are kept. Returns how many there are.

    The replays of blocks that are not over are written once they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    facts = report.facts
    blocks = SqlLadderStore(store).open_blocks(facts.name)
    secret = {block.name for block in blocks if str(block.season) == facts.season}
    told = [result for result in report.counted if result.block not in secret]
    with progress("writing replays", len(told)) as advance:
        for result in told:
            path = folder / replay_name(report, result.match_id)
            if not path.exists() and (content := store.replay(result.match_id)) is not None:
                write_whole(path, content)
            advance()
    return len(told)
