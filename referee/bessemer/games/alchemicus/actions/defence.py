"""Infamia: its target answers at once, with a Golem, with five cards, or by suffering it."""

from typing import Final

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.kinds import GOLEM, INFAMIA
from bessemer.games.alchemicus.moves import GiveCards, GiveGolem, Pass
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Building

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


def defend(play: Play, seat: Seat, move: GiveGolem | GiveCards | Pass) -> None:
    """
    Answer Infamia; then the turn continues.

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
                Code.NO_TARGET,
                say("no Golem is under building {place}", place=move.building),
                part="building",
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
