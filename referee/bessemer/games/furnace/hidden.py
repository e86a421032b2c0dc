"""
What a seat sees, and full states that look the same to it.

Hidden are the order of the deck, the future of the die and of every cut, and answers given while
others still think. Everything else lies on the table.
"""

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.foresight import without
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace.legal import sample_move
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.phases import simultaneous
from bessemer.games.furnace.state import Answer, Board, Sealed, State, View


def view(state: State, seat: Seat | None) -> View:
    """What `seat` sees; `None` is a spectator."""
    own = None if seat is None else state.sealed[seat]
    return View(seat, state.board, own.answer if own else None)


def resample(view: View, chance: Chance) -> State:
    """A state that looks like `view`, the deck in any order and others' sealed answers of any kind."""
    board, draws = view.board, Draws(chance)
    on_table = {*board.row.cards, *board.gone}.union(
        *(player.companies for player in board.players)
    )
    unseen = [card for card in board.table.options.deck.companies if card not in on_table]
    pile = draws.shuffled(unseen)
    sealed: list[Sealed | None] = [None] * len(board.players)
    for seat in simultaneous.asked(board):
        if seat not in board.waiting:
            answer = view.answer if seat == view.seat else None
            answer = answer or _any_answer(board, seat, draws.below)
            sealed[seat] = Sealed(answer, simultaneous.player_after(board, seat, answer))
    return State(board, pile, tuple(sealed), draws.rest)


def unseen(state: State, seat: Seat) -> tuple[object, ...]:
    """What `seat` does not see: the deck, others' sealed answers and chance."""
    return (state.pile, without(state.sealed, seat), state.chance)


def _any_answer(board: Board, seat: Seat, below: Below) -> Answer:
    move = sample_move(board, seat, below)
    if isinstance(move, Bid):
        raise TypeError("bids are never sealed")
    return move
