"""Ladders in the database: histories that count exactly once, and what organisers do."""

from contextlib import closing
from threading import Thread

import pytest

from bessemer.engine.game import Seat
from bessemer.errors import AlreadyExists, BadRequest, LadderNotFound, MatchNotFound
from bessemer.matches.bot_reports import ReportedCosts, Spent
from bessemer.matches.records import Block, BlockOver, Ended, MatchResult, Status
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result
from bessemer.storage.ladders.ladder_store import SqlLadderStore
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import audited
from tests.storage.rated_matches import MAIN, PLAYERS, match


@pytest.fixture
def ladders(store: SqlStore) -> SqlLadderStore:
    """With one ladder in it."""
    found = SqlLadderStore(store)
    found.create(MAIN, "olga")
    return found


def ids(ladders: SqlLadderStore, season: int = 1, after: int = 0) -> list[str]:
    """The matches of a history."""
    return [one.result.match_id for one in ladders.history("main", season, after)]


def test_a_ladder_is_kept_as_it_was_made(ladders: SqlLadderStore) -> None:
    """With its clock and options."""
    assert ladders.ladder("main") == MAIN
    assert ladders.ladders() == [MAIN]
    assert ladders.ladder("other") is None
    with pytest.raises(AlreadyExists):
        ladders.create(MAIN, "olga")


def test_what_models_cost_stands_in_the_history(store: SqlStore, ladders: SqlLadderStore) -> None:
    """Summed by match and seat; a turn that is written again counts once."""
    store.write([*match("m1"), *match("m2"), *match("m3")])
    assert not any(one.result.costs for one in ladders.history("main", 1))
    costs = ReportedCosts(2, 900, 20, 1500, 1)
    for turn, seat, match_id in ((1, 0, "m1"), (2, 0, "m1"), (3, 1, "m1"), (1, 1, "m3")):
        store.write([Spent(match_id, turn, Seat(seat), costs)])
    store.write([Spent("m1", 1, Seat(0), costs)])

    first, second, third = (one.result.costs for one in ladders.history("main", 1))
    assert {0: ReportedCosts(4, 1800, 40, 3000, 2, decisions=2), 1: costs} == first
    assert {} == second
    assert {1: costs} == third
    assert [{1: costs}] == [one.result.costs for one in ladders.history("main", 1, after=2)]


def test_a_match_is_rated_in_the_instant_of_its_end(
    store: SqlStore, ladders: SqlLadderStore
) -> None:
    """Whether it came whole or bit by bit."""
    store.write(match("m1"))
    for record in match("m2"):
        store.write([record])

    (first, second) = ladders.history("main", 1)

    assert first.result.match_id == "m1"
    assert second.result == Result("m2", PLAYERS, (1, 2), (7, 3), 5.0, "block of m2")
    assert first.number < second.number
    assert second.voided is None


def test_writing_again_rates_nothing_twice(store: SqlStore, ladders: SqlLadderStore) -> None:
    """A batch whose commit failed in an unknown way comes again."""
    for _ in range(2):
        store.write(match("m1"))
        store.write(match("m2")[:1])
        store.write(match("m2")[1:])

    assert ids(ladders) == ["m1", "m2"]


def test_what_belongs_to_no_ladder_is_in_none(store: SqlStore, ladders: SqlLadderStore) -> None:
    """A match that somebody played for himself, and one without an outcome."""
    aborted = Ended("m2", MatchResult(Status.ABORTED, 5.0), None)
    store.write([*match("m1", ladder=""), *match("m2")[:2], aborted])

    assert ids(ladders) == []


def test_a_history_goes_on_from_a_number(store: SqlStore, ladders: SqlLadderStore) -> None:
    """What was read before is not read again."""
    store.write([*match("m1"), *match("m2")])
    seen = ladders.revision("main")
    store.write(match("m3"))

    assert ids(ladders, after=seen.rated) == ["m3"]
    assert ladders.revision("main").rated > seen.rated


def test_seasons_are_apart(store: SqlStore, ladders: SqlLadderStore) -> None:
    """A new one begins with nothing; the old one stays."""
    store.write(match("m1"))
    assert ladders.new_season("main", "olga", 9.0, "autumn").season == 2
    store.write(match("m2", season=2))

    assert (ids(ladders, 1), ids(ladders, 2)) == (["m1"], ["m2"])


def test_a_match_that_is_voided_counts_no_more(store: SqlStore, ladders: SqlLadderStore) -> None:
    """With a reason, once, and the ratings are as if it had never been."""
    store.write([*match("m1"), *match("m2", (2, 1)), *match("m3")])

    assert ladders.void("m2", "olga", 9.0, "the power failed") == "main"

    history = ladders.history("main", 1)
    assert [one.voided for one in history] == [None, "the power failed", None]
    left = [one.result for one in history if one.voided is None]
    assert [one.match_id for one in left] == ["m1", "m3"]
    with pytest.raises(BadRequest, match="before: the power failed"):
        ladders.void("m2", "olga", 9.0, "again")
    with pytest.raises(BadRequest, match="say why"):
        ladders.void("m1", "olga", 9.0, " ")
    with pytest.raises(MatchNotFound):
        ladders.void("m9", "olga", 9.0, "why not")
    with pytest.raises(MatchNotFound):
        ladders.void("m\0", "olga", 9.0, "why not")


