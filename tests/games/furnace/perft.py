"""Which matches of Furnace the perft table counts: see `tests.games.perft`."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.chance import Draws
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games.perft import Match, Position, as_deep_as_possible

MOST_LINES: Final = {"bid": 10_000, "compensation": 4_000, "placement": 4_000, "plan": 2_000}
"""How many lines are counted at most, by what is asked for; plans take longest."""

ROUNDS: Final = 2
"""How many rounds are played before a match has been looked at enough."""

MATCHES: Final[tuple[tuple[int, str, dict[str, str]], ...]] = (
    (2, "a", {}),
    (2, "m", {}),  # the Financier passes in the first round
    (2, "az", {}),  # and here
    (2, "d", {"chain": "on"}),
    (3, "a", {}),
    (3, "j", {}),
    (3, "c", {"chain": "on"}),
    (4, "a", {}),
    (4, "b", {}),
    (4, "c", {"chain": "on"}),
)
"""The players, a name and the options of each match; the name is its seed."""


def matches() -> Iterator[Match]:
    """Matches of random moves, and the positions in them that are worth a count."""
    for players, name, options in MATCHES:
        match = Match(FURNACE, players, f"perft {players} {name}", options)
        (state,) = match.states()
        draws, moves, states = Draws(match.chance), [], [state]
        while state.board.round <= ROUNDS:
            seat = FURNACE.decisions(state)[0].seat
            move = FURNACE.sample_move(state, seat, draws.below)
            moves.append(FURNACE.format(move))
            state = FURNACE.apply(state, seat, move)
            states.append(state)
        counted = [
            Position(after, kind, depths)
            for after in worth_a_count(states)
            if (kind := states[after].board.phase.value)
            and (
                depths := as_deep_as_possible(
                    FURNACE, states[after], most_lines=MOST_LINES[kind], most_depth=6
                )
            )
        ]
        last = max(position.after for position in counted)
        yield match._replace(moves=tuple(moves[:last]), positions=tuple(counted))


def worth_a_count(states: list[State]) -> Iterator[int]:
    """The first, middle and last decisions of each phase."""
    phases = [(state.board.round, state.board.phase) for state in states]
    for phase in dict.fromkeys(phases[:-1]):
        first, length = phases.index(phase), phases.count(phase)
        for place in sorted({0, length // 2, length - 5, length - 2, length - 1}):
            if place >= 0:
                yield first + place
