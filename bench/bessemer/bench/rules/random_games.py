"""
Work for the engine's benchmark: complete games between players who move at random.

The reference is catanatron, a Catan engine in plain Python. Its actions are counted from its own
log, `state.actions`: one for every tick, rolls and ends of turn included although two in three
leave no choice. That is the count most favourable to it.
"""

import importlib
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bessemer.bench.measuring.rounds import Figures, cpu_clock
from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.game import Below, Seat

Position = tuple[Any, Seat]

SETUP = "set-up"


def play(game: AnyGame, seats: int, number: int) -> int:
    """Play the game numbered `number` to its end and count the decisions answered."""
    state = _start(game, seats, number)
    below = _chooser(number)
    actions = 0
    while pending := game.decisions(state):
        seat = pending[0].seat
        state = game.apply(state, seat, game.sample_move(state, seat, below))
        actions += 1
    game.outcome(state)
    return actions


def _chooser(number: int) -> Below:
    """How a random player picks one of n: the engine is measured, not Random.randrange."""
    draw = Random(number).random
    return lambda n: int(draw() * n)


def catan_player() -> Callable[[int], int] | None:
    """A function that plays one numbered game of catanatron and counts its actions, if it is installed."""
    try:
        catanatron = importlib.import_module("catanatron")
    except ImportError:
        return None

    def play_catan(number: int) -> int:
        players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
        # It reads the seed 0 as "no seed".
        game = catanatron.Game(players, seed=number + 1)
        game.play()
        return len(game.state.actions)

    return play_catan


def play_all(play_one: Callable[[int], int], games: int) -> Figures:
    """Time the games numbered from 0, the same ones every time."""
    started = cpu_clock()
    actions = sum(play_one(number) for number in range(games))
    return {"games": games, "actions": actions, "seconds": cpu_clock() - started}


def games_within(play_one: Callable[[int], int], seconds: float) -> int:
    """The number of games that take about `seconds`: the fixed work of a configuration."""
    games = 0
    started = cpu_clock()
    while cpu_clock() - started < seconds:
        play_one(games)
        games += 1
    return games


def play_by_kind(game: AnyGame, seats: int, games: int) -> Figures:
    """Count and time the actions by kind of decision, as "bid actions" and "bid seconds"."""
    # The clock is read twice an action here, and perf_counter is several times cheaper to read
    # than the processor's time. But it runs on while a neighbour has the core: it only says how
    # to share out the processor's time of the whole run.
    clock = time.perf_counter
    began = cpu_clock()
    figures: defaultdict[str, float] = defaultdict(float)
    for number in range(games):
        below = _chooser(number)
        started = clock()
        state = _start(game, seats, number)
        pending = game.decisions(state)
        now = clock()
        figures[f"{SETUP} seconds"] += now - started
        while pending:
            seat, kind = pending[0].seat, pending[0].kind
            started = clock()
            state = game.apply(state, seat, game.sample_move(state, seat, below))
            pending = game.decisions(state)
            now = clock()
            figures[f"{kind} actions"] += 1
            figures[f"{kind} seconds"] += now - started
    used = cpu_clock() - began
    passed = sum(seconds for name, seconds in figures.items() if name.endswith(" seconds"))
    return {
        name: figure * used / passed if name.endswith(" seconds") else figure
        for name, figure in figures.items()
    }


def positions(game: AnyGame, seats: int, games: int) -> list[Position]:
    """Every state of some games in which a seat must decide, with that seat."""
    found: list[Position] = []
    for number in range(games):
        state = _start(game, seats, number)
        below = _chooser(number)
        while pending := game.decisions(state):
            seat = pending[0].seat
            found.append((state, seat))
            state = game.apply(state, seat, game.sample_move(state, seat, below))
    return found


def hash_all(known: Sequence[Position]) -> Figures:
    """Time the hash of each state."""
    started = cpu_clock()
    for state, _ in known:
        hash(state)
    return {"states": len(known), "seconds": cpu_clock() - started}


def view_all(game: AnyGame, known: Sequence[Position]) -> Figures:
    """Time the view of each state for the seat that must decide in it."""
    started = cpu_clock()
    for state, seat in known:
        game.view(state, seat)
    return {"states": len(known), "seconds": cpu_clock() - started}


def _start(game: AnyGame, seats: int, number: int) -> Any:  # noqa: ANN401 - any game's state
    # Read once, as a tournament does: texts are for people, not for every match.
    if game.name not in _OPTIONS:
        _OPTIONS[game.name] = game.options({})
    return game.setup(_OPTIONS[game.name], seats, Chance(number.to_bytes(8, "big")))


_OPTIONS: dict[str, Any] = {}
