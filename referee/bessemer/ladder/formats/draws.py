"""The rounds of every format in one form: a generator that is sent how each round went."""

from collections.abc import Generator, Iterable, Sequence

from bessemer.ladder.formats.bracket import in_order
from bessemer.ladder.formats.knockout import Knockout
from bessemer.ladder.formats.meetings import Meeting
from bessemer.ladder.formats.seating import Round
from bessemer.ladder.formats.swiss import Swiss

Draws = Generator[Round, Sequence[Meeting], None]
"""Yields a round, and is sent its meetings, all of them over, before the next."""


def fixed(rounds: Iterable[Round]) -> Draws:
    """Rounds that are known beforehand."""
    for each in rounds:
        _ = yield each  # what is sent goes nowhere


def swiss_draws(swiss: Swiss, rounds: int) -> Draws:
    """So many rounds of a Swiss."""
    for _ in range(rounds):
        for meeting in (yield swiss.next_round()):
            swiss.record(meeting)


def knockout_draws(seeds: Sequence[str], seats: int) -> Draws:
    """All rounds of a knock-out."""
    cup = Knockout(seeds, seats)
    while cup.winner is None:
        played = yield cup.next_round()
        cup.record([in_order(meeting, seeds) for meeting in played])
