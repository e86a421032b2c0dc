"""The field TRANSPORT: single goods from one own building to another, any number of them."""

from collections.abc import Iterator, Mapping
from typing import Final

from bessemer.engine.errors import say
from bessemer.engine.game import Seat
from bessemer.games.alchemicus.cards.goods import has_room
from bessemer.games.alchemicus.cards.kinds import Good, Kind
from bessemer.games.alchemicus.moves import Pass, Transport
from bessemer.games.alchemicus.phases import Phase
from bessemer.games.alchemicus.play import Play
from bessemer.games.alchemicus.refusals import Code, Refused
from bessemer.games.alchemicus.state import Building

# RULING alchemicus-blocked (R13): the Spirit and Spiritus hinder production alone, not transport.
ROUTES: Final[Mapping[Kind, tuple[Good, Kind]]] = {
    Kind.HORTEN: (Good.HERB, Kind.ALEMBIC),
    Kind.METALLE: (Good.ORE, Kind.FORNAX),
    Kind.ALEMBIC: (Good.TINCTURE, Kind.LABRIUM),
    Kind.FORNAX: (Good.METAL, Kind.LABRIUM),
}
"""The one good that leaves a building of each kind, and where it goes."""


def transports(buildings: tuple[Building, ...]) -> Iterator[Transport]:
    """Every transport that is possible now."""
    for place, building in enumerate(buildings):
        if not building.goods or building.kind not in ROUTES:
            continue
        good, to = ROUTES[building.kind]
        if building.goods[0].good != good:
            continue
        for target, other in enumerate(buildings):
            if other.kind == to and has_room(other, good):
                yield Transport(place, target)


def enter_transport(play: Play) -> None:
    """Ask while something can be carried. RULING alchemicus-steps (R44): one step at a time."""
    possible = next(transports(play.players[play.active].buildings), None)
    play.ask_if(possible is not None, Phase.GLORIA)


def carry(play: Play, seat: Seat, move: Transport | Pass) -> None:
    """
    Carry one good, and ask again.

    Raises:
        Refused: nothing leaves this building, not to that one, or there is no room.
    """
    if isinstance(move, Pass):
        play.go(Phase.GLORIA)
        return
    source = play.building(seat, move.building)
    target = play.building(seat, move.into, "into")
    if source.kind not in ROUTES:
        raise Refused(
            Code.NO_ROUTE,
            say("nothing is carried out of a {building}", building=source.kind),
            part="building",
        )
    good, to = ROUTES[source.kind]
    if target.kind != to:
        raise Refused(
            Code.NO_ROUTE,
            say(
                "{good} goes from {building} to {target}, not to {other}",
                good=good,
                building=source.kind,
                target=to,
                other=target.kind,
            ),
            part="into",
        )
    play.put_good(seat, move.into, play.take_good(seat, move.building, good))
    play.go(Phase.TRANSPORT)
