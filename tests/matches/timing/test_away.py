"""A seat without a connection: others wait for it as long as its clock says, once, and no longer."""

import pytest

from bessemer.matches.records import Cause, ClockSettings
from tests.matches.matches_under_test import Subscriber, started
from tests.matches.timing.slow_seat import LATE, Scene, every_game

BANK = 1800.0
PERSON = ClockSettings(bank=BANK, increment=0.0, strike_limit=3, away_limit=180.0)
BOT = ClockSettings(bank=BANK, increment=0.0, strike_limit=3)


def leave(scene: Scene) -> None:
    """The connection of the seat is gone."""
    scene.seat.subscriber = None
    scene.office.registry.went_away(scene.match, LATE)


@every_game
def test_a_person_who_stays_away_forfeits_after_one_wait(game: str) -> None:
    """Not after three of them, nor after half an hour; the journal tells the same."""
    scene = Scene(game, PERSON)
    leave(scene)
    scene.pass_time(179.0)
    assert [] == scene.causes
    scene.pass_time(10.0)

    assert [Cause.TIMED_OUT] * 3 == scene.causes[:3]
    assert scene.seat.forfeit is not None
    again = started(scene.match.spec)
    again.restore(scene.match.records, 0.0)
    assert again.seats[LATE].forfeit is not None


@every_game
def test_a_person_who_comes_back_has_lost_nothing_but_time(game: str) -> None:
    """And may go away for as long once more."""
    scene = Scene(game, PERSON)
    for _ in range(2):
        leave(scene)
        scene.pass_time(170.0)
        scene.seat.subscriber = Subscriber()
        scene.pass_time(60.0)

    assert [] == scene.causes
    assert BANK - 2 * 230.0 == pytest.approx(
        scene.match.time_left(LATE, scene.office.clock()), abs=1.0
    )


def test_the_others_see_how_long_they_will_wait() -> None:
    """As the time that the seat has left, until it is back."""
    scene = Scene("furnace", PERSON)
    leave(scene)
    scene.pass_time(100.0)
    now = scene.office.clock()

    assert pytest.approx(80.0, abs=1.0) == scene.match.time_left(LATE, now)
    scene.seat.subscriber = Subscriber()
    assert scene.match.time_left(LATE, now) > BANK - 200.0


@every_game
def test_bots_have_no_such_limit(game: str) -> None:
    """Their clock is all they have."""
    scene = Scene(game, BOT)
    leave(scene)
    scene.pass_time(600.0)

    assert [] == scene.causes


def test_a_person_who_plays_call_by_call_was_there_with_each_answer() -> None:
    """What was waited for before an answer is not counted after it."""
    scene = Scene("furnace", PERSON)
    leave(scene)
    for _ in range(2):
        scene.until_asked()
        scene.pass_time(170.0)
        scene.office.play(scene.match, LATE)
        scene.office.journal.commit()

    assert [] == scene.causes
