"""
The chain variant: a player's cards form a line, and production runs it from left to right.

After each auction the new cards are inserted anywhere; the others keep their order.
"""

from bessemer.engine.errors import IllegalMove, Sentence, say
from bessemer.engine.game import Seat
from bessemer.games.furnace.moves import ChainPlacement
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Board, Player


def asked(board: Board) -> tuple[Seat, ...]:
    """Every player with a new card."""
    return tuple(Seat(seat) for seat, player in enumerate(board.players) if new_cards(player))


def new_cards(player: Player) -> tuple[str, ...]:
    """The companies that are not in the line yet, in row order."""
    return tuple(card for card in player.companies if card not in player.line)


def placed(board: Board, seat: Seat, move: ChainPlacement) -> Player:
    """
    The player with the new line.

    Raises:
        IllegalMove: it is not the old line with exactly the new cards put in.
    """
    player, line = board.players[seat], move.line
    own = (*player.line, *player.companies)
    for place, card in enumerate(line):
        if card not in own:
            why = say("{card} is not a card of seat {seat}", card=card, seat=seat)
            raise _refusal(player, Code.NOT_OWN_CARD, f"line[{place}]", card, why)
        if card in line[:place]:
            why = say("{card} stands in the line twice", card=card)
            raise _refusal(player, Code.CARD_TWICE, f"line[{place}]", card, why)
    for card in own:
        if card not in line:
            why = say("{card} is missing from the line", card=card)
            raise _refusal(player, Code.CARD_MISSING, "line", card, why)
    old = [card for card in line if card in player.line]
    for place, card in enumerate(old):
        if card != player.line[place]:
            why = say("{card} has left its place in the old line", card=card)
            raise _refusal(player, Code.ORDER_CHANGED, f"line[{line.index(card)}]", card, why)
    return player._replace(line=line)


def _refusal(player: Player, code: Code, part: str, card: str, why: Sentence) -> IllegalMove:
    new = new_cards(player)
    return IllegalMove(
        code,
        why,
        say(
            "keep {line} in this order and put {cards} anywhere",
            line=" ".join(player.line),
            cards=new,
        ),
        part=part,
        card=card,
        moves=(ChainPlacement(player.line + new),),
    )
