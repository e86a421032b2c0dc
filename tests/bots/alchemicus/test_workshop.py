"""The coarse model of production, against the rules themselves."""

import random

import pytest

from bessemer.bots.alchemicus.workshop import Workshop
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.actions.transport import transports
from bessemer.games.alchemicus.cards.kinds import BUILDINGS, GOLD, HERB, METAL, TINCTURE, Good
from bessemer.games.alchemicus.moves import Acquire, Pass, Transmute
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.games.alchemicus.state import Building, State
from tests.games.alchemicus.midgame import midgame
from tests.games.alchemicus.positions import asked, entering

ME = Seat(0)


def counts(buildings: tuple[Building, ...]) -> list[int]:
    """The number of each good."""
    goods = [lying.good for building in buildings for lying in building.goods]
    return [goods.count(good) for good in Good]


def row(buildings: tuple[Building, ...]) -> tuple[int, ...]:
    """The number of each building."""
    kinds = [building.kind for building in buildings]
    return tuple(kinds.count(kind) for kind in BUILDINGS)


def shop(state: State) -> Workshop:
    """The model of a state."""
    return Workshop(state.board.players[0].buildings, 0, state.board.spirit)


def middles() -> list[State]:
    """Many positions with goods on the buildings."""
    options = ALCHEMICUS.options({"start": "0"})
    return [midgame(options, 2, Chance(b"shop %d" % number)) for number in range(200)]


def facts(model: Workshop) -> tuple[object, ...]:
    """All that the model counts."""
    return model.raw, model.inside, model.done, model.laid, model.pairs, model.gold


def test_it_counts_every_good() -> None:
    """Wherever it lies."""
    for state in middles():
        assert counts(state.board.players[0].buildings) == shop(state).goods()


@pytest.mark.parametrize("phase", ["acquire", "transmute"])
def test_production_is_that_of_the_rules(phase: str) -> None:
    """The same goods lie in the same places afterwards."""
    compared = 0
    for middle in middles():
        state = entering(middle._replace(board=middle.board._replace(active=ME)), phase)
        if asked(state) != (ME, phase):
            continue
        compared += 1
        model = shop(state)
        buildings = state.board.players[0].buildings
        move = Acquire() if phase == "acquire" else Transmute()
        if phase == "acquire":
            model.acquire(row(buildings))
        else:
            model.transmute()
        after = ALCHEMICUS.apply(state, ME, move)

        assert facts(shop(after)) == facts(model)
    assert compared > 10


def test_transport_leaves_nothing_to_carry() -> None:
    """It ends where a player who carries all and wastes no Labrium ends: as much of each is moved."""
    compared = 0
    for middle in middles():
        state = entering(middle._replace(board=middle.board._replace(active=ME)), "transport")
        if asked(state) != (ME, "transport"):
            continue
        compared += 1
        model = shop(state)
        before = model.goods()
        buildings = state.board.players[0].buildings
        model.transport(row(buildings))
        bot = random.Random(1)
        while asked(state) == (ME, "transport"):
            moves = list(transports(state.board.players[0].buildings))
            state = ALCHEMICUS.apply(state, ME, bot.choice(moves) if moves else Pass())
        carried = shop(state)

        assert before == model.goods() == carried.goods()
        # A player who carries at random may fill a Labrium badly, never better.
        assert model.pairs >= carried.pairs
        assert sum(model.inside) >= sum(carried.inside)
    assert compared > 10


def test_a_copy_is_changed_alone() -> None:
    """The ways that a journey tries do not touch one another."""
    for state in middles()[:20]:
        model = shop(state)
        before = repr(facts(model))
        twin = model.copy()
        twin.acquire((9,) * len(BUILDINGS))
        twin.transport((9,) * len(BUILDINGS))
        twin.transmute()

        assert before == repr(facts(model))


def test_what_is_sold_goes_from_where_it_is_missed_least() -> None:
    """From an Alembic before a Labrium, and from a pair last."""
    model = Workshop((), 0, BUILDINGS[0])
    model.done, model.laid, model.pairs, model.gold, model.raw = [1, 0], [1, 0], 1, 1, [1, 0]
    model.take(TINCTURE)
    assert ([0, 0], [1, 0], 1) == (model.done, model.laid, model.pairs)
    model.take(TINCTURE)
    assert ([0, 0], 1) == (model.laid, model.pairs)
    model.take(TINCTURE)
    assert ([0, 1], 0) == (model.laid, model.pairs)
    for good in (METAL, GOLD, HERB):
        model.take(good)
    assert [0] * 5 == model.goods()
