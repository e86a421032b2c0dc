"""The shipped bots play whole matches, legally, from their views alone, and always the same way."""

import random
from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bessemer.bots.factory import LEVELS
from bessemer.bots.furnace.magnate import MagnateBot
from bessemer.bots.furnace.search import SearchBot
from bessemer.bots.registry import BOTS
from bessemer.engine.chance import Chance
from bessemer.games.furnace.moves import Move
from bessemer.games.furnace.rules import FURNACE
from bessemer.sdk.bot import Bot
from bessemer.sdk.furnace import FurnaceView
from tests.bots.tables import random_options

Maker = Callable[[random.Random], Bot]

MAKERS: Final[Mapping[str, Maker]] = {
    **{name: make for name, make in BOTS[FURNACE.name].items() if name not in LEVELS},
    # As they are shipped, but quicker.
    "search": lambda rng: SearchBot(rng, tries=3),
    "magnate": lambda rng: MagnateBot(rng, tries=3),
}


def moves_of_a_match(make: Maker, options: dict[str, str], seats: int, seed: str) -> list[Move]:
    """All moves of a match in which every seat is played by such a bot."""
    players = [make(random.Random(f"{seed}/{seat}")) for seat in range(seats)]
    state = FURNACE.setup(FURNACE.options(options), seats, Chance(seed.encode()))
    moves = []
    while asked := FURNACE.decisions(state):
        seat = asked[-1].seat  # not the first, so that some see answers that are sealed
        moves.append(players[seat].decide(FurnaceView(FURNACE.view(state, seat))))
        state = FURNACE.apply(state, seat, moves[-1])
    assert FURNACE.outcome(state) is not None
    return moves


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seats", FURNACE.seats)
@pytest.mark.parametrize("chain", ["on", "off"])
def test_a_bot_plays_furnace_to_its_end(name: str, seats: int, chain: str) -> None:
    """No bot makes an illegal move, in any variant."""
    assert moves_of_a_match(MAKERS[name], {"chain": chain}, seats, name)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", range(6))
def test_a_bot_plays_any_deck(name: str, seed: int) -> None:
    """Nor with cards that it has never seen, whatever the other options."""
    luck = random.Random(seed)
    seats = luck.choice(FURNACE.seats)

    assert moves_of_a_match(MAKERS[name], random_options(luck, seats), seats, f"{seed}")


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_bot_is_repeatable(name: str, seats: int) -> None:
    """The same views and the same luck give the same moves."""
    once = moves_of_a_match(MAKERS[name], {"rounds": "3"}, seats, "again")

    assert once == moves_of_a_match(MAKERS[name], {"rounds": "3"}, seats, "again")
