"""
Big hands, checked by a solver that knows nothing of the planner: OR-Tools CP-SAT.

It lives in an environment of its own (`make solver`), since it does not go with the project's protobuf.
"""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, Prices
from bessemer.games.furnace.effects import Effect
from bessemer.games.furnace.state import Board
from tests.bots.furnace.planning.hands import SEAT, random_board
from tests.programs import needed_program

ROOT = Path(__file__).parents[4]
SECONDS = "100"
"""For one hand; most take one or two."""

# Whole numbers, which the solver wants, and different for each card.
WHOLE = Prices(
    (8.0, 14.0, 28.0, 22.0, 10.0), {f"C{card:02d}": 20.0 + card % 7 * 5 for card in range(1, 37)}
)


def solved(hands: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answer of the solver."""
    python = needed_program(str(ROOT / ".venv/solver/bin/python"), "the check by CP-SAT")
    run = subprocess.run(
        [python, str(ROOT / "tests/bots/furnace/planning/planner_cpsat.py"), "--seconds", SECONDS],
        input="".join(json.dumps(hand) + "\n" for hand in hands),
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in run.stdout.splitlines()]


def line_facts(line: Effect) -> dict[str, Any]:
    """A line as the solver's program reads it."""
    return {"takes": line.takes, "gives": line.gives, "limit": line.limit}


def hand_facts(board: Board, prices: Prices, floor: float) -> dict[str, Any]:
    """A hand as the solver's program reads it; cards upgraded before are worth nothing to it."""
    player, startup = board.players[SEAT], board.table.startups[SEAT]
    deck = board.table.options.deck
    cards = []
    for card in player.line or (startup, *player.companies):
        can_flip = card != startup and card not in player.upgraded
        lines = (deck.basic_lines if can_flip else deck.upgraded_lines)[card]
        more = line_facts(deck.companies[card].additional) if can_flip else None
        cards.append(
            {
                "is_startup": card == startup,
                "lines": [line_facts(line) for line in lines],
                "additional": more,
                "bonus": round(prices.upgraded.get(card, 0.0)),
            }
        )
    return {
        "stock": player.stock,
        "prices": [round(price) for price in prices.stock],
        "in_line": bool(player.line),
        "floor": round(floor),
        "cards": cards,
    }


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("companies", "chain", "seeds"),
    [
        pytest.param(12, True, range(12), id="12 in line"),
        pytest.param(8, False, range(3), id="8 in any order"),
        pytest.param(8, False, range(4, 7), id="8 others in any order"),
        pytest.param(12, False, range(103, 104), id="12 in any order"),
    ],
)
def test_the_solver_finds_nothing_better(companies: int, chain: bool, seeds: range) -> None:
    """For money and for other prices, the solver's best plan is worth what the planner's is."""
    hands, worths = [], []
    for seed in seeds:
        board = random_board(Random(seed), companies, chain=chain)
        for prices in (MONEY_ALONE, WHOLE):
            best = best_plan(board, SEAT, prices)
            owned = sum(prices.upgraded.get(card, 0.0) for card in board.players[SEAT].upgraded)
            assert best.is_best
            worths.append(round(best.worth - owned))
            hands.append(hand_facts(board, prices, best.worth - owned))

    assert [{"status": "OPTIMAL", "worth": worth} for worth in worths] == solved(hands)
