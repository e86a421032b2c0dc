"""
The chain variant: a player's cards form a line, and production runs it from left to right.

After each auction the new cards are inserted anywhere; the others keep their order.
"""

from collections.abc import Iterator

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace.moves import ChainPlacement
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Board, Phase, Player, State, asking


def asked(board: Board) -> tuple[Seat, ...]:
    """Every player with a new card."""
    return tuple(Seat(seat) for seat, player in enumerate(board.players) if new_cards(player))


def begin(state: State) -> State:
    """Ask every player with a new card."""
    board, pile, sealed, chance = state
    return State(asking(board, Phase.PLACEMENT, asked(board)), pile, sealed, chance)


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
            raise _refusal(board, seat, Code.NOT_OWN_CARD, f"line[{place}]", card)
        if card in line[:place]:
            raise _refusal(board, seat, Code.CARD_TWICE, f"line[{place}]", card)
    for card in own:
        if card not in line:
            raise _refusal(board, seat, Code.CARD_MISSING, "line", card)
    old = [card for card in line if card in player.line]
    for place, card in enumerate(old):
        if card != player.line[place]:
            raise _refusal(board, seat, Code.ORDER_CHANGED, f"line[{line.index(card)}]", card)
    return player._replace(line=line)


def default_line(board: Board, seat: Seat) -> ChainPlacement:
    """The new cards at the right end in row order."""
    player = board.players[seat]
    return ChainPlacement(player.line + new_cards(player))


def legal_lines(board: Board, seat: Seat) -> Iterator[ChainPlacement]:
    """Every legal line; of two that begin alike, the one that goes on with the old line first."""

    def lines(
        begun: tuple[str, ...], old: tuple[str, ...], new: tuple[str, ...]
    ) -> Iterator[ChainPlacement]:
        if not old and not new:
            yield ChainPlacement(begun)
        if old:
            yield from lines((*begun, old[0]), old[1:], new)
        for place, card in enumerate(new):
            yield from lines((*begun, card), old, new[:place] + new[place + 1 :])

    player = board.players[seat]
    return lines((), player.line, new_cards(player))


def sample_line(board: Board, seat: Seat, below: Below) -> ChainPlacement:
    """A legal line: each new card in turn goes to a place drawn for it."""
    player = board.players[seat]
    line = list(player.line)
    for card in new_cards(player):
        line.insert(below(len(line) + 1), card)
    return ChainPlacement(tuple(line))


def _refusal(board: Board, seat: Seat, code: Code, part: str, card: str) -> IllegalMove:
    player = board.players[seat]
    why = {
        Code.NOT_OWN_CARD: f"{card} is not a card of seat {seat}",
        Code.CARD_TWICE: f"{card} stands in the line twice",
        Code.CARD_MISSING: f"{card} is missing from the line",
    }.get(code, f"{card} has left its place in the old line")
    return IllegalMove(
        code,
        f"{why}; keep {' '.join(player.line)} in this order and put "
        f"{', '.join(new_cards(player))} anywhere",
        part=part,
        card=card,
        allowed=(str(default_line(board, seat)),),
    )
