"""Cards for Fame: the field GIFTS, a Gloria at the end of the turn; then the limit of the hand."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus.cards.hands import payments, sample_payment, without
from bessemer.games.alchemicus.cards.kinds import GLORIA
from bessemer.games.alchemicus.moves import DiscardDown, Gift, Move, Pass, PlayGloria
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.state import Board, Hand

GIFT: Final = 5
GLORIA_COST: Final = 5
HAND_LIMIT: Final = 10

# --- Gifts ---------------------------------------------------------------------------------------


def enter_gifts(play: Play) -> None:
    """Ask whoever has the cards; in the Race nothing is given."""
    if not play.options.race and len(play.hands[play.active]) >= GIFT:
        play.ask(play.active)
    else:
        play.go(Phase.GLORIA)


def legal_gifts(_board: Board, _seat: Seat, hand: Hand) -> Iterator[Move]:
    """None, or any five cards."""
    yield Pass()
    for pay in payments(hand, GIFT):
        yield Gift(pay)


def sample_gift(_board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """None, or any five cards."""
    return Gift(sample_payment(hand, GIFT, below)) if below(2) else Pass()


def give(play: Play, seat: Seat, move: Gift | Pass) -> None:
    """
    Give five cards for a Fame, once.

    Raises:
        Refused: they are not five, or not in the hand.
    """
    if isinstance(move, Gift):
        play.pay(seat, move.pay, GIFT)
        play.gain_fame(seat, 1)
    play.go(Phase.GLORIA)


# --- Gloria --------------------------------------------------------------------------------------


def enter_gloria(play: Play) -> None:
    """Ask whoever may hold a Gloria and the cards to pay it, whether or not they do."""
    seat = play.active
    size = len(play.hands[seat])
    if not play.options.race and size > GLORIA_COST and size > play.backs(seat):
        play.ask(seat)
    else:
        play.go(Phase.HAND_LIMIT)


def legal_glorias(_board: Board, _seat: Seat, hand: Hand) -> Iterator[Move]:
    """None, or one with any five other cards."""
    yield Pass()
    if GLORIA in hand:
        for pay in payments(without(hand, GLORIA), GLORIA_COST):
            yield PlayGloria(pay)


def sample_gloria(_board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """None, or one with any five other cards."""
    if GLORIA not in hand or not below(2):
        return Pass()
    return PlayGloria(sample_payment(without(hand, GLORIA), GLORIA_COST, below))


def play_gloria(play: Play, seat: Seat, move: PlayGloria | Pass) -> None:
    """
    Play one Gloria for a Fame.

    Raises:
        Refused: there is none in the hand, or it is not paid with five others.
    """
    if isinstance(move, PlayGloria):
        play.lose(seat, (GLORIA,), "")
        play.pay(seat, move.pay, GLORIA_COST)
        play.throw((GLORIA,))  # the price first: so they come to lie in the discard
        play.gain_fame(seat, 1)
    play.go(Phase.HAND_LIMIT)


# --- The limit of the hand -----------------------------------------------------------------------


def enter_hand_limit(play: Play) -> None:
    """Ask whoever has too many cards which to discard."""
    if len(play.hands[play.active]) > HAND_LIMIT:
        play.ask(play.active)
    else:
        play.go(Phase.TURN_END)


def legal_discards(_board: Board, _seat: Seat, hand: Hand) -> Iterator[Move]:
    """Any cards, so many as are too many."""
    for cards in payments(hand, len(hand) - HAND_LIMIT):
        yield DiscardDown(cards)


def sample_discard(_board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """Any cards, so many as are too many."""
    return DiscardDown(sample_payment(hand, len(hand) - HAND_LIMIT, below))


def default_discard(_board: Board, _seat: Seat, hand: Hand) -> Move:
    """The cards drawn last."""
    return DiscardDown(tuple(sorted(hand[: len(hand) - HAND_LIMIT])))


def discard_down(play: Play, seat: Seat, move: DiscardDown) -> None:
    """
    Discard down to the limit.

    Raises:
        Refused: too many, too few, or not in the hand.
    """
    play.pay(seat, move.cards, len(play.hands[seat]) - HAND_LIMIT, "cards")
    play.go(Phase.TURN_END)
