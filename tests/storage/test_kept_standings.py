"""Standings in the database: what is kept is what comes back, and the newest stays."""

from collections.abc import Sequence

import pytest

from bessemer.ladder.ladder import RatedMatch, Revision
from bessemer.ladder.season_standings import LadderStanding
from bessemer.ratings.scale import Figure
from bessemer.storage.ladders.kept_standings import SeasonState, SqlStandings
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore
from tests.storage.rated_matches import MAIN, match

ROWS = [
    LadderStanding("anna:2", 1, 9, Figure(1600.1, 1500.0, 1700.3), None, None, 0, False, 7.0),
    LadderStanding(
        "bela",
        2,
        8,
        Figure(1 / 3, -1e-9, 2e9),
        Figure(0.1, 0.0, 0.2),
        Figure(5, 4, 6),
        3,
        True,
        5.5,
    ),
    LadderStanding("anna", 3, 1, Figure(1400.0, 1.0, 2.0), Figure(1, 0, 1), None, 0, True, 1.0),
]


@pytest.fixture
def kept(store: SqlStore) -> SqlStandings:
    """Of a ladder with three matches."""
    SqlLadderStore(store).create(MAIN, "olga")
    seats = (("anna:2", "bela"), ("bela", "anna"), ("cleo", "anna:2"))
    for number, players in enumerate(seats):
        store.write(match(f"m{number}", players=players))
    return SqlStandings(store)


def state_of(kept: SqlStandings, season: int = 0) -> SeasonState:
    """How the season stands."""
    state = kept.state("main", season)
    assert state is not None
    return state


def keep(
    store: SqlStore, kept: SqlStandings, rows: Sequence[LadderStanding], revision: Revision
) -> list[RatedMatch]:
    """Keep `rows`, with the whole history; which that is."""
    history = SqlLadderStore(store).history("main", 1)
    kept.keep("main", 1, revision, rows, history)
    return history


def test_what_is_kept_comes_back(store: SqlStore, kept: SqlStandings) -> None:
    """Every float, by place and in pages, and by name with its versions."""
    before = state_of(kept)
    assert not before.is_current
    assert MAIN == before.ladder
    keep(store, kept, ROWS, before.history)
    state = state_of(kept)

    assert state.is_current
    assert ROWS == kept.page(state, 0, 10)
    assert ROWS[1:2] == kept.page(state, 1, 1)
    assert [] == kept.page(state, 3, 10)
    for asked, places in (("anna", {1, 3}), ("anna:", {3}), ("anna:2", {1}), ("anna:3", set())):
        assert places == {row.place for row in kept.of_player(state, asked)}


def test_the_matches_of_a_player(store: SqlStore, kept: SqlStandings) -> None:
    """The newest first, by name or version, from a number on; written once."""
    for rated in (2, 3):
        history = keep(store, kept, ROWS, Revision(rated, 9))
    state = state_of(kept)

    def ids(asked: str, before: int = 0, limit: int = 9) -> list[str]:
        return [one.result.match_id for one in kept.matches_of(state, asked, before, limit)]

    assert ["m2", "m1", "m0"] == ids("anna")
    assert ["m1"] == ids("anna:")
    assert ["m2", "m0"] == ids("anna:2")
    assert ["m1"] == ids("anna", history[2].number, 1)
    assert list(reversed(history)) == kept.matches_of(state, "anna", 0, 9)
    assert [] == ids("dora") == ids("an\0na")


@pytest.mark.parametrize("older", [Revision(3, 8), Revision(2, 9), Revision(3, 9)])
def test_what_is_newer_stays(store: SqlStore, kept: SqlStandings, older: Revision) -> None:
    """Another referee may have been quicker."""
    keep(store, kept, ROWS, Revision(3, 9))
    keep(store, kept, ROWS[:1], older)
    assert ROWS == kept.page(state_of(kept), 0, 10)

    keep(store, kept, ROWS[:2], Revision(3, 10))
    assert ROWS[:2] == kept.page(state_of(kept), 0, 10)


def test_a_season_that_nobody_played_is_as_it_is(kept: SqlStandings) -> None:
    """There is nothing to keep of it; and there is no ladder of another name."""
    assert state_of(kept, 7).is_current
    assert kept.state("other") is None
    assert kept.state("ma\0in") is None
