"""Infamia: its target answers at once, with a Golem, with five cards, or by suffering it."""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.alchemicus.cards.hands import payments, sample_payment
from bessemer.games.alchemicus.cards.kinds import GOLEM, INFAMIA
from bessemer.games.alchemicus.moves import GiveCards, GiveGolem, Move, Pass
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Board, Building, Hand

PRICE: Final = 5


def strike(play: Play, target: Seat) -> None:
    """Ask the target, if it has a Golem under a building or cards enough."""
    if not play.options.race:
        play.throw((INFAMIA,))  # in the Race it stays aside until it is known where it goes
    play.phase = Phase.DEFENCE
    if golem_places(play.players[target].buildings) or len(play.hands[target]) >= PRICE:
        play.ask(target)
    else:
        _suffer(play, target)


def legal_defences(board: Board, seat: Seat, hand: Hand) -> Iterator[Move]:
    """To suffer it, to give a Golem, or five cards."""
    yield Pass()
    for place in golem_places(board.players[seat].buildings):
        yield GiveGolem(place)
    for pay in payments(hand, PRICE):
        yield GiveCards(pay)


def sample_defence(board: Board, seat: Seat, hand: Hand, below: Below) -> Move:
    """To suffer it, to give a Golem, or five cards."""
    guards = golem_places(board.players[seat].buildings)
    choice = below(1 + len(guards) + (len(hand) >= PRICE))
    if not choice:
        return Pass()
    if choice <= len(guards):
        return GiveGolem(guards[choice - 1])
    return GiveCards(sample_payment(hand, PRICE, below))


def defend(play: Play, seat: Seat, move: GiveGolem | GiveCards | Pass) -> None:
    """
    Answer Infamia; then the turn goes on.

    Raises:
        Refused: no Golem is under that building, or the cards are not five of the hand.
    """
    if isinstance(move, Pass):
        _suffer(play, seat)
        return
    if isinstance(move, GiveGolem):
        building = play.building(seat, move.building)
        if not building.golems:
            raise Refused(
                Code.NO_TARGET, f"no Golem is under building {move.building}", part="building"
            )
        play.set_building(seat, move.building, building._replace(golems=building.golems - 1))
        play.throw((GOLEM,))
    else:
        play.pay(seat, move.pay, PRICE)
    if play.options.race:
        play.throw((INFAMIA,))
    play.go(Phase.NOCTIS)


def _suffer(play: Play, target: Seat) -> None:
    player = play.players[target]
    if play.options.race:
        play.players[target] = player._replace(infamia=player.infamia + 1)
    else:
        play.gain_fame(target, -1)
    play.go(Phase.NOCTIS)


def golem_places(buildings: tuple[Building, ...]) -> list[int]:
    """The places of the buildings that a Golem guards."""
    return [place for place, building in enumerate(buildings) if building.golems]