def test_a_voided_match_can_count_again(store: SqlStore, ladders: SqlLadderStore) -> None:
    """Once, and with a reason."""
    store.write([*match("m1"), *match("m2")])
    ladders.void("m1", "olga", 9.0, "a bug")

    assert ladders.restore("m1", "olga", 10.0, "it was none") == "main"
    assert [one.voided for one in ladders.history("main", 1)] == [None, None]
    with pytest.raises(BadRequest, match="not voided"):
        ladders.restore("m1", "olga", 10.0, "again")
    with pytest.raises(MatchNotFound):
        ladders.restore("m9", "olga", 10.0, "why not")


def test_every_deed_stands_in_the_audit_log(store: SqlStore, ladders: SqlLadderStore) -> None:
    """With who, when and why."""
    store.write(match("m1"))
    ladders.freeze("main", "olga", 7.0, "finals", frozen=True)
    ladders.void("m1", "petr", 8.0, "a bug")
    ladders.freeze("main", "olga", 9.0, "over", frozen=False)

    log = audited(store, "main")

    assert [(one.who, one.action, one.subject, one.reason) for one in log] == [
        ("olga", "create", "furnace", ""),
        ("olga", "freeze", "", "finals"),
        ("petr", "void", "m1", "a bug"),
        ("olga", "thaw", "", "over"),
    ]
    assert [one.time for one in log] == [1.0, 7.0, 8.0, 9.0]


def test_a_ladder_that_is_not_there_is_named(ladders: SqlLadderStore) -> None:
    """For whatever is asked of it."""
    with pytest.raises(LadderNotFound):
        ladders.new_season("other", "olga", 1.0, "why")
    with pytest.raises(LadderNotFound):
        ladders.freeze("oth\0er", "olga", 1.0, "why", frozen=True)


def test_two_referees_agree_on_the_order(postgres_url: str) -> None:
    """Both write to one ladder at once: numbers never appear late, and all rebuild the same ratings."""
    with closing(open_store(postgres_url)) as store:
        SqlLadderStore(store).create(MAIN, "olga")

    seen: list[list[int]] = [[], []]

    def work(which: int) -> None:
        with closing(open_store(postgres_url, referee=f"r{which}")) as own:
            ledger = SqlLadderStore(own)
            last = 0
            for number in range(30):
                own.write(match(f"{which}-{number}", (1, 2) if number % 3 else (2, 1)))
                fresh = ledger.history("main", 1, last)
                seen[which] += [one.number for one in fresh]
                last = max([last, *seen[which]])

    threads = [Thread(target=work, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with closing(open_store(postgres_url)) as store:
        history = SqlLadderStore(store).history("main", 1)
    assert len(history) == len({one.result.match_id for one in history}) == 60
    numbers = [one.number for one in history]
    for found in seen:
        assert found == numbers[: len(found)], "a number appeared after a later one was read"
    ratings = [Ratings.rebuilt([one.result for one in history]) for _ in range(2)]
    assert [ratings[0].rating(name) for name in PLAYERS] == [
        ratings[1].rating(name) for name in PLAYERS
    ]


def test_each_referee_goes_on_with_its_own_matches(postgres_url: str) -> None:
    """Two on one database, each under its name."""
    with (
        closing(open_store(postgres_url, referee="east")) as east,
        closing(open_store(postgres_url, referee="west")) as west,
    ):
        east.write(match("e1")[:2])
        west.write(match("w1")[:2])

        assert [one.spec.match_id for one in east.unfinished()] == ["e1"]
        assert [one.spec.match_id for one in west.unfinished()] == ["w1"]


def block_of(match_id: str) -> Block:
    """The block of a match that `match` made."""
    return Block("main", 1, f"block of {match_id}")


def withheld(store: SqlStore, *match_ids: str) -> list[bool]:
    """Whether the seeds of matches are withheld."""
    found = [store.match(match_id) for match_id in match_ids]
    return [one is not None and one.is_secret for one in found]


def test_a_block_is_open_until_somebody_says_that_it_is_over(
    store: SqlStore, ladders: SqlLadderStore
) -> None:
    """By its ladder, season and name; records that are written again open nothing."""
    first, other, later = match("m1"), match("m2"), match("m1b", season=2)
    store.write([*first, *other, *later])
    assert withheld(store, "m1", "m2", "m1b") == [True, True, True]

    store.write([BlockOver(block_of("m1"))])
    store.write(first)

    assert withheld(store, "m1", "m2", "m1b") == [False, True, True]
    listed = store.matches(limit=9, before=None, status=None, game="")
    assert {one.spec.match_id: one.is_secret for one in listed} == {
        "m1": False,
        "m2": True,
        "m1b": True,
    }
    assert set(ladders.open_blocks("main")) == {block_of("m2"), Block("main", 2, "block of m1b")}
    ladders.close_blocks([block_of("m2")])
    assert withheld(store, "m1", "m2", "m1b") == [False, False, True]


def test_the_end_of_a_match_and_of_its_block_may_be_one_batch(store: SqlStore) -> None:
    """As when a journal is slow: in which order they are written does not matter."""
    store.write([*match("m1"), BlockOver(block_of("m1"))])

    assert withheld(store, "m1") == [False]


def test_an_organiser_releases_blocks_that_nobody_will_finish(
    store: SqlStore, ladders: SqlLadderStore
) -> None:
    """All of the ladder's; the audit log says why."""
    store.write([*match("m1"), *match("m2", season=2), *match("m3", ladder="other")])
    with pytest.raises(BadRequest):
        ladders.release("main", "olga", 9.0, " ")

    assert ladders.release("main", "olga", 9.0, "we play no more") == 2
    assert withheld(store, "m1", "m2", "m3") == [False, False, True]
    assert audited(store, "main")[-1][3:] == ("release", "2 blocks", "we play no more")
    with pytest.raises(LadderNotFound):
        ladders.release("nowhere", "olga", 9.0, "no such")
