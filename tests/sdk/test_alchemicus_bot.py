"""A bot for Alchemicus is asked by kind of decision, and idle without methods of its own."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from bessemer.engine.chance import Chance
from bessemer.games.alchemicus.choices import CHOICES
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.rules import ALCHEMICUS
from bessemer.sdk.alchemicus import AlchemicusBot, AlchemicusView
from tests.games.alchemicus.positions import match
from tests.games.alchemicus.walks import MODULES

METHODS: Final = {phase: phase.value.replace("-", "_") for phase in CHOICES}


def naming(method: str) -> Callable[[object, object], str]:
    """A method that answers everything with its own name."""

    def answer(_bot: object, _view: object) -> str:
        return method

    return answer


def test_there_is_a_method_for_every_phase_that_asks() -> None:
    """Sixteen kinds of decision."""
    assert 16 == len(METHODS)
    assert all(callable(getattr(AlchemicusBot, method)) for method in METHODS.values())


@pytest.mark.parametrize("phase", METHODS)
def test_each_phase_asks_its_own_method(phase: Phase) -> None:
    """Whatever the rest of the board says."""
    kind = type("Namer", (AlchemicusBot,), {name: naming(name) for name in METHODS.values()})
    state = match(noctis="on")
    view = ALCHEMICUS.view(state, state.board.waiting[0])
    asked = view._replace(board=view.board._replace(phase=phase))

    assert METHODS[phase] == kind().decide(AlchemicusView(asked))


@pytest.mark.parametrize("modules", MODULES, ids=" ".join)
def test_without_methods_it_plays_the_default_moves(modules: dict[str, str]) -> None:
    """Against players who do all kinds of things."""
    bot, rng = AlchemicusBot(), random.Random(2)
    options = ALCHEMICUS.options(modules | {"round_cap": "20", "start": "0"})
    state = ALCHEMICUS.setup(options, 3, Chance(b"default"))
    decided = 0
    while asked := ALCHEMICUS.decisions(state):
        seat = asked[0].seat
        move: Move = ALCHEMICUS.sample_move(state, seat, rng.randrange)
        if seat == 0:
            move = bot.decide(AlchemicusView(ALCHEMICUS.view(state, seat)))
            decided += 1
            assert move == ALCHEMICUS.default_move(state, seat)
        state = ALCHEMICUS.apply(state, seat, move)
    assert decided >= 20
