"""One match: what is asked, what counts as an answer, what everybody may know, and when."""

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.errors import MatchOver, StaleTurn, TurnNotOpen
from bessemer.games.furnace.moves import Bid
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings, Fault, MatchResult, Status
from tests.matches.matches_under_test import (
    WALL,
    Subscriber,
    answer,
    asked,
    legal,
    play_out,
    play_until_together,
    spec,
    started,
    turn_of,
    two_legal,
)


def published(match: Match) -> None:
    """The answer is published."""
    match.publish(0.0)


def more_was_played(match: Match) -> None:
    """The answer is published, and others were given since."""
    match.publish(0.0)
    for _ in range(3):
        answer(match, asked(match)[0])
        match.publish(0.0)


def over(match: Match) -> None:
    """The match was played to its end."""
    match.publish(0.0)
    play_out(match, random.Random(1))
    match.end(match.outcome(WALL))


def nothing_more(_match: Match) -> None:
    """The answer is accepted and waits for the journal."""


SINCE = [
    pytest.param(nothing_more, id="accepted"),
    pytest.param(published, id="published"),
    pytest.param(more_was_played, id="more-was-played"),
    pytest.param(over, id="over"),
]


# --- Exactly once --------------------------------------------------------------------------------


@pytest.mark.parametrize("since", SINCE)
def test_the_same_answer_again_is_fine_and_is_not_played_again(
    since: Callable[[Match], None],
) -> None:
    """Whenever it is repeated: no error, and nothing has changed."""
    match = started()
    (seat,) = asked(match)
    turn, move = turn_of(match, seat), legal(match, seat)
    answer(match, seat, move)
    since(match)
    before = (list(match.records), list(match.played), match.turn, match._state)

    assert match.accept(seat, turn, move, 5.0) is None
    match.check(seat, turn, move)
    assert before == (list(match.records), list(match.played), match.turn, match._state)
    assert 1 == sum(entry.turn == turn for entry in match.records)


@pytest.mark.parametrize("since", SINCE)
def test_another_answer_to_the_same_turn_is_stale(since: Callable[[Match], None]) -> None:
    """The first answer stands; the refusal says what it was, and what is open now."""
    match = started()
    (seat,) = asked(match)
    turn, (first, second) = turn_of(match, seat), two_legal(match, seat)
    answer(match, seat, first)
    since(match)
    question = match.open_decision(seat)

    with pytest.raises(StaleTurn, match=match.game.format(first)) as refused:
        match.accept(seat, turn, second, 5.0)
    assert ("turn", question.turn if question else 0) == (refused.value.field, refused.value.turn)
    with pytest.raises(StaleTurn):
        match.check(seat, turn, second)


def test_a_sealed_answer_again_is_fine_and_another_is_stale() -> None:
    """Also between its publication and its being shown."""
    match = started(spec(chain="on"))
    seat = play_until_together(match)[0]
    turn, (first, second) = turn_of(match, seat), two_legal(match, seat)
    answer(match, seat, first)
    published(match)

    assert match.accept(seat, turn, first, 0.0) is None
    with pytest.raises(StaleTurn):
        match.accept(seat, turn, second, 0.0)


@pytest.mark.parametrize("turn", [-1, 0, 2, 99, 2**31 - 1])
def test_a_turn_that_is_not_asked_is_refused_with_the_one_that_is(turn: int) -> None:
    """Nothing is played for a turn that nobody was asked for."""
    match = started()
    (seat,) = asked(match)

    with pytest.raises(TurnNotOpen) as refused:
        match.accept(seat, turn, legal(match, seat), 0.0)
    assert 1 == refused.value.turn
    assert [] == match.records


def test_no_seat_answers_for_another() -> None:
    """The turn of one seat is not open for another, neither before its answer nor after."""
    match = started()
    (seat,) = asked(match)
    other = Seat((seat + 1) % 3)
    turn, move = turn_of(match, seat), legal(match, seat)

    with pytest.raises(TurnNotOpen) as refused:
        match.accept(other, turn, move, 0.0)
    assert 0 == refused.value.turn
    answer(match, seat, move)
    published(match)
    with pytest.raises(TurnNotOpen):
        match.accept(other, turn, move, 0.0)


