"""What a bot may use while it is asked nothing, and what becomes of one that uses more."""

import math

from bessemer.processes.idle_bots import LOOK_SECONDS, ProcessorAccount


class Family:
    """Processes that use so many processors unless they stand still."""

    def __init__(self, since_start: float = math.inf) -> None:
        self.bot = ProcessorAccount(self._pause, 1.0, 0.0, since_start)
        self._now = self._used = 0.0
        self._is_paused = False
        self.was_paused = False

    def _pause(self, *, is_paused: bool) -> None:
        self._is_paused = is_paused
        self.was_paused = self.was_paused or is_paused

    def ask(self) -> None:
        self.bot.asked("question", self._now)

    def answer(self) -> None:
        self.bot.answered("question", self._now)

    def run(self, seconds: float, processors: float) -> float:
        """For so long it would use so many processors; what it has used."""
        before = self._used
        for _ in range(round(seconds / LOOK_SECONDS)):
            self._now += LOOK_SECONDS
            self._used += 0.0 if self._is_paused else processors * LOOK_SECONDS
            self.bot.look(self._now, self._used)
        return self._used - before

    @property
    def is_paused(self) -> bool:
        assert self._is_paused == self.bot.is_paused
        return self._is_paused


def started() -> Family:
    """One that has answered its first question."""
    family = Family()
    family.run(5.0, 1.0)
    family.ask()
    family.run(1.0, 1.0)
    family.answer()
    return family


def test_a_bot_loads_what_it_needs_before_its_first_question() -> None:
    """Twenty seconds of processor time; but not for ever."""
    family = Family()
    assert abs(20.0 - family.run(20.0, 1.0)) < 0.01
    assert family.run(60.0, 1.0) < 15.0


def test_a_bot_that_restarts_itself_gains_nothing() -> None:
    """What it may use to load is what it would have had without the restart, and a little."""
    assert Family(60.0).run(20.0, 1.0) < 8.0
    assert Family(600.0).run(20.0, 1.0) > 19.0


def test_who_ponders_stands_still_and_still_gets_a_little() -> None:
    """A twentieth of a processor: enough to answer a ping, or to be told of a new match."""
    family = started()

    used = family.run(60.0, 2.0)

    assert 2.0 < used < 4.0


def test_a_bot_that_is_asked_has_its_share() -> None:
    """Whatever it did before: who stands still goes on at once, and again stands still afterwards."""
    family = started()
    family.run(10.0, 4.0)
    while not family.is_paused:
        family.run(LOOK_SECONDS, 4.0)

    family.ask()
    assert not family.is_paused
    assert abs(3.0 - family.run(3.0, 1.0)) < 0.01
    family.answer()

    assert family.is_paused or family.run(1.0, 1.0) < 0.35


def test_bots_that_read_their_messages_are_left_alone() -> None:
    """A few milliseconds for each, and sometimes a tenth of a second at once."""
    family = started()
    for _ in range(100):
        family.run(4.0, 0.01)
        assert not family.is_paused
        family.run(0.1, 1.0)
        assert not family.is_paused


def test_an_answer_that_was_never_asked_for_changes_nothing() -> None:
    """The end of a match is told for all of its seats."""
    family = started()
    family.answer()
    family.ask()
    family.bot.answered("another", 1000.0)

    assert abs(10.0 - family.run(10.0, 1.0)) < 0.01


def test_more_than_its_share_while_it_is_asked_is_noticed() -> None:
    """It may go on, but from then on it is held to its share; who keeps to it is left alone."""
    modest, greedy = started(), started()
    for family, processors in ((modest, 1.0), (greedy, 2.0)):
        family.ask()
        assert abs(10.0 * processors - family.run(10.0, processors)) < 0.01

    assert (False, True) == (modest.was_paused, greedy.was_paused)
    assert not greedy.is_paused
