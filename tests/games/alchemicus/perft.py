"""Which matches of Alchemicus the perft table counts: see `tests.games.perft`."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bessemer.engine.chance import Draws
from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.alchemicus.examples import MODULES, busy_move
from tests.games.perft import Match, Position, as_deep_as_possible

OF_A_KIND: Final = {"beginning": 1, "middle": 2}
"""The number of positions of one kind of decision that are counted in a match."""
TRIED: Final = 60
RARE: Final = {"hand-limit": 4, "clearing": 4, "defence": 3, "transport": 2, "transmute": 2}
"""The things that count for more than one in the choice of a match: they seldom happen."""
MOVES: Final = {"beginning": 30, "middle": 60}
"""The number of moves that are played, by where the match begins."""


def matches() -> Iterator[Match]:
    """Every choice of modules with every number of players, from the beginning and the middle."""
    for modules in MODULES:
        for players in ALCHEMICUS.seats:
            for begins in MOVES:
                yield richest(players, begins, modules)


def richest(players: int, begins: str, modules: dict[str, str]) -> Match:
    """Of several matches the one that asks for most, and the positions in it worth a count."""
    tried = (_played(players, begins, modules, number) for number in range(TRIED))
    match = max(tried, key=lambda match: sum(RARE.get(kind, 1) for kind in _asked(match)))
    seen = Counter[str]()
    counted = []
    for after, state in enumerate(match.states()):
        for _, kind in ALCHEMICUS.decisions(state):
            if seen[kind] >= OF_A_KIND[begins]:
                continue
            depths = as_deep_as_possible(ALCHEMICUS, state, most_lines=1_000, most_depth=4)
            # A position without a choice says little.
            if depths and depths[0] > 1:
                counted.append(Position(after, kind, depths))
                seen[kind] += 1
    last = max(position.after for position in counted)
    return match._replace(moves=match.moves[:last], positions=tuple(counted))


def _played(players: int, begins: str, modules: dict[str, str], number: int) -> Match:
    seed = " ".join(("perft", str(players), begins, *modules, str(number)))
    match = Match(ALCHEMICUS, players, seed, modules | {"round_cap": "30"}, begins)
    draws, moves = Draws(match.chance), list[str]()
    (state,) = match.states()
    while len(moves) < MOVES[begins] and (decisions := ALCHEMICUS.decisions(state)):
        move = busy_move(state, decisions[0].seat, draws.below)
        moves.append(ALCHEMICUS.format(move))
        state = ALCHEMICUS.apply(state, decisions[0].seat, move)
    return match._replace(moves=tuple(moves))


def _asked(match: Match) -> set[str]:
    return {kind for state in match.states() for _, kind in ALCHEMICUS.decisions(state)}
