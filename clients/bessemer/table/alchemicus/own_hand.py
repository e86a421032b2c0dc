"""The hand that a move leaves, before anything is drawn."""

from collections.abc import Iterable

from bessemer.games.alchemicus.actions.spirit import dear_places
from bessemer.games.alchemicus.actions.targets import PLAYED_AS
from bessemer.games.alchemicus.cards.kinds import GLORIA, Kind
from bessemer.games.alchemicus.moves import (
    Build,
    BuyBack,
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawNoctis,
    Gift,
    GiveCards,
    Move,
    MoveSpirit,
    PlayGloria,
    Walk,
)
from bessemer.games.alchemicus.state import Hand, View


def moved(view: View, move: Move) -> View:
    """`view` with the hand that the own move leaves; what it draws is not known yet."""
    hand = list(view.hand)
    if isinstance(move, DrawBank):
        hand.insert(0, move.card)  # before the fee, which it may be itself
    for card in _spent(view, move):
        if card in hand:
            hand.remove(card)
    return view._replace(hand=tuple(hand))


def _spent(view: View, move: Move) -> Iterable[Kind]:
    """The cards that leave the hand."""
    match move:
        case DrawBank() | DrawNoctis():
            return (move.fee,)
        case Walk():
            # In the Race every card paid goes with a Gloria; elsewhere none is paid.
            return (*move.pay, *(GLORIA,) * len(move.pay))
        case Build():
            return (move.card, *move.pay)
        case MoveSpirit():
            return _whole_hand(view, move)
        case PlayGloria():
            return (GLORIA, *move.pay)
        case DiscardDown():
            return move.cards
        case GiveCards() | ClearInfamia() | BuyBack() | Gift():
            return move.pay
        case _:
            played = PLAYED_AS.get(type(move))
            return () if played is None else (played, *getattr(move, "pay", ()))


def _whole_hand(view: View, move: MoveSpirit) -> Hand:
    dear = dear_places(view.board.table.options.deck, view.board.spirit)
    return view.hand if move.to in dear else ()
