"""
The view of a seat, and full states that look the same to it.

RULING alchemicus-hidden (R1): hidden are the hands of others, the order of the piles and the faces of
the goods; sizes, backs and discards are open, and a stolen card is known to two. A seat that counts
cards knows more than what lies open: `memory.py` keeps it. Here it becomes the bounds within which
the unseen cards are dealt again.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.foresight import without
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import (
    BASE,
    BASE_DECK,
    GOLEM,
    INFAMIA,
    NOCTIS,
    NOCTIS_DECK,
    Kind,
)
from bessemer.games.alchemicus.cards.piles import laid_out
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.state import FREE, Board, Hand, Recalled, Shuffle, State, View, make


def view(state: State, seat: Seat | None) -> View:
    """The view of `seat`; `None` is a spectator."""
    if seat is None:
        return View(None, state.board, (), Recalled())
    return make(View, (seat, state.board, state.hands[seat], state.recalled[seat]))


class _Place(NamedTuple):
    """Unseen cards that lie together: a hand, a pile or one good."""

    size: int
    new: int
    """The number of them that must be of the last shuffled pile."""
    old: int
    """The number of them that cannot be."""


def resample(view: View, chance: Chance) -> State:
    """A state that contradicts nothing in `view`, all that is hidden drawn from `chance`."""
    board, draws = view.board, Draws(chance)
    others = [Seat(seat) for seat in range(len(board.players)) if seat != view.seat]
    known = {seat: _known(view, seat) for seat in others}
    numbers = _face_down(board)
    base = _deal(view, BASE_DECK, others, known, numbers, draws)
    noctis: list[tuple[Kind, ...]] = [()] * (len(others) + 1)
    if board.table.options.noctis:
        noctis = _deal(view, NOCTIS_DECK, others, known, (), draws)
    hands: list[Hand] = [()] * len(board.players)
    for place, seat in enumerate(others):
        cards = (*known[seat], *base[place], *noctis[place])
        # Dealt cards of one deck are in any order already.
        is_mixed = bool(known[seat] or (base[place] and noctis[place]))
        hands[seat] = draws.shuffled(cards) if is_mixed else cards
    if view.seat is not None:
        hands[view.seat] = view.hand
    faces: list[int] = [FREE] * (1 + max(numbers, default=-1))
    for place, number in enumerate(numbers):
        faces[number] = base[len(others) + place][0]
    recalled = [Recalled()] * len(board.players)
    if view.seat is not None:
        recalled[view.seat] = view.recalled
    return State(
        board, tuple(hands), base[-1], noctis[-1], tuple(faces), tuple(recalled), draws.rest
    )


def unseen(state: State, seat: Seat) -> tuple[object, ...]:
    """Everything that `seat` does not see: others' hands, the piles, the faces of the goods and chance."""
    others = without(state.hands, seat)
    return (others, state.pile, state.noctis_pile, state.faces, state.chance)


def _deal(
    seen: View,
    deck: int,
    others: Sequence[Seat],
    known: dict[Seat, tuple[Kind, ...]],
    numbers: Sequence[int],
    draws: Draws,
) -> list[tuple[Kind, ...]]:
    """The unseen cards of one deck: to the hands of `others`, to the goods, and to the pile."""
    board, shuffle = seen.board, seen.board.shuffles[deck]
    unseen = _unseen(seen, deck, known)
    places = []
    for seat in others:
        player = board.players[seat]
        cards = player.backs if deck else player.cards - player.backs
        size = cards - sum((card >= GOLEM) == deck for card in known[seat])
        places.append(_hand_place(size, seat, shuffle))
    for number in numbers:
        is_old = shuffle is not None and number in shuffle.goods
        places.append(_Place(1, int(shuffle is not None and not is_old), int(is_old)))
    pile = board.noctis_pile if deck else board.pile
    places.append(_Place(pile, pile if shuffle else 0, 0))
    if shuffle is None:
        # Any card may lie anywhere: one order for all of them is enough.
        order = draws.shuffled([kind for kind, copies in unseen.items() for _ in range(copies)])
        dealt = list(accumulate([place.size for place in places], initial=0))
        return [order[start:end] for start, end in pairwise(dealt)]
    new, old, either = _by_origin(seen, unseen, shuffle, deck)
    return _shares(places, new, old, either, draws)


