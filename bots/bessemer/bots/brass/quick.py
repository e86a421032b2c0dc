"""The best single action by the worth of the table after it: the quick seats of a search."""

from bessemer.bots.brass.actions import Sales
from bessemer.bots.brass.candidates import Candidates, rails
from bessemer.bots.brass.prices import Weights, prices_at
from bessemer.bots.brass.worth import Worth
from bessemer.engine.game import Seat
from bessemer.games.brass import table
from bessemer.games.brass.actions.build_link import SECOND_RAIL_COST
from bessemer.games.brass.actions.debts import removed
from bessemer.games.brass.actions.develop import open_stacks
from bessemer.games.brass.board.geography import SPACE_IDS, bits
from bessemer.games.brass.moves import Action, Develop, Move, Pass, Rails, Remove, Sell, Stop
from bessemer.games.brass.state import Board, Phase
from bessemer.sdk.brass import BrassView

_FIRST_RAILS = 1
"""The number of rails that are tried as the first of two."""
_SECOND_RAILS = 4
"""The number that are tried as the second."""


def quick_move(view: BrassView, weights: Weights) -> Move:
    """The move of a quick seat, whatever it is asked for."""
    board: Board = view.board
    worth = Worth(view.seat, prices_at(board, weights))
    if board.phase is Phase.ACTION:
        return _action(view, worth)
    if board.phase is Phase.SALE:
        sale = Sales(view, worth).best(board)
        return sale.move if sale is not None and sale.gain > 0 else Stop()
    return _removal(board, view.seat, worth)


def _removal(board: Board, seat: Seat, worth: Worth) -> Remove:
    best, most = None, 0.0
    for space in bits(board.players[seat].tiles):
        move = Remove(SPACE_IDS[space])
        value = worth.of(removed(board, seat, move))
        if best is None or value > most:
            best, most = move, value
    assert best is not None, "a seat is asked for a tile only if it has one"
    return best


def _action(view: BrassView, worth: Worth) -> Action:
    board: Board = view.board
    seat, hand = view.seat, view.hand
    candidates = Candidates(view)
    card = candidates.card
    moves: list[Action] = []
    moves.extend(candidates.builds())
    moves.extend(candidates.canals())
    moves.extend(candidates.loans())
    moves.extend(
        [
            Develop(candidates.development(board, industry), None, card)
            for industry in open_stacks(board, seat)
        ]
    )
    best: Action = Pass(card)
    most = before = worth.of(board)
    for move in moves:
        value = worth.of(table.after(board, seat, hand, move, None))
        if value > most:
            best, most = move, value
    alone: list[tuple[float, int, Rails, Board]] = []
    for link, rail in rails(board, seat).items():
        one = Rails(rail, None, card)
        after = table.after(board, seat, hand, one, None)
        value = worth.of(after)
        alone.append((-value, link, one, after))
        if value > most:
            best, most = one, value
    alone.sort(key=_by_worth)
    ranked = [link for _, link, _, _ in alone]
    for _, _, one, after in alone[:_FIRST_RAILS]:
        second = rails(after, seat, SECOND_RAIL_COST)
        new = [link for link in second if link not in ranked]
        likely = [link for link in ranked if link in second]
        for link in (new + likely)[:_SECOND_RAILS]:
            two = Rails(one.first, second[link], card)
            value = worth.of(table.after(board, seat, hand, two, None))
            if value > most:
                best, most = two, value
    run = Sales(view, worth).run(board)
    if run is not None and before + run.gain > most:
        sale = run.move
        assert isinstance(sale, Sell)
        best = sale._replace(card=card)
    return best


def _by_worth(entry: tuple[float, int, Rails, Board]) -> tuple[float, int]:
    return entry[0], entry[1]
