"""
Perft: how many lines of play there are to a small depth, from positions rich in choice.

A rule that is a little wrong changes such a count sooner or later. The counts are in `perft.toml`:
matches with the moves that were played, and positions in them. In every state the first seat that
is asked moves.

    python -m tests.games.furnace.perft --write

plays the matches anew and writes the table. Do that after a change of the rules, and only then.
"""

import sys
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Seat
from bessemer.games.furnace.rules import FURNACE
from bessemer.games.furnace.state import State
from tests.games import perft_counts
from tests.games.perft_counts import Position, lines, read_position

TABLE: Final = Path(__file__).with_name("perft.toml")

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


class Match(NamedTuple):
    """A match and the positions in it."""

    players: int
    seed: str
    options: dict[str, str]
    moves: tuple[str, ...]
    positions: tuple[Position, ...]

    def states(self) -> Iterator[State]:
        """The first state, and the one after each move."""
        state = FURNACE.setup(FURNACE.options(self.options), self.players, self.chance)
        yield state
        for text in self.moves:
            state = FURNACE.apply(state, first_asked(state), FURNACE.parse(text))
            yield state

    def state(self, after: int) -> State:
        """The state after so many moves."""
        return next(islice(self.states(), after, None))

    @property
    def chance(self) -> Chance:
        """What the match draws from."""
        return Chance(self.seed.encode())


# --- Counting ------------------------------------------------------------------------------------


def first_asked(state: State) -> Seat:
    """Who moves."""
    return FURNACE.decisions(state)[0].seat


def perft(state: State, depth: int) -> int:
    """The number of lines of so many moves."""
    return perft_counts.perft(FURNACE, state, depth)


# --- The table -----------------------------------------------------------------------------------


def load() -> list[Match]:
    """The matches of the table."""
    return [_match(entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["match"]]


def _match(entry: dict[str, Any]) -> Match:
    return Match(
        entry["players"],
        entry["seed"],
        entry["options"],
        tuple(entry["moves"].strip().splitlines()),
        tuple(read_position(position) for position in entry["position"]),
    )


def text_of(match: Match) -> str:
    """A match as the table has it."""
    options = ", ".join(f'{name} = "{value}"' for name, value in match.options.items())
    moves = "\n".join(match.moves)
    positions = "\n".join(position.text for position in match.positions)
    return (
        f'[[match]]\nplayers = {match.players}\nseed = "{match.seed}"\noptions = {{ {options} }}\n'
        f'position = [\n{positions}\n]\nmoves = """\n{moves}\n"""\n'
    ).replace("{  }", "{}")


# --- Choosing positions --------------------------------------------------------------------------


def played(players: int, name: str, options: dict[str, str]) -> Match:
    """A match of random moves, and the positions in it that are worth a count."""
    match = Match(players, f"perft {players} {name}", options, (), ())
    state = match.state(0)
    draws, moves, states = Draws(match.chance), [], [state]
    while state.board.round <= ROUNDS:
        move = FURNACE.sample_move(state, first_asked(state), draws.below)
        moves.append(FURNACE.format(move))
        state = FURNACE.apply(state, first_asked(state), move)
        states.append(state)
    counted = [
        Position(after, states[after].board.phase.value, depths)
        for after in worth_a_count(states)
        if (depths := as_deep_as_possible(states[after]))
    ]
    last = max(position.after for position in counted)
    return match._replace(moves=tuple(moves[:last]), positions=tuple(counted))


def worth_a_count(states: list[State]) -> Iterator[int]:
    """The first, middle and last decisions of each phase."""
    phases = [(state.board.round, state.board.phase) for state in states]
    for phase in dict.fromkeys(phases[:-1]):
        first, length = phases.index(phase), phases.count(phase)
        for place in sorted({0, length // 2, length - 5, length - 2, length - 1}):
            if place >= 0:
                yield first + place


def as_deep_as_possible(state: State) -> tuple[int, ...]:
    """The counts to depth 1, 2 and so on, while there are not too many lines."""
    most = MOST_LINES[state.board.phase]
    counts: list[int] = []
    while len(counts) < 6:
        count = sum(1 for _ in islice(lines(FURNACE, state, len(counts) + 1), most + 1))
        if count > most:
            break
        counts.append(count)
    return tuple(counts)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    head = "# Lines of play to depth 1, 2, ...; see perft.py, which writes this file.\n\n"
    table = "\n".join(text_of(played(*match)) for match in MATCHES)
    TABLE.write_text(head + table, encoding="utf-8")
