"""The running totals of Brass: money, income, points, cubes, and the next turn order."""

from typing import Any, Final

from bessemer.engine import drafts
from bessemer.engine.choices import Answered, first_answer
from bessemer.engine.game import Seat
from bessemer.faces.brass.questions import CARD_CHOICES, cost_so_far
from bessemer.faces.language import Key, key_in
from bessemer.faces.totals import InTheMaking, Total, paired
from bessemer.games.brass import table
from bessemer.games.brass.actions import debts
from bessemer.games.brass.board.geography import COAL, IRON, SPACE, bits
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.moves import DISTANT, MARKET, Move, Sell
from bessemer.games.brass.state import Board, Phase, Player, View, replaced

_CUBES: Final = {"coal": COAL, "second_coal": COAL, "iron": IRON}
"""The choices of a source, and what comes from it."""
_MARKETS: Final = {
    COAL: key_in("total", "coal on the market"),
    IRON: key_in("total", "iron on the market"),
}
_MINES: Final = {COAL: key_in("total", "coal of yours"), IRON: key_in("total", "iron of yours")}


def totals(draft: InTheMaking) -> tuple[Total, ...]:
    """See `totals_of`."""
    view: View = draft.made.view
    seat = view.seat
    assert seat is not None, "a spectator decides nothing"
    before = _figures(view.board, seat)
    move = _decided(draft.made)
    if move is None:
        return paired(before, _so_far(view, seat, draft.trail))
    if isinstance(move, Sell) and move.buyer == DISTANT:
        return paired(before, before)  # a tile is drawn first
    after = table.after(view.board, seat, view.hand, move, None)
    if view.board.phase is Phase.SHORTFALL:
        after = debts.settled(after)
    return paired(before, _figures(after, seat))


def _figures(board: Board, seat: Seat) -> dict[Key, int]:
    player = board.players[seat]
    return {
        key_in("total", "money"): player.money,
        key_in("total", "income"): INCOME[player.income],
        key_in("total", "points"): player.points,
        key_in("total", "spent"): player.spent,
        key_in("total", "place by money spent"): _place(board, seat),
        _MARKETS[COAL]: board.coal,
        _MARKETS[IRON]: board.iron,
        _MINES[COAL]: _own_cubes(board, seat, COAL),
        _MINES[IRON]: _own_cubes(board, seat, IRON),
    }


def _place(board: Board, seat: Seat) -> int:
    """In the next round, if everybody spent no more in this one."""
    order = sorted(board.order, key=lambda other: board.players[other].spent)
    return order.index(seat) + 1


def _own_cubes(board: Board, seat: Seat, industry: int) -> int:
    own = (board.land.tiles[space] for space in bits(board.players[seat].tiles))
    return sum(tile.cubes for tile in own if tile is not None and tile.industry == industry)


def _decided(made: drafts.Draft[Any]) -> Move | None:
    """The move, even if only the card that is discarded for it is not chosen yet."""
    named = [choice.name for choice, _ in made.trail]
    if made.choice is not None and not (made.choice.name in CARD_CHOICES and len(named) > 1):
        return None
    while made.choice is not None:
        made = made.take(*first_answer(made.choice))
    move: Move | None = made.move
    return move


def _so_far(view: View, seat: Seat, trail: tuple[Answered, ...]) -> dict[Key, int]:
    """The figures after what the answer costs at least, and the cubes that are chosen."""
    board, player = view.board, view.board.players[seat]
    cost = cost_so_far(view, trail) or 0
    figures = _figures(_paid(board, seat, player, cost), seat)
    for choice, answer in trail:
        cube = _CUBES.get(choice.name)
        for source in answer if cube is not None else ():
            assert cube is not None
            if source == MARKET:
                figures[_MARKETS[cube]] = max(0, figures[_MARKETS[cube]] - 1)
            elif player.tiles >> SPACE[source] & 1:
                figures[_MINES[cube]] -= 1
    return figures


def _paid(board: Board, seat: Seat, player: Player, cost: int) -> Board:
    poorer = player._replace(money=player.money - cost, spent=player.spent + cost)
    return board._replace(players=replaced(board.players, seat, poorer))
