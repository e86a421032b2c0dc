"""The registry: what happens to matches from outside, with a journal and a clock in the test's hand."""

import gc
import weakref
from dataclasses import replace
from unittest import mock

import pytest
import structlog

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.errors import Draining, JournalUnavailable, MatchNotFound, MatchOver
from bessemer.matches.durable.recovery import recover
from bessemer.matches.durable.store import StoreError
from bessemer.matches.match import Match
from bessemer.matches.records import (
    Cause,
    ClockSettings,
    Durability,
    Ended,
    Fault,
    Moved,
    SeatFault,
    Status,
)
from bessemer.matches.timing.deadlines import sweep
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.matches.matches_under_test import (
    MemoryStore,
    Office,
    Subscriber,
    asked,
    break_rules,
    created,
    legal,
    move_records,
    spec,
    turn_of,
)
from tests.referees.in_process import eventually

AT_ONCE = spec(durability=Durability.MATCH)


def ended_record(office: Office, match_id: str = "m1") -> Ended:
    """What was written about the end of a match, once."""
    (record,) = (
        record
        for record in office.journal.store.records
        if isinstance(record, Ended) and record.match_id == match_id
    )
    return record


# --- From creation to the end --------------------------------------------------------------------


def test_a_match_begins_when_the_last_seat_has_joined_and_that_is_durable() -> None:
    """Not before; joining again changes nothing."""
    office = Office()
    match = office.open()
    for seat in (0, 1, 1, 0):
        office.registry.join(match, Seat(seat), f"player{seat}")
    office.journal.commit()

    assert (Status.OPEN, ["Created"]) == (match.status, office.journal.kinds())
    office.registry.join(match, Seat(2), "player2")
    office.registry.join(match, Seat(2), "player2")
    assert (Status.OPEN, []) == (match.status, asked(match))
    office.journal.commit()
    assert (Status.RUNNING, 1) == (match.status, len(asked(match)))
    assert ["Created", "Started"] == office.journal.kinds()


def test_a_move_is_published_when_it_is_durable() -> None:
    """Until then nobody is asked anything new and no event is there."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.play(match, seat)

    assert ([], []) == (match.played, asked(match))
    office.journal.commit()
    assert 1 == len(match.played)
    assert asked(match) != [seat]
    assert [(1, seat)] == [
        (m.number, m.record.seat) for m in move_records(office.journal.store.records)
    ]


def test_the_whole_match_is_in_the_journal_in_the_order_in_which_it_happened() -> None:
    """Moves are counted from 1 without a gap; the end comes last, and its replay verifies."""
    office = Office()
    match = office.begin()
    office.play_out(match)
    kinds = office.journal.kinds()
    replay = ended_record(office).replay
    assert replay is not None

    assert ["Created", "Started", *["Moved"] * len(match.records), "Ended"] == kinds
    moves = move_records(office.journal.store.records)
    assert list(range(1, len(moves) + 1)) == [moved.number for moved in moves]
    assert match.records == [moved.record for moved in moves]
    assert verify(read_replay(replay)).ok


def test_with_durability_match_no_move_is_written_before_the_end() -> None:
    """Moves are published at once; the beginning and the end are told when they are durable."""
    office = Office()
    match = office.open(AT_ONCE)
    for seat in range(3):
        office.registry.join(match, Seat(seat), "")
    assert match.status is Status.OPEN
    office.journal.commit()
    while match.result is None:
        assert ["Created", "Started"] == office.journal.kinds()
        office.play(match, asked(match)[0])

    statuses = [match.status]
    office.journal.commit()
    statuses.append(match.status)
    assert [Status.RUNNING, Status.FINISHED] == statuses
    assert ["Created", "Started", "Ended"] == office.journal.kinds()
    replay = ended_record(office).replay
    assert replay is not None
    assert verify(read_replay(replay)).ok


def test_the_end_is_told_when_it_is_durable() -> None:
    """Status, registry and observers change together, after the commit."""
    office = Office()
    match = office.begin()
    office.registry.ender.abort(match, Fault.ORGANISER, "enough")

    assert (Status.RUNNING, [], True) == (
        match.status,
        office.ended.ids,
        "m1" in office.registry.matches,
    )
    office.journal.commit()
    assert (Status.ABORTED, ["m1"], False) == (
        match.status,
        office.ended.ids,
        "m1" in office.registry.matches,
    )
    assert office.registry.find("m1") is match


def test_a_match_is_ended_once() -> None:
    """The first end stands."""
    office = Office()
    match = office.begin()
    office.registry.ender.abort(match, Fault.ORGANISER, "enough")
    office.registry.ender.abort(match, Fault.REFEREE, "again")
    office.journal.commit()

    assert (Fault.ORGANISER, "enough") == (ended_record(office).result.fault, match.result.message)  # type: ignore[union-attr]


def test_a_move_that_is_being_written_when_the_match_is_ended_is_not_published() -> None:
    """Nothing is asked of anybody after the end; the replay of what was played verifies."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.play(match, seat)
    office.registry.ender.abort(match, Fault.ORGANISER, "enough")
    office.journal.commit()

    assert ([], []) == (match.played, asked(match))
    replay = ended_record(office).replay
    assert replay is not None
    assert verify(read_replay(replay)).ok