def test_a_match_that_was_ended_takes_no_move() -> None:
    """From the moment of its end, told or not, even the open decision is closed."""
    match = started()
    (seat,) = asked(match)
    turn, move = turn_of(match, seat), legal(match, seat)
    match.result = MatchResult(Status.ABORTED, WALL, fault=Fault.ORGANISER)

    for wrong in (turn, turn + 1):
        with pytest.raises(MatchOver):
            match.accept(seat, wrong, move, 0.0)
        with pytest.raises(MatchOver):
            match.check(seat, wrong, move)


def test_an_illegal_move_changes_nothing() -> None:
    """The decision stays open, and its time goes on from where it was."""
    match = started()
    (seat,) = asked(match)
    turn = turn_of(match, seat)
    before = (match._state, match.turn, match.time_left(seat, 1.0))

    for _ in range(3):
        with pytest.raises(IllegalMove):
            match.accept(seat, turn, Bid(9, "C99"), 1.0)
    assert before == (match._state, match.turn, match.time_left(seat, 1.0))
    assert answer(match, seat).record.turn == turn


# --- Known only when it may be -------------------------------------------------------------------


def test_an_accepted_move_is_known_to_nobody_before_it_is_published() -> None:
    """What is shown, the events and the questions are as they were; then all of it changes."""
    match = started()
    (seat,) = asked(match)
    shown, turn = match.published_state, turn_of(match, seat)
    move = legal(match, seat)
    answer(match, seat, move)

    assert match.published_state is shown
    assert ([], [], False) == (match.played, asked(match), match.is_published(turn))
    published(match)
    assert match.published_state is match._state
    assert [(turn, seat, move)] == [
        (event.record.turn, event.record.seat, event.move) for event in match.played
    ]
    assert match.is_published(turn)
    assert asked(match) != [seat]


def test_sealed_answers_stay_hidden_until_the_last_is_in() -> None:
    """Neither the events nor what any other seat or a spectator sees tells of them."""
    match = started(spec(chain="on"))
    together = play_until_together(match)
    known = len(match.played)
    for seat in together[:-1]:
        turn, one_of = turn_of(match, seat), two_legal(match, seat)
        others = [Seat(other) for other in range(3) if other != seat]
        twins = []
        for move in one_of:
            twin = copy_of(match)
            answer(twin, seat, move)
            published(twin)
            twins.append(
                [twin.game.view(twin.published_state, viewer) for viewer in (None, *others)]
            )

            assert (known, True) == (len(twin.played), twin.is_published(turn))
        assert twins[0] == twins[1]
        answer(match, seat)
        published(match)
    assert known == len(match.played)
    answer(match, together[-1])
    published(match)

    assert [turn + 1 for turn in range(known + len(together))] == [
        event.record.turn for event in match.played
    ]


def copy_of(match: Match) -> Match:
    """The same match, restored from its entries."""
    twin = started(match.spec)
    twin.restore(match.records, 0.0)
    return twin


@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 50))
def test_turns_do_not_depend_on_the_order_of_answers_given_at_the_same_time(
    data: st.DataObject, seed: int
) -> None:
    """However the answers interleave with one another and with their publication."""
    orders = []
    for _ in range(2):
        match, luck = started(spec(4, seed=seed.to_bytes(8, "big"))), random.Random(seed)
        while together := asked(match):
            moves = {seat: legal(match, seat, luck) for seat in together}
            order = data.draw(st.permutations(together))
            early = data.draw(st.integers(0, len(order)))
            for seat in order[:early]:
                answer(match, seat, moves[seat])
            for _ in range(early):
                published(match)
            for seat in order[early:]:
                answer(match, seat, moves[seat])
                published(match)
        orders.append(match)
    one, other = orders

    assert [(event.record[:3], event.move) for event in one.played] == [
        (event.record[:3], event.move) for event in other.played
    ]
    assert list(range(1, one.turn + 1)) == [event.record.turn for event in one.played]
    assert one._state == other._state
    assert one.outcome(WALL) == other.outcome(WALL)


