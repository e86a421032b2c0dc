"""Which matches of Brass the perft table counts: see `tests.games.perft`."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.chance import Draws
from bessemer.games.brass.rules import BRASS
from tests.games.perft import Match, Position, as_deep_as_possible

EVERY: Final = 9
"""So many moves apart are the positions of a match; sales and shortfalls are always counted."""
MATCHES: Final = ((2, "a"), (2, "b"), (3, "a"), (3, "b"), (4, "a"), (4, "b"))


def matches() -> Iterator[Match]:
    """Matches of random moves, and positions all over them."""
    for players, name in MATCHES:
        match = Match(BRASS, players, f"perft {players} {name}", {})
        (state,) = match.states()
        draws, moves, counted = Draws(match.chance), list[str](), list[Position]()
        while decisions := BRASS.decisions(state):
            seat, kind = decisions[0]
            if len(moves) % EVERY == 0 or kind != "action":
                depths = as_deep_as_possible(BRASS, state, most_lines=15_000, most_depth=3)
                if depths:
                    counted.append(Position(len(moves), kind, depths))
            move = BRASS.sample_move(state, seat, draws.below)
            moves.append(BRASS.format(move))
            state = BRASS.apply(state, seat, move)
        yield match._replace(moves=tuple(moves), positions=tuple(counted))
