"""The choices of every turn: the draw, the way of the pawn, the Spirit, and cards for Fame."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

from bessemer.engine.choices import Thing, Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script, one, some, words
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.drawing import bank_kinds, can_draw_noctis
from bessemer.games.alchemicus.actions.fame import GIFT, GLORIA_COST
from bessemer.games.alchemicus.actions.landing import clearing_price
from bessemer.games.alchemicus.actions.movement import (
    FIELDS,
    FREE_DISTANCE,
    PAID_DISTANCE,
    RACE_DISTANCE,
    open_distances,
    open_fields,
    paid_fields,
)
from bessemer.games.alchemicus.actions.spirit import dear_places, free_places, victims
from bessemer.games.alchemicus.actions.turn_end import excess
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import GLORIA, KINDS
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.scripts.things import (
    BANK,
    DECK,
    FIELD,
    PASS,
    PLACE,
    SEAT,
    card_words,
    cards_of,
    optional,
    payment,
    whether,
)
from bessemer.games.alchemicus.state import OFF, View

BASE, NOCTIS = words(("base", "noctis"), DECK)
"""The decks."""
NOBODY = Word("nobody")
"""The word for robbing nobody."""


def draw(view: View, _seat: Seat) -> Script[Move]:
    """From which deck, or which card of the bank; then the fee."""
    board, hand = view.board, view.hand
    noctis = can_draw_noctis(board, hand)

    def read(move: moves.DrawBase | moves.DrawBank | moves.DrawNoctis) -> object:
        if isinstance(move, moves.DrawBank):
            return move.card
        return (BASE if isinstance(move, moves.DrawBase) else NOCTIS).text

    def others() -> Iterator[tuple[Word, Move]]:
        if board.table.options.noctis and not noctis:
            yield NOCTIS, moves.DrawNoctis(hand[0] if hand else KINDS["Horten"])

    offered = (BASE, *words(bank_kinds(board), BANK), *(NOCTIS,) * noctis)
    text = yield from one("draw", offered, read, others=others)
    if text == BASE.text:
        return moves.DrawBase()
    fees = card_words(runs(hand))
    if text != NOCTIS.text and KINDS[text] not in hand:
        # RULING alchemicus-fee (R38): it is taken first, so it may itself be the fee.
        fees += words([text], BANK)
    (fee,) = yield from some("fee", fees, lambda move: (move.fee,), least=1, most=1)
    return (
        moves.DrawNoctis(KINDS[fee])
        if text == NOCTIS.text
        else moves.DrawBank(KINDS[text], KINDS[fee])
    )


# --- The pawn ------------------------------------------------------------------------------------


def move(view: View, seat: Seat) -> Script[Move]:
    """A field to be placed on, or how far to go; in the Race also what to pay."""
    board, hand = view.board, view.hand
    start = board.players[seat].field
    if start == OFF:
        return (yield from _place(view, seat))
    offered = open_distances(board, seat, hand)
    race = board.table.options.race

    def others() -> Iterator[tuple[Word, Move]]:
        farthest = PAID_DISTANCE
        if race:
            farthest = min(RACE_DISTANCE, FREE_DISTANCE + hand.count(GLORIA))
        for distance in range(1, farthest + 1):
            if distance not in offered:
                extra = paid_fields(board, distance)
                yield (
                    _walk_word(start, distance),
                    moves.Walk(distance, without(hand, GLORIA, extra)[:extra]),
                )

    text = yield from one(
        "distance",
        [_walk_word(start, distance) for distance in offered],
        lambda move: move.distance if isinstance(move, moves.Walk) else "",
        others=others,
    )
    distance = int(text)
    extra = paid_fields(board, distance)
    if not extra:
        return moves.Walk(distance)
    return moves.Walk(distance, (yield from payment(without(hand, GLORIA, extra), extra)))


@cache
def _walk_word(start: int, distance: int) -> Word:
    return Word(str(distance), Thing(FIELD, str((start + distance) % FIELDS)))


def _place(view: View, seat: Seat) -> Script[Move]:
    offered = open_fields(view.board, seat)

    def others() -> Iterator[tuple[Word, Move]]:
        barred = [field for field in range(FIELDS) if field not in offered]
        return ((word, moves.Place(int(word.text))) for word in words(barred, FIELD))

    fields = words(offered, FIELD)
    text = yield from one(
        "field",
        fields,
        lambda move: move.field if isinstance(move, moves.Place) else "",
        others=others,
    )
    return moves.Place(int(text))


def reward(_view: View, _seat: Seat) -> Script[Move]:
    """From which deck."""
    text = yield from one(
        "reward", (BASE, NOCTIS), lambda move: (NOCTIS if move.noctis else BASE).text
    )
    return moves.Reward(noctis=text == NOCTIS.text)


def clearing(view: View, seat: Seat) -> Script[Move]:
    """The number of Infamia cards to get rid of, and the payment."""
    hand, price = view.hand, clearing_price(view.board, seat)
    infamia = view.board.players[seat].infamia
    most = min(infamia, len(hand) // price)

    def others() -> Iterator[tuple[Word, Move]]:
        return (
            (Word(str(more)), moves.ClearInfamia(more, hand))
            for more in range(most + 1, infamia + 1)
        )

    text = yield from optional("clear", words(range(1, most + 1)), lambda move: move.number, others)
    if text == PASS:
        return moves.Pass()
    return moves.ClearInfamia(int(text), (yield from payment(hand, int(text) * price)))


# --- The Spirit ----------------------------------------------------------------------------------


def spirit(view: View, seat: Seat) -> Script[Move]:
    """Where the Spirit goes; in the centre also whom it robs."""
    board = view.board
    deck = board.table.options.deck
    places = (*free_places(deck, board.spirit), *dear_places(deck, board.spirit))

    def stays() -> Iterator[tuple[Word, Move]]:
        return ((word, moves.MoveSpirit(board.spirit)) for word in words([board.spirit], PLACE))

    to = KINDS[(yield from one("to", words(places, PLACE), lambda move: move.to, others=stays))]
    if to != CENTRE:
        return moves.MoveSpirit(to)
    robbed = victims(board.players, seat)

    def safe() -> Iterator[tuple[Word, Move]]:
        for other in map(Seat, range(len(board.players))):
            if other != seat and other not in robbed:
                yield Word(str(other), Thing(SEAT, str(other))), moves.MoveSpirit(to, other)

    def read(move: moves.MoveSpirit) -> object:
        return NOBODY.text if move.victim is None else move.victim

    victim = yield from one("victim", (NOBODY, *words(robbed, SEAT)), read, others=safe)
    return moves.MoveSpirit(to, None if victim == NOBODY.text else Seat(int(victim)))


# --- Cards for Fame ------------------------------------------------------------------------------


def gifts(view: View, _seat: Seat) -> Script[Move]:
    """Whether, and which cards."""
    if not (yield from whether("gift", "give")):
        return moves.Pass()
    return moves.Gift((yield from payment(view.hand, GIFT)))


def gloria(view: View, _seat: Seat) -> Script[Move]:
    """Whether, if one is held, and with which other cards."""
    # RULING alchemicus-asking: a player without one is asked as well, and has nothing to choose.
    held, play = GLORIA in view.hand, Word("play")

    def others() -> Iterator[tuple[Word, Move]]:
        if not held:
            yield play, moves.PlayGloria(view.hand[:GLORIA_COST])

    text = yield from optional("gloria", (play,) * held, lambda _move: play.text, others)
    if text == PASS:
        return moves.Pass()
    return moves.PlayGloria((yield from payment(without(view.hand, GLORIA), GLORIA_COST)))


def hand_limit(view: View, _seat: Seat) -> Script[Move]:
    """The cards to discard; first those drawn last."""
    held, number = Counter(view.hand).items(), excess(view.hand)
    return moves.DiscardDown(
        (yield from cards_of(held, number, "discard", lambda move: move.cards))
    )