def _hand_place(size: int, seat: Seat, shuffle: Shuffle | None) -> _Place:
    if shuffle is None:
        return _Place(size, 0, 0)
    robbed = shuffle.robbed[seat]
    new = max(0, size - shuffle.held[seat] - robbed)
    return _Place(size, new, max(0, size - shuffle.drawn[seat] - robbed))


def _by_origin(
    seen: View, unseen: dict[Kind, int], shuffle: Shuffle | None, deck: int
) -> tuple[list[Kind], list[Kind], list[Kind]]:
    """The unseen cards that must be of the last shuffled pile, those that cannot, and the others."""
    new: list[Kind] = []
    old: list[Kind] = []
    either: list[Kind] = []
    held, drawn, _ = seen.recalled
    for kind in NOCTIS if deck else BASE:
        number = unseen[kind]
        least_new = least_old = 0
        if shuffle is not None:
            pool = shuffle.pool.count(kind)
            outside = seen.board.table.options.deck.copies[kind] - pool
            outside -= shuffle.outside.count(kind) + held.count(kind)
            least_new = max(0, number - outside)
            least_old = max(0, number - pool + shuffle.shown.count(kind) + drawn.count(kind))
        new += [kind] * least_new
        old += [kind] * least_old
        either += [kind] * (number - least_new - least_old)
    return new, old, either


def _shares(
    places: Sequence[_Place],
    new: Sequence[Kind],
    old: Sequence[Kind],
    either: Sequence[Kind],
    draws: Draws,
) -> list[tuple[Kind, ...]]:
    """
    Deal to each place what it must have of the new and of the old, then the rest to all.

    `new` are cards that must be of the last shuffled pile, `old` those that cannot be.
    """
    want_new = sum([place.new for place in places])
    want_old = sum([place.old for place in places])
    # As many of `either` may serve as new as are not needed as old.
    spare = len(either) - max(0, want_old - len(old))
    serve_new: list[Kind] = []
    rest_new: list[Kind] = []
    rest_either: list[Kind] = []
    for place in draws.shuffled(range(len(new) + len(either))):
        is_new = place < len(new)
        card = new[place] if is_new else either[place - len(new)]
        if len(serve_new) < want_new and (is_new or spare):
            serve_new.append(card)
            spare -= not is_new
        else:
            (rest_new if is_new else rest_either).append(card)
    shuffled = draws.shuffled([*old, *rest_either])
    serve_old = list(shuffled[:want_old])
    left = shuffled[want_old:]
    rest = list(draws.shuffled([*left, *rest_new]) if rest_new else left)
    shares = []
    for size, new_here, old_here in places:
        share = [serve_new.pop() for _ in range(new_here)]
        share += [serve_old.pop() for _ in range(old_here)]
        share += [rest.pop() for _ in range(size - new_here - old_here)]
        shares.append(draws.shuffled(share) if new_here or old_here else tuple(share))
    return shares


# --- Open cards ----------------------------------------------------------------------------------


def _known(seen: View, seat: Seat) -> tuple[Kind, ...]:
    """The cards in another's hand that the viewer knows of."""
    known = seen.recalled.known
    return seen.board.shown[seat] + (known[seat] if known else ())


def _unseen(seen: View, deck: int, known: dict[Seat, tuple[Kind, ...]]) -> dict[Kind, int]:
    """The number of copies of each kind that the viewer does not see anywhere."""
    copies = seen.board.table.options.deck.copies
    left = {kind: copies[kind] for kind in (NOCTIS if deck else BASE)}
    if deck and not seen.board.table.options.noctis:
        return dict.fromkeys(left, 0)
    open_cards = _open_noctis(seen.board) if deck else _open_base(seen.board)
    for card in (*open_cards, *seen.hand, *(card for cards in known.values() for card in cards)):
        if card in left:
            left[card] -= 1
    return left


def _open_base(board: Board) -> Iterable[Kind]:
    yield from board.discard
    yield from board.bank
    for player in board.players:
        for building in player.buildings:
            yield building.kind


def _open_noctis(board: Board) -> Iterable[Kind]:
    yield from board.noctis_discard
    yield from laid_out(board)
    if board.table.options.race and board.phase is Phase.DEFENCE:
        yield INFAMIA  # it stays aside until it is known where it goes


def _face_down(board: Board) -> list[int]:
    """The numbers of all face-down cards."""
    goods = [
        lying
        for player in board.players
        for building in player.buildings
        for lying in building.goods
    ]
    if board.offer is not None:
        goods.append(board.offer.lying)
    return [number for lying in goods for number in lying.cards]
