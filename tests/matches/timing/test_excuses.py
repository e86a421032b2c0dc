"""What a seat is not charged for: a processor that it did not get, and a referee that was late."""

import pytest

from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, Fault
from bessemer.matches.seats import Lateness
from bessemer.matches.timing.excuses import Excuses
from bessemer.matches.timing.processor_times import ProcessorTime, waited
from tests.matches.kernels import Kernel
from tests.matches.matches_under_test import Office, Subscriber, asked, turn_of


def begun(kernel: Kernel) -> tuple[Office, Match, Seat]:
    """A match whose first decision has just been sent, to the player that the kernel knows."""
    office = Office()
    office.registry.excuses = Excuses(kernel)
    match = office.begin()
    (seat,) = asked(match)
    kernel.player = match.seats[seat].player
    show(office, match, seat)
    return office, match, seat


def show(office: Office, match: Match, seat: Seat) -> None:
    """The seat is sent its decision, which was not sent before."""
    decision = match.open_decision(seat)
    assert decision is not None
    decision.seen = False
    office.registry.show(match, seat, decision, office.clock())


@pytest.mark.parametrize(
    ("elapsed", "running", "waiting", "expected"),
    [
        pytest.param(5.0, 5.0, 0.0, 0.0, id="it ran all the time"),
        pytest.param(5.0, 2.0, 3.0, 3.0, id="it waited for a processor"),
        pytest.param(5.0, 1.0, 0.0, 0.0, id="it slept"),
        pytest.param(5.0, 1.0, 2.0, 2.0, id="it ran, waited and slept"),
        pytest.param(5.0, 5.0, 95.0, 0.0, id="twenty threads wait, and yet it ran all the time"),
        pytest.param(5.0, 2.0, 95.0, 3.0, id="what many threads used is theirs"),
        pytest.param(5.0, 9.0, 1.0, 0.0, id="two processors at once"),
        pytest.param(5.0, -3.0, -4.0, 0.0, id="a process was replaced"),
    ],
)
def test_what_is_waited_is_never_more_than_was_left_to_use(
    elapsed: float, running: float, waiting: float, expected: float
) -> None:
    """A bot cannot buy time with threads that wait side by side."""
    before = ProcessorTime(10.0, 20.0)
    after = ProcessorTime(10.0 + running, 20.0 + waiting)

    assert expected == waited(elapsed, before, after)


def test_a_seat_pays_for_what_it_thought_and_not_for_what_it_waited() -> None:
    """Of five seconds, three without a processor, it pays two."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    office.clock.time += 5.0
    kernel.count(running=2.0, waiting=3.0)
    office.play(match, seat)

    assert 2_000_000 == match.records[-1].time_used
    assert 10.0 == match.time_left(seat, office.clock())


def test_a_seat_without_a_processor_does_not_run_out_of_time() -> None:
    """Its deadline moves as long as it waits; once it has used its time up, the default is played."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    kernel.count(running=1.0, waiting=13.0)
    office.pass_time(14.0)
    assert [seat] == asked(match)

    kernel.count(running=5.0, waiting=5.0)
    office.pass_time(10.0)
    assert [seat] == asked(match)

    kernel.count(running=6.5, waiting=0.0)
    office.pass_time(6.5)
    (record,) = match.records
    assert (Cause.TIMED_OUT, 12_000_000) == (record.cause, record.time_used)


