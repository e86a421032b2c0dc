"""
The auction: from the first player clockwise, each in turn puts one disc on one card of the row.

A card takes one disc of each player and one of each value, but for the capitalists who may more.
"""

from functools import cache
from typing import Final

from bessemer.engine.errors import IllegalMove, any_of, say
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace.deck import Capitalist
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.options import ROW_SIZE
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import AGENT, Board, Disc, Phase, Row, State, Table, make

VALUES: Final = (1, 2, 3, 4)
NEUTRAL: Final = 2

# Masks. A set of cards of the row is 8 bits, bit i for the i-th card from the left. `Row.taken` is
# such lanes side by side: one for each value (the cards that hold a disc of it), then one for each
# bidder (the cards that hold one of theirs). The value lanes alone serve as a set of bids.
_LANE: Final = max(ROW_SIZE.values())
_CARDS: Final = (1 << _LANE) - 1
_VALUE: Final = {value: _LANE * (value - 1) for value in VALUES}
_HIGHEST_FIRST: Final = tuple((value, _VALUE[value]) for value in reversed(VALUES))
_BIDDER: Final = tuple(_LANE * (len(VALUES) + seat) for seat in range(max(ROW_SIZE)))
_EACH_VALUE: Final = sum(1 << _VALUE[value] for value in VALUES)
"""Times a set of cards: every value on each of them."""
_SLOTS: Final = tuple(
    tuple(slot for slot in range(_LANE) if mask >> slot & 1) for mask in range(1 << _LANE)
)
"""The places of the cards in every set, left to right."""

_CLOCKWISE: Final = {
    players: tuple(
        tuple(Seat((seat + ahead) % players) for ahead in range(1, players + 1))
        for seat in range(players)
    )
    for players in ROW_SIZE
}
"""All seats in the order in which they come after each seat, that seat last."""

_MONOPOLIST: Final = Capitalist.MONOPOLIST
_SPECULATOR: Final = Capitalist.SPECULATOR
DISCS: Final = tuple(
    tuple(Disc(Seat(seat), value) for value in (0, *VALUES)) for seat in range(max(ROW_SIZE))
)
"""By bidder and value: the discs that there are."""
_CLOSES: Final = tuple(
    tuple(1 << _VALUE[value] | 1 << lane if value else 0 for value in (0, *VALUES))
    for lane in _BIDDER
)
"""By bidder and value: what a disc on the leftmost card adds to `Row.taken`."""

Hands = tuple[tuple[int, ...], ...]


def full_hands(capitalists: tuple[Capitalist | None, ...]) -> Hands:
    """All discs of everybody who bids. RULING furnace-neutral: the neutral disc is a 2."""
    return tuple(
        tuple(sorted((*VALUES, NEUTRAL))) if owned is Capitalist.FINANCIER else VALUES
        for owned in capitalists
    )


def empty_row(cards: tuple[str, ...]) -> Row:
    """A row without discs."""
    return Row(cards, ((),) * len(cards), 0)


def row_of(cards: tuple[str, ...], stacks: tuple[tuple[Disc, ...], ...]) -> Row:
    """The row with these discs on its cards."""
    taken = 0
    for slot, stack in enumerate(stacks):
        for seat, value in stack:
            taken |= _CLOSES[seat][value] << slot
    return make(Row, (cards, stacks, taken))


def begin(state: State) -> State:
    """Cut the deck and deal a row; the first player bids first."""
    board, chance = state.board, state.chance
    # RULING furnace-cut: a rotation by 1 to n-1, all equally likely.
    extra, chance = chance.below(len(state.pile) - 1)
    pile = state.pile[extra + 1 :] + state.pile[: extra + 1]
    size = ROW_SIZE[len(board.players)]
    board = board._replace(
        phase=Phase.BID,
        waiting=(board.first,),
        row=empty_row(pile[:size]),
        die=0,
    )
    return State(board, pile[size:], state.sealed, chance)


def open_bids(table: Table, row: Row, hand: tuple[int, ...], seat: Seat) -> int:
    """Every bid that `seat` may make with `hand`, as a mask."""
    taken, owned = row.taken, table.capitalists[seat]
    closed = 0 if owned is _SPECULATOR else taken
    # RULING furnace-stack: the Monopolist stacks discs of different values, all it likes.
    if owned is not _MONOPOLIST:
        closed |= (taken >> _BIDDER[seat] & _CARDS) * _EACH_VALUE
    everywhere = (1 << len(row.cards)) - 1
    # RULING furnace-neutral: the owner's two 2s are one and the same move, hence one lane.
    return _lanes(hand) * everywhere & ~closed


@cache
def _lanes(hand: tuple[int, ...]) -> int:
    """Times a set of cards: each value in `hand` on each of them. There are few hands."""
    return sum(1 << _VALUE[value] for value in set(hand))


def open_slots(board: Board, seat: Seat) -> list[tuple[int, tuple[int, ...], int]]:
    """
    What `seat` may bid, the highest disc first.

    A value, the places in the row that take it, and as bits from left to right the cards on which
    it would not be the highest disc.
    """
    row = board.row
    taken, bids = row.taken, open_bids(board.table, row, board.hands[seat], seat)
    beaten, found = 0, []
    for value, lane in _HIGHEST_FIRST:
        beaten |= taken >> lane & _CARDS
        if slots := _SLOTS[bids >> lane & _CARDS]:
            found.append((value, slots, beaten))
    return found


def legal_bids(board: Board, seat: Seat) -> list[Bid]:
    """Every bid that `seat` may make, by value and then from left to right."""
    cards, found = board.row.cards, open_slots(board, seat)
    return [Bid(value, cards[slot]) for value, slots, _ in reversed(found) for slot in slots]


