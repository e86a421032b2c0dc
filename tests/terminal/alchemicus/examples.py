"""Matches of Alchemicus in the middle, for the tests of what people see of them."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.faces.players import Players
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State, View
from bessemer.v1 import match_pb2
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.walks import MODULES, busy_move
from tests.terminal.examples import NAMES

PLAIN: Final[Mapping[str, str]] = {}
NOCTIS: Final = {"noctis": "on"}
RACE: Final = {"noctis": "on", "race": "on"}
ALL: Final = {"noctis": "on", "bank": "on", "advanced_sale": "on"}
TABLES: Final = tuple((seats, modules) for modules in MODULES for seats in ALCHEMICUS.seats)
"""Players and options: every choice of modules with every number of seats."""


def states(seats: int, options: Mapping[str, str], seed: int) -> Iterator[State]:
    """Every state of the last rounds of a match in which much is built, played at random."""
    draws = Draws(Chance(b"terminal %d" % seed))
    state = midgame(ALCHEMICUS.options(options), seats, Chance(b"table %d" % seed))
    yield state
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        state = ALCHEMICUS.apply(state, seat, busy_move(state, seat, draws.below))
        yield state


def asked_views(seed: int, every: int = 1) -> Iterator[View]:
    """What whoever is asked sees, at all tables; one of so many."""
    for number, (seats, options) in enumerate(TABLES):
        for state in islice(states(seats, options, seed + number), 0, None, every):
            for seat in state.board.waiting:
                yield ALCHEMICUS.view(state, seat)


def first_views() -> Iterator[View]:
    """What is seen at the very beginning, before any pawn is on the board."""
    for seats, options in TABLES:
        state = ALCHEMICUS.setup(ALCHEMICUS.options(options), seats, Chance(b"first"))
        while state.board.phase is not Phase.MOVE:
            yield ALCHEMICUS.view(state, state.board.active)
            least = ALCHEMICUS.default_move(state, state.board.active)
            state = ALCHEMICUS.apply(state, state.board.active, least)
        yield ALCHEMICUS.view(state, state.board.active)


def view_in(
    phase: Phase, options: Mapping[str, str] = PLAIN, seats: int = 3, number: int = 0, seed: int = 1
) -> View:
    """What somebody sees who is asked in this phase."""
    found = (
        ALCHEMICUS.view(state, state.board.waiting[0])
        for one in range(seed, seed + 40)
        for state in states(seats, options, one)
        if state.board.phase is phase
    )
    return next(islice(found, number, None))


def players_of(view: View) -> Players:
    """The players of a view, seen by whoever has it."""
    return Players(NAMES[: len(view.board.players)], view.seat)


def seat_of(view: View) -> Seat:
    """The seat that has the view."""
    assert view.seat is not None
    return view.seat


def match_of(view: View) -> match_pb2.Match:
    """The match that a view belongs to, as a referee tells of it."""
    match = match_pb2.Match(match_id="m1", game="alchemicus", suggestions_allowed=True)
    for seat in range(len(view.board.players)):
        place = match.seats.add(seat=seat, player=NAMES[seat], joined=True, connected=True)
        place.time_left.FromSeconds(600)
    return match
