"""The draw that begins a turn, and the reward for passing the Spirit's field."""

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.cards.piles import (
    draw_base,
    draw_noctis,
    is_noctis_left,
    refill_bank,
)
from bessemer.games.alchemicus.moves import DrawBank, DrawBase, DrawNoctis, Reward
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Board, Hand

# --- The draw ------------------------------------------------------------------------------------


def enter_draw(play: Play) -> None:
    """Ask if there is a choice; a player who holds nothing has a fee for the bank alone."""
    seat = play.active
    if play.bank or can_draw_noctis(play, play.hands[seat]):
        play.ask(seat)
        return
    draw_base(play, seat)
    play.go(Phase.NOCTIS)


def draw(play: Play, seat: Seat, move: DrawBase | DrawBank | DrawNoctis) -> None:
    """
    Draw as `move` says.

    Raises:
        Refused: the bank has no such card, there is none to draw, or the fee is not in the hand.
    """
    if isinstance(move, DrawBase):
        draw_base(play, seat)
    elif isinstance(move, DrawBank):
        if move.card not in play.bank:
            raise Refused(
                Code.NOT_IN_BANK,
                say("{card} is not in the bank: {cards}", card=move.card, cards=sorted(play.bank)),
                part="card",
                card=str(move.card),
            )
        place = play.bank.index(move.card)
        play.bank = play.bank[:place] + play.bank[place + 1 :]
        play.hands[seat] = (move.card, *play.hands[seat])
        play.memory.show(seat, move.card)
        play.pay(seat, (move.fee,), 1, "fee")
        refill_bank(play, place)
    else:
        if not (play.options.noctis and is_noctis_left(play)):
            raise Refused(Code.NO_CARD_TO_DRAW, say("there is no Noctis card to draw"))
        if not play.hands[seat]:
            raise Refused(
                Code.NOT_IN_HAND,
                say("a Noctis card costs a card of the hand, and the hand is empty"),
                part="fee",
                missing="1 card",
            )
        play.pay(seat, (move.fee,), 1, "fee")
        draw_noctis(play, seat)
    play.go(Phase.NOCTIS)


def bank_kinds(board: Board) -> list[Kind]:
    """The kinds that lie open in the bank, in order."""
    return sorted(set(board.bank))


def can_draw_noctis(now: Board | Play, hand: Hand) -> bool:
    """Whether a Noctis card is left to draw, and a card to pay for it."""
    return now.table.options.noctis and bool(hand) and is_noctis_left(now)


# --- The reward ----------------------------------------------------------------------------------


def enter_reward(play: Play) -> None:
    """RULING alchemicus-reward (R6): the card comes by itself, before the action of the field."""
    if play.options.noctis and is_noctis_left(play):
        play.ask(play.active)
        return
    draw_base(play, play.active)
    play.go(Phase.LANDING)


def reward(play: Play, seat: Seat, move: Reward) -> None:
    """Draw from the deck that `move` names."""
    (draw_noctis if move.noctis else draw_base)(play, seat)
    play.go(Phase.LANDING)
