"""The store against a model of it: any matches, in any batches, written once or twice."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from bessemer.engine.game import Seat
from bessemer.matches.records import (
    Committed,
    Created,
    Ended,
    Happened,
    MatchEvent,
    MatchEventKind,
    Moved,
    Record,
    Reserved,
    Revoked,
    SavedMatch,
    Started,
)
from bessemer.storage.matches.match_store import SqlStore
from tests.storage.examples import commitments, creations, empty, ends, entries, starts

# The store is the same for all examples of a test: each begins by emptying it.
on_one_store = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@st.composite
def histories(draw: st.DrawFn, match_id: str) -> list[Record]:
    """What happens in one match, in order, up to any point."""
    birth = draw(creations(match_id))
    seats = st.integers(0, len(birth.token_ids) - 1).map(Seat)
    played = draw(st.lists(entries, max_size=4))
    names = st.lists(st.sampled_from(("ann", "bob")), max_size=1)
    history: list[Record] = [
        birth,
        *draw(st.lists(commitments(match_id), max_size=1)),
        draw(starts(match_id)),
        *(Moved(match_id, number, entry) for number, entry in enumerate(played, 1)),
        *(
            Happened(match_id, MatchEvent(number, 3, seat, MatchEventKind.GREETED, "thanks"))
            for number, seat in enumerate(draw(st.lists(seats, max_size=2)), 1)
        ),
        draw(ends(match_id)),
        *(Revoked(match_id, seat) for seat in draw(st.lists(seats, max_size=2))),
        *(Reserved(match_id, (name, *birth.spec.players[1:])) for name in draw(names)),
    ]
    return history[: draw(st.integers(1, len(history)))]


@st.composite
def journals(draw: st.DrawFn) -> list[list[Record]]:
    """What happens in several matches at the same time, cut into batches."""
    names = draw(st.lists(st.sampled_from("aBcDÉ"), min_size=1, max_size=3, unique=True))
    waiting = [draw(histories(name)) for name in names]
    requests = [
        (birth.spec.creator, birth.spec.request_id)
        for birth, *_ in waiting
        if isinstance(birth, Created) and birth.spec.request_id
    ]
    assume(len(set(requests)) == len(requests))
    batches: list[list[Record]] = [[]]
    while waiting:
        history = draw(st.sampled_from(waiting))
        batches[-1].append(history.pop(0))
        if not history:
            waiting.remove(history)
        if draw(st.booleans()):
            batches.append([])
    return batches


def saved(records: Sequence[Record]) -> list[SavedMatch]:
    """What the store must give back of `records`, by id."""
    found: dict[str, SavedMatch] = {}
    for record in records:
        match record:
            case Created(spec, token_ids, hashes, known):
                found[spec.match_id] = SavedMatch(
                    spec, token_ids, hashes, spec.players, None, (), None, known
                )
            case Committed(match_id, known):
                found[match_id] = replace(found[match_id], commitments=known)
            case Started(match_id, players, started, mix):
                before = found[match_id]
                found[match_id] = replace(before, players=players, started=started, mix=mix)
            case Moved(match_id, _, entry):
                before = found[match_id]
                found[match_id] = replace(before, records=(*before.records, entry))
            case Happened(match_id, event):
                before = found[match_id]
                found[match_id] = replace(before, events=(*before.events, event))
            case Ended(match_id, ending, _, mix=mix):
                before = found[match_id]
                found[match_id] = replace(
                    before, records=(), result=ending, mix=before.mix if mix is None else mix
                )
            case Revoked(match_id, seat):
                hashes = found[match_id].token_hashes
                left = (*hashes[:seat], b"", *hashes[seat + 1 :])
                found[match_id] = replace(found[match_id], token_hashes=left)
            case Reserved(match_id, reserved):
                before = found[match_id]
                shown = reserved if before.players == before.spec.players else before.players
                spec = replace(before.spec, players=reserved)
                found[match_id] = replace(before, spec=spec, players=shown)
    return sorted(found.values(), key=lambda match: match.spec.match_id)


def age(match: SavedMatch) -> tuple[float, str]:
    """How matches are sorted."""
    return match.spec.created, match.spec.match_id


@on_one_store
@given(batches=journals(), data=st.data())
def test_any_journal_is_given_back(
    store: SqlStore, batches: list[list[Record]], data: st.DataObject
) -> None:
    """Every record of every match, with all that can stand in it, however often it is written."""
    empty(store)
    for batch in batches:
        for _ in range(data.draw(st.integers(1, 2), label="times")):
            store.write(batch)
    records = [record for batch in batches for record in batch]

    expected = saved(records)

    assert expected == [store.match(match.spec.match_id) for match in expected]
    assert sorted((m for m in expected if not m.result), key=age) == store.unfinished()
    assert [
        replace(match, records=(), events=()) for match in sorted(expected, key=age, reverse=True)
    ] == store.matches(limit=10, before=None, status=None, game="")
    for record in records:
        if isinstance(record, Ended):
            assert record.replay == store.replay(record.match_id)


@on_one_store
@given(batches=journals())
def test_a_batch_is_the_same_as_its_records_one_by_one(
    store: SqlStore, batches: list[list[Record]]
) -> None:
    """It does not matter where a journal is cut into batches."""
    records = [record for batch in batches for record in batch]
    empty(store)
    for record in records:
        store.write([record])
    one_by_one = store.matches(limit=10, before=None, status=None, game=""), store.unfinished()

    empty(store)
    store.write(records)

    assert one_by_one == (
        store.matches(limit=10, before=None, status=None, game=""),
        store.unfinished(),
    )
