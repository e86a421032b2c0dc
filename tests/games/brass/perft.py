"""
Perft: how many lines of play there are to a small depth, from positions all over a match.

A rule that is a little wrong changes such a count sooner or later. The counts are in `perft.toml`:
matches of random moves, and positions in them.

    python -m tests.games.brass.perft --write

plays the matches anew and writes the table. Do that after a change of the rules, and only then.
"""

import sys
import tomllib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine.chance import Chance, Draws
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import State
from tests.games import perft_counts
from tests.games.perft_counts import Position, lines, read_position

TABLE: Final = Path(__file__).with_name("perft.toml")
MOST_LINES: Final = 15_000
"""How many lines are counted at most from one position."""
EVERY: Final = 9
"""So many moves apart are the positions of a match."""
MATCHES: Final = ((2, "a"), (2, "b"), (3, "a"), (3, "b"), (4, "a"), (4, "b"))
"""The players and the name of each match; the name is its seed."""


class Match(NamedTuple):
    """A match and the positions in it."""

    players: int
    seed: str
    moves: tuple[str, ...]
    positions: tuple[Position, ...]

    def states(self) -> Iterator[State]:
        """The first state, and the one after each move."""
        state = BRASS.setup(BRASS.options({}), self.players, self.chance)
        yield state
        for text in self.moves:
            (decision,) = BRASS.decisions(state)
            state = BRASS.apply(state, decision.seat, BRASS.parse(text))
            yield state

    @property
    def chance(self) -> Chance:
        """What the match draws from."""
        return Chance(self.seed.encode())


def perft(state: State, depth: int) -> int:
    """The number of lines of so many moves."""
    return perft_counts.perft(BRASS, state, depth)


# --- The table -----------------------------------------------------------------------------------


def load() -> list[Match]:
    """The matches of the table."""
    return [_match(entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["match"]]


def _match(entry: dict[str, Any]) -> Match:
    positions = (read_position(position) for position in entry["position"])
    moves = tuple(entry["moves"].strip().splitlines())
    return Match(entry["players"], entry["seed"], moves, tuple(positions))


def text_of(match: Match) -> str:
    """A match as the table has it."""
    moves = "\n".join(match.moves)
    positions = "\n".join(position.text for position in match.positions)
    return (
        f'[[match]]\nplayers = {match.players}\nseed = "{match.seed}"\n'
        f'position = [\n{positions}\n]\nmoves = """\n{moves}\n"""\n'
    )


def played(players: int, name: str) -> Match:
    """A match of random moves, and the positions in it that are counted."""
    match = Match(players, f"perft {players} {name}", (), ())
    state = next(match.states())
    draws, moves, counted = Draws(match.chance), list[str](), list[Position]()
    while decisions := BRASS.decisions(state):
        kind = decisions[0].kind
        if (len(moves) % EVERY == 0 or kind != "action") and (depths := deep(state)):
            counted.append(Position(len(moves), kind, depths))
        move = BRASS.sample_move(state, decisions[0].seat, draws.below)
        moves.append(BRASS.format(move))
        state = BRASS.apply(state, decisions[0].seat, move)
    return match._replace(moves=tuple(moves), positions=tuple(counted))


def deep(state: State) -> tuple[int, ...]:
    """The counts to depth 1, 2 and so on, while there are not too many lines."""
    counts: list[int] = []
    while len(counts) < 3:
        count = sum(1 for _ in islice(lines(BRASS, state, len(counts) + 1), MOST_LINES + 1))
        if count > MOST_LINES:
            break
        counts.append(count)
    return tuple(counts)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    head = "# Lines of play to depth 1, 2, ...; see perft.py, which writes this file.\n\n"
    table = "\n".join(text_of(played(*match)) for match in MATCHES)
    TABLE.write_text(head + table, encoding="utf-8")
