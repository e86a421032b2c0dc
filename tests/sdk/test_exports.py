"""What a bot author may import, and at what cost."""

import inspect
import pydoc
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Final

import pytest

from bessemer.engine.catalogue import GAMES, NAMES
from tests.games.walks import examples_of

_EVERY_GAME: Final = """
    UNLIMITED Board Bot Choice Draft IllegalMove MatchEnd MatchStart Move NotOffered Phase Player
    Seat State Thing View Word run
"""
PUBLIC: Final[Mapping[str, str]] = {
    **{
        f"bessemer.{name}": f"{_EVERY_GAME} {name.upper()} {examples_of(name).PUBLIC}"
        for name in NAMES
    },
    "bessemer.games": """
        GAMES AnyGame BadOption Chance Decision Game GameError IllegalMove MalformedMove Option
        Outcome Seat
    """,
    "bessemer.testing": "BotFault FakeReferee IdleBot PlayedMatch RandomBot play view_of",
    "bessemer.sdk": """
        Bot BotFailed ConnectionGone MatchEnd MatchStart MoveRefused SeatCredentials SeatError
        SeatRefused Tls play_matches play_seat run
    """,
}
"""A name that disappears breaks somebody's bot: these lists may only grow."""


def loaded_by(program: str) -> set[str]:
    """The modules that a fresh interpreter has imported when it has run `program`."""
    shown = "import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\n{shown}"], check=True, capture_output=True, text=True
    )
    return set(done.stdout.split())


def documented(module: ModuleType) -> str:
    """What `pydoc` prints about it."""
    return pydoc.plain(pydoc.render_doc(module))


@pytest.mark.parametrize("name", PUBLIC)
def test_the_public_names_stay(name: str) -> None:
    """Each is there, completion knows it, and nothing else is public."""
    module = import_module(name)

    assert set(PUBLIC[name].split()) == set(module.__all__)
    assert set(module.__all__) <= set(dir(module))
    assert all(getattr(module, public) is not None for public in module.__all__)


def test_every_game_has_a_facade() -> None:
    """Of the game's own classes, under names that are the same for all."""
    for name in NAMES:
        facade = import_module(f"bessemer.{name}")

        assert GAMES[name] is facade.View.game
        assert f"{name.capitalize()}Bot" == facade.Bot.__name__
        assert GAMES[name] is getattr(facade, name.upper())


def test_what_is_not_public_is_refused() -> None:
    """As any module refuses it."""
    with pytest.raises(AttributeError, match=r"module 'bessemer.sdk' has no attribute 'Chess'"):
        import_module("bessemer.sdk").Chess  # noqa: B018 - it is asked for


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_that_is_only_tested_loads_no_grpc(name: str) -> None:
    """Nor another game's rules, nor the referee: importing a facade and playing a match is quick."""
    loaded = loaded_by(
        f"from bessemer.{name} import *\n"
        "from bessemer.testing import FakeReferee, IdleBot\n"
        "FakeReferee(View, seed=1).view()\n"
        "FakeReferee(View).play(IdleBot(), Bot())\n"
    )
    others = [other for other in NAMES if other != name]

    assert f"bessemer.games.{name}.rules" in loaded
    assert [] == sorted(
        module
        for module in loaded
        if module.split(".")[0] in ("grpc", "google")
        or any(module.startswith(f"bessemer.games.{other}") for other in others)
        or module.startswith(("bessemer.matches", "bessemer.rpc", "bessemer.wire", "bessemer.v1"))
    )


def test_asking_for_the_rules_loads_one_game() -> None:
    """That of the name."""
    loaded = loaded_by("from bessemer.games import GAMES\nGAMES['brass']")

    assert {"bessemer.games.brass"} == {
        module
        for module in loaded
        if module.startswith("bessemer.games.") and module.count(".") == 2
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_documentation_of_a_facade_is_readable(name: str) -> None:
    """`python -m pydoc bessemer.furnace`: the contract, and signatures that fit on a line."""
    facade = import_module(f"bessemer.{name}")
    text = documented(facade)

    assert "A bot is a subclass of `Bot`" in text
    assert re.search(r"default_move\(self\) -> 'MoveT?'", text)
    for kind in (facade.Bot, facade.View):
        methods = inspect.getmembers(kind, inspect.isfunction)
        lengths = {method: len(str(inspect.signature(code))) for method, code in methods}
        assert max(lengths.values()) <= 100, lengths
