"""The draw that begins a turn, and the reward for passing the Spirit's field."""

from collections.abc import Iterator

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.cards.piles import (
    draw_base,
    draw_noctis,
    is_noctis_left,
    refill_bank,
)
from bessemer.games.alchemicus.moves import DrawBank, DrawBase, DrawNoctis, Move, Reward
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused, cards_text
from bessemer.games.alchemicus.state import Board, Hand

# --- The draw ------------------------------------------------------------------------------------


def enter_draw(play: Play) -> None:
    """Ask if there is a choice; whoever holds nothing has a fee for the bank alone."""
    seat = play.active
    noctis = play.options.noctis and play.hands[seat] and is_noctis_left(play)
    if play.bank or noctis:
        play.ask(seat)
        return
    draw_base(play, seat)
    play.go(Phase.NOCTIS)


def legal_draws(board: Board, _seat: Seat, hand: Hand) -> Iterator[Move]:
    """The free draw first, then the bank, then the Noctis deck."""
    yield DrawBase()
    for card in bank_kinds(board):
        for fee in bank_fees(hand, card):
            yield DrawBank(card, fee)
    if can_draw_noctis(board, hand):
        for fee, _ in runs(hand):
            yield DrawNoctis(fee)


def sample_draw(board: Board, _seat: Seat, hand: Hand, below: Below) -> Move:
    """Any of the three, then a card and a fee."""
    noctis = can_draw_noctis(board, hand)
    choice = below(1 + bool(board.bank) + noctis)
    if not choice:
        return DrawBase()
    if board.bank and choice == 1:
        offered = bank_kinds(board)
        card = offered[below(len(offered))]
        fees = bank_fees(hand, card)
        return DrawBank(card, fees[below(len(fees))])
    held = runs(hand)
    return DrawNoctis(held[below(len(held))][0])


def default_draw(_board: Board, _seat: Seat, _hand: Hand) -> Move:
    """Draw a base card."""
    return DrawBase()


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
                f"{move.card} is not in the bank: {cards_text(play.bank)}",
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
            raise Refused(Code.NO_CARD_TO_DRAW, "there is no Noctis card to draw")
        if not play.hands[seat]:
            raise Refused(
                Code.NOT_IN_HAND,
                "a Noctis card costs a card of the hand, and the hand is empty",
                part="fee",
                missing="1 card",
            )
        play.pay(seat, (move.fee,), 1, "fee")
        draw_noctis(play, seat)
    play.go(Phase.NOCTIS)


def bank_kinds(board: Board) -> list[Kind]:
    """The kinds that lie open in the bank, in order."""
    return sorted(set(board.bank))


def bank_fees(hand: Hand, card: Kind) -> list[Kind]:
    """The kinds that can be given up for `card` of the bank, those of the hand first."""
    held = [kind for kind, _ in runs(hand)]
    # RULING alchemicus-fee (R38): it is taken first, so it may itself be the fee.
    return held if card in held else [*held, card]


def can_draw_noctis(board: Board, hand: Hand) -> bool:
    """Whether a Noctis card is left to draw, and a card to pay for it."""
    left = board.noctis_pile or board.noctis_discard
    return board.table.options.noctis and bool(left and hand)


# --- The reward ----------------------------------------------------------------------------------


def enter_reward(play: Play) -> None:
    """RULING alchemicus-reward (R6): the card comes by itself, before the action of the field."""
    if play.options.noctis and is_noctis_left(play):
        play.ask(play.active)
        return
    draw_base(play, play.active)
    play.go(Phase.LANDING)


def legal_rewards(_board: Board, _seat: Seat, _hand: Hand) -> Iterator[Move]:
    """From either deck."""
    yield Reward(noctis=False)
    yield Reward(noctis=True)


def sample_reward(_board: Board, _seat: Seat, _hand: Hand, below: Below) -> Move:
    """From either deck."""
    return Reward(noctis=bool(below(2)))


def default_reward(_board: Board, _seat: Seat, _hand: Hand) -> Move:
    """From the base deck."""
    return Reward(noctis=False)


def reward(play: Play, seat: Seat, move: Reward) -> None:
    """Draw from the deck that `move` names."""
    (draw_noctis if move.noctis else draw_base)(play, seat)
    play.go(Phase.LANDING)
