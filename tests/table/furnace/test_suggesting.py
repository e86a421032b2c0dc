"""What a program would do: always something legal, and for a plan as good as the planner's."""

from bessemer.games.furnace.legal import sample_move
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.phases import simultaneous
from bessemer.games.furnace.state import Phase
from bessemer.table.furnace.typing import TYPING
from tests.terminal.examples import seat_of, views


def test_in_the_last_round_no_plan_earns_more() -> None:
    """Money alone counts then; plans drawn at random never beat it."""
    view = next(view for view in views(Phase.PLAN, seed=2) if view.board.round == 4)
    board, seat = view.board, seat_of(view)
    best = simultaneous.player_after(board, seat, TYPING.suggest(view, 5.0).move).stock.money
    draws = iter(range(10**9))

    for _ in range(300):
        plan = sample_move(board, seat, lambda n: next(draws) * 7919 % n)
        assert isinstance(plan, ProductionPlan)
        assert simultaneous.player_after(board, seat, plan).stock.money <= best