def cards_with_discs(row: Row) -> list[int]:
    """By bidder, as bits from left to right: the cards that hold a disc of theirs."""
    return [row.taken >> lane & _CARDS for lane in _BIDDER]


def sample_bid(board: Board, seat: Seat, below: Below) -> Bid:
    """One of the legal bids, all equally likely."""
    row = board.row
    bids = open_bids(board.table, row, board.hands[seat], seat)
    pick = below(bids.bit_count())
    for value in VALUES:
        slots = _SLOTS[bids & _CARDS]
        if pick < len(slots):
            return make(Bid, (value, row.cards[slots[pick]]))
        pick -= len(slots)
        bids >>= _LANE
    raise AssertionError("below(n) must answer less than n")


def bid(state: State, seat: Seat, move: Bid) -> State:
    """
    The state after `move`; nobody is asked any more when it was the last bid of the auction.

    Raises:
        IllegalMove: the disc is not there, or does not fit.
    """
    board, pile, sealed, chance = state
    table, number, phase, first, _, row, hands, players, gone, die, owed = board
    value, card = move
    try:
        slot = row.cards.index(card)
        place = _VALUE[value] + slot
    except (ValueError, KeyError):
        raise refusal(board, seat, move) from None
    if not open_bids(table, row, hands[seat], seat) >> place & 1:
        raise refusal(board, seat, move)
    row, hands = _place(row, hands, seat, slot, value)
    # RULING furnace-agent-pass: only a bid brings the Agent in, and without a disc it does not roll.
    if len(hands) > len(players) and seat != first and hands[AGENT]:
        named, chance = chance.below(len(row.cards))
        die = named + 1
        row, hands = _place(row, hands, AGENT, *_agent_bid(table, row, hands[AGENT], named))
    waiting = _next_bidder(table, row, hands, seat, len(players))
    board = make(
        Board, (table, number, phase, first, waiting, row, hands, players, gone, die, owed)
    )
    return make(State, (board, pile, sealed, chance))


def placed(board: Board, seat: Seat, move: Bid) -> Board:
    """
    The board with the disc of `move` on its card, before the Agent or anybody else bids.

    Raises:
        IllegalMove: the disc is not there, or does not fit.
    """
    if move not in legal_bids(board, seat):
        raise refusal(board, seat, move)
    slot = board.row.cards.index(move.card)
    row, hands = _place(board.row, board.hands, seat, slot, move.value)
    return board._replace(waiting=(), row=row, hands=hands)


def _place(row: Row, hands: Hands, seat: Seat, slot: int, value: int) -> tuple[Row, Hands]:
    """The row with one more disc, and the hands with one less."""
    cards, stacks, taken = row
    piles = list(stacks)
    piles[slot] = (*piles[slot], DISCS[seat][value])
    left = list(hands)
    left[seat] = _without(left[seat], value)
    taken |= _CLOSES[seat][value] << slot
    return make(Row, (cards, tuple(piles), taken)), tuple(left)


@cache
def _without(hand: tuple[int, ...], value: int) -> tuple[int, ...]:
    """`hand` less one disc worth `value`; there are few hands."""
    spent = hand.index(value)
    return hand[:spent] + hand[spent + 1 :]


def _next_bidder(
    table: Table, row: Row, hands: Hands, seat: Seat, players: int
) -> tuple[Seat, ...]:
    """The next seat clockwise with a disc that fits somewhere, the bidder itself coming last."""
    # Without the Agent, that is with more than two players, nobody can be forced to pass
    # (docs/rulings.md counts why).
    no_pass = len(hands) == players
    for other in _CLOCKWISE[players][seat]:
        # RULING furnace-pass: whose discs fit nowhere is passed over without being asked. Cards
        # only fill up, so that seat is passed over for the rest of the auction.
        if hands[other] and (no_pass or open_bids(table, row, hands[other], other)):
            return (other,)
    return ()


def _agent_bid(table: Table, row: Row, hand: tuple[int, ...], named: int) -> tuple[int, int]:
    """The card that the die named, or the next to its right that takes a disc; the lowest such."""
    bids, size = open_bids(table, row, hand, AGENT), len(row.cards)
    for ahead in range(size):
        slot = (named + ahead) % size
        for value in hand:
            if bids >> _VALUE[value] + slot & 1:
                return slot, value
    raise AssertionError("some card always takes a disc of the Agent's (docs/rulings.md)")


def refusal(board: Board, seat: Seat, move: Bid) -> IllegalMove:
    """Why `move` is not legal, and what would be."""
    value, card = move
    row, hand = board.row, board.hands[seat]
    legal = legal_bids(board, seat)
    part = "card"
    if value not in hand:
        code, part = Code.NO_SUCH_DISC, "value"
        why = say(
            "seat {seat} has no disc worth {value}, only {discs}",
            seat=seat,
            value=value,
            discs=tuple(hand),
        )
    elif card not in row.cards:
        code = Code.NOT_IN_ROW
        why = say("{card} is not in the row: {cards}", card=card, cards=row.cards)
    elif board.table.capitalists[seat] is not _SPECULATOR and value in {
        disc.value for disc in row.stacks[row.cards.index(card)]
    }:
        code = Code.VALUE_TAKEN
        why = say("{card} already holds a disc worth {value}", card=card, value=value)
    else:
        code = Code.OWN_DISC_THERE
        why = say("{card} already holds a disc of seat {seat}", card=card, seat=seat)
    here = any_of(other.value for other in legal if other.card == card)
    return IllegalMove(
        code,
        why,
        say("seat {seat} may bid {values} on {card}", seat=seat, values=here, card=card),
        part=part,
        card=card,
        moves=tuple(legal),
    )
