"""Each page is found by an index: what it costs does not grow with the years."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import Connection, event, text

from bessemer.ladder.ladder import Ladder, Revision
from bessemer.matches.records import ClockSettings, Status
from bessemer.storage.database.connections import Database
from bessemer.storage.ladders.kept_standings import SeasonState, SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store

LADDER = Ladder("main", "furnace", {}, 2, ClockSettings())
STATE = SeasonState(LADDER, 1, Revision(1, 1), Revision(1, 1))
BEFORE = (5.0, "m")


@pytest.fixture
def store(sqlite_url: str) -> Iterator[SqlStore]:
    """SQLite says how it finds what it is asked for; PostgreSQL has the same indexes."""
    opened = open_store(sqlite_url)
    yield opened
    opened.close()


@contextmanager
def plans(database: Database) -> Iterator[list[str]]:
    """How each query of the body is found."""
    found: list[str] = []

    def explain(connection: Connection, statement: str, parameters: tuple[object, ...]) -> None:
        if statement.startswith("SELECT"):
            driver = connection.connection.dbapi_connection
            assert driver is not None
            rows = driver.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            found.extend(row[3] for row in rows)

    def listen(
        connection: Connection,
        _: object,
        statement: str,
        parameters: tuple[object, ...],
        *__: object,
    ) -> None:
        explain(connection, statement, parameters)

    engine = database._readers
    event.listen(engine, "before_cursor_execute", listen)
    yield found
    event.remove(engine, "before_cursor_execute", listen)


def check(found: list[str], index: str) -> None:
    """By this index, and nothing is sorted or read from end to end."""
    assert found
    assert any(index in plan for plan in found), found
    assert not [plan for plan in found if "TEMP B-TREE" in plan], found
    assert not [plan for plan in found if plan.startswith("SCAN") and "USING" not in plan], found


@pytest.mark.parametrize("before", [None, BEFORE])
@pytest.mark.parametrize(
    ("status", "game", "index"),
    [
        (None, "", "matches_by_age"),
        (Status.FINISHED, "", "matches_by_status"),
        (None, "brass", "matches_by_game "),
        (Status.ABORTED, "brass", "matches_by_game_and_status"),
    ],
)
def test_a_page_of_matches_comes_from_an_index_alone(
    store: SqlStore,
    before: tuple[float, str] | None,
    status: Status | None,
    game: str,
    index: str,
) -> None:
    """Whatever it is narrowed by: no row is read that is not on the page."""
    with plans(store.database) as found:
        store.places(limit=101, before=before, status=status, game=game)

    check(found, index)
    assert any(f"COVERING INDEX {index.strip()}" in plan for plan in found), found


def test_a_page_of_standings_is_found_by_position_and_by_name(store: SqlStore) -> None:
    """And so is a player."""
    kept = SqlStandings(store)
    with plans(store.database) as found:
        kept.page(STATE, 100, 101)
    check(found, "standings_by_position (ladder=? AND season=? AND position>?)")
    with plans(store.database) as found:
        kept.of_player(STATE, "anna")
    check(found, "standings_by_name")


def test_the_matches_of_a_player_and_the_end_of_a_history_are_found(store: SqlStore) -> None:
    """Without reading the history."""
    kept = SqlStandings(store)
    with plans(store.database) as found:
        kept.matches_of(STATE, "anna", 7, 101)
    assert any(
        "rated_seats USING PRIMARY KEY (ladder=? AND season=? AND name=? AND number<?)" in plan
        for plan in found
    ), found
    with plans(store.database) as found:
        SqlLadderStore(store).history("main", 1, 7, 101)
    check(found, "rated_by_ladder (ladder=? AND season=? AND number>?)")
    with store.database.writing() as connection:
        connection.execute(
            text(
                "INSERT INTO ladders (name, game, options, seats, clock, authors_apart, season, frozen, created, people_clock) VALUES ('main', 'furnace', '{}', 2, '{}', 0, 1, 0, 1.0, '{}')"
            )
        )
    with plans(store.database) as found:
        kept.state("main")
    assert any("rated_by_ladder (ladder=? AND season=?)" in plan for plan in found), found
