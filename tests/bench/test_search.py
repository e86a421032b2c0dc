"""The benchmark of thinking runs from end to end and counts rightly; nothing here is timed."""

import itertools
import json
import sys
from types import SimpleNamespace

import pytest

from bessemer.bench.rules import search
from bessemer.engine.catalogue import GAMES
from tests.bench.commands import run_benchmark


class StubCatanPlayer:
    """Takes the first action."""

    def __init__(self, color: str) -> None:
        self.color = color

    def decide(self, game: object, actions: list[int]) -> int:  # noqa: ARG002
        """No thought."""
        return actions[0]


class StubCatanGame:
    """A game of Catan in which the first player decides three times, once without a choice."""

    def __init__(self, players: list[StubCatanPlayer], seed: int) -> None:  # noqa: ARG002
        self.player = players[0]

    def play(self) -> None:
        """Ask it."""
        for actions in ([1, 2, 3], [1], [1, 2]):
            self.player.decide(self, actions)


@pytest.fixture(autouse=True)
def stub_catanatron(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catanatron that is always there."""
    stub = SimpleNamespace(RandomPlayer=StubCatanPlayer, Color=["RED", "BLUE"], Game=StubCatanGame)
    monkeypatch.setitem(sys.modules, "catanatron", stub)
    value = SimpleNamespace(VictoryPointPlayer=StubCatanPlayer)
    monkeypatch.setitem(sys.modules, "catanatron.players.search", value)


@pytest.mark.parametrize("name", GAMES)
def test_a_quick_run_of_every_game_ends_with_one_json_object(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line of the output parses, and has both speeds."""
    ticks = itertools.count()
    monkeypatch.setattr(search, "cpu_clock", lambda: float(next(ticks)))

    code = run_benchmark(search, ["--game", name, "--bot", "greedy", "--quick", "--json"])

    read = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert code == 0
    assert ("search", 2, name) == (read["name"], read["rounds"], read["figures"]["game"])
    assert {"greedy", "catanatron"} == {*read["figures"]["speeds"]}


def test_only_decisions_with_a_choice_count() -> None:
    """And for the reference every action that it compares is a position."""
    decide = search.catan_decisions()
    assert decide is not None

    figures = decide(4)

    assert (4, 10) == (figures["decisions"], figures["positions"])


def test_a_searching_bot_says_how_much_it_looked_at() -> None:
    """The moves of its playouts."""
    game = GAMES["brass"]

    figures = search.decide_all(game, "search", search.positions(game, 1))

    assert 1 == figures["decisions"]
    assert figures["positions"] > 10


def test_an_unknown_bot_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names of those that there are."""
    assert 2 == run_benchmark(search, ["--game", "brass", "--bot", "magnate"])
    assert "no bot 'magnate' plays brass" in capsys.readouterr().err