def test_only_an_exact_reading_excuses(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is a moment old may not know what the bot has used meanwhile."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    kernel.count(running=0.0, waiting=5.0)
    old, read = kernel.now, kernel.read
    kernel.count(running=5.0, waiting=0.0)
    monkeypatch.setattr(
        kernel,
        "read",
        lambda player, seat, *, exact=False: read(player, seat) if exact else old,
    )
    office.clock.time += 5.0
    office.play(match, seat)

    assert 5_000_000 == match.records[-1].time_used


def test_players_whose_processes_nobody_knows_pay_for_all_their_time() -> None:
    """As clients on other machines do."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    decision = match.open_decision(seat)
    assert decision is not None
    decision.processor = None
    kernel.count(running=0.0, waiting=5.0)
    office.clock.time += 5.0
    office.play(match, seat)

    assert 5_000_000 == match.records[-1].time_used


def test_what_a_seat_waited_while_the_clock_stood_is_not_excused_twice() -> None:
    """The kernel counts on while the referee is stopped; of what it counts then nothing is left."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    stood = 9.0
    office.registry.excuses = Excuses(kernel, lambda: stood)
    kernel.count(running=1.0, waiting=9.5)
    office.clock.time += 4.0
    office.play(match, seat)

    assert 3_500_000 == match.records[-1].time_used


def test_a_decision_that_waits_for_its_turn_is_on_nobodys_clock() -> None:
    """However long it waits; its time begins when it is sent."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    decision = match.open_decision(seat)
    assert decision is not None
    decision.hold()
    office.pass_time(1000.0)
    assert [seat] == asked(match)
    assert 12.0 == match.time_left(seat, office.clock())

    show(office, match, seat)
    assert 12.0 == match.time_left(seat, office.clock())
    office.pass_time(12.1)
    assert match.records[-1].cause is Cause.TIMED_OUT


def test_whoever_leaves_while_a_decision_waits_runs_out_of_time() -> None:
    """Nobody gains by leaving: the time runs as for anybody who is away."""
    office = Office()
    match = office.begin()
    (seat,) = asked(match)
    decision = match.open_decision(seat)
    assert decision is not None
    decision.hold()
    office.pass_time(100.0)
    office.registry.stop_waiting(match, decision)
    turn = turn_of(match, seat)
    office.pass_time(12.1)

    assert (turn, Cause.TIMED_OUT) == (match.records[-1].turn, match.records[-1].cause)


@pytest.mark.parametrize(
    ("is_there", "is_lost", "is_known", "expected"),
    [
        pytest.param(True, False, True, Lateness.THOUGHT, id="thinking"),
        pytest.param(True, False, False, Lateness.ANSWERED_LATE, id="not known"),
        pytest.param(False, True, True, Lateness.WAS_AWAY, id="network"),
        pytest.param(False, False, False, Lateness.NOBODY_THERE, id="nobody"),
    ],
)
def test_a_loss_on_time_is_told_with_what_it_was(
    is_there: bool, is_lost: bool, is_known: bool, expected: Lateness
) -> None:
    """At the seat, and in the sentence of its forfeit."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    seated = match.seats[seat]
    seated.subscriber = Subscriber() if is_there else None
    seated.lost = is_lost
    if not is_known:
        kernel.player = "nobody"
        show(office, match, seat)
    while seated.forfeit is None:
        kernel.count(running=20.0, waiting=0.0)
        office.pass_time(20.0)
        office.journal.commit()
        for other in asked(match):
            if other != seat:
                office.play(match, other)
                office.journal.commit()
            elif is_known and is_there:
                show(office, match, seat)

    assert {expected} == set(seated.late)
    assert f"out of time 2 times: {expected}" == seated.forfeit.message


@pytest.mark.parametrize("end", ["answer", "time-out", "abort"])
def test_it_is_known_who_has_something_to_think_about(end: str) -> None:
    """From the moment a decision is sent until it is answered, run out of time, or no longer of use."""
    kernel = Kernel()
    office, match, seat = begun(kernel)
    seated = match.seats[seat]
    assert {seated: seated.process} == kernel.open

    if end == "answer":
        move = next(iter(match.game.legal_moves(match.published_state, seat)))
        office.registry.submit(match, seat, turn_of(match, seat), move, office.clock())
    elif end == "time-out":
        office.registry.move_for(match, seat, Cause.TIMED_OUT, office.clock())
    else:
        office.registry.ender.abort(match, Fault.REFEREE, "enough")

    assert seated not in kernel.open