def test_a_match_aborted_among_sealed_answers_has_a_replay_that_verifies() -> None:
    """Answers that were in while others were not are part of it."""
    office = Office()
    match = office.begin(spec(chain="on"))
    seat = _play_until_together(office, match)[0]
    office.play(match, seat)
    office.journal.commit()
    office.registry.ender.abort(match, Fault.ORGANISER, "enough")
    office.journal.commit()
    replay = ended_record(office).replay
    assert replay is not None

    assert verify(read_replay(replay)).ok


def _play_until_together(office: Office, match: Match) -> list[Seat]:
    while len(asked(match)) < 2:
        office.play(match, asked(match)[0])
        office.journal.commit()
    return asked(match)


@pytest.mark.parametrize("state", ["is_draining", "is_paused"])
def test_a_referee_that_is_closing_or_paused_takes_no_match(state: str) -> None:
    """The refusal says when to try again, and nothing is written."""
    office = Office()
    running = office.begin()
    setattr(office.registry, state, True)
    other = spec(match_id="m2")

    with pytest.raises(Draining) as refused:
        office.registry.open(Match(other), created(other), lambda: None)
    assert refused.value.retry_after > 0
    assert ["m1"] == list(office.registry.matches)
    office.play_out(running)
    assert Status.FINISHED is running.status


def test_old_matches_are_forgotten_with_their_tokens() -> None:
    """So many stay in memory, the others only in the store."""
    office = Office(recent=2)
    for number in range(3):
        match = office.begin(spec(match_id=f"m{number}"))
        office.registry.ender.abort(match, Fault.ORGANISER, "enough")
        office.journal.commit()

    assert ["m1", "m2"] == list(office.registry.recent)
    assert {"m1", "m2"} == {key.match_id for key in office.registry.keys.values()}
    with pytest.raises(MatchNotFound):
        office.registry.find("m0")


def test_a_forgotten_match_leaves_memory_at_once() -> None:
    """Its clock, which could run for long, does not keep it; no collector helps."""
    office = Office(recent=0)
    match = office.begin(spec())
    held = weakref.ref(observer := Subscriber())  # held by the match alone
    match.observers.add(observer)
    del observer
    gc.disable()
    try:
        office.registry.ender.abort(match, Fault.ORGANISER, "enough")
        office.journal.commit()
        del match

        assert held() is None
    finally:
        gc.enable()


# --- Time ----------------------------------------------------------------------------------------


def test_seats_that_never_join_end_the_match() -> None:
    """It is their fault, each named; it ends when the time to join is over and not before."""
    office = Office()
    match = office.open()
    office.registry.join(match, Seat(1), "player1")
    office.pass_time(29.9)
    assert match.result is None
    office.pass_time(0.2)
    office.journal.commit()

    ending = ended_record(office).result
    assert (Status.ABORTED, Fault.PLAYER) == (ending.status, ending.fault)
    assert (
        SeatFault(Seat(0), Fault.PLAYER, "never joined"),
        SeatFault(Seat(2), Fault.PLAYER, "never joined"),
    ) == ending.seat_faults
    assert ended_record(office).replay is None


def test_time_to_join_that_may_not_be_over_is_looked_at_again() -> None:
    """Between the deadline and its grace nothing happens, and the desk is not kept busy by it."""
    office = Office()
    match = office.open()
    for late in (0.0, 0.015, 0.03):
        office.clock.time = 130.0 + late
        sweep(office.registry, office.clock(), office.clock() - 0.05)

        assert match.result is None
    office.clock.time = 130.1
    sweep(office.registry, office.clock(), office.clock() - 0.05)
    assert match.result is not None


