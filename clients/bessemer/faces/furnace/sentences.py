"""The table of Furnace in sentences."""

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import (
    CAPITALISTS,
    bidder_letter,
    card_mark,
    card_order,
    company_name,
    stock_text,
)
from bessemer.faces.players import Players
from bessemer.games.furnace.compensation import winner
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase, View


def describe_table(view: View, players: Players) -> list[str]:
    """The round, the row with its discs, and each player with stores, discs and cards."""
    board = view.board
    told = [f"Round {board.round} of {board.table.options.rounds}."]
    for number, (card, stack) in enumerate(zip(board.row.cards, board.row.stacks, strict=True), 1):
        told.append(f"{number}. {_company(board, card)}; {_discs(board, stack, players)}.")
    told += [_player(board, seat, players) for seat in range(len(board.players))]
    if len(board.players) == AGENT and board.phase is Phase.BID:
        hand = ", ".join(map(str, board.hands[AGENT])) or "none"
        told.append(f"X Agent has discs {hand}.")
    return told


def describe_result(view: View, players: Players) -> list[str]:
    """Money decides; of equals the number of companies, then what is left in the stores."""
    if view.board.phase is not Phase.OVER:
        return []
    told = []
    for seat, player in enumerate(view.board.players):
        stock = player.stock
        told.append(
            f"{players.title(seat)} has ${stock.money}, {len(player.companies)} companies "
            f"({len(player.upgraded)} upgraded) and {stock.resources} resources left over."
        )
    return told


def _company(board: Board, card: str) -> str:
    company = board.table.options.deck.companies[card]
    return (
        f"{card} {company.name}: compensates outbid discs with {company.compensation}; "
        f"produces {company.basic}, when upgraded also {company.additional}"
    )


def _discs(board: Board, stack: tuple[Disc, ...], players: Players) -> str:
    if not stack:
        return "no disc"
    best = winner(stack)
    marks = [
        f"{bidder_letter(board, players, disc.seat)}{disc.value}{' leads' if disc is best else ''}"
        for disc in stack
    ]
    return f"discs {', '.join(marks)}"


def _player(board: Board, seat: int, players: Players) -> str:
    player, deck = board.players[seat], board.table.options.deck
    owned = board.table.capitalists[seat]
    parts = [f"{players.title(seat)} has {stock_text(player.stock)}"]
    if board.phase is Phase.BID:
        parts.append(f"discs {', '.join(map(str, board.hands[seat])) or 'none'}")
    if owned is not None:
        parts.append(f"capitalist {CAPITALISTS[owned][0]}")
    cards = card_order(board, Seat(seat))
    named = [f"{card_mark(board, seat, card)} {company_name(deck, card)}" for card in cards]
    return f"{'; '.join(parts)}; cards {', '.join(named)}."
