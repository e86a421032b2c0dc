"""
Perft: how many lines of play there are to a small depth, from positions rich in choice.

A rule that is a little wrong changes such a count sooner or later. The counts of a game are in its
`perft.toml`: matches with the moves that were played, and positions in them. In every state the
first seat that is asked moves. Which matches are counted, a game's `perft.py` says.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from bessemer.engine.catalogue import GAMES, AnyGame
from bessemer.engine.chance import Chance
from tests.games.walks import examples_of

_HEAD: Final = "# Lines of play to depth 1, 2, ...; tests/games/perft.py writes this file.\n\n"


class Position(NamedTuple):
    """A state of a match, and the number of lines of play from it."""

    after: int
    """How many moves of the match have been made."""
    kind: str
    """What is asked for."""
    lines: tuple[int, ...]
    """To depth 1, 2 and so on."""


class Match(NamedTuple):
    """A match and the positions in it."""

    game: AnyGame
    players: int
    seed: str
    options: dict[str, str]
    begins: str = "beginning"
    """Or in its `middle`, if the game's examples have a way to begin there."""
    moves: tuple[str, ...] = ()
    positions: tuple[Position, ...] = ()

    def states(self) -> Iterator[Any]:
        """The first state, and the one after each move."""
        examples = examples_of(self.game.name)
        begin = examples.midgame if self.begins == "middle" else self.game.setup
        state = begin(self.game.options(self.options), self.players, self.chance)
        yield state
        for text in self.moves:
            seat = self.game.decisions(state)[0].seat
            state = self.game.apply(state, seat, self.game.parse(text))
            yield state

    @property
    def chance(self) -> Chance:
        """What the match draws from."""
        return Chance(self.seed.encode())


# --- Counting ------------------------------------------------------------------------------------


def lines(game: AnyGame, state: Any, depth: int) -> Iterator[Any]:  # noqa: ANN401 - any game's
    """The last move of every line of so many moves; a match that ends before has none."""
    decisions = game.decisions(state)
    if not decisions:
        return
    seat = decisions[0].seat
    moves = game.legal_moves(state, seat)
    if depth == 1:
        yield from moves
        return
    for move in moves:
        yield from lines(game, game.apply(state, seat, move), depth - 1)


def perft(game: AnyGame, state: Any, depth: int) -> int:  # noqa: ANN401 - any game's
    """The number of lines of so many moves."""
    return sum(1 for _ in lines(game, state, depth))


def as_deep_as_possible(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - any game's
    *,
    most_lines: int,
    most_depth: int,
) -> tuple[int, ...]:
    """The counts to depth 1, 2 and so on, while there are not too many lines."""
    counts: list[int] = []
    while len(counts) < most_depth:
        count = sum(1 for _ in islice(lines(game, state, len(counts) + 1), most_lines + 1))
        if count > most_lines:
            break
        counts.append(count)
    return tuple(counts)


# --- The table -----------------------------------------------------------------------------------


def table_of(game: str) -> Path:
    """The file with the counts of a game."""
    return Path(__file__).parent / game / "perft.toml"


@cache
def load(game: str) -> tuple[Match, ...]:
    """The matches of a game's table."""
    entries = tomllib.loads(table_of(game).read_text(encoding="utf-8"))["match"]
    return tuple(_match(GAMES[game], entry) for entry in entries)


def _match(game: AnyGame, entry: dict[str, Any]) -> Match:
    positions = (
        Position(position["after"], position["kind"], tuple(position["lines"]))
        for position in entry["position"]
    )
    return Match(
        game,
        entry["players"],
        entry["seed"],
        entry.get("options", {}),
        entry.get("begins", "beginning"),
        tuple(entry["moves"].strip().splitlines()),
        tuple(positions),
    )


def text_of(match: Match) -> str:
    """A match as the table has it."""
    options = ", ".join(f'{name} = "{value}"' for name, value in match.options.items())
    positions = (
        f'  {{ after = {after}, kind = "{kind}", lines = {list(counts)} }},'
        for after, kind, counts in match.positions
    )
    head = (
        "[[match]]",
        f"players = {match.players}",
        f'seed = "{match.seed}"',
        *([f"options = {{ {options} }}"] if options else []),
        *([f'begins = "{match.begins}"'] if match.begins != "beginning" else []),
    )
    return "\n".join((*head, "position = [", *positions, "]", 'moves = """', *match.moves, '"""\n'))


def write_perft(game: str) -> None:
    """Play the matches of a game anew, and write its table."""
    chosen = import_module(f"tests.games.{game}.perft").matches()
    table_of(game).write_text(_HEAD + "\n".join(map(text_of, chosen)), encoding="utf-8")