def test_seats_that_have_all_joined_are_not_blamed_for_a_slow_journal() -> None:
    """The start is still being written when the time to join is over: the match begins."""
    office = Office()
    match = office.open()
    office.journal.commit()
    for seat in range(3):
        office.registry.join(match, Seat(seat), "")
    office.pass_time(60.0)
    office.journal.commit()

    assert (None, Status.RUNNING) == (match.result, match.status)


def test_a_start_that_is_being_written_is_looked_at_again_also_by_a_desk_that_was_late() -> None:
    """The desk was kept waiting for long; it looks once and goes on with its work."""
    office = Office()
    match = office.open()
    office.journal.commit()
    for seat in range(3):
        office.registry.join(match, Seat(seat), "")
    office.clock.time += 60.0
    sweep(office.registry, office.clock(), office.clock() - 5.0)
    office.journal.commit()

    assert Status.RUNNING is match.status


def test_who_runs_out_of_time_is_moved_for() -> None:
    """Once for each decision, when its time is over, durable first like any other move."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.pass_time(11.9)
    assert [seat] == asked(match)
    office.pass_time(0.2)
    office.pass_time(0.2)

    assert ([], [], 1) == (match.played, asked(match), match.seats[seat].strikes)
    office.journal.commit()
    assert [(seat, Cause.TIMED_OUT)] == [(e.record.seat, e.record.cause) for e in match.played]


def test_an_answer_that_may_still_be_on_its_way_is_waited_for() -> None:
    """Late is who was late a little while ago."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.clock.time += 12.04
    sweep(office.registry, office.clock(), office.clock() - 0.05)

    assert [seat] == asked(match)
    office.play(match, seat)
    office.pass_time(1.0)
    office.journal.commit()
    assert [Cause.PLAYED] == [event.record.cause for event in match.played]


@pytest.mark.parametrize("durability", Durability)
def test_who_forfeits_is_moved_for_to_the_end_and_ranks_last(durability: Durability) -> None:
    """The others play on, undisturbed, and their moves are their own."""
    office = Office()
    match = office.begin(spec(durability=durability))
    bad = asked(match)[0]
    while match.result is None:
        if [bad] == asked(match):
            office.pass_time(20.0)
        else:
            office.play(match, next(seat for seat in asked(match) if seat != bad))
        office.journal.commit()
    office.journal.commit()
    causes = [event.record.cause for event in match.played if event.record.seat == bad]

    assert (Status.FINISHED, 3) == (match.status, match.result.ranks[bad])
    assert [Fault.PLAYER] == [fault.fault for fault in match.result.seat_faults]
    assert [Cause.TIMED_OUT] * 2 + [Cause.FORFEITED] * (len(causes) - 2) == causes
    assert {Cause.PLAYED} == {e.record.cause for e in match.played if e.record.seat != bad}


def test_the_log_says_whose_match_ended_how_long_it_took_and_who_forfeited() -> None:
    """With the game and the ladder, so that nobody has to ask the database."""
    with structlog.testing.capture_logs() as lines:
        office = Office()
        match = office.begin(replace(AT_ONCE, ladder="main"))
        bad = asked(match)[0]
        while match.result is None:
            if asked(match) == [bad]:
                office.pass_time(20.0)
            else:
                office.play(match, next(seat for seat in asked(match) if seat != bad))
        office.journal.commit()
    events = {line["event"]: line for line in lines}
    ended, forfeits = events["match ended"], events["seat forfeits"]

    assert ("furnace", "main") == (ended["game"], ended["ladder"])
    assert ["player0", "player1", "player2"] == ended["players"]
    assert match.started is not None
    assert match.result.ended - match.started == ended["seconds"]
    assert (bad, f"player{bad}") == (forfeits["seat"], forfeits["player"])
    assert ("main", Fault.PLAYER.value) == (forfeits["ladder"], forfeits["fault"])


@pytest.mark.parametrize("durability", Durability)
def test_a_match_that_everybody_forfeits_plays_itself_out(durability: Durability) -> None:
    """Without anybody there it takes only the clock."""
    office = Office()
    clock = ClockSettings(bank=1.0, increment=1.0, strike_limit=1)
    match = office.begin(spec(2, clock=clock, durability=durability))
    while match.result is None:
        office.pass_time(20.0)
        office.journal.commit()
    office.journal.commit()

    assert (Status.FINISHED, (1, 1)) == (match.status, match.result.ranks)


# --- A journal that cannot be written ------------------------------------------------------------


