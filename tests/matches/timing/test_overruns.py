"""One overrun is one strike: while a seat still thinks, no further timeout counts."""

import pytest

from bessemer.matches.records import Cause, ClockSettings
from bessemer.matches.timing.deadlines import longest_overrun
from bessemer.replays.format import write_replay
from bessemer.replays.reader import read_replay
from bessemer.replays.verify import verify
from tests.matches.matches_under_test import (
    WALL,
    asked,
    legal,
    started,
    turn_of,
)
from tests.matches.timing.slow_seat import CLOCK, Scene, every_game


@every_game
def test_one_answer_of_four_seconds_with_a_bank_of_three_is_one_strike(game: str) -> None:
    """However many decisions time out meanwhile; the match, its journal and its replay agree."""
    scene = Scene(game)
    scene.pass_time(4.0)

    assert len(scene.causes) > 2
    assert [Cause.TIMED_OUT] == [cause for cause in scene.causes if cause is Cause.TIMED_OUT]
    assert Cause.STILL_THINKING is scene.causes[-1]
    assert (1, None) == (scene.seat.strikes, scene.seat.forfeit)
    assert 1 == len(scene.seat.late)

    again = started(scene.match.spec)
    again.restore(scene.match.records, 0.0)
    assert [seat.strikes for seat in scene.match.seats] == [seat.strikes for seat in again.seats]


@every_game
def test_a_match_with_an_overrun_is_proven_by_its_replay(game: str) -> None:
    """Moves that were made while the seat was still thinking are no strikes there either."""
    scene = Scene(game)
    scene.pass_time(4.0)
    scene.seat.heard()
    while scene.match.result is None:
        scene.office.clock.time += 100.0
        for seat in asked(scene.match):
            scene.office.registry.submit(
                scene.match,
                seat,
                turn_of(scene.match, seat),
                legal(scene.match, seat),
                scene.office.clock(),
            )
        scene.office.registry.dispatch()
        scene.office.journal.commit()
    match = scene.match
    assert match.result is not None
    file = write_replay(match.spec, match.spec.players, WALL, match.records, match.result)

    assert () == match.result.seat_faults
    assert verify(read_replay(file)).ok


@every_game
@pytest.mark.parametrize("end", ["answer", "reconnect"])
def test_an_overrun_ends_when_something_is_heard_of_the_seat(game: str, end: str) -> None:
    """The late answer, or a new connection; what times out after that is another overrun."""
    scene = Scene(game)
    scene.pass_time(3.5)
    assert 1 == scene.seat.strikes

    if end == "answer":
        scene.answer_late(scene.turn)
    else:
        scene.seat.heard()
    scene.pass_time(0.5)

    assert 2 == scene.seat.strikes


@every_game
def test_a_seat_that_never_answers_forfeits(game: str) -> None:
    """Nobody can tell it from one that still thinks: so an overrun has an end."""
    scene = Scene(game, ClockSettings(bank=0.1, increment=1.0, strike_limit=2))
    scene.pass_time(20.0)

    assert Cause.STILL_THINKING in scene.causes
    assert 2 == scene.causes.count(Cause.TIMED_OUT)
    assert scene.seat.forfeit is not None


@every_game
def test_a_seat_that_is_not_there_does_not_think(game: str) -> None:
    """Each timeout is a strike."""
    scene = Scene(game)
    scene.seat.subscriber = None
    scene.pass_time(4.0)

    assert [Cause.TIMED_OUT] * 3 == scene.causes[:3]
    assert scene.seat.forfeit is not None


@pytest.mark.parametrize(
    ("clock", "expected"),
    [
        (CLOCK, 9.0),
        (ClockSettings(bank=1.0, increment=0.5), 4.5),
        (ClockSettings(bank=1800.0), 60.0),
    ],
)
def test_an_overrun_may_last_three_times_the_bank_and_a_minute_at_most(
    clock: ClockSettings, expected: float
) -> None:
    """A person who has gone away does not keep the others for three times half an hour."""
    assert expected == longest_overrun(clock)
