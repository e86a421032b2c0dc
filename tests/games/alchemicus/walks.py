"""
Settings and positions for the suites that every game is held against.

Purely random players burn their cards and build little. So other matches are played by busy ones, who
rather act than pass, and others again begin in their middle (`midgame.py`).
"""

from collections.abc import Callable, Iterator
from typing import Final

from hypothesis import strategies as st

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.movement import FREE_DISTANCE
from bessemer.games.alchemicus.actions.spirit import dear_places
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games import walks as any_game
from tests.games.alchemicus.midgame import midgame
from tests.games.walks import Setting, Walk

MODULES: Final[tuple[dict[str, str], ...]] = (
    {},
    {"bank": "on"},
    {"advanced_sale": "on"},
    {"bank": "on", "advanced_sale": "on"},
    {"noctis": "on"},
    {"noctis": "on", "bank": "on", "advanced_sale": "on"},
    {"noctis": "on", "race": "on"},
    {"noctis": "on", "race": "on", "bank": "on", "advanced_sale": "on"},
)
"""Each module alone, and all that go together."""


def settings(round_cap: int) -> dict[str, Setting]:
    """Every choice of modules with every number of seats, for matches of so many rounds."""
    return {
        " ".join((str(seats), *modules)): Setting(
            ALCHEMICUS, ALCHEMICUS.options(modules | {"round_cap": str(round_cap)}), seats
        )
        for modules in MODULES
        for seats in ALCHEMICUS.seats
    }


def busy_move(state: State, seat: Seat, below: Below) -> Move:
    """A sampled move, but rather a dear building, or anything, than a pass or a price."""
    best, most = None, -1
    for _ in range(6):
        move = ALCHEMICUS.sample_move(state, seat, below)
        worth = _worth(state, move)
        if worth > most:
            best, most = move, worth
    assert best is not None
    return best


def _worth(state: State, move: Move) -> int:
    if isinstance(move, moves.Pass):
        return 0
    if isinstance(move, moves.MoveSpirit):
        return int(move.to not in dear_places(state.board.table.options.deck, state.board.spirit))
    if isinstance(move, moves.Build):
        return 1 + state.board.table.options.deck.costs[move.card]
    if isinstance(move, moves.Sell):
        return 1 + move.fame
    if isinstance(move, moves.Walk):
        return int(move.distance <= FREE_DISTANCE)
    return 1


def busy_states(setting: Setting, seed: bytes) -> Iterator[Walk]:
    """Play of busy players from the first state to the last."""
    draws = Draws(Chance(b"busy " + seed))
    walk = Walk(setting, seed, (), setting.begin(seed))
    while asked := walk.asked:
        yield walk
        move = busy_move(walk.state, asked[0], draws.below)
        state = ALCHEMICUS.apply(walk.state, asked[0], move)
        walk = Walk(setting, seed, (*walk.moves, (asked[0], move)), state)
    yield walk


def late_states(setting: Setting, seed: bytes) -> Iterator[Walk]:
    """Random play from the middle of a match to its end."""
    draws = Draws(Chance(b"late " + seed))
    state = midgame(setting.options, setting.seats, Chance(seed))
    walk = Walk(setting, seed, (), state)
    while asked := walk.asked:
        yield walk
        move = ALCHEMICUS.sample_move(walk.state, asked[0], draws.below)
        state = ALCHEMICUS.apply(walk.state, asked[0], move)
        walk = Walk(setting, seed, (*walk.moves, (asked[0], move)), state)
    yield walk


PLAYERS: Final[tuple[Callable[[Setting, bytes], Iterator[Walk]], ...]] = (
    any_game.states,
    busy_states,
    late_states,
)
_SETTINGS: Final = settings(12)


@st.composite
def walks(draw: st.DrawFn) -> Walk:
    """A position of random play, of busy play, or of the middle of a match."""
    setting = _SETTINGS[draw(st.sampled_from(list(_SETTINGS)))]
    play = draw(st.sampled_from(PLAYERS))
    seed = draw(st.integers(0, 99)).to_bytes(8, "big")
    match: list[Walk] = list(play(setting, seed))
    return match[draw(st.integers(0, len(match) - 1))]
