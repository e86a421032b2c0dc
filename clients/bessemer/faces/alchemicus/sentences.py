"""The table of Alchemicus in sentences."""

from bessemer.faces.alchemicus.names import (
    BLOCKED,
    building_text,
    cards_number,
    cards_text,
    field_name,
    hand_text,
    standing,
)
from bessemer.faces.players import Players
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import OFF, Board, View


def describe_table(view: View, players: Players) -> list[str]:
    """The circles, the piles, each player with buildings and goods, and the own hand."""
    board = view.board
    names = ", ".join(f"{field} {field_name(board, field)}" for field in range(FIELDS))
    told = [
        f"The outer circle, clockwise: {names}.",
        f"The Spirit stands on {board.spirit}: {BLOCKED[board.spirit]}.",
        _piles(board),
    ]
    if board.golems:
        fields = ", ".join(f"{field} {field_name(board, field)}" for field in board.golems)
        told.append(f"Golems lie on {fields}.")
    if board.offer is not None:
        price = cards_number(board.offer.price)
        told.append(f"A {board.offer.lying.good} is on offer for {price}.")
    if board.ending:
        told.append("This is the last round.")
    told += [_player(view, seat, players) for seat in range(len(board.players))]
    if view.seat is not None:
        held = board.players[view.seat].cards
        unseen = held - len(view.hand)
        known = cards_text(view.hand) if view.hand or not held else "cards"
        more = f", and {unseen} that you have not seen yet" if view.hand and unseen > 0 else ""
        told.append(f"Your hand of {held}: {known}{more}.")
    return told


def describe_result(view: View, players: Players) -> list[str]:
    """Fame decides, of equals the buildings; in the Race whoever sold gold first."""
    board = view.board
    if board.phase is not Phase.OVER:
        return []
    if board.table.options.race:
        return [
            f"{players.title(seat)} {'sold gold first' if seat == board.winner else 'sold no gold'}, "
            f"with {standing(board, player)}."
            for seat, player in enumerate(board.players)
        ]
    return [
        f"{players.title(seat)} has {standing(board, player)}."
        for seat, player in enumerate(board.players)
    ]


def _piles(board: Board) -> str:
    options = board.table.options
    parts = [f"{cards_number(board.pile)} in the pile, {len(board.discard)} discarded"]
    if options.noctis:
        parts.append(
            f"{board.noctis_pile} in the Noctis pile, {len(board.noctis_discard)} discarded"
        )
    if options.bank:
        parts.append(f"in the bank {cards_text(board.bank)}")
    return f"{'; '.join(parts)}."


def _player(view: View, seat: int, players: Players) -> str:
    board = view.board
    player = board.players[seat]
    where = "not on the board yet"
    if player.field != OFF:
        where = f"on {player.field} {field_name(board, player.field)}"
    built = "; ".join(
        f"{place} {building_text(building)}" for place, building in enumerate(player.buildings)
    )
    return (
        f"{players.title(seat)} is {where}, has {standing(board, player)}, "
        f"{hand_text(view, seat)}; built {built}."
    )
