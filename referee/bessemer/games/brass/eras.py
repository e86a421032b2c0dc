"""The two eras: dealing the cards, scoring, and what goes from the board between them."""

from bessemer.engine.chance import Draws
from bessemer.games.brass.board.figures import FIGURES
from bessemer.games.brass.board.tables import SETTINGS, Era
from bessemer.games.brass.board_editor import BoardEditor
from bessemer.games.brass.scoring import scored
from bessemer.games.brass.state import Board, Phase, State


def begun(state: State, era: Era) -> State:
    """
    The state with `era` dealt, before its first income.

    Chance draws, in this order: the cards, the distant tiles.
    """
    board, draws = state.board, Draws(state.chance)
    seats = len(board.players)
    setting, size = SETTINGS[seats], FIGURES.hand
    cards = draws.shuffled(setting.cards)
    distant = draws.shuffled(setting.distant)
    hands = tuple(tuple(sorted(cards[seat * size :][:size])) for seat in range(seats))
    first, last = seats * size, seats * size + setting.eras[era].aside
    deck = cards[last:]
    board = board._replace(
        era=era,
        round=1,
        cotton=0,
        drawn=(),
        cards=(size,) * seats,
        deck=len(deck),
        discards=(),
    )
    return State(board, hands, deck, cards[first:last], distant, draws.rest)


def ended(state: State) -> State:
    """Score the era; then deal the next, or end the match."""
    board = scored(state.board)
    if board.era is Era.RAIL:
        return state._replace(board=board._replace(phase=Phase.OVER, waiting=()))
    return begun(state._replace(board=without_the_old(board)), Era.RAIL)


def without_the_old(board: Board) -> Board:
    """The board without canals and without tiles of level 1, whichever side is up."""
    editor = BoardEditor(board)
    for space, tile in enumerate(board.land.tiles):
        if tile is not None and tile.level == 1:
            editor.remove_tile(space)
    editor.links = 0
    editor.players = [player._replace(links=0) for player in editor.players]
    return editor.board()