def test_while_nothing_can_be_written_nothing_is_accepted() -> None:
    """The same move is accepted, and played once, when the journal is back."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    turn, move = turn_of(match, seat), legal(match, seat)
    office.journal.failure = "disk full"

    with pytest.raises(JournalUnavailable) as refused:
        office.registry.submit(match, seat, turn, move, office.clock())
    assert refused.value.retry_after > 0
    assert ([seat], []) == (asked(match), match.records)
    other = spec(match_id="m2")
    with pytest.raises(JournalUnavailable):
        office.registry.open(Match(other), created(other), lambda: None)
    office.journal.failure = ""
    office.registry.submit(match, seat, turn, move, office.clock())
    office.journal.commit()
    assert [move] == [event.move for event in match.played]


def test_a_match_that_is_written_at_its_end_goes_on_without_a_journal() -> None:
    """It has promised nothing before."""
    office = Office()
    match = office.begin(AT_ONCE)
    office.journal.failure = "disk full"
    (seat,) = asked(match)
    office.play(match, seat)

    assert 1 == len(match.played)


def test_a_batch_that_fails_loses_nothing_and_publishes_nothing() -> None:
    """The moves wait until the batch is written, then all of them are published, once."""
    office = Office()
    matches = [office.begin(spec(match_id=f"m{number}")) for number in range(3)]
    for match in matches:
        office.play(match, asked(match)[0])
    waiting = list(office.journal.waiting)
    office.journal.store.failures = [StoreError("disk full")]
    with pytest.raises(StoreError):
        office.journal.commit_batch()

    assert [[], [], []] == [match.played for match in matches]
    office.journal.waiting = waiting
    office.journal.commit()
    assert [1, 1, 1] == [len(match.played) for match in matches]
    assert 3 == len(move_records(office.journal.store.records))


def test_nobody_runs_out_of_time_while_nothing_can_be_written() -> None:
    """However long it takes."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.journal.failure = "disk full"
    for _ in range(5):
        office.pass_time(1000.0)

    assert ([seat], 0) == (asked(match), match.seats[seat].strikes)


def test_the_time_of_a_failing_journal_is_nobodys() -> None:
    """When moves are accepted again, the seat has what it had when they were refused."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.journal._failed("disk full")
    office.pass_time(1000.0)
    office.journal._written([], 0.0)
    office.pass_time(1.0)

    assert [seat] == asked(match)
    assert match.time_left(seat, office.clock()) > 10.0


# --- Bugs of the rules ---------------------------------------------------------------------------


def broken_by(office: Office, function: str) -> tuple[Match, Match]:
    """Two matches that run, the rules of the first with a bug in one function."""
    broken, sound = (office.begin(spec(match_id=name)) for name in ("broken", "sound"))
    break_rules(broken, function)
    return broken, sound


def check_only_one_is_broken(office: Office, broken: Match, sound: Match) -> None:
    """The one is aborted, the referee's fault; the other goes on to its end."""
    office.journal.commit()

    ending = ended_record(office, "broken").result
    assert (Status.ABORTED, Fault.REFEREE, Status.ABORTED) == (
        ending.status,
        ending.fault,
        broken.status,
    )
    assert "bug" not in ending.message
    office.play_out(sound)
    office.journal.commit()
    assert Status.FINISHED is sound.status


def test_a_bug_in_a_move_ends_that_match_alone() -> None:
    """The player who met it is told that something is wrong; a move after that is too late."""
    office = Office()
    broken, sound = broken_by(office, "apply")
    (seat,) = asked(broken)
    turn, move = turn_of(broken, seat), legal(broken, seat)

    with pytest.raises(ZeroDivisionError):
        office.registry.submit(broken, seat, turn, move, 0.0)
    with pytest.raises(MatchOver):
        office.registry.submit(broken, seat, turn, move, 0.0)
    check_only_one_is_broken(office, broken, sound)


def test_a_bug_in_what_follows_a_move_ends_that_match_alone() -> None:
    """Also when both are in the same batch."""
    office = Office()
    broken, sound = broken_by(office, "decisions")
    for match in (broken, sound):
        office.play(match, asked(match)[0])
    office.journal.commit_batch()

    assert 1 == len(sound.played)
    check_only_one_is_broken(office, broken, sound)


def test_a_bug_in_a_default_move_ends_that_match_alone() -> None:
    """It is met while the desk looks at all clocks, and the others are looked at too."""
    office = Office()
    broken, sound = broken_by(office, "default_move")
    office.pass_time(20.0)
    office.journal.commit()

    assert 1 == len(sound.played)
    check_only_one_is_broken(office, broken, sound)


