"""The shipped bots play whole matches of Alchemicus, legally, and always the same way."""

import random

import pytest

from bessemer.bots.registry import BOTS, new_bot, seen
from bessemer.engine.chance import Chance
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import State
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.walks import MODULES

QUICK = [name for name in BOTS[ALCHEMICUS.name] if name not in ("search", "expert")]
"""The others are played with few tries in `test_search.py`, or by their own name."""
ALL_MODULES = pytest.mark.parametrize("modules", MODULES, ids=" ".join)
STRANGE_DECK = """
[costs]
Horten = 0
Metalle = 2
Pergula = 0
Alembic = 1
Fornax = 9
Taberna = 2
Domo = 4
Labrium = 3
Donarium = 6

[circles]
outer = ["gifts", "sale", "sale", "spirit", "transmute", "acquire", "build", "transport"]
inner = ["Labrium", "Horten", "Fornax", "Metalle", "Alembic"]

[noctis]
Golem = 30
Mutabilus = 1
Spiritus = 20
Homunculus = 20
Pactum = 0
Infamia = 20
"""


def play_on(state: State, names: tuple[str, ...], seed: str) -> tuple[list[Move], State]:
    """All moves to the end of the match, and how it ends."""
    game = ALCHEMICUS.name
    players = [
        new_bot(game, name, random.Random(f"{seed}/{seat}")) for seat, name in enumerate(names)
    ]
    moves = []
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        moves.append(players[seat].decide(seen(ALCHEMICUS, ALCHEMICUS.view(state, seat))))
        state = ALCHEMICUS.apply(state, seat, moves[-1])
    return moves, state


def begin(options: dict[str, str], seats: int, seed: str) -> State:
    """The first decision of a match."""
    return ALCHEMICUS.setup(ALCHEMICUS.options(options), seats, Chance(seed.encode()))


@pytest.mark.parametrize("name", QUICK)
@ALL_MODULES
def test_a_bot_plays_alchemicus_to_its_end(name: str, modules: dict[str, str]) -> None:
    """No bot makes an illegal move, whatever is played with."""
    moves, state = play_on(begin(modules | {"round_cap": "30"}, 3, name), (name,) * 3, name)

    assert moves
    assert ALCHEMICUS.outcome(state) is not None


@ALL_MODULES
@pytest.mark.parametrize("seats", ALCHEMICUS.seats)
def test_greedy_plays_on_from_any_position(modules: dict[str, str], seats: int) -> None:
    """Nor where full rows, Golems, Spiritus and Infamia lie about."""
    for number in range(4):
        options = ALCHEMICUS.options(modules | {"round_cap": "4"})
        state = midgame(options, seats, Chance(b"middle %d" % number))

        assert play_on(state, ("greedy",) * seats, f"{number}")[0]


@ALL_MODULES
def test_greedy_plays_with_any_deck(modules: dict[str, str]) -> None:
    """Nor with other costs, another board and other Noctis cards."""
    options = modules | {"round_cap": "25", "deck": STRANGE_DECK}

    assert play_on(begin(options, 4, "deck"), ("greedy",) * 4, "deck")[0]


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_is_repeatable(name: str) -> None:
    """The same views and the same luck give the same moves."""
    options = {"noctis": "on", "bank": "on", "round_cap": "15"}
    once = play_on(begin(options, 2, "again"), (name,) * 2, "again")

    assert once == play_on(begin(options, 2, "again"), (name,) * 2, "again")


@ALL_MODULES
def test_greedy_beats_chance(modules: dict[str, str]) -> None:
    """Wherever it sits."""
    for seat, names in enumerate((("greedy", "random"), ("random", "greedy"))):
        _, state = play_on(begin(modules, 2, "chance"), names, "chance")
        outcome = ALCHEMICUS.outcome(state)

        assert outcome is not None
        assert (1, 2) == (outcome.ranks[seat], outcome.ranks[1 - seat])
