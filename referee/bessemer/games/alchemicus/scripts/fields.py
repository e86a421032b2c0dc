"""The choices of the fields: building, goods and their sale, and what others offer."""

from collections.abc import Iterator

from bessemer.engine.choices import Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Script, one, some, words
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.building import demolishable, payable
from bessemer.games.alchemicus.actions.production import sources
from bessemer.games.alchemicus.actions.sale import OUTLETS, rooms, sales
from bessemer.games.alchemicus.actions.transport import ROUTES, transports
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import DONARIUM, GLORIA, GOODS, HOLDS, KINDS, Good
from bessemer.games.alchemicus.moves import Move
from bessemer.games.alchemicus.scripts.things import (
    CARD,
    PASS,
    building_words,
    good_word,
    lying_goods,
    optional,
    payment,
    whether,
)
from bessemer.games.alchemicus.state import Building, View


def build(view: View, seat: Seat) -> Script[Move]:
    """Which card, which building it replaces, and the payment."""
    board, hand = view.board, view.hand
    offered, places = payable(board, hand), demolishable(board, seat)

    def too_dear() -> Iterator[tuple[Word, Move]]:
        closed = [kind for kind, _ in runs(hand) if kind < GLORIA and kind not in offered]
        for kind, word in zip(closed, words(closed, CARD), strict=True):
            yield word, moves.Build(kind, without(hand, kind), places[0])

    text = yield from optional("build", words(offered, CARD), lambda move: move.card, too_dear)
    if text == PASS:
        return moves.Pass()
    card, demolish = KINDS[text], None
    if places != (None,):
        standing = building_words(seat, range(len(places)))
        demolish = int((yield from one("demolish", standing, lambda move: move.demolish)))
    cost = board.table.options.deck.costs[card]
    return moves.Build(card, (yield from payment(without(hand, card), cost)), demolish)


# --- Goods ---------------------------------------------------------------------------------------


def acquire(view: View, seat: Seat) -> Script[Move]:
    """Whether; and which sources, where there are too few cards for all."""
    board = view.board
    if not (yield from whether("acquire", "acquire")):
        return moves.Pass()
    there = sources(board.players[seat].buildings, board.spirit)
    cards = board.pile + len(board.discard) + len(board.bank)
    if cards >= len(there):
        return moves.Acquire()
    chosen = yield from some(
        "sources", building_words(seat, there), lambda move: move.buildings, least=cards, most=cards
    )
    return moves.Acquire(tuple(map(int, chosen)))


def transport(view: View, seat: Seat) -> Script[Move]:
    """Which good, and where to."""
    buildings = view.board.players[seat].buildings
    routes = list(transports(buildings))
    carried = {
        place: good_word(seat, place, buildings[place].goods[0].good)
        for place in dict.fromkeys(route.building for route in routes)
    }

    def stuck() -> Iterator[tuple[Word, Move]]:
        for place, good in lying_goods(buildings):
            if place not in carried:
                yield good_word(seat, place, good), moves.Transport(place, _end(buildings, place))

    text = yield from optional(
        "transport",
        carried.values(),
        lambda move: carried[move.building].text if move.building in carried else "",
        stuck,
    )
    if text == PASS:
        return moves.Pass()
    source = _read_good(text)[1]
    offered = [route.into for route in routes if route.building == source]

    def full() -> Iterator[tuple[Word, Move]]:
        to = ROUTES[buildings[source].kind][1]
        closed = [
            place
            for place, building in enumerate(buildings)
            if building.kind == to and place not in offered
        ]
        return (
            (word, moves.Transport(source, int(word.text))) for word in building_words(seat, closed)
        )

    into = yield from one(
        "into", building_words(seat, offered), lambda move: move.into, others=full
    )
    return moves.Transport(source, int(into))


def _end(buildings: tuple[Building, ...], source: int) -> int:
    """Where a good would go that cannot: to a full building of the right kind, if one is there."""
    _, to = ROUTES.get(buildings[source].kind, (None, None))
    ends = (place for place, building in enumerate(buildings) if building.kind == to)
    return next(ends, source)


def transmute(_view: View, _seat: Seat) -> Script[Move]:
    """Whether."""
    return moves.Transmute() if (yield from whether("transmute", "transmute")) else moves.Pass()


# --- Sale ----------------------------------------------------------------------------------------


def sale(view: View, seat: Seat) -> Script[Move]:
    """Which good, through which outlet, and for what."""
    board = view.board
    player, race = board.players[seat], board.table.options.race
    buildings = player.buildings
    offers = list(sales(player, board.traded, race=race))
    wanted = {(offer.building, offer.good) for offer in offers}
    lying = lying_goods(buildings)

    def unwanted() -> Iterator[tuple[Word, Move]]:
        for place, good in lying:
            if (place, good) not in wanted:
                outlet = _likely_outlet(buildings, good)
                yield good_word(seat, place, good), moves.Sell(good, place, outlet, fame=False)

    text = yield from optional(
        "sell",
        [good_word(seat, *found) for found in lying if found in wanted],
        lambda move: f"{move.good}.{move.building}",
        unwanted,
    )
    if text == PASS:
        return moves.Pass()
    good, source = _read_good(text)
    here = [offer for offer in offers if (offer.building, offer.good) == (source, good)]
    outlets = list(dict.fromkeys(offer.outlet for offer in here))

    def closed() -> Iterator[tuple[Word, Move]]:
        for place, building in enumerate(buildings):
            if building.kind in OUTLETS and place not in outlets:
                (word,) = building_words(seat, [place])
                yield word, moves.Sell(good, source, place, fame=False)

    trading = building_words(seat, outlets)
    outlet = int((yield from one("outlet", trading, lambda move: move.outlet, others=closed)))
    payouts = [offer.fame for offer in here if offer.outlet == outlet]
    payout = yield from one(
        "payout", words(map(_payout, payouts)), lambda move: _payout(fame=move.fame)
    )
    return moves.Sell(good, source, outlet, payout == _payout(fame=True))


def _payout(fame: bool) -> str:  # noqa: FBT001 - a field of a move
    return "fame" if fame else "cards"


def _likely_outlet(buildings: tuple[Building, ...], good: Good) -> int:
    """The own outlet that a player would expect to sell `good` through, though it cannot now."""

    def likely(place: int) -> bool:
        return good in OUTLETS[buildings[place].kind].prices

    outlets = [place for place, building in enumerate(buildings) if building.kind in OUTLETS]
    # In the Race gold is sold through a Donarium alone.
    return max(outlets, key=lambda place: (likely(place), buildings[place].kind == DONARIUM))


def _read_good(text: str) -> tuple[Good, int]:
    good, _, place = text.partition(".")
    return GOODS[good], int(place)


def buy_back(view: View, seat: Seat) -> Script[Move]:
    """Whether, where to, and the payment."""
    board = view.board
    assert board.offer is not None
    good, price = board.offer.lying.good, board.offer.price
    if not (yield from whether("buy", "buy")):
        return moves.Pass()
    buildings = board.players[seat].buildings
    offered = rooms(buildings, good)

    def full() -> Iterator[tuple[Word, Move]]:
        pay = view.hand[:price]
        for place, building in enumerate(buildings):
            if good in HOLDS.get(building.kind, ()) and place not in offered:
                (word,) = building_words(seat, [place])
                yield word, moves.BuyBack(place, pay)

    into = yield from one(
        "into", building_words(seat, offered), lambda move: move.into, others=full
    )
    return moves.BuyBack(int(into), (yield from payment(view.hand, price)))
