"""What `bessemer.matches.durable.store.Store` promises, held against both databases."""

from contextlib import closing
from dataclasses import replace

import pytest
from sqlalchemy import text

from bessemer.engine.game import Seat
from bessemer.matches.bot_reports import Noted, ReportedCosts, Spent
from bessemer.matches.durable.store import Store, StoreError
from bessemer.matches.records import (
    ClockSettings,
    Ended,
    Fault,
    MatchResult,
    Record,
    Reserved,
    Revoked,
    SavedMatch,
    SeatFault,
    Started,
    Status,
)
from bessemer.storage.matches.match_store import SqlStore, open_store
from tests.storage.examples import (
    ENDING,
    created,
    ended,
    entry,
    moved,
    spec,
    started,
)

OPEN = SavedMatch(
    spec=spec(),
    token_ids=("m1-0", "m1-1"),
    token_hashes=(b"hash 0", b"hash 1"),
    players=("ann", ""),
    started=None,
    records=(),
    result=None,
    is_secret=True,
)


def ids(found: list[SavedMatch]) -> list[str]:
    """Which matches these are."""
    return [match.spec.match_id for match in found]


def listed(
    store: SqlStore,
    *,
    limit: int = 100,
    before: tuple[float, str] | None = None,
    status: Status | None = None,
    game: str = "",
) -> list[str]:
    """Which matches are listed."""
    return ids(store.matches(limit=limit, before=before, status=status, game=game))


def test_it_is_a_store(store: SqlStore) -> None:
    """The class fits the Protocol; mypy checks the assignment."""
    fits: Store = store

    assert fits.unfinished() == []


def test_a_match_that_was_created_is_given_back_whole(store: SqlStore) -> None:
    """Before the start the players are those for whom the seats are kept."""
    store.write([created()])

    assert OPEN == store.match("m1")


def test_a_match_that_runs_has_its_players_and_its_moves_in_order(store: SqlStore) -> None:
    """The moves come back by their numbers, whatever the order of writing."""
    store.write([created(), started()])
    store.write([moved(number=10), moved(number=2)])
    store.write([moved(number=1)])

    found = store.match("m1")

    assert found is not None
    assert ("ann", "bob") == found.players
    assert started().started == found.started
    assert (entry(1), entry(2), entry(10)) == found.records
    assert spec() == found.spec


def test_an_ended_match_has_its_replay_and_no_moves(store: SqlStore) -> None:
    """The rows of the moves are gone: the replay has them."""
    store.write([created(), started(), moved(number=1)])
    store.write([moved(number=2), ended()])

    found = store.match("m1")

    assert found is not None
    assert ENDING == found.result
    assert () == found.records
    assert b"replay of m1" == store.replay("m1")
    with store.database.reading() as connection:
        assert 0 == connection.exec_driver_sql("SELECT count(*) FROM moves").scalar()


def test_the_end_of_one_match_leaves_the_moves_of_others(store: SqlStore) -> None:
    """Only the rows of the match that ended are deleted."""
    store.write([created("m1"), created("m2"), moved("m1"), moved("m2"), ended("m1")])

    found = store.match("m2")

    assert found is not None
    assert (entry(1),) == found.records


def test_a_match_can_come_at_once_when_it_is_over(store: SqlStore) -> None:
    """With durability MATCH everything is written in one batch, without the moves."""
    store.write([created(), started(), ended()])

    found = store.match("m1")

    assert found is not None
    assert ENDING == found.result
    assert ("ann", "bob") == found.players
    assert [] == store.unfinished()


def test_a_match_aborted_before_it_began_has_no_replay(store: SqlStore) -> None:
    """Whose fault it was is kept."""
    ending = MatchResult(Status.ABORTED, 5.0, fault=Fault.ORGANISER, message="called off")
    store.write([created(), Ended("m1", ending, None)])

    found = store.match("m1")

    assert found is not None
    assert ending == found.result
    assert found.started is None
    assert store.replay("m1") is None


def test_a_revoked_token_has_no_hash(store: SqlStore) -> None:
    """Its id stays, and so does the token of the other seat."""
    store.write([created()])
    store.write([Revoked("m1", Seat(0))])

    found = store.match("m1")

    assert found is not None
    assert ("m1-0", "m1-1") == found.token_ids
    assert (b"", b"hash 1") == found.token_hashes


def test_what_is_not_there_is_none(store: SqlStore) -> None:
    """Nor is anything found by a text that no database could keep."""
    store.write([created()])

    for unknown in ("m2", "", "m\0"):
        assert store.match(unknown) is None
        assert store.replay(unknown) is None
        assert store.match_by_request("ann", unknown) is None
    assert store.match_by_request("m\0", "r") is None
    assert store.replay("m1") is None
    assert [] == listed(store, game="\0")
    assert [] == listed(store, before=(1e12, "\0"))


