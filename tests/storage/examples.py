"""Records for tests, fixed ones and strategies for any, and a store without any."""

from typing import Any, Final

from hypothesis import strategies as st
from msgspec import UNSET
from sqlalchemy import delete

from bessemer.accounts.audit import NO_LADDER, AuditEntry
from bessemer.engine.game import Seat
from bessemer.matches.chance.chance_mixing import ChanceMix, ChanceSource, Contribution
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Committed,
    Created,
    Durability,
    Ended,
    Fault,
    MatchResult,
    MatchSpec,
    Moved,
    MoveRecord,
    SeatFault,
    Started,
    Status,
)
from bessemer.storage.audit_log import SqlAuditLog
from bessemer.storage.database.schema import bessemer_schema
from bessemer.storage.database.table_parts import metadata
from bessemer.storage.matches.match_store import SqlStore

ENDING: Final = MatchResult(
    Status.FINISHED,
    ended=1_700_000_900.25,
    ranks=(1, 2),
    scores=(31, 12),
    seat_faults=(SeatFault(Seat(1), Fault.PLAYER, "did not answer"),),
    message="played to the end",
)


MIX: Final = ChanceMix(
    "m1",
    (
        Contribution("ann", ChanceSource.PLAYER, b"commitment", b"\xff\x00 of ann"),
        Contribution("bob", ChanceSource.REFEREE, b"", b"for bob"),
    ),
)


def spec(match_id: str = "m1", *, created: float = 1_700_000_000.5, **changes: str) -> MatchSpec:
    """A spec for two, with the `changes`."""
    fields: dict[str, Any] = {"game": "furnace", "creator": "ann", "request_id": ""} | changes
    return MatchSpec(
        match_id=match_id,
        rules_version=3,
        options={"variant": "chain", "rounds": "4"},
        players=("ann", ""),
        seed=bytes(range(32)),
        clock=ClockSettings(bank=30.0, increment_by_kind={"plan": 2.5}),
        durability=Durability.MOVE,
        created=created,
        suggestions_allowed=True,
        ladder="main",
        season=3,
        block="block 7",
        is_repeatable=False,
        seat_clocks=(ClockSettings(bank=30.0), ClockSettings(bank=1800.0, strike_limit=9)),
        resignation_ends=True,
        anyone_may_join=True,
        **fields,
    )


def created(match_id: str = "m1", *, at: float = 1_700_000_000.5, **changes: str) -> Created:
    """The creation of a match for two."""
    return Created(
        spec(match_id, created=at, **changes),
        token_ids=(f"{match_id}-0", f"{match_id}-1"),
        token_hashes=(b"hash 0", b"hash 1"),
    )


def started(match_id: str = "m1") -> Started:
    """Both have joined."""
    return Started(match_id, ("ann", "bob"), 1_700_000_001.75, MIX)


def moved(match_id: str = "m1", number: int = 1) -> Moved:
    """A move; the seats take turns."""
    return Moved(match_id, number, entry(number))


def entry(number: int = 1) -> MoveRecord:
    """What is kept of the move of this number."""
    return MoveRecord(
        number, Seat(number % 2), f"bid {number} on C07", Cause.PLAYED, 1500, "c0ffee"
    )


def ended(match_id: str = "m1") -> Ended:
    """The end of a match that was played."""
    return Ended(match_id, ENDING, b"replay of " + match_id.encode())


def empty(store: SqlStore) -> None:
    """Make the store as good as new."""
    with store.database.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            if table is not bessemer_schema:
                connection.execute(delete(table))


# Any text that can be on the wire, but for NUL, which PostgreSQL does not keep.
texts: Final = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
_times = st.floats(0, 4e9)
_durations = st.floats(0, allow_nan=False)
_players = st.lists(texts, min_size=1, max_size=5).map(tuple)

_commitments = st.lists(st.binary(max_size=32), max_size=5).map(tuple)
_mixes = st.builds(
    ChanceMix,
    texts,
    st.lists(
        st.builds(
            Contribution, texts, st.sampled_from(ChanceSource), st.binary(max_size=32), st.binary()
        )
    ).map(tuple),
)


def specs(match_id: str) -> st.SearchStrategy[MatchSpec]:
    """Any spec of this match."""
    return st.builds(
        MatchSpec,
        match_id=st.just(match_id),
        game=texts,
        rules_version=st.integers(0, 2**31 - 1),
        options=st.dictionaries(texts, texts),
        players=_players,
        seed=st.binary(max_size=64),
        clock=st.builds(
            ClockSettings,
            bank=_durations,
            increment=_durations,
            increment_by_kind=st.dictionaries(texts, _durations),
            strike_limit=st.integers(0, 2**31 - 1),
            away_limit=st.sampled_from((UNSET, 180.0)),
            join_timeout=_durations,
        ),
        durability=st.sampled_from(Durability),
        created=_times,
        creator=texts,
        request_id=texts,
        is_repeatable=st.booleans(),
    )


def creations(match_id: str) -> st.SearchStrategy[Created]:
    """Any creation of this match, with a token for each seat."""
    return specs(match_id).flatmap(
        lambda agreed: st.builds(
            Created,
            st.just(agreed),
            st.just(tuple(f"{match_id}/{seat}" for seat in range(len(agreed.players)))),
            st.tuples(*(st.binary(max_size=32) for _ in agreed.players)),
            _commitments,
        )
    )


def commitments(match_id: str) -> st.SearchStrategy[Committed]:
    """Any commitments of this match."""
    return st.builds(Committed, st.just(match_id), _commitments)


def starts(match_id: str) -> st.SearchStrategy[Started]:
    """Any start of this match."""
    return st.builds(Started, st.just(match_id), _players, _times, st.none() | _mixes)


seats: Final = st.integers(0, 4).map(Seat)
entries: Final = st.builds(
    MoveRecord,
    turn=st.integers(1, 2**31 - 1),
    seat=seats,
    move=texts,
    cause=st.sampled_from(Cause),
    time_used=st.integers(0, 2**63 - 1),
    state_hash=texts,
)
endings: Final = st.builds(
    MatchResult,
    status=st.sampled_from([Status.FINISHED, Status.ABORTED]),
    ended=_times,
    ranks=st.lists(st.integers(1, 5)).map(tuple),
    scores=st.lists(st.integers()).map(tuple),
    seat_faults=st.lists(st.builds(SeatFault, seats, st.sampled_from(Fault), st.text())).map(tuple),
    fault=st.none() | st.sampled_from(Fault),
    message=st.text(),
)


def ends(match_id: str) -> st.SearchStrategy[Ended]:
    """Any end of this match."""
    return st.builds(Ended, st.just(match_id), endings, st.none() | st.binary())


def audited(store: SqlStore, ladder: str = NO_LADDER) -> list[AuditEntry]:
    """The audit log of a ladder, or of none, the oldest entry first."""
    return [entry for _, entry in reversed(SqlAuditLog(store).page(1000, ladder=ladder))]
