"""The hand that a move leaves, before anything is drawn."""

from collections.abc import Iterable

from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.spirit import dear_places
from bessemer.games.alchemicus.actions.targets import PLAYED_AS
from bessemer.games.alchemicus.cards.kinds import GLORIA, Kind
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.state import Hand, View


def moved(view: View, move: Move) -> View:
    """`view` with the hand that the own move leaves; what it draws is not known yet."""
    hand = list(view.hand)
    if isinstance(move, moves.DrawBank):
        hand.insert(0, move.card)  # before the fee, which it may be itself
    for card in _spent(view, move):
        if card in hand:
            hand.remove(card)
    return view._replace(hand=tuple(hand))


def _spent(view: View, move: Move) -> Iterable[Kind]:
    """The cards that leave the hand."""
    match move:
        case moves.DrawBank() | moves.DrawNoctis():
            return (move.fee,)
        case moves.Walk():
            # In the Race every card paid goes with a Gloria; elsewhere none is paid.
            return (*move.pay, *(GLORIA,) * len(move.pay))
        case moves.Build():
            return (move.card, *move.pay)
        case moves.MoveSpirit():
            return _whole_hand(view, move)
        case moves.PlayGloria():
            return (GLORIA, *move.pay)
        case moves.DiscardDown():
            return move.cards
        case moves.GiveCards() | moves.ClearInfamia() | moves.BuyBack() | moves.Gift():
            return move.pay
        case _:
            played = PLAYED_AS.get(type(move))
            return () if played is None else (played, *getattr(move, "pay", ()))


def _whole_hand(view: View, move: moves.MoveSpirit) -> Hand:
    dear = dear_places(view.board.table.options.deck, view.board.spirit)
    return view.hand if move.to in dear else ()
