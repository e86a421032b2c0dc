"""Clocks by seat: people have another than bots, in play, in the journal and in replays."""

import random
from dataclasses import replace

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings, MatchSpec
from bessemer.replays.format import write_replay
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.games.walks import examples_of
from tests.matches.matches_under_test import CLOCK, WALL, answer, asked, legal, spec, started

PERSON = ClockSettings(bank=1800.0, increment=30.0, strike_limit=4, join_timeout=120.0)
every_game = pytest.mark.parametrize("game", GAMES)


def with_a_person(game: str = "furnace") -> MatchSpec:
    """A short match of three: a person at seat 1, and two bots."""
    rules = GAMES[game]
    options = rules.option_texts(rules.options(examples_of(game).SHORT))
    agreed = spec(3)
    return replace(
        agreed,
        game=game,
        rules_version=rules.rules_version,
        options=options,
        seat_clocks=(CLOCK, PERSON, CLOCK),
    )


def play_late(match: Match, luck: random.Random) -> None:
    """Play to the end; whoever is asked often runs out of time, as long as it has not forfeited."""
    while waiting := asked(match):
        seat = luck.choice(waiting)
        if match.seats[seat].forfeit is not None:
            match.accept_default(seat, Cause.FORFEITED, 0.0)
        elif luck.random() < 0.5:
            match.accept_default(seat, Cause.TIMED_OUT, 1e6)
        else:
            answer(match, seat, legal(match, seat, luck), at=1.0)
        match.publish(0.0)


@every_game
def test_each_seat_has_its_own_bank_increment_and_strikes(game: str) -> None:
    """And what one seat takes costs no other anything."""
    match = started(with_a_person(game))
    assert all(match.time_left(Seat(seat), 0.0) <= 12.0 for seat in (0, 2))
    assert 1800.0 <= match.time_left(Seat(1), 0.0) <= 1830.0
    luck = random.Random(game)
    decisions = [0, 0, 0]
    for _ in range(12):
        seat = asked(match)[-1]
        others = {
            other: match.time_left(Seat(other), 0.0)
            for other in range(3)
            if match.open_decision(Seat(other)) is None
        }
        answer(match, seat, legal(match, seat, luck), at=1.0)
        assert others == {other: match.time_left(Seat(other), 0.0) for other in others}
        decisions[seat] += 1
        match.publish(0.0)
    for place, settings in enumerate(match.spec.seat_clocks):
        expected = settings.bank + decisions[place] * (settings.increment - 1.0)
        if match.open_decision(Seat(place)) is not None:
            expected += settings.increment
        assert expected == pytest.approx(match.time_left(Seat(place), 0.0))


@every_game
def test_a_restored_match_and_its_replay_have_the_same_clocks(game: str) -> None:
    """Banks to the microsecond; forfeits at the seat's own limit; the replay proves itself."""
    match = started(with_a_person(game))
    play_late(match, random.Random(game))
    forfeits = {seat: one.strikes for seat, one in enumerate(match.seats) if one.forfeit}
    assert forfeits, "somebody was late often enough"
    assert all(strikes == (4 if seat == 1 else 2) for seat, strikes in forfeits.items())

    again = started(match.spec)
    again.restore(match.records, 0.0)
    for seat in (0, 1, 2):
        assert match.time_left(Seat(seat), 0.0) == again.time_left(Seat(seat), 0.0)
        assert match.seats[seat].strikes == again.seats[seat].strikes

    file = write_replay(match.spec, match.spec.players, WALL, match.records, match.outcome(WALL))
    read = read_replay(file)
    assert read.header is not None
    assert match.spec.seat_clocks == read.header.seat_clocks
    found = verify(read)
    assert found.ok, found
    # The person's strikes are counted by the person's clock: with a bot's the replay is wrong.
    if 1 in forfeits:
        wrong = replace(read.header, seat_clocks=())
        assert not verify(replace(read, header=wrong)).ok


def test_a_replay_says_nothing_of_seats_that_have_one_clock() -> None:
    """So replays without people are byte for byte what they were."""
    match = started()
    play_late(match, random.Random(1))
    agreed = match.spec
    file = write_replay(agreed, agreed.players, WALL, match.records, match.outcome(WALL))

    assert b"seat_clocks" not in file
    assert read_replay(file).header is not None


def test_the_slowest_to_join_is_waited_for() -> None:
    """Bots join at once; a person may take two minutes."""
    assert 30.0 == spec().join_timeout
    assert 120.0 == with_a_person().join_timeout