def test_unfinished_are_the_open_and_the_running_the_oldest_first(store: SqlStore) -> None:
    """Each has its own entries and tokens; those created at the same time are sorted by id."""
    store.write([created("late", at=30.0), created("B", at=20.0), created("a", at=20.0)])
    store.write([created("first", at=10.0), created("over", at=5.0), created("gone", at=6.0)])
    store.write([started("late"), moved("late", 1), moved("B", 1), moved("late", 2)])
    store.write([ended("over"), Ended("gone", MatchResult(Status.ABORTED, 7.0), None)])

    found = store.unfinished()

    assert ["first", "B", "a", "late"] == ids(found)
    assert [(), (entry(1),), (), (entry(1), entry(2))] == [match.records for match in found]
    assert [match.spec.match_id + "-0" for match in found] == [
        match.token_ids[0] for match in found
    ]


def test_matches_are_listed_by_pages_the_newest_first(store: SqlStore) -> None:
    """Pages of any size put together are the whole list, also where ages are equal."""
    names = ["a", "B", "D", "c", "e", "F"]
    store.write([created(name, at=float(age // 2)) for age, name in enumerate(names)])
    whole = ["e", "F", "c", "D", "a", "B"]

    assert whole == listed(store)
    for size in range(1, 8):
        pages: list[str] = []
        before = None
        while page := store.matches(limit=size, before=before, status=None, game=""):
            assert len(page) <= size
            pages += ids(page)
            before = (page[-1].spec.created, page[-1].spec.match_id)
        assert whole == pages


def test_matches_are_listed_by_status_and_by_game(store: SqlStore) -> None:
    """Each filter alone, and both together."""
    store.write([created("m1", at=1.0), created("m2", at=2.0), created("m3", at=3.0, game="brass")])
    store.write([started("m2"), started("m3")])

    assert ["m3", "m2"] == listed(store, status=Status.RUNNING)
    assert ["m1"] == listed(store, status=Status.OPEN)
    assert [] == listed(store, status=Status.FINISHED)
    assert ["m2", "m1"] == listed(store, game="furnace")
    assert ["m2"] == listed(store, status=Status.RUNNING, game="furnace")
    assert ["m1"] == listed(store, game="furnace", before=(2.0, "m2"))


def test_a_list_has_tokens_and_endings_but_no_entries(store: SqlStore) -> None:
    """A list would be long with the moves."""
    store.write([created("m1", at=1.0), created("m2", at=2.0), moved("m2"), ended("m1")])

    running, over = store.matches(limit=2, before=None, status=None, game="")

    assert () == running.records
    assert ("m2-0", "m2-1") == running.token_ids
    assert ENDING == over.result


def test_a_match_is_found_by_the_request_that_created_it(store: SqlStore) -> None:
    """A request id is the creator's own: others may use the same. No id is no request."""
    store.write([created("m1", request_id="r"), created("m2", creator="bob", request_id="r")])
    store.write([created("m3"), created("m4"), moved("m1")])

    found = store.match_by_request("ann", "r")

    assert found is not None
    assert "m1" == found.spec.match_id
    assert (entry(1),) == found.records
    assert store.match_by_request("ann", "") is None
    assert store.match_by_request("eve", "r") is None


BATCHES: list[list[Record]] = [
    [created()],
    [started()],
    [moved(number=1), moved(number=2)],
    [Revoked("m1", Seat(1))],
    [Reserved("m1", ("ann", "bob"))],
    [Noted("m1", 1, Seat(0), "first")],
    [Spent("m1", 1, Seat(0), ReportedCosts(1, 900, 20, 1500))],
    [moved(number=3), ended()],
    [created("m2", request_id="r"), started("m2"), ended("m2")],
]


@pytest.mark.parametrize("until", range(1, len(BATCHES) + 1))
def test_a_batch_written_again_changes_nothing(store: SqlStore, until: int) -> None:
    """Whatever was written before it, and even when all batches are written again."""
    for batch in BATCHES[:until]:
        store.write(batch)
    before = store.match("m1"), store.match("m2"), store.replay("m1"), store.notes("m1")

    store.write(BATCHES[until - 1])
    assert before == (
        store.match("m1"),
        store.match("m2"),
        store.replay("m1"),
        store.notes("m1"),
    )
    for batch in BATCHES[:until]:
        store.write(batch)
    assert before == (
        store.match("m1"),
        store.match("m2"),
        store.replay("m1"),
        store.notes("m1"),
    )


def test_a_move_written_again_after_the_end_is_not_seen(store: SqlStore) -> None:
    """The replay has it; the match has no entries any more."""
    store.write([created(), started(), moved()])
    store.write([ended()])
    store.write([moved()])

    found = store.match("m1")
    assert found is not None
    assert () == found.records
    assert [] == store.unfinished()


def test_what_is_there_wins_over_what_is_written_again(store: SqlStore) -> None:
    """A record of the same match, number or end, with other contents, changes nothing."""
    store.write([created(), started(), moved()])
    before = store.match("m1")
    store.write([created(game="brass"), Started("m1", ("eve", "eve"), 9.0)])
    store.write([moved()._replace(record=entry(2))])

    assert before == store.match("m1")

    store.write([ended()])
    store.write([Ended("m1", MatchResult(Status.ABORTED, 9.0), b"another")])

    found = store.match("m1")
    assert found is not None
    assert ENDING == found.result
    assert b"replay of m1" == store.replay("m1")


BAD: dict[str, Record] = {
    "a move of no match": moved("nowhere"),
    "the start of no match": started("nowhere"),
    "the end of no match": ended("nowhere"),
    "the end of no match, without a replay": Ended("nowhere", ENDING, None),
    "a token of no match": Revoked("nowhere", Seat(0)),
    "a seat of no match": Reserved("nowhere", ("ann",)),
    "a token of no seat": Revoked("m0", Seat(7)),
    "a request that created another": created("m2", request_id="r"),
    "a token id that is in use": created("m2")._replace(token_ids=("m0-0", "x")),
    "a hash too few": created("m2")._replace(token_hashes=(b"hash",)),
    "too long a time": moved()._replace(record=entry()._replace(time_used=2**63)),
    "a text that is none": moved()._replace(record=entry()._replace(move="\ud800")),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD.keys())
def test_a_batch_with_a_bad_record_writes_nothing(store: SqlStore, bad: Record) -> None:
    """Wherever it stands among good ones; the store takes the good ones afterwards."""
    store.write([created("m0", request_id="r")])
    before = store.match("m0")
    good: list[Record] = [created(), started(), moved(), moved("m0")]

    for place in range(len(good) + 1):
        with pytest.raises(StoreError, match=r"\w"):
            store.write([*good[:place], bad, *good[place:]])
        assert before == store.match("m0")
        assert ["m0"] == ids(store.unfinished())

    store.write(good)
    assert ["m0", "m1"] == sorted(ids(store.unfinished()))


def test_an_empty_batch_is_written_without_a_commit(store: SqlStore) -> None:
    """Even a store that is in use for writing takes it at once."""
    with store.database.writing():
        store.write([])

    assert [] == store.unfinished()


def test_everything_is_there_after_closing_and_opening(url: str) -> None:
    """What one process wrote the next one finds."""
    with closing(open_store(url)) as store:
        store.write([created("m1"), started("m1"), moved("m1"), created("m2", at=1.0), ended("m2")])
        before = store.match("m1"), store.match("m2"), store.replay("m2")

    with closing(open_store(url)) as store:
        assert before == (store.match("m1"), store.match("m2"), store.replay("m2"))
        assert ["m1"] == ids(store.unfinished())


def test_a_closed_store_opens_again_when_it_is_used(store: SqlStore) -> None:
    """Closing twice, or using it afterwards, is no error: connections are made when needed."""
    store.write([created()])
    store.close()
    store.close()

    assert OPEN == store.match("m1")


def test_what_the_text_columns_hold_never_changes(store: SqlStore) -> None:
    """Databases live on: other keys or another order would make theirs unreadable."""
    clock = ClockSettings(bank=2.5, increment=1, increment_by_kind={"plan": 0.25})
    faults = (SeatFault(Seat(1), Fault.NETWORK, "lost"),)
    result = MatchResult(Status.FINISHED, 1.5, (1, 2), (7, 3), faults, turn=90)
    aborted = MatchResult(Status.ABORTED, 2.0, fault=Fault.ORGANISER, message="\ud800")
    for match_id, ending in (("m1", result), ("m2", aborted)):
        new = created(match_id)
        new = new._replace(spec=replace(new.spec, clock=clock))
        store.write([new, Ended(match_id, ending, None)])

    with store.database.reading() as connection:
        query = text("SELECT clock, ending FROM matches WHERE match_id = 'm1'")
        clock_text, result_text = connection.execute(query).one()
    assert (
        '{"bank": 2.5, "increment": 1, "increment_by_kind": {"plan": 0.25}, "strike_limit": 3, '
        '"join_timeout": 60.0}'
    ) == clock_text
    assert (
        '{"status": "finished", "ended": 1.5, "ranks": [1, 2], "scores": [7, 3], '
        '"seat_faults": [[1, "network", "lost"]], "fault": null, "message": "", '
        '"events": [], "turn": 90}'
    ) == result_text
    with store.database.writing() as connection:  # as it was before results had a turn
        older = {"ending": result_text.replace(', "events": [], "turn": 90', "")}
        connection.execute(text("UPDATE matches SET ending = :ending WHERE match_id = 'm1'"), older)
    for match_id, ending in (("m1", result), ("m2", aborted)):
        found = store.match(match_id)
        assert found is not None
        assert (clock, ending) == (found.spec.clock, found.result)
