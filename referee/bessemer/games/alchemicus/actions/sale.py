"""
The field SALE: goods for cards or Fame, one at a time, through the own outlets.

In the advanced sale a good sold for cards is offered to the others, from the seller's left. The
price is what the seller really drew and one card more; the first who takes it ends the offers.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.goods import has_room
from bessemer.games.alchemicus.cards.kinds import DONARIUM, GOLD, Good, Kind
from bessemer.games.alchemicus.cards.piles import draw_base
from bessemer.games.alchemicus.moves import BuyBack, Pass, Sell
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Building, Lying, Offer, Player


class Price(NamedTuple):
    """The price of a good: cards, or Fame if that is more than 0."""

    cards: int
    fame: int


class Outlet(NamedTuple):
    """A trade building: how many goods it takes in a visit, and what it pays."""

    goods: int
    prices: Mapping[Good, Price]


OUTLETS: Final[Mapping[Kind, Outlet]] = {
    Kind.PERGULA: Outlet(
        1,
        {
            Good.HERB: Price(1, 0),
            Good.ORE: Price(1, 0),
            Good.TINCTURE: Price(3, 0),
            Good.METAL: Price(3, 0),
            Good.GOLD: Price(5, 1),
        },
    ),
    Kind.TABERNA: Outlet(
        3,
        {
            Good.HERB: Price(1, 0),
            Good.ORE: Price(1, 0),
            Good.TINCTURE: Price(3, 1),
            Good.METAL: Price(3, 1),
            Good.GOLD: Price(5, 3),
        },
    ),
    Kind.DONARIUM: Outlet(1, {Good.GOLD: Price(6, 5)}),
}


def prices_at(
    player: Player, outlet: int, traded: tuple[int, ...], *, race: bool
) -> Mapping[Good, Price]:
    """The prices that an own building pays now, by good."""
    kind = player.buildings[outlet].kind
    trade = OUTLETS.get(kind)
    if trade is None or traded.count(outlet) >= trade.goods:
        return {}
    if not race:
        return trade.prices
    sells_gold = kind == DONARIUM and not player.infamia
    return {
        good: Price(price.cards, 0)
        for good, price in trade.prices.items()
        if good != GOLD or sells_gold
    }


def sales(player: Player, traded: tuple[int, ...], *, race: bool) -> Iterator[Sell]:
    """Every sale that is possible now: by outlet, by good, for cards before for Fame."""
    buildings = player.buildings
    # RULING alchemicus-blocked (R13): where the Spirit stands means nothing here.
    lying = [
        (place, good) for place, building in enumerate(buildings) for good, _ in building.goods
    ]
    if not lying:
        return
    for outlet in range(len(buildings)):
        prices = prices_at(player, outlet, traded, race=race)
        for place, good in lying if prices else ():
            if good in prices:
                yield Sell(good, place, outlet, fame=False)
                if prices[good].fame:
                    yield Sell(good, place, outlet, fame=True)


def enter_sale(play: Play) -> None:
    """Ask while something can be sold. RULING alchemicus-steps (R44): one step at a time."""
    player = play.players[play.active]
    if next(sales(player, play.traded, race=play.options.race), None):
        play.ask(play.active)
    else:
        _leave(play)


def sell(play: Play, seat: Seat, move: Sell | Pass) -> None:
    """
    Sell one good, and ask again.

    Raises:
        Refused: it does not lie there, or the outlet does not take it, or not for that.
    """
    if isinstance(move, Pass):
        _leave(play)
        return
    outlet = play.building(seat, move.outlet, "outlet")
    play.building(seat, move.building)  # refused before all else if it is not there
    race = play.options.race
    price = prices_at(play.players[seat], move.outlet, play.traded, race=race).get(move.good)
    if price is None:
        raise _not_taken(outlet.kind, move, play.traded)
    if move.fame and not price.fame:
        raise Refused(
            Code.NOT_TRADED_THERE,
            say(
                "a {building} pays for {good} with cards alone",
                building=outlet.kind,
                good=move.good,
            ),
            part="fame",
        )
    lying = play.take_good(seat, move.building, move.good, "good")
    play.traded += (move.outlet,)
    if race and move.good == GOLD:
        # RULING alchemicus-race-end (R27): the first sale of gold is the end, there and then.
        # RULING alchemicus-race-offer (R42): so nobody is paid, and nobody can buy it.
        play.turn_up(lying)
        play.winner = seat
        play.go(Phase.OVER)
    elif move.fame:
        play.turn_up(lying)
        play.gain_fame(seat, price.fame)
        play.go(Phase.SALE)
    else:
        _sell_for_cards(play, seat, lying, price.cards)


def _sell_for_cards(play: Play, seat: Seat, lying: Lying, cards: int) -> None:
    """The good goes first, then the cards come: of the base deck, never of the bank."""
    # RULING alchemicus-sale-order (R15): so a card just discarded may come back at once.
    if not play.options.advanced_sale:
        play.turn_up(lying)
        for _ in range(cards):
            draw_base(play, seat)
        play.go(Phase.SALE)
        return
    received = sum([draw_base(play, seat) for _ in range(cards)])
    _offer(play, seat, lying, received)


def _not_taken(kind: Kind, move: Sell, traded: tuple[int, ...]) -> Refused:
    """Why a building takes a good no more, or never did."""
    trade = OUTLETS.get(kind)
    if trade is None:
        return Refused(
            Code.NOT_AN_OUTLET, say("a {building} sells nothing", building=kind), part="outlet"
        )
    if traded.count(move.outlet) >= trade.goods:
        return Refused(
            Code.OUTLET_FULL,
            say(
                "a {building} takes {number} goods in a visit, and has them",
                building=kind,
                number=trade.goods,
            ),
            part="outlet",
        )
    if kind == DONARIUM and move.good == GOLD:
        return Refused(Code.INFAMOUS, say("a player who bears Infamia sells no gold"), part="good")
    return Refused(
        Code.NOT_TRADED_THERE,
        say("a {building} does not take {good}", building=kind, good=move.good),
        part="outlet",
    )


def _leave(play: Play) -> None:
    play.traded = ()
    play.go(Phase.GLORIA)


def _offer(play: Play, seller: Seat, lying: Lying, received: int) -> None:
    """Offer a good that was sold for so many cards."""
    play.offer = Offer(lying, received + 1)
    _ask_next(play, seller)


def _ask_next(play: Play, seat: Seat) -> None:
    """Ask the next after `seat` with room for the good and enough cards; else it is discarded."""
    assert play.offer is not None
    (good, _), price = play.offer
    players = play.players
    for ahead in range(1, (play.active - seat) % len(players) or len(players)):
        other = Seat((seat + ahead) % len(players))
        if len(play.hands[other]) >= price and rooms(players[other].buildings, good):
            play.phase = Phase.BUY_BACK
            play.ask(other)
            return
    play.turn_up(play.offer.lying)
    _close_offer(play)


def rooms(buildings: tuple[Building, ...], good: Good) -> list[int]:
    """The places for a bought good. RULING alchemicus-buyer-slot (R45): any with room for it."""
    return [place for place, building in enumerate(buildings) if has_room(building, good)]


def buy(play: Play, seat: Seat, move: BuyBack | Pass) -> None:
    """
    Buy the good on offer, or leave it to the next.

    Raises:
        Refused: it has no room there, or the price is not paid.
    """
    assert play.offer is not None
    lying, price = play.offer
    if isinstance(move, Pass):
        _ask_next(play, seat)
        return
    play.put_good(seat, move.into, lying)
    play.pay(seat, move.pay, price)
    _close_offer(play)


def _close_offer(play: Play) -> None:
    play.offer = None
    play.go(Phase.SALE)
