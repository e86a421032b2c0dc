"""The shipped bots play whole matches of every game they know, legally, from their views alone."""

import random

import pytest

from bots.bot import BOTS
from clients.cli.tournament import Tournament, standings
from referee.games.catalogue import GAMES
from referee.games.chance import Chance

FURNACE = GAMES["furnace"]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("chain", ["on", "off"])
@pytest.mark.parametrize("seats", FURNACE.seats)
def test_a_bot_plays_furnace_to_its_end(name: str, chain: str, seats: int) -> None:
    """No bot makes an illegal move, in any variant."""
    players = [BOTS[name](FURNACE, random.Random(seat)) for seat in range(seats)]
    state = FURNACE.setup(FURNACE.options({"chain": chain}), seats, Chance(name.encode()))
    while asked := FURNACE.decisions(state):
        seat = asked[-1].seat
        state = FURNACE.apply(state, seat, players[seat].decide(FURNACE.view(state, seat)))

    assert FURNACE.outcome(state) is not None


def test_better_bots_do_better() -> None:
    """Trying more plans beats trying few, that beats chance, and anything beats doing nothing."""
    tournament = Tournament(FURNACE, {}, tuple(BOTS), seed=1)
    table = standings(tuple(BOTS), [tournament.play_block(number) for number in range(15)])

    assert [row.bot for row in table] == ["greedy", "hasty", "random", "idle"]
