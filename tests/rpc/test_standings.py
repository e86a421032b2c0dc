"""Standings are computed once, and anew when the history of the ladder has changed."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.ladder.ladder import Ladder, RatedMatch, Revision
from bessemer.matches.errors import LadderNotFound
from bessemer.matches.records import ClockSettings
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.rpc import standings as module
from bessemer.rpc.ladder_messages import standing_messages, with_disqualified
from bessemer.rpc.standings import StandingsCache
from bessemer.storage.ladders import SqlLadderStore
from bessemer.storage.store import open_store
from bessemer.v1 import ladder_service_pb2 as pb


@pytest.fixture
def ladders(tmp_path: Path) -> Iterator[SqlLadderStore]:
    """A database with one ladder that nobody has played on."""
    game = GAMES["furnace"]
    texts = game.option_texts(game.options({}))
    with closing(open_store(tmp_path / "bessemer.sqlite3")) as store:
        ladders = SqlLadderStore(store)
        ladders.create(Ladder("main", "furnace", texts, 2, ClockSettings(), created=1.0), "olga")
        yield ladders


RATED = RatedMatch(1, Result("m1", ("anna", "bela"), (1, 2), (9, 5), ended=100.0), None)


class Counted:
    """How often standings were computed, from a history that a test changes."""

    def __init__(self, ladders: SqlLadderStore) -> None:
        self.ladder = ladders.ladder
        self.disqualified = ladders.disqualified
        self.at = Revision(1, 1)
        self.matches = [RATED]
        self.times = 0
        self.cache = StandingsCache(self)

    def revision(self, ladder: str) -> Revision:
        """How far the history has come."""
        return self.at if ladder == "main" else Revision(0, 0)

    def history(self, ladder: str, season: int, after: int = 0) -> list[RatedMatch]:
        """What was rated in the first season."""
        self.times += 1
        known = self.matches if (ladder, season) == ("main", 1) else []
        return [match for match in known if match.number > after]


def test_a_second_call_computes_nothing(ladders: SqlLadderStore) -> None:
    """Neither does it read the history; the season that runs is the same by its number."""
    counted = Counted(ladders)
    with mock.patch.object(module, "standing_messages", wraps=standing_messages) as computed:
        found = [counted.cache.of("main", season)[1] for season in (0, 0, 1)]

    assert (1, 1) == (counted.times, computed.call_count)
    assert [["anna", "bela"]] * 3 == [[row.player for row in rows] for rows in found]


def test_what_changes_the_history_changes_the_standings(ladders: SqlLadderStore) -> None:
    """A match that is rated, of which only what is new is read, and an organiser's deed."""
    counted = Counted(ladders)
    assert [1, 1] == [row.matches for row in counted.cache.of("main")[1]]
    second = replace(RATED.result, match_id="m2")
    counted.matches = [RATED, RATED._replace(number=2, result=second)]
    counted.at = Revision(2, 1)
    assert [2, 2] == [row.matches for row in counted.cache.of("main")[1]]
    counted.matches, counted.at = [RATED], Revision(2, 2)
    assert [1, 1] == [row.matches for row in counted.cache.of("main")[1]]

    assert 3 == counted.times


def test_what_was_added_is_what_a_rebuild_says(ladders: SqlLadderStore) -> None:
    """Bit for bit, wherever the cache was asked in between."""
    counted = Counted(ladders)
    ranks = ((1, 2), (2, 1), (1, 1), (1, 2), (1, 2))
    history = [
        RATED._replace(number=at, result=replace(RATED.result, match_id=f"m{at}", ranks=each))
        for at, each in enumerate(ranks, start=1)
    ]
    for until in (1, 3, 5):
        counted.matches, counted.at = history[:until], Revision(until, 1)
        rows = counted.cache.of("main")[1]

    rebuilt = Ratings.rebuilt([match.result for match in history])
    assert standing_messages(history, rebuilt) == rows


def test_seasons_that_do_not_exist_take_no_room(ladders: SqlLadderStore) -> None:
    """Anybody may ask for any number."""
    counted = Counted(ladders)
    for season in range(2, 50):
        assert [] == counted.cache.of("main", season)[1]

    assert {} == counted.cache._seasons


def test_a_ladder_that_is_not_there(ladders: SqlLadderStore) -> None:
    """Is refused."""
    with pytest.raises(LadderNotFound):
        Counted(ladders).cache.of("other")


def test_who_is_disqualified_comes_last_without_a_place() -> None:
    """All versions of a name, and the others move up."""
    players = ("anna:1", "bela", "anna:2", "carl")
    rows = [pb.Standing(player=player, place=n) for n, player in enumerate(players, 1)]
    marked = with_disqualified(rows, frozenset({"anna"}))

    assert [("bela", 1, False), ("carl", 2, False), ("anna:1", 0, True), ("anna:2", 0, True)] == [
        (row.player, row.place, row.disqualified) for row in marked
    ]
    assert [1, 2, 3, 4] == [row.place for row in rows], "which others may be reading"
    assert with_disqualified(rows, frozenset()) is rows
