"""
Perft: how many lines of play there are to a small depth, from positions rich in choice.

A rule that is a little wrong changes such a count sooner or later. The counts are in `perft.toml`:
matches with the moves that were played, and positions in them. Some matches begin at their
beginning, others in their middle (`midgame.py`).

    python -m tests.games.alchemicus.perft --write

plays the matches anew and writes the table. Do that after a change of the rules, and only then.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine.chance import Chance, Draws
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games import perft_counts
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.walks import MODULES, busy_move
from tests.games.perft_counts import Position, lines, read_position

TABLE: Final = Path(__file__).with_name("perft.toml")

MOST_LINES: Final = 1_000
MOST_DEPTH: Final = 4
OF_A_KIND: Final = {"beginning": 1, "middle": 2}
"""How many positions of one kind of decision are counted in a match."""
TRIED: Final = 60
RARE: Final = {"hand-limit": 4, "clearing": 4, "defence": 3, "transport": 2, "transmute": 2}
"""What counts for more than one in the choice of a match: it seldom comes about."""
MOVES: Final = {"beginning": 30, "middle": 60}
"""How many moves are played, by where the match begins."""


class Match(NamedTuple):
    """A match and the positions in it."""

    players: int
    begins: str
    seed: str
    options: dict[str, str]
    moves: tuple[str, ...]
    positions: tuple[Position, ...]

    def states(self) -> Iterator[State]:
        """The first state, and the one after each move."""
        begin = midgame if self.begins == "middle" else ALCHEMICUS.setup
        state = begin(ALCHEMICUS.options(self.options), self.players, Chance(self.seed.encode()))
        yield state
        for text in self.moves:
            seat = ALCHEMICUS.decisions(state)[0].seat
            state = ALCHEMICUS.apply(state, seat, ALCHEMICUS.parse(text))
            yield state


# --- Counting ------------------------------------------------------------------------------------


def perft(state: State, depth: int) -> int:
    """The number of lines of so many moves."""
    return perft_counts.perft(ALCHEMICUS, state, depth)


# --- The table -----------------------------------------------------------------------------------


def load() -> list[Match]:
    """The matches of the table."""
    return [_match(entry) for entry in tomllib.loads(TABLE.read_text(encoding="utf-8"))["match"]]


def _match(entry: dict[str, Any]) -> Match:
    return Match(
        entry["players"],
        entry["begins"],
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
        f'[[match]]\nplayers = {match.players}\nbegins = "{match.begins}"\nseed = "{match.seed}"\n'
        f"options = {{ {options} }}\nposition = [\n{positions}\n]\n"
        f'moves = """\n{moves}\n"""\n'
    )


# --- Choosing positions --------------------------------------------------------------------------


def played(players: int, begins: str, modules: dict[str, str]) -> Match:
    """Of several matches the one that asks for most, and the positions in it worth a count."""
    tried = (_played(players, begins, modules, number) for number in range(TRIED))
    match = max(tried, key=lambda match: sum(RARE.get(kind, 1) for kind in _asked(match)))
    seen = Counter[str]()
    counted = []
    for after, state in enumerate(match.states()):
        for _, kind in ALCHEMICUS.decisions(state):
            depths = as_deep_as_possible(state) if seen[kind] < OF_A_KIND[begins] else ()
            # A position without a choice says little.
            if depths and depths[0] > 1:
                counted.append(Position(after, kind, depths))
                seen[kind] += 1
    last = max(position.after for position in counted)
    return match._replace(moves=match.moves[:last], positions=tuple(counted))


def _played(players: int, begins: str, modules: dict[str, str], number: int) -> Match:
    seed = " ".join(("perft", str(players), begins, *modules, str(number)))
    match = Match(players, begins, seed, modules | {"round_cap": "30"}, (), ())
    draws, moves = Draws(Chance(seed.encode())), list[str]()
    (state,) = match.states()
    while len(moves) < MOVES[begins] and (decisions := ALCHEMICUS.decisions(state)):
        move = busy_move(state, decisions[0].seat, draws.below)
        moves.append(ALCHEMICUS.format(move))
        state = ALCHEMICUS.apply(state, decisions[0].seat, move)
    return match._replace(moves=tuple(moves))


def _asked(match: Match) -> set[str]:
    return {kind for state in match.states() for _, kind in ALCHEMICUS.decisions(state)}


def as_deep_as_possible(state: State) -> tuple[int, ...]:
    """The counts to depth 1, 2 and so on, while there are not too many lines."""
    counts: list[int] = []
    while len(counts) < MOST_DEPTH:
        count = sum(1 for _ in islice(lines(ALCHEMICUS, state, len(counts) + 1), MOST_LINES + 1))
        if count > MOST_LINES:
            break
        counts.append(count)
    return tuple(counts)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    head = "# Lines of play to depth 1, 2, ...; see perft.py, which writes this file.\n\n"
    table = "\n".join(
        text_of(played(players, begins, modules))
        for modules in MODULES
        for players in ALCHEMICUS.seats
        for begins in MOVES
    )
    TABLE.write_text(head + table, encoding="utf-8")
