"""The questions of the fields: building, goods and their sale, and what others offer."""

from bessemer.engine.game import Seat
from bessemer.faces.alchemicus.names import building_text, cards_number
from bessemer.games.alchemicus.actions.building import LIMIT
from bessemer.games.alchemicus.actions.buying import rooms
from bessemer.games.alchemicus.actions.production import processors, sources
from bessemer.games.alchemicus.actions.sale import OUTLETS, sales
from bessemer.games.alchemicus.actions.transport import transports
from bessemer.games.alchemicus.cards.hands import runs, without
from bessemer.games.alchemicus.cards.kinds import GLORIA, GOLD, GOODS, KINDS
from bessemer.games.alchemicus.moves import (
    Acquire,
    Build,
    BuyBack,
    Pass,
    Sell,
    Transmute,
    Transport,
)
from bessemer.games.alchemicus.state import Board, View
from bessemer.terminal.alchemicus.steps import (
    PASS,
    Answer,
    Script,
    ask,
    listed,
    payment,
    pick,
    pick_building,
    placed,
)


def build(view: View, seat: Seat) -> Script:
    """Which card, what it replaces, and what it is paid with."""
    board, costs = view.board, view.board.table.options.deck.costs
    others = len(view.hand) - 1
    answers = [
        Answer(
            str(kind),
            f"{kind} costs {costs[kind]}",
            ""
            if costs[kind] <= others
            else f"{kind} costs {cards_number(costs[kind])}, and you have {others} besides it",
        )
        for kind, _ in runs(view.hand)
        if kind < GLORIA
    ]
    word = yield from ask("What do you build?", listed(answers, "no more"))
    if word == PASS:
        return Pass()
    card, buildings = KINDS[word], board.players[seat].buildings
    demolished = None
    if len(buildings) >= LIMIT:
        text = f"{LIMIT} buildings stand: which of them makes room for {card}?"
        demolished = yield from pick_building(text, buildings, range(len(buildings)))
    pay = yield from payment(without(view.hand, card), costs[card], str(card))
    return Build(card, pay, demolished)


def acquire(view: View, seat: Seat) -> Script:
    """Whether; and which sources, where there are too few cards for all."""
    board = view.board
    buildings = board.players[seat].buildings
    there = sources(buildings, board.spirit)
    gained = ", ".join(str(buildings[place].kind) for place in there)
    answers = listed([Answer("acquire", f"all: {gained}")], "no")
    if (yield from ask("Do your sources gain their goods?", answers, "acquire")) == PASS:
        return Pass()
    cards = board.pile + len(board.discard) + len(board.bank)
    if cards >= len(there):
        return Acquire()
    chosen: list[int] = []
    while len(chosen) < cards:
        left = [place for place in there if place not in chosen]
        number = f"{len(chosen) + 1} of {cards}"
        text = f"Too few cards for all sources: which one gains a good? ({number})"
        chosen.append((yield from pick_building(text, buildings, left)))
    return Acquire(tuple(sorted(chosen)))


def transport(view: View, seat: Seat) -> Script:
    """What, and where to."""
    buildings = view.board.players[seat].buildings
    routes = list(transports(buildings))
    answers = []
    for place in dict.fromkeys(route.building for route in routes):
        building = buildings[place]
        good = building.goods[0].good
        answers.append(Answer(f"{good}.{place}", f"{good} on {building.kind} {place}"))
    word = yield from ask("What do you carry?", listed(answers, "no more"))
    if word == PASS:
        return Pass()
    good_name, _, source = word.partition(".")
    targets = [route.into for route in routes if route.building == int(source)]
    into = yield from pick_building(f"Where does the {good_name} go?", buildings, targets)
    return Transport(int(source), into)


def transmute(view: View, seat: Seat) -> Script:
    """Whether."""
    buildings = view.board.players[seat].buildings
    working = [buildings[place] for place in processors(buildings, view.board.spirit)]
    label = ", ".join(
        f"{building.kind}{' (foiled by a Spiritus)' if building.spiritus else ''}"
        for building in working
    )
    answers = listed([Answer("transmute", f"all: {label}")], "no")
    word = yield from ask("Do your processors work?", answers, "transmute")
    return Pass() if word == PASS else Transmute()


# --- Sale ----------------------------------------------------------------------------------------


def sale(view: View, seat: Seat) -> Script:
    """Which good, through which outlet, and for what."""
    board = view.board
    player, race = board.players[seat], board.table.options.race
    offers = list(sales(player, board.traded, race=race))
    open_goods = {(offer.building, offer.good) for offer in offers}
    answers = []
    for place, building in enumerate(player.buildings):
        for lying in building.goods:
            why_not = ""
            if (place, lying.good) not in open_goods:
                why_not = f"no outlet of yours takes {lying.good} now"
            label = f"{lying.good} on {building.kind} {place}"
            answers.append(Answer(f"{lying.good}.{place}", label, why_not))
    word = yield from ask("What do you sell?", listed(answers, "no more"))
    if word == PASS:
        return Pass()
    good_name, _, source = word.partition(".")
    good = GOODS[good_name]
    here = [offer for offer in offers if (offer.building, offer.good) == (int(source), good)]
    outlets = dict.fromkeys(offer.outlet for offer in here)
    choices = placed((outlet, _outlet(board, seat, outlet)) for outlet in outlets)
    outlet = int((yield from pick(f"Through which outlet does the {good} go?", choices)))
    price = OUTLETS[player.buildings[outlet].kind].prices[good]
    cards = "the match" if race and good == GOLD else cards_number(price.cards)
    payouts = [Answer("cards", cards)]
    if Sell(good, int(source), outlet, fame=True) in here:
        payouts.append(Answer("fame", f"{price.fame} Fame"))
    payout = yield from pick(f"What do you take for the {good}?", listed(payouts))
    return Sell(good, int(source), outlet, payout == "fame")


def _outlet(board: Board, seat: Seat, place: int) -> str:
    building = board.players[seat].buildings[place]
    room = OUTLETS[building.kind].goods - board.traded.count(place)
    return f"{building_text(building)}, room for {room}"


def buy_back(view: View, seat: Seat) -> Script:
    """Whether, where to, and what it is paid with."""
    board = view.board
    assert board.offer is not None
    good, price = board.offer.lying.good, board.offer.price
    answers = listed([Answer("buy", f"buy for {cards_number(price)}")], "no")
    text = f"A {good} was sold and is on offer. Do you buy it?"
    if (yield from ask(text, answers)) == PASS:
        return Pass()
    buildings = board.players[seat].buildings
    text = f"Where does the {good} go?"
    into = yield from pick_building(text, buildings, rooms(buildings, good))
    return BuyBack(into, (yield from payment(view.hand, price, str(good).capitalize())))
