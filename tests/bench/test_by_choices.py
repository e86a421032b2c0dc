"""The benchmark of playing by choices runs from end to end and divides rightly; nothing is timed."""

import json
import math
import subprocess
import sys
from typing import Any

import pytest

from bessemer.bench.decisions import by_choices
from bessemer.bench.decisions.scripts import OPTIONS, script
from bessemer.engine import drafts
from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat
from bessemer.v1 import match_service_pb2 as pb
from bessemer.wire.wire import wire_of


def test_the_ratio_is_that_of_decisions_a_second() -> None:
    """By choices ÷ by moves, the median of the rounds; of all games the geometric mean."""
    rounds = [
        {
            f"{game} {way}": {
                "decisions": 100.0,
                "seconds": slower * (place + 1 if way == "choices" else 1),
                "calls_per_decision": 2.0,
            }
            for place, game in enumerate(NAMES)
            for way in ("moves", "choices")
        }
        for slower in (1.0, 7.0, 3.0)
    ]
    report = by_choices.report(rounds, 0, is_compiled=True)
    figures: Any = report.figures

    times = range(1, len(NAMES) + 1)
    assert [1 / place for place in times] == pytest.approx(
        [figures[game]["ratio"]["median"] for game in NAMES]
    )
    assert math.prod(times) ** (-1 / len(NAMES)) == pytest.approx(report.ratio)
    assert [100 / (3 * place) for place in times] == pytest.approx(
        [figures[game]["choices_per_second"]["median"] for game in NAMES]
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_scripts_paths_lead_to_its_moves(game: str) -> None:
    """Move by move, or to the ones that mean the same: so both clients play the same matches."""
    played = script(3, game, with_paths=True)
    rules, wire = GAMES[game], wire_of(game)
    options = rules.options(OPTIONS.get(game, {}))
    state = rules.setup(options, len(played.answers), Chance(played.seed))
    answers = [iter(seat) for seat in played.answers]
    paths = [iter(seat) for seat in played.paths]
    while decisions := rules.decisions(state):
        for seat in [Seat(decision.seat) for decision in decisions]:
            view = rules.view(state, seat)
            message = pb.PlayRequest.FromString(next(answers[seat])).answer.move
            move = wire.read_move(message)
            assert rules.canonical(view, move) == drafts.follow(rules, view, next(paths[seat])).move
            state = rules.apply(state, seat, move)


def test_a_quick_run_ends_with_one_json_object() -> None:
    """A real referee and its players: the last line has the ratio, and figures for every game."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "bessemer.cli.main", "bench", "referee"),
            *("--choices", "--quick", "--json"),
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    read = json.loads(done.stdout.splitlines()[-1])

    assert ("choices", 1) == (read["name"], read["rounds"])
    assert 0 < read["low"] <= read["ratio"] <= read["high"]
    assert {*NAMES, "clock_losses", "compiled"} == set(read["figures"])
    for game in NAMES:
        figures = read["figures"][game]
        assert figures["calls_per_decision"] > 0
        assert {"median", "low", "high"} == set(figures["ratio"])
