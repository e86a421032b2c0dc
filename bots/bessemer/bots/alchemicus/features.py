"""What lies before a seat of Alchemicus, as figures that a value is fitted to."""

from typing import Final

from bessemer.bots.alchemicus.income import income, row_of
from bessemer.bots.alchemicus.purse import Purse
from bessemer.bots.alchemicus.workshop import Workshop
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.actions.turn_end import FAME_TARGET
from bessemer.games.alchemicus.cards.kinds import BUILDINGS, NOCTIS
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import OFF, Board, State, View
from bessemer.sdk.alchemicus import AlchemicusView

NAMES: Final = (
    "fame",
    "cards",
    "hope",
    "gloria",
    "income",
    "raw",
    "inside",
    "done",
    "laid",
    "pairs",
    "gold",
    "gold_with_donarium",
    "to_sale",
    "infamia",
    "golems",
    "spiritus",
    *(f"noctis_{kind.name.lower()}" for kind in NOCTIS),
    *(kind.name.lower() for kind in BUILDINGS),
)
"""What each figure of a seat counts."""

_DONARIUM: Final = 8
_GLORIA: Final = 9


def progress(board: Board) -> float:
    """How far the match is, from 0 to 1."""
    most = max([player.fame for player in board.players])
    return min(1.0, most / FAME_TARGET)


def features(state: State, seat: int) -> list[float]:
    """The figures of a seat, in the order of `NAMES`."""
    board = state.board
    player, hand = board.players[seat], state.hands[seat]
    view = AlchemicusView(View(Seat(seat), board, hand, state.recalled[seat]))
    purse = Purse(view)
    row = row_of(view)
    shop = Workshop(player.buildings, len(hand), board.spirit, player.infamia)
    hope = 0.0
    for kind in set(hand):
        if kind < _GLORIA:
            hope += purse.keeps[kind] - 1.0
    golems = spiritus = 0
    for building in player.buildings:
        golems += building.golems
        spiritus += building.spiritus
    gold = float(shop.gold)
    fields = board.table.options.deck.outer
    to_sale = 0.0
    if player.field != OFF:
        to_sale = float((fields.index(Phase.SALE) - player.field) % FIELDS)
    found = [
        float(player.fame),
        float(len(hand)),
        hope,
        float(_GLORIA in hand),
        income(row, purse.prices),
        float(shop.raw[0] + shop.raw[1]),
        float(shop.inside[0] + shop.inside[1]),
        float(shop.done[0] + shop.done[1]),
        float(shop.laid[0] + shop.laid[1]),
        float(shop.pairs),
        gold,
        gold if row[_DONARIUM] and not player.infamia else 0.0,
        gold * to_sale,
        float(player.infamia),
        float(golems),
        float(spiritus),
    ]
    found.extend([float(hand.count(kind)) for kind in NOCTIS])
    found.extend([float(number) for number in row])
    return found
