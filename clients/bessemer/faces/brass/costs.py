"""The cost of a move in pounds, before it is made."""

from typing import Final

from bessemer.engine import drafts
from bessemer.engine.choices import Answer, Choice, Path
from bessemer.engine.game import Seat
from bessemer.games.brass import table
from bessemer.games.brass.moves import MARKET, Build, Canal, Develop, Move, Rails, cards_of
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, View

PAID: Final = (Build, Canal, Rails, Develop)
"""The kinds of move that cost something, or may."""


def cost_of(board: Board, seat: Seat, move: Move) -> int:
    """
    The pounds that `seat` spends on a move.

    Raises:
        IllegalMove: on this board the rules do not allow it.
    """
    if not isinstance(move, PAID):
        return 0
    # The rules ask for no more cards than the move names, and a log knows no others.
    after = table.after(board, seat, cards_of(move), move, None)
    return after.players[seat].spent - board.players[seat].spent


def least_cost(view: View, path: Path) -> int:
    """The least that a move costs which begins with these answers."""
    assert view.seat is not None, "a spectator pays nothing"
    draft = drafts.follow(BRASS, view, path)
    while draft.choice is not None:
        if draft.choice.name == "space":
            return min(least_cost(view, (*draft.path, (word.text,))) for word in draft.choice.words)
        draft = draft.take(*cheapest(draft.choice))
    assert draft.move is not None, "nothing is left to choose"
    return cost_of(view.board, view.seat, draft.move)


def cheapest(choice: Choice, taken: Answer = ()) -> Answer:
    """The answers taken and, where those are too few, the cheapest: no second, no market."""
    left = [word.text for word in choice.words for _ in range(word.copies)]
    for text in taken:
        left.remove(text)
    missing = max(0, choice.least - len(taken))
    return (*taken, *sorted(left, key=MARKET.__eq__)[:missing])
