"""
The advanced sale: a good sold for cards is offered to the others, from the seller's left.

The price is what the seller really drew and one card more; the first who takes it ends the offers.
"""

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.goods import has_room, put
from bessemer.games.alchemicus.cards.kinds import Good
from bessemer.games.alchemicus.moves import BuyBack, Pass
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Building, Lying, Offer


def offer(play: Play, seller: Seat, lying: Lying, received: int) -> None:
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
    _close(play)


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
    building = play.building(seat, move.into, "into")
    if not has_room(building, lying.good):
        raise Refused(
            Code.NO_ROOM,
            say("building {place} has no room for {good}", place=move.into, good=lying.good),
            part="into",
        )
    play.pay(seat, move.pay, price)
    play.set_building(seat, move.into, put(building, lying))
    _close(play)


def _close(play: Play) -> None:
    play.offer = None
    play.go(Phase.SALE)
