"""A bot of any game is asked by kind of decision, and idle without methods of its own."""

import inspect
from collections.abc import Callable
from importlib import import_module

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.sdk.bot import BotBase
from bessemer.testing import FakeReferee, IdleBot, RandomBot
from tests.games.walks import SETTINGS, Setting, examples_of

every_game = pytest.mark.parametrize("name", NAMES)
every_setting = pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)


def methods(name: str) -> dict[str, str]:
    """By kind of decision, the method that is asked."""
    return {kind: kind.replace("-", "_") for kind in GAMES[name].decision_kinds}


def naming(method: str) -> Callable[[object, object], str]:
    """A method that answers everything with its own name."""

    def answer(_bot: object, _view: object) -> str:
        return method

    return answer


@every_game
def test_there_is_a_method_for_every_kind_of_decision(name: str) -> None:
    """None is forgotten, none is there for nothing, and each says what it is for."""
    bot = import_module(f"bessemer.{name}").Bot
    own = dict(inspect.getmembers(bot, inspect.isfunction))
    inherited = dict(inspect.getmembers(BotBase, inspect.isfunction))

    assert set(methods(name).values()) == set(own) - set(inherited)
    assert all(own[method].__doc__ for method in methods(name).values())


@every_game
def test_each_kind_of_decision_asks_its_own_method(name: str) -> None:
    """Whatever the rest of the board says."""
    facade = import_module(f"bessemer.{name}")
    answers = {method: naming(method) for method in methods(name).values()}
    bot = type("Namer", (facade.Bot,), answers)()
    seen = FakeReferee(facade.View).view().seen
    for kind, method in methods(name).items():
        board = seen.board._replace(phase=facade.Phase(kind))

        assert method == bot.decide(facade.View(seen._replace(board=board)))


@every_setting
def test_without_methods_it_does_as_little_as_may_be(setting: Setting) -> None:
    """Against players who do all kinds of things; a match is the same as with an idle bot."""
    facade = import_module(f"bessemer.{setting.game.name}")
    examples = examples_of(setting.game.name)
    texts = {**setting.game.option_texts(setting.options), **examples.SHORT}
    referee = FakeReferee(facade.View, seed=2, options=texts)
    others = [RandomBot(seat) for seat in range(1, setting.seats)]
    again = [RandomBot(seat) for seat in range(1, setting.seats)]

    assert referee.play(IdleBot(), *others).moves == referee.play(facade.Bot(), *again).moves
