"""A match of two in which one seat is slow, or away."""

from dataclasses import replace

import pytest

from bessemer.engine.catalogue import GAMES
from bessemer.engine.game import Seat
from bessemer.errors import StaleTurn
from bessemer.matches.match import Match
from bessemer.matches.records import Cause, ClockSettings
from tests.games.walks import examples_of
from tests.matches.matches_under_test import (
    Office,
    Subscriber,
    asked,
    spec,
    turn_of,
)

CLOCK = ClockSettings(bank=3.0, increment=0.0, strike_limit=3)
LATE = Seat(0)
every_game = pytest.mark.parametrize("game", GAMES)


class Scene:
    """A match in which one seat is slow; the others answer at once."""

    def __init__(self, game: str, clock: ClockSettings = CLOCK) -> None:
        self.office = Office()
        rules = GAMES[game]
        agreed = replace(
            spec(2, clock=clock),
            game=game,
            rules_version=rules.rules_version,
            options=rules.option_texts(rules.options(examples_of(game).SHORT)),
        )
        self.match: Match = self.office.begin(agreed)
        self.seat = self.match.seats[LATE]
        self.seat.subscriber = Subscriber()
        self.turn = self.until_asked()

    def until_asked(self) -> int:
        """Let the others play until the seat is asked; the turn."""
        while LATE not in asked(self.match):
            self.others_play()
        return turn_of(self.match, LATE)

    def others_play(self) -> None:
        """All others answer."""
        for seat in asked(self.match):
            if seat != LATE:
                self.office.play(self.match, seat)
        self.office.journal.commit()

    def pass_time(self, seconds: float) -> None:
        """So much time goes by, bit by bit, while the others go on playing."""
        end = self.office.clock.time + seconds
        while self.office.clock.time < end and self.match.result is None:
            self.office.pass_time(min(0.5, end - self.office.clock.time))
            self.office.journal.commit()
            if self.match.result is None:
                self.others_play()

    @property
    def causes(self) -> list[Cause]:
        """Why the moves of the seat were made, from the first default on."""
        found = [record.cause for record in self.match.records if record.seat == LATE]
        return [cause for cause in found if cause is not Cause.PLAYED]

    def answer_late(self, turn: int) -> None:
        """The seat answers what it was asked, which has timed out meanwhile."""
        with pytest.raises(StaleTurn):
            # A move that is none of the game: it is not the default that was played instead.
            self.office.registry.submit(self.match, LATE, turn, object(), self.office.clock())
