"""The table of Alchemicus in sentences."""

from bessemer.faces.alchemicus.names import (
    blocked,
    building_text,
    cards_text,
    field_name,
    good_name,
    hand_text,
    standing,
)
from bessemer.faces.language import tr, tr_in, trn
from bessemer.faces.players import Players
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import OFF, Board, View


def describe_table(view: View, players: Players) -> list[str]:
    """The circles, the piles, each player with buildings and goods, and the own hand."""
    board = view.board
    names = ", ".join(f"{field} {field_name(board, field)}" for field in range(FIELDS))
    told = [
        tr("The outer circle, clockwise: {fields}.", fields=names),
        tr("The Spirit stands on {place}: {effect}.", place=board.spirit, effect=blocked(board)),
        _piles(board),
    ]
    if board.golems:
        fields = ", ".join(f"{field} {field_name(board, field)}" for field in board.golems)
        told.append(tr("Golems lie on {fields}.", fields=fields))
    if board.offer is not None:
        told.append(
            trn(
                "A {good} is on offer for {n} card.",
                "A {good} is on offer for {n} cards.",
                board.offer.price,
                good=good_name(board.offer.lying.good),
            )
        )
    if board.ending:
        told.append(tr("This is the last round."))
    told += [_player(view, seat, players) for seat in range(len(board.players))]
    if view.seat is not None:
        told.append(_own_hand(view, board.players[view.seat].cards))
    return told


def _own_hand(view: View, held: int) -> str:
    unseen = held - len(view.hand)
    if not view.hand and held:
        return tr("Your hand of {held}: {cards}.", held=held, cards=tr_in("hand", "cards"))
    cards = cards_text(view.hand)
    if view.hand and unseen > 0:
        return tr(
            "Your hand of {held}: {cards}, and {unseen} that you have not seen yet.",
            held=held,
            cards=cards,
            unseen=unseen,
        )
    return tr("Your hand of {held}: {cards}.", held=held, cards=cards)


def describe_result(view: View, players: Players) -> list[str]:
    """Fame decides, of equals the buildings; in the Race the first sale of gold."""
    board = view.board
    if board.phase is not Phase.OVER:
        return []
    if board.table.options.race:
        return [
            tr("{player} sold gold first, with {standing}.", **told)
            if seat == board.winner
            else tr("{player} sold no gold, with {standing}.", **told)
            for seat, told in enumerate(_standings(board, players))
        ]
    return [tr("{player} has {standing}.", **told) for told in _standings(board, players)]


def _standings(board: Board, players: Players) -> list[dict[str, str]]:
    return [
        {"player": players.title(seat), "standing": standing(board, player)}
        for seat, player in enumerate(board.players)
    ]


def _piles(board: Board) -> str:
    options = board.table.options
    discarded = len(board.discard)
    parts = [
        trn(
            "{n} card in the pile, {discarded} discarded",
            "{n} cards in the pile, {discarded} discarded",
            board.pile,
            discarded=discarded,
        )
    ]
    if options.noctis:
        parts.append(
            tr(
                "{pile} in the Noctis pile, {discarded} discarded",
                pile=board.noctis_pile,
                discarded=len(board.noctis_discard),
            )
        )
    if options.bank:
        parts.append(tr("in the bank {cards}", cards=cards_text(board.bank)))
    return f"{'; '.join(parts)}."


def _player(view: View, seat: int, players: Players) -> str:
    board = view.board
    player = board.players[seat]
    built = "; ".join(
        f"{place} {building_text(building)}" for place, building in enumerate(player.buildings)
    )
    told = {
        "player": players.title(seat),
        "standing": standing(board, player),
        "hand": hand_text(view, seat),
        "buildings": built,
    }
    if player.field == OFF:
        return tr(
            "{player} is not on the board yet, has {standing}, {hand}; built {buildings}.", **told
        )
    where = f"{player.field} {field_name(board, player.field)}"
    return tr(
        "{player} is on {field}, has {standing}, {hand}; built {buildings}.", field=where, **told
    )
