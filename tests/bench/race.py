"""The smallest game that a benchmark can play: seats in turn step one or two ahead, up to ten."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from bessemer.engine.chance import Chance
from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Decision, Outcome, Seat, ranks

_GOAL = 10


class Track(NamedTuple):
    """How far each seat is, and whose turn it is."""

    places: tuple[int, ...]
    turn: int
    chance: Chance


class Race:
    """As much of the interface of a game as a benchmark uses."""

    name = "race"
    seats = range(2, 5)

    def __init__(self, *, sampled: int = 1) -> None:
        """The moves sampled start from `sampled`: from anything but 1 they are not all legal."""
        self._sampled = sampled

    def options(self, given: Mapping[str, str]) -> None:
        """It has none."""

    def setup(self, _options: None, seats: int, chance: Chance) -> Track:
        """Everybody at the start."""
        return Track((0,) * seats, 0, chance)

    def decisions(self, state: Track) -> tuple[Decision, ...]:
        """The seat in turn walks, and jumps when it has come half way."""
        if max(state.places) >= _GOAL:
            return ()
        seat = Seat(state.turn % len(state.places))
        return (Decision(seat, "jump" if state.places[seat] >= _GOAL // 2 else "walk"),)

    def sample_move(self, _state: Track, _seat: Seat, below: Callable[[int], int]) -> int:
        """One or two steps."""
        return self._sampled + below(2)

    def apply(self, state: Track, seat: Seat, move: int) -> Track:
        """The seat `move` steps further on."""
        if move not in (1, 2):
            raise IllegalMove("race.stride", say("a seat may go 1 or 2 steps"))
        places = list(state.places)
        places[seat] += move
        return Track(tuple(places), state.turn + 1, state.chance)

    def view(self, state: Track, _seat: Seat | None) -> tuple[int, ...]:
        """Everything but the chance."""
        return state.places

    def outcome(self, state: Track) -> Outcome | None:
        """Who came furthest."""
        if self.decisions(state):
            return None
        return self.standing(state)

    def standing(self, state: Track) -> Outcome:
        """Who is ahead."""
        return Outcome(ranks([(place,) for place in state.places]), state.places)
