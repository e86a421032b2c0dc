"""Counting lines of play, for the perft tables of all games."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from bessemer.engine.catalogue import AnyGame


class Position(NamedTuple):
    """A state of a match, and the number of lines of play from it."""

    after: int
    """How many moves of the match have been made."""
    kind: str
    """What is asked for."""
    lines: tuple[int, ...]
    """To depth 1, 2 and so on."""

    @property
    def text(self) -> str:
        """The position as a table has it."""
        return f'  {{ after = {self.after}, kind = "{self.kind}", lines = {list(self.lines)} }},'


def read_position(entry: dict[str, Any]) -> Position:
    """The position of an entry of a table."""
    return Position(entry["after"], entry["kind"], tuple(entry["lines"]))


def lines(game: AnyGame, state: Any, depth: int) -> Iterator[Any]:  # noqa: ANN401 - any game's
    """
    The last move of every line of so many moves; a match that ends before has none.

    In every state the first seat that is asked moves.
    """
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