# --- Time ----------------------------------------------------------------------------------------


def test_the_time_of_a_decision_begins_when_it_is_sent() -> None:
    """What the referee needs to ask, and to write the answer down, is nobody's."""
    match = Match(spec())
    for place in match.seats:
        place.subscriber = Subscriber()
    match.start(WALL, 100.0)
    (seat,) = asked(match)
    question = match.open_decision(seat)
    assert question is not None
    question.show(107.0)

    assert 12.0 == match.time_left(seat, 107.0)
    assert 9.0 == match.time_left(seat, 110.0)
    accepted = answer(match, seat, at=110.0)
    assert 3_000_000 == accepted.record.time_used
    # Written until 150: neither this seat nor the next one pays for that.
    match.publish(150.0)
    assert 9.0 == match.time_left(seat, 150.0)
    (following,) = asked(match)
    assert 12.0 == match.time_left(following, 150.0)


def test_a_decision_that_is_sent_again_goes_on_as_before() -> None:
    """Coming back gains no time."""
    match = started(now=100.0)
    (seat,) = asked(match)
    question = match.open_decision(seat)
    assert question is not None
    question.show(100.0)
    question.show(105.0)

    assert 7.0 == match.time_left(seat, 105.0)


def test_each_kind_of_decision_has_its_own_increment() -> None:
    """The clock is told what is asked for."""
    clock = ClockSettings(bank=10.0, increment=2.0, increment_by_kind={"plan": 50.0})
    match = started(spec(clock=clock))
    (seat,) = asked(match)

    assert 12.0 == match.time_left(seat, 0.0)
    while {place.decision.kind for place in match.seats if place.decision} != {"plan"}:
        answer(match, asked(match)[0])
        published(match)
    question = match.open_decision(asked(match)[0])
    assert question is not None
    assert question.seconds > 50.0


def test_who_is_late_is_who_has_an_open_decision_past_its_deadline() -> None:
    """Nobody else, and nobody a moment too early."""
    match = started(now=0.0)
    (seat,) = asked(match)

    assert 12.0 == match.deadline()
    assert ([], [seat]) == (match.late(11.999), match.late(12.0))
    answer(match, seat)
    assert ([], float("inf")) == (match.late(99.0), match.deadline())


# --- Strikes, forfeits, ranks --------------------------------------------------------------------


def time_out(match: Match) -> Seat:
    """Whoever is asked first runs out of time."""
    seat = asked(match)[0]
    match.accept_default(seat, Cause.TIMED_OUT, 1e6)
    match.publish(1e6)
    return seat


def test_out_of_time_is_the_default_move_and_a_strike() -> None:
    """The move is the game's own default, and the bank is empty."""
    match = started()
    (seat,) = asked(match)
    expected = match.game.default_move(match.published_state, seat)
    time_out(match)

    assert (expected, Cause.TIMED_OUT) == (match.played[0].move, match.played[0].record.cause)
    assert (1, None, 0.0) == (
        match.seats[seat].strikes,
        match.seats[seat].forfeit,
        match.time_left(seat, 0.0),
    )


@pytest.mark.parametrize(
    ("lost", "fault"), [pytest.param(False, Fault.PLAYER), pytest.param(True, Fault.NETWORK)]
)
def test_at_the_strike_limit_a_seat_forfeits(lost: bool, fault: Fault) -> None:
    """It is the network's fault if the connection was lost, the bot's otherwise; it ranks last."""
    match = started()
    (seat,) = asked(match)
    match.seats[seat].lost = lost
    while True:
        if seat in asked(match) and match.seats[seat].forfeit is None:
            match.accept_default(seat, Cause.TIMED_OUT, 0.0)
        elif seat in asked(match):
            match.accept_default(seat, Cause.FORFEITED, 0.0)
        elif asked(match):
            answer(match, next(other for other in asked(match) if other != seat))
        else:
            break
        assert set(match.publish(0.0)) <= set(asked(match))
    ending = match.outcome(WALL)

    assert 2 == match.seats[seat].strikes  # those after the forfeit are no strikes
    assert [(seat, fault)] == [(entry.seat, entry.fault) for entry in ending.seat_faults]
    assert (Status.FINISHED, 3) == (ending.status, ending.ranks[seat])
    causes = [event.record.cause for event in match.played if event.record.seat == seat]
    assert causes == [Cause.TIMED_OUT] * 2 + [Cause.FORFEITED] * (len(causes) - 2)
    assert {Cause.PLAYED} == {e.record.cause for e in match.played if e.record.seat != seat}