def test_a_bug_in_the_first_decision_ends_that_match_alone() -> None:
    """A match that begins in the same batch begins."""
    office = Office()
    broken, sound = (office.open(spec(match_id=name)) for name in ("broken", "sound"))
    break_rules(broken, "decisions")
    for match in (broken, sound):
        for seat in range(3):
            office.registry.join(match, Seat(seat), "")
    office.journal.commit()

    assert Status.RUNNING is sound.status
    check_only_one_is_broken(office, broken, sound)


# --- After a restart -----------------------------------------------------------------------------


def restarted(office: Office) -> Office:
    """Another desk over the same store."""
    again = Office(office.journal.store)
    again.clock.time = 5000.0
    recover(again.registry, office.journal.store.unfinished(), timeout=5.0)
    return again


def test_after_a_restart_matches_go_on_where_they_were() -> None:
    """Those that wait for seats wait, those that run run; what was not durable never happened."""
    office = Office()
    office.open(spec(match_id="waiting"))
    match = office.begin(spec(match_id="running"))
    for _ in range(7):
        office.play(match, asked(match)[0])
        office.journal.commit()
    shown = match.published_state
    office.play(match, asked(match)[0])
    again = restarted(office)

    assert {"waiting": Status.OPEN, "running": Status.RUNNING} == {
        name: found.status for name, found in again.registry.matches.items()
    }
    found = again.registry.find("running")
    assert (shown, 7, 8) == (found.published_state, len(found.played), found.turn)
    again.play_out(found)
    assert Status.FINISHED is found.status
    assert list(range(1, found.turn + 1)) == [
        moved.number for moved in move_records(again.journal.store.records)
    ]


def test_the_time_of_a_restart_is_nobodys() -> None:
    """A decision that was almost out of time has what it began with, and a while to come back."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    office.pass_time(11.5)
    again = restarted(office)
    found = again.registry.find("m1")

    again.pass_time(5.0)
    assert 12.0 == found.time_left(seat, again.clock())
    again.pass_time(11.9)
    assert [seat] == asked(found)
    again.pass_time(0.2)
    assert 1 == found.seats[seat].strikes


def test_forfeits_are_remembered_over_a_restart() -> None:
    """The seat is moved for at once, and its rank is still the last."""
    office = Office()
    match = office.begin(spec(clock=ClockSettings(strike_limit=1, bank=1.0)))
    (bad,) = asked(match)
    office.pass_time(20.0)
    office.journal.commit()
    while bad not in asked(match):
        office.play(match, asked(match)[0])
        if len(office.journal.waiting) and _would_ask(match, bad):
            break
        office.journal.commit()
    office.journal.store.write([record for record, _ in office.journal.waiting])
    again = restarted(office)
    found = again.registry.find("m1")
    again.journal.commit()
    again.play_out(found)
    again.journal.commit()

    assert found.result is not None
    assert (3, [bad]) == (found.result.ranks[bad], [f.seat for f in found.result.seat_faults])


def _would_ask(match: Match, seat: Seat) -> bool:
    return seat in [decision.seat for decision in match.game.decisions(match._state)]


def test_a_match_whose_last_move_was_written_but_not_its_end_is_ended() -> None:
    """The outcome is what the moves make of it."""
    office = Office()
    match = office.begin()
    office.play_out(match)
    office.journal.commit()
    ending = ended_record(office).result
    office.journal.store.records = [
        record for record in office.journal.store.records if not isinstance(record, Ended)
    ]
    again = restarted(office)
    again.journal.commit()

    assert ending.ranks == ended_record(again).result.ranks
    assert Status.FINISHED is again.registry.find("m1").status


def test_a_match_that_was_to_be_written_at_its_end_is_over_after_a_restart() -> None:
    """It must be played again, and that is the referee's fault."""
    office = Office()
    office.journal.store.write([created(AT_ONCE)])
    again = restarted(office)
    again.journal.commit()

    assert {} == again.registry.matches
    assert Fault.REFEREE is ended_record(again).result.fault


