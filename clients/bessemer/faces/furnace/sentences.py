"""The table of Furnace in sentences."""

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import (
    bidder_letter,
    capitalist_name,
    card_mark,
    card_order,
    company_name,
    stock_text,
)
from bessemer.faces.language import tr
from bessemer.faces.players import Players
from bessemer.games.furnace.phases.compensation import winner
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase, View


def describe_table(view: View, players: Players) -> list[str]:
    """The round, the row with its discs, and each player with stores, discs and cards."""
    board = view.board
    rounds = board.table.options.rounds
    told = [tr("Round {number} of {rounds}.", number=board.round, rounds=rounds)]
    for number, (card, stack) in enumerate(zip(board.row.cards, board.row.stacks, strict=True), 1):
        told.append(f"{number}. {_company(board, card)}; {_discs(board, stack, players)}.")
    told += [_player(board, seat, players) for seat in range(len(board.players))]
    if len(board.players) == AGENT and board.phase is Phase.BID:
        hand = ", ".join(map(str, board.hands[AGENT])) or tr("none")
        told.append(tr("X Agent has discs {discs}.", discs=hand))
    return told


def describe_result(view: View, players: Players) -> list[str]:
    """Money decides; of equals the number of companies, then what is left in the stores."""
    if view.board.phase is not Phase.OVER:
        return []
    told = []
    for seat, player in enumerate(view.board.players):
        stock = player.stock
        told.append(
            tr(
                "{player} has ${money}, {companies} companies ({upgraded} upgraded) "
                "and {resources} resources left over.",
                player=players.title(seat),
                money=stock.money,
                companies=len(player.companies),
                upgraded=len(player.upgraded),
                resources=stock.resources,
            )
        )
    return told


def _company(board: Board, card: str) -> str:
    company = board.table.options.deck.companies[card]
    return tr(
        "{card}: compensates outbid discs with {compensation}; "
        "produces {basic}, when upgraded also {additional}",
        card=f"{card} {company_name(board.table.options.deck, card)}",
        compensation=company.compensation,
        basic=company.basic,
        additional=company.additional,
    )


def _discs(board: Board, stack: tuple[Disc, ...], players: Players) -> str:
    if not stack:
        return tr("no disc")
    best = winner(stack)
    marks = []
    for disc in stack:
        mark = f"{bidder_letter(board, players, disc.seat)}{disc.value}"
        marks.append(tr("{disc} leads", disc=mark) if disc is best else mark)
    return tr("discs {discs}", discs=", ".join(marks))


def _player(board: Board, seat: int, players: Players) -> str:
    player, deck = board.players[seat], board.table.options.deck
    owned = board.table.capitalists[seat]
    held = stock_text(player.stock)
    parts = [tr("{player} has {stock}", player=players.title(seat), stock=held)]
    if board.phase is Phase.BID:
        discs = ", ".join(map(str, board.hands[seat])) or tr("none")
        parts.append(tr("discs {discs}", discs=discs))
    if owned is not None:
        parts.append(tr("capitalist {name}", name=capitalist_name(owned)))
    cards = card_order(board, Seat(seat))
    named = [f"{card_mark(board, seat, card)} {company_name(deck, card)}" for card in cards]
    parts.append(tr("cards {cards}", cards=", ".join(named)))
    return f"{'; '.join(parts)}."
