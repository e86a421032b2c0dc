"""What a move costs in pounds, before it is made."""

from typing import Final

from bessemer.engine import choices
from bessemer.engine.choices import Answer, Choice, Path
from bessemer.engine.game import Seat
from bessemer.games.brass.actions.build_link import CANAL_COST, FIRST_RAIL_COST, SECOND_RAIL_COST
from bessemer.games.brass.board.geography import INDUSTRY
from bessemer.games.brass.board.stacks import TOPS
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.moves import MARKET, Build, Canal, Develop, Move, Rails
from bessemer.games.brass.rules import BRASS
from bessemer.games.brass.state import Board, View

PAID: Final = (Build, Canal, Rails, Develop)
"""The kinds of move that cost something, or may."""


def cost_of(board: Board, seat: Seat, move: Move) -> int:
    """What `seat` pays for a legal move: tiles, links, and cubes from the tracks."""
    match move:
        case Build(industry, _, _, _, coal, iron):
            number = INDUSTRY[industry]
            kind = TOPS[number][board.players[seat].stacks[number]]
            assert kind is not None, "a legal build has a tile"
            return (
                kind.cost + _bought(board, board.coal, [coal]) + _bought(board, board.iron, [iron])
            )
        case Canal():
            return CANAL_COST
        case Rails(first, None, _):
            return FIRST_RAIL_COST + _bought(board, board.coal, [first.coal])
        case Rails(first, second, _) if second:
            both = _bought(board, board.coal, [first.coal, second.coal])
            return FIRST_RAIL_COST + SECOND_RAIL_COST + both
        case Develop(first, second, _):
            return _bought(board, board.iron, [first.iron, *([second.iron] if second else [])])
        case _:
            return 0


def least_cost(view: View, path: Path) -> int:
    """The least that a move costs which begins with these answers."""
    assert view.seat is not None, "a spectator pays nothing"
    draft = choices.follow(BRASS, view, path)
    while draft.choice is not None:
        if draft.choice.name == "space":
            return min(least_cost(view, (*draft.path, (word.text,))) for word in draft.choice.words)
        draft = draft.take(*cheapest(draft.choice))
    assert draft.move is not None, "nothing is left to choose"
    return cost_of(view.board, view.seat, draft.move)


def cheapest(choice: Choice, taken: Answer = ()) -> Answer:
    """What was taken and, where that is too little, what costs least: no second, no market."""
    left = [word.text for word in choice.words for _ in range(word.copies)]
    for text in taken:
        left.remove(text)
    missing = max(0, choice.least - len(taken))
    return (*taken, *sorted(left, key=MARKET.__eq__)[:missing])


def _bought(board: Board, cubes: int, sources: list[str]) -> int:
    """What those of the cubes cost that come from a track with so many on it."""
    prices, paid = SETTINGS[len(board.players)].prices, 0
    for source in sources:
        if source == MARKET:
            paid += prices[cubes]
            cubes = max(0, cubes - 1)
    return paid
