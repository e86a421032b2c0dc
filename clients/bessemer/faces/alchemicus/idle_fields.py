"""Fields on which a player could do nothing now: worth a word before one walks there."""

from bessemer.games.alchemicus.actions.building import payable
from bessemer.games.alchemicus.actions.fame import GIFT
from bessemer.games.alchemicus.actions.production import processors, sources
from bessemer.games.alchemicus.actions.sale import sales
from bessemer.games.alchemicus.actions.transport import transports
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import DOMO
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import View


def is_idle(view: View, field: int) -> bool:
    """
    Whether the seat that looks would find nothing to do on this field, and get nothing there.

    As the table stands: a card drawn on the way may still make a difference.
    """
    assert view.seat is not None
    board, player = view.board, view.board.players[view.seat]
    options, buildings = board.table.options, player.buildings
    has_domo = board.spirit != CENTRE and any(building.kind == DOMO for building in buildings)
    match options.deck.outer[field]:
        case Phase.BUILD:
            return not payable(board, view.hand)
        case Phase.ACQUIRE:
            return not has_domo and not sources(buildings, board.spirit)
        case Phase.TRANSPORT:
            return not has_domo and not any(transports(buildings))
        case Phase.TRANSMUTE:
            return not has_domo and not processors(buildings, board.spirit)
        case Phase.SALE:
            return not any(sales(player, (), race=options.race))
        case Phase.GIFTS:
            return not player.infamia and (options.race or len(view.hand) < GIFT)
        case _:
            return False
