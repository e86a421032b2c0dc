"""The choices of a placement: where the new cards go in the line of the chain variant."""

from typing import Final

from bessemer.engine.choices import Script, Thing, Word, one, words
from bessemer.engine.game import Seat
from bessemer.games.furnace.chain import new_cards
from bessemer.games.furnace.moves import ChainPlacement
from bessemer.games.furnace.scripts.things import CARD
from bessemer.games.furnace.state import Board

FIRST: Final = "first"
"""The word for the left end of a line."""


def placement(board: Board, seat: Seat) -> Script[ChainPlacement]:
    """For each new card, in row order, the card after which it stands; the right end first."""
    player = board.players[seat]
    line = player.line
    for card in new_cards(player):

        def read(move: ChainPlacement) -> str:
            before = move.line[: move.line.index(card)]
            return next((other for other in reversed(before) if other in line), FIRST)

        offered = (*words(reversed(line), CARD), Word(FIRST))
        after = yield from one("after", offered, read, about=Thing(CARD, card))
        place = 0 if after == FIRST else line.index(after) + 1
        line = (*line[:place], card, *line[place:])
    return ChainPlacement(line)
