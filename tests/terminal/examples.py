"""Matches in the middle, for the tests of what people see of them."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.faces.players import Players
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import Phase, State, View
from bessemer.table.events import DecisionAsked, Event, Listen, MatchUpdated, Resigned
from bessemer.v1 import match_pb2

NAMES: Final = ("Ada", "Žofie", "bot-17", 'a "quoted" one')


def players_of(view: View) -> Players:
    """The players of a view, seen by whoever has it."""
    return Players(NAMES[: len(view.board.players)], view.seat)


def states(seats: int, options: Mapping[str, str], seed: int) -> Iterator[State]:
    """Every state of a match that is played at random."""
    draws = Draws(Chance(b"terminal %d" % seed))
    state = FURNACE.setup(FURNACE.options(options), seats, Chance(b"table %d" % seed))
    yield state
    while asked := FURNACE.decisions(state):
        seat = asked[draws.below(len(asked))].seat
        state = FURNACE.apply(state, seat, FURNACE.sample_move(state, seat, draws.below))
        yield state


def views(
    phase: Phase, seats: int = 3, options: Mapping[str, str] | None = None, seed: int = 1
) -> Iterator[View]:
    """What every seat that is asked for this kind of move sees, all through a match."""
    for state in states(seats, options or {}, seed):
        if state.board.phase is phase:
            for seat in state.board.waiting:
                yield FURNACE.view(state, seat)


def view_in(phase: Phase, number: int = 0, **how: Any) -> View:  # noqa: ANN401 - as `views`
    """One of those views."""
    found = list(views(phase, **how))
    return found[number]


def match_of(view: View, *, suggestions: bool = True, seconds: int = 600) -> match_pb2.Match:
    """The match that a view belongs to, as a referee tells of it."""
    match = match_pb2.Match(
        match_id="m1",
        game="furnace",
        options=FURNACE.option_texts(view.board.table.options),
        suggestions_allowed=suggestions,
    )
    for seat in range(len(view.board.players)):
        place = match.seats.add(seat=seat, player=NAMES[seat], joined=True, connected=True)
        place.time_left.FromSeconds(seconds)
    return match


def asked(view: View, turn: int = 7) -> tuple[MatchUpdated, DecisionAsked]:
    """What a session tells somebody who is asked."""
    return MatchUpdated(match_of(view)), DecisionAsked(turn, view, 754.0)


def seat_of(view: View) -> Seat:
    """The seat that has the view."""
    assert view.seat is not None
    return view.seat


class ToldSession:
    """A session that tells what a test wants, and remembers the answers."""

    def __init__(self, listen: Listen, events: tuple[Event, ...]) -> None:
        self.tell = listen
        self.answers: list[tuple[int, Any]] = []
        self.wishes: list[tuple[int, bool]] = []
        """What was wished about taking back."""
        self._events = events

    async def run(self) -> None:
        for event in self._events:
            self.tell(event)

    async def answer(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        self.answers.append((turn, move))

    async def resign(self) -> None:
        self.tell(Resigned())

    async def take_back(self, wish: int = 0, *, decline: bool = False) -> None:
        self.wishes.append((wish, decline))

    def answer_soon(self, turn: int, move: Any) -> None:  # noqa: ANN401 - any game's
        self.answers.append((turn, move))
