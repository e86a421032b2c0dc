"""What the messages of a game do not say and a picture of it needs, so that no rule is written twice."""

from typing import Any

from bessemer.engine.game import Seat
from bessemer.games.brass.scoring import POUNDS_PER_POINT, link_points, place_values, tile_points
from bessemer.games.brass.state import View as BrassView
from bessemer.games.furnace.compensation import claims, winner
from bessemer.games.furnace.moves import ProductionPlan
from bessemer.games.furnace.production import stocks_along
from bessemer.games.furnace.state import Board
from bessemer.games.furnace.state import View as FurnaceView


def add_to_view(view: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401 - any game's
    """
    Add to a view in its JSON form.

    Brass: `worth` of each player, what would be scored if the era ended now. Furnace: of each card of the
    row with a disc, whose `leads`, and who would be `owed` its compensation how many times.
    """
    if isinstance(view, FurnaceView):
        _add_leads(view.board, plain)
    if isinstance(view, BrassView):
        values = place_values(view.board.land)
        for player, shown in zip(view.board.players, plain["players"], strict=True):
            shown["worth"] = {
                "links": link_points(player, values),
                "tiles": tile_points(player, view.board.land),
                "money": max(0, player.money) // POUNDS_PER_POINT,
            }


def _add_leads(board: Board, plain: dict[str, Any]) -> None:
    owed = claims(board.table, board.row)[: len(board.players)]  # an Agent is never paid
    for stack, shown in zip(board.row.stacks, plain["row"], strict=True):
        if stack:
            shown["leads"] = winner(stack).seat
            shown["owed"] = [
                {"seat": seat, "times": claim.times}
                for seat, owing in enumerate(owed)
                for claim in owing
                if claim.card == shown["card"]
            ]


def add_to_move(move: Any, seat: int, before: Any, plain: dict[str, Any]) -> None:  # noqa: ANN401
    """
    Add to a move in its JSON form; `before` is the view at which it was made.

    Furnace: `flow` of a production plan, what its player holds after each step.
    """
    if isinstance(move, ProductionPlan) and isinstance(before, FurnaceView):
        stocks = stocks_along(before.board, Seat(seat), move)
        names = ("coal", "iron", "oil", "upgrades", "money")
        plain["flow"] = [dict(zip(names, stock, strict=True)) for stock in stocks]