def test_a_match_of_other_rules_is_over_after_a_restart() -> None:
    """It says which version it needs; the others go on."""
    office = Office()
    office.begin(spec(match_id="old"))
    office.begin(spec(match_id="new"))
    store = office.journal.store
    old = store.unfinished()[0].spec
    other = replace(old, rules_version=99)
    store.records = [
        created(other) if isinstance(record, type(created(old))) and record.spec == old else record
        for record in store.records
    ]
    again = restarted(office)
    again.journal.commit()

    assert ["new"] == list(again.registry.matches)
    ending = ended_record(again, "old").result
    assert (Status.ABORTED, Fault.REFEREE) == (ending.status, ending.fault)
    assert "rules version 99" in ending.message


def test_a_journal_that_cannot_be_played_again_ends_that_match_alone() -> None:
    """A move that the rules refuse, or a state that is not the recorded one."""
    office = Office()
    for name in ("damaged", "sound"):
        match = office.begin(spec(match_id=name))
        office.play(match, asked(match)[0])
    office.journal.commit()
    store = office.journal.store
    store.records = [
        record._replace(record=record.record._replace(state_hash="0" * 16))
        if isinstance(record, Moved) and record.match_id == "damaged"
        else record
        for record in store.records
    ]
    again = restarted(office)
    again.journal.commit()

    assert ["sound"] == list(again.registry.matches)
    assert Fault.REFEREE is ended_record(again, "damaged").result.fault


def test_a_bug_in_one_match_does_not_keep_the_referee_from_starting() -> None:
    """That match is over, the referee's fault; the others go on."""
    office = Office()
    for name in ("broken", "sound"):
        match = office.begin(spec(match_id=name, seed=name.encode() * 2))
        office.play(match, asked(match)[0])
    office.journal.commit()
    store = office.journal.store
    poison = move_records(store.records)[0].record.move
    sound_parse = GAMES["furnace"].parse

    def parse(text: str) -> object:
        if text == poison:
            raise ZeroDivisionError
        return sound_parse(text)

    with mock.patch.object(type(GAMES["furnace"]), "parse", staticmethod(parse)):
        again = restarted(office)
    again.journal.commit()

    assert ["sound"] == list(again.registry.matches)
    assert Fault.REFEREE is ended_record(again, "broken").result.fault


def test_revoked_tokens_stay_worthless_over_a_restart() -> None:
    """What the store has of a revoked token is no hash that anything could match."""
    store = MemoryStore()
    agreed = spec()
    store.write([created(agreed)._replace(token_hashes=(b"hash", b"", b"hash"))])
    again = restarted(Office(store))

    assert [b"hash", b"", b"hash"] == [key.digest for key in again.registry.keys.values()]


# --- How fast, and how long ----------------------------------------------------------------------


@pytest.mark.parametrize("durability", list(Durability))
@pytest.mark.asyncio
async def test_a_move_becomes_known_when_its_pace_allows_it(durability: Durability) -> None:
    """Until then nobody is asked, so no clock runs; then the match continues by itself."""
    waits = iter([0.0, 1e-3])
    office = Office(pace=lambda _match: next(waits, 0.0))
    match = office.begin(spec(durability=durability))
    first, *_ = asked(match)
    office.play(match, first)
    office.journal.commit()
    assert 1 == len(match.played)

    second, *_ = asked(match)
    office.play(match, second)
    office.journal.commit()
    assert 1 == len(match.played)
    assert match.open_decision(second) is None
    await eventually(lambda: len(match.played) == 2)

    assert asked(match)


@pytest.mark.asyncio
async def test_others_have_their_turn_while_a_match_of_default_moves_is_played_out() -> None:
    """Everybody has forfeited: the match does not hold up the referee until its end."""
    office = Office()
    match = office.begin(spec(4, durability=Durability.MATCH, rounds="4"))
    for seated in match.seats:
        seated.forfeit = SeatFault(Seat(0), Fault.PLAYER, "it is gone")
    seat, *_ = asked(match)
    office.registry.move_for(match, seat, Cause.FORFEITED, office.clock())

    assert match.played
    assert match.result is None
    await eventually(lambda: match.result is not None)
    office.journal.commit()
    assert match.is_over


def test_a_match_is_aborted_after_the_most_turns() -> None:
    """However its rules are; nobody is to blame, and the replay has what was played."""
    office = Office(most_turns=10)
    match = office.begin(AT_ONCE)
    office.play_out(match)
    office.journal.commit()

    assert match.result is not None
    assert (Status.ABORTED, Fault.ORGANISER) == (match.result.status, match.result.fault)
    assert "10 turns" in match.result.message
    assert not match.result.seat_faults
    replay = ended_record(office).replay
    assert replay is not None
    assert len(match.played) == len(read_replay(replay).records)
