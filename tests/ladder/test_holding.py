"""Holding a draw back: how long, and until when."""

import random

import pytest

from bessemer.ladder.lobby.continuous import Continuous
from bessemer.ladder.lobby.holding import Hold
from bessemer.ladder.lobby.matchmaking import MatchmakingSettings
from bessemer.ladder.lobby.schedule import Availability, Pairing
from bessemer.ratings.rating import Ratings
from bessemer.ratings.results import Result

FOUR = ("a", "b", "c", "d")
OTHERS = ("e", "f", "g", "h")


class Watch:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def held(hold: Hold, watch: Watch, freshness: float) -> float:
    """For how long a draw of this freshness waits, in steps of a tenth of a second."""
    begun = watch.now
    while not hold.allows(freshness):
        watch.now += 0.1
    hold.nothing()
    return watch.now - begun


def after_a_match(watch: Watch, length: float, longest: float = 120.0) -> Hold:
    """A hold that knows how long matches usually are."""
    hold = Hold(longest, watch)
    hold.started(FOUR)
    watch.now += length
    hold.ended(FOUR)
    return hold


def test_a_draw_waits_the_longer_the_less_it_tells() -> None:
    """In usual lengths of a match; what tells nearly as much as any other does not wait."""
    watch = Watch()
    hold = after_a_match(watch, 10.0)
    waits = [held(hold, watch, freshness) for freshness in (1.0, 0.8, 0.4, 0.2)]

    assert waits == pytest.approx([0, 0, 10, 30], abs=0.2)


def test_a_draw_waits_for_matches_that_are_about_to_end() -> None:
    """Not for one that has just begun, nor for one that takes much longer than usual."""
    watch = Watch()
    hold = after_a_match(watch, 10.0)
    hold.started(OTHERS)
    allowed = []
    for _ in range(20):
        allowed.append(hold.allows_beside_others())
        hold.nothing()
        watch.now += 1.0

    assert [True] * 6 + [False] * 9 + [True] * 5 == allowed


def test_no_draw_waits_longer_than_is_promised() -> None:
    """However little it tells, and however long matches are."""
    watch = Watch()
    hold = after_a_match(watch, 600.0, longest=20.0)

    assert held(hold, watch, 1e-6) == pytest.approx(20, abs=0.2)


def test_nothing_waits_before_a_match_has_ended() -> None:
    """Nobody knows yet how long matches are."""
    watch = Watch()

    assert held(Hold(120.0, watch), watch, 1e-6) == 0


def ladder(watch: Watch) -> Continuous:
    """A ladder for four on which the same four have met, and four others have, too."""
    past = [FOUR, OTHERS] * 3
    settings = MatchmakingSettings(seats=4)
    return Continuous(settings, Ratings().rating, random.Random(1), past, now=watch)


def played(drawn: Continuous, watch: Watch, pairing: Pairing | None) -> None:
    """The match is over after ten seconds."""
    assert pairing is not None
    watch.now += 10.0
    drawn.played(pairing, Result("", pairing.seating, (1, 2, 3, 4)))


def there(free: str, busy: str) -> list[Availability]:
    """Who is there."""
    return [Availability(name, "", int(name in free)) for name in free + busy]


def test_those_who_finished_together_wait_for_others() -> None:
    """Then they play with these; nobody is waited for who is not there."""
    watch = Watch()
    drawn = ladder(watch)
    played(drawn, watch, drawn.next_pairing(there("abcd", "")))

    assert drawn.next_pairing(there("abcd", "efgh")) is None
    mixed = drawn.next_pairing(there("abcdefgh", ""))
    assert mixed is not None
    assert set(mixed.seating) & set(FOUR)
    assert set(mixed.seating) & set(OTHERS)


def test_if_nobody_else_comes_the_same_meet_again() -> None:
    """After the promised time at the latest, and at once if nobody else is there."""
    watch = Watch()
    drawn = ladder(watch)
    played(drawn, watch, drawn.next_pairing(there("abcd", "")))
    assert drawn.next_pairing(there("abcd", "efgh")) is None

    watch.now += MatchmakingSettings().longest_hold
    played(drawn, watch, drawn.next_pairing(there("abcd", "efgh")))
    assert drawn.next_pairing(there("abcd", "")) is not None


def test_a_person_is_not_kept_waiting() -> None:
    """A match with a person begins as soon as there are others for it."""
    watch = Watch()
    drawn = ladder(watch)
    played(drawn, watch, drawn.next_pairing(there("abcd", "")))
    person = Availability("a", "", 1, is_person=True)

    assert drawn.next_pairing([person, *there("bcd", "efgh")]) is not None