def test_seats_that_all_forfeit_share_the_first_rank() -> None:
    """Nobody is ahead of anybody."""
    match = started(spec(2, clock=ClockSettings(strike_limit=1)))
    while asked(match):
        seat = asked(match)[0]
        cause = Cause.FORFEITED if match.seats[seat].forfeit else Cause.TIMED_OUT
        match.accept_default(seat, cause, 0.0)
        match.publish(0.0)

    assert (1, 1) == match.outcome(WALL).ranks


# --- After a restart -----------------------------------------------------------------------------


@given(
    seed=st.integers(0, 10_000),
    cut=st.floats(0.0, 1.0),
    seats=st.integers(2, 4),
    chain=st.booleans(),
)
def test_a_match_restored_from_any_of_its_entries_is_the_same_match(
    seed: int, cut: float, seats: int, chain: bool
) -> None:
    """States, turns, questions, banks, strikes: as if the referee had never been away."""
    agreed = spec(seats, seed=seed.to_bytes(8, "big"), chain="on" if chain else "off")
    original = started(agreed)
    played = play_with_timeouts(original, random.Random(seed))
    snapshots = [snapshot(original), *(snapshot(original) for _ in played)]
    number = round(cut * len(original.records))
    restored = started(agreed)
    restored.restore(original.records[:number], 0.0)

    assert snapshots[number] == snapshot(restored)
    assert original.records[:number] == restored.records
    assert number == restored._number


def play_with_timeouts(match: Match, luck: random.Random) -> Iterator[None]:
    """Random play in which seats run out of time now and then, up to forfeits; after each move."""
    while together := asked(match):
        seat = luck.choice(together)
        if match.seats[seat].forfeit is not None:
            match.accept_default(seat, Cause.FORFEITED, 0.0)
        elif luck.random() < 0.1:
            match.accept_default(seat, Cause.TIMED_OUT, luck.uniform(0.0, 20.0))
        else:
            answer(match, seat, legal(match, seat, luck), at=luck.uniform(0.0, 3.0))
        match.publish(0.0)
        yield


def snapshot(match: Match) -> object:
    """All that a match is."""
    return (
        match._state,
        match.published_state,
        match.turn,
        list(match.played),
        list(match.sealed),
        match.is_played_out,
        [
            (
                match.time_left(Seat(seat), 0.0),
                place.strikes,
                place.forfeit,
                place.decision
                and (place.decision.turn, place.decision.kind, place.decision.seconds),
            )
            for seat, place in enumerate(match.seats)
        ],
    )


def test_a_journal_that_leads_elsewhere_is_refused() -> None:
    """A state that is not the recorded one, or a turn that nobody was asked for."""
    match = started()
    play_out(match, random.Random(3))
    last = match.records[-1]

    with pytest.raises(ValueError, match="was recorded"):
        started().restore([*match.records[:-1], last._replace(state_hash="0" * 16)], 0.0)
    with pytest.raises(ValueError, match="was not asked"):
        started().restore([*match.records[:-1], last._replace(turn=last.turn + 1)], 0.0)


def test_after_a_restart_every_open_decision_has_its_whole_time() -> None:
    """The referee was away, and nobody pays for it."""
    match = started(now=0.0)
    (seat,) = asked(match)
    question = match.open_decision(seat)
    assert question is not None
    question.show(0.0)
    match.postpone(1000.0)

    assert (12.0, 12.0) == (match.time_left(seat, 500.0), match.time_left(seat, 1000.0))
    assert [seat] == match.late(1012.0)
