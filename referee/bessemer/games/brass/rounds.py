"""A round: income, everybody's turn, the new turn order, and drawing cards."""

from bessemer.engine.game import Seat
from bessemer.games.brass import eras
from bessemer.games.brass.actions import debts
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.income import INCOME
from bessemer.games.brass.board.tables import Era
from bessemer.games.brass.state import Board, Hand, Phase, Player, State, make, replaced


def begun(state: State) -> State:
    """Everybody gets, or owes, the income; then debts are paid and turns taken."""
    board = state.board
    players = tuple(
        [
            make(Player, (money + INCOME[income], income, *rest))
            for money, income, *rest in board.players
        ]
    )
    return with_turns(state, board._replace(players=players))


def with_turns(state: State, board: Board) -> State:
    """Go on from `board`, where incomes are booked: ask the first seat with a debt, or the first in turn."""
    board = debts.settled(board)
    if not board.waiting:
        board = board._replace(
            phase=Phase.ACTION,
            turn=0,
            actions=actions_in(board.era, board.round),
            waiting=board.order[:1],
        )
    return state._replace(board=board)


def actions_in(era: Era, number: int) -> int:
    """How many actions a turn has in the `number`-th round of `era`: two, but one in the first."""
    return 1 if era is Era.CANAL and number == 1 else 2


def played(state: State, board: Board, seat: Seat, cards: Hand, actions: int) -> State:
    """
    The state after `seat` gave `cards` for that number of `actions`, which led to `board`.

    It goes on, or the next seat, or the round ends. No action at all is a sale that goes on.
    """
    era, number, _, order, turn, before, waiting, *rest, held, deck, discards = board
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    left = before - actions
    if not left:
        turn += 1
        if turn < len(order):
            left, waiting = actions_in(era, number), order[turn : turn + 1]
    # RULING brass-shown-cards: what is played lies open.
    board = make(
        Board,
        (
            *(era, number, Phase.ACTION if actions else Phase.SALE, order, turn, left, waiting),
            *(*rest, replaced(held, seat, len(hand)), deck, (*discards, *cards)),
        ),
    )
    state = make(State, (board, replaced(state.hands, seat, tuple(hand)), *state[2:]))
    return state if left else _ended(state)


def _ended(state: State) -> State:
    """The new order, the cards drawn in it, and the next round or era."""
    board = state.board
    order = tuple(sorted(board.order, key=lambda seat: board.players[seat].spent))
    players = tuple(
        [
            make(Player, (money, income, points, 0, stacks, tiles, links))
            for money, income, points, _, stacks, tiles, links in board.players
        ]
    )
    hands, deck = list(state.hands), state.deck
    for seat in order:
        missing = FIGURES.hand - len(hands[seat])
        hands[seat] = tuple(sorted(hands[seat] + deck[:missing]))
        deck = deck[missing:]
    board = board._replace(
        order=order,
        turn=0,
        players=players,
        cards=tuple(map(len, hands)),
        deck=len(deck),
    )
    state = state._replace(board=board, hands=tuple(hands), deck=deck)
    if any(hands):
        return begun(state._replace(board=board._replace(round=board.round + 1)))
    state = eras.ended(state)
    return state if state.board.phase is Phase.OVER else begun(state)
