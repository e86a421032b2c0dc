"""The engine's benchmark runs from end to end and counts rightly; nothing here is timed."""

import json
import sys
from types import MappingProxyType, SimpleNamespace
from typing import cast

import pytest

from bessemer.bench.rules import engine, random_games
from bessemer.engine.catalogue import GAMES, AnyGame
from tests.bench.commands import run_benchmark
from tests.bench.race import Race


class StubCatanGame:
    """A game of Catan whose log is as long as its seed and its players say."""

    def __init__(self, players: list[object], seed: int) -> None:
        self.state = SimpleNamespace(actions=[None] * (10 * seed + len(players)))

    def play(self) -> None:
        """Nothing to do."""


@pytest.fixture(autouse=True)
def stub_catanatron(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catanatron that is always there and takes no time."""
    stub = SimpleNamespace(RandomPlayer=str, Color=["RED", "BLUE"], Game=StubCatanGame)
    monkeypatch.setitem(sys.modules, "catanatron", stub)


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The race, as the only game of the catalogue."""
    game = cast("AnyGame", Race())
    monkeypatch.setattr(engine, "GAMES", MappingProxyType({"race": game}))
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_quick_run_of_every_game_ends_with_one_json_object(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The last line of the output parses, and has the ratio and every figure promised.
    """
    code = run_benchmark(engine, ["--game", name, "--quick", "--json"])
    read = json.loads(capsys.readouterr().out.splitlines()[-1])
    figures = read["figures"]

    assert code == 0
    assert ("engine", 2, name) == (read["name"], read["rounds"], figures["game"])
    assert read["low"] <= read["ratio"] <= read["high"]
    assert {f"{seats}_seats" for seats in GAMES[name].seats} | {"catanatron"} == set(
        figures["speeds"]
    )
    assert {"time_per_action", "time_per_game"} == set(figures["growth"])
    assert {"median", "low", "high"} == set(figures["hash_us"]) == set(figures["view_us"])


def test_shares_of_the_kinds_of_decision_add_up(
    race: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    Every action and all the time of a game belong to one kind of decision, or to setting up.
    """
    run_benchmark(engine, ["--game", "race", "--quick", "--json"])
    kinds = json.loads(capsys.readouterr().out.splitlines()[-1])["figures"]["kinds"]

    assert {"walk", "jump", random_games.SETUP} == set(kinds)
    assert pytest.approx(1) == sum(kind["count_share"]["median"] for kind in kinds.values())
    assert pytest.approx(1) == sum(kind["time_share"]["median"] for kind in kinds.values())


def test_an_action_is_one_decision_answered(race: AnyGame) -> None:
    """
    A race is counted by its turns, whichever way it is run.
    """
    actions = random_games.play(race, 3, 0)
    by_kind = random_games.play_by_kind(race, 3, 1)

    assert len(random_games.positions(race, 3, 1)) == actions
    assert by_kind["walk actions"] + by_kind["jump actions"] == actions


def test_kinds_share_out_the_processor_time_of_the_run(
    race: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    However long the run was kept waiting, its kinds add up to the processor time that it used.
    """
    used = iter([100.0, 103.0])
    monkeypatch.setattr(random_games, "cpu_clock", lambda: next(used))

    by_kind = random_games.play_by_kind(race, 3, 2)

    assert pytest.approx(3) == sum(
        figure for name, figure in by_kind.items() if name.endswith(" seconds")
    )


def test_the_actions_of_the_reference_are_those_of_its_own_log() -> None:
    """
    The log of catanatron is counted, and no game gets the seed 0, which it would read as none.
    """
    play = random_games.catan_player()

    assert play is not None
    assert play(0) == 12


def test_without_catanatron_a_sentence_says_so(
    race: AnyGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The subject is measured all the same, there is no ratio, and nothing has failed.
    """
    monkeypatch.setitem(sys.modules, "catanatron", None)

    code = run_benchmark(engine, ["--game", "race", "--quick", "--json"])
    captured = capsys.readouterr()
    read = json.loads(captured.out.splitlines()[-1])

    assert code == 0
    assert engine.NO_REFERENCE in captured.err
    assert [read["ratio"], read["low"], read["high"]] == [None, None, None]
    assert "catanatron" not in read["figures"]["speeds"]


def test_people_get_tables_and_are_told_that_a_quick_run_means_nothing(
    race: AnyGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The ratio, the growth and the kinds of decision are all on the screen.
    """
    code = run_benchmark(engine, ["--game", "race", "--quick"])
    out = capsys.readouterr().out

    assert code == 0
    for part in ("--quick", "engine: ", "growth: time per game", "kinds: jump: us"):
        assert part in out


def test_a_game_that_refuses_its_own_move_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The exit code is 1 and the reason is a sentence.
    """
    monkeypatch.setattr(engine, "GAMES", {"race": Race(sampled=3)})

    code = run_benchmark(engine, ["--game", "race", "--quick"])

    assert code == 1
    assert "a seat may go 1 or 2 steps" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--rounds", "4"], id="too-few-rounds"),
        pytest.param(["--rounds", "many"], id="no-number"),
        pytest.param(["--rounds", "5", "--quick"], id="rounds-and-quick"),
        pytest.param(["--game", "tag"], id="unknown-game"),
    ],
)
def test_wrong_usage_is_exit_2(
    race: AnyGame, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """
    A wrong option ends with the usage, before anything is run.
    """
    with pytest.raises(SystemExit) as stopped:
        run_benchmark(engine, ["--game", "race", *arguments])

    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_help_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """
    The help has a command to copy.
    """
    with pytest.raises(SystemExit):
        run_benchmark(engine, ["--help"])

    assert "bessemer bench engine --game furnace" in capsys.readouterr().out
