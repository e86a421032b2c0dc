"""
The targets of Noctis cards: everything that lies open and is not guarded.

RULING alchemicus-no-target (R18): a card without a target is not played at all.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.games.alchemicus import moves
from bessemer.games.alchemicus.actions.movement import FIELDS
from bessemer.games.alchemicus.cards.goods import has_room
from bessemer.games.alchemicus.cards.kinds import HERB, MAKES, ORE, Kind
from bessemer.games.alchemicus.moves import NoctisMove
from bessemer.games.alchemicus.state import Building, Player

INFAMIA_LIMIT: Final = 2

PLAYED_AS: Final[Mapping[type, Kind]] = {
    moves.Golem: Kind.GOLEM,
    moves.FieldGolem: Kind.GOLEM,
    moves.Mutabilus: Kind.MUTABILUS,
    moves.Spiritus: Kind.SPIRITUS,
    moves.Undo: Kind.HOMUNCULUS,
    moves.Banish: Kind.HOMUNCULUS,
    moves.Pactum: Kind.PACTUM,
    moves.Infamia: Kind.INFAMIA,
}


class Sight(NamedTuple):
    """The open things that targets follow from, as one player sees them."""

    players: tuple[Player, ...]
    seat: Seat
    golems: tuple[int, ...]
    race: bool
    is_noctis_left: bool

    def unguarded(self) -> Iterator[tuple[Seat, int, Building]]:
        """The buildings of others that a card can be played on."""
        # RULING alchemicus-golem-covers (R21): a Golem covers the goods on its building too.
        for other, player in enumerate(self.players):
            if other != self.seat:
                for place, building in enumerate(player.buildings):
                    if not building.golems:
                        yield Seat(other), place, building


def targets(kind: Kind, sight: Sight) -> Iterator[NoctisMove]:
    """Every way to play a card of this kind, but for the payment."""
    return _TARGETS[kind](sight)


def is_playable(kind: Kind, sight: Sight) -> bool:
    """Whether there is any."""
    return next(_TARGETS[kind](sight), None) is not None


def _golem(sight: Sight) -> Iterator[NoctisMove]:
    # RULING alchemicus-golems (R20): any number under one building, each of them a shield.
    for place in range(len(sight.players[sight.seat].buildings)):
        yield moves.Golem(place)
    if sight.race:
        for field in range(FIELDS):
            if field not in sight.golems:
                yield moves.FieldGolem(field)


def _mutabilus(sight: Sight) -> Iterator[NoctisMove]:
    own = sight.players[sight.seat].buildings
    room = {
        good: [into for into, building in enumerate(own) if has_room(building, good)]
        for good in (HERB, ORE)
    }
    for other, place, building in sight.unguarded():
        if building.goods:
            for into in room.get(building.goods[0].good, ()):
                yield moves.Mutabilus(other, place, into)


def _spiritus(sight: Sight) -> Iterator[NoctisMove]:
    # RULING alchemicus-spiritus (R22): only where something is transmuted.
    for other, place, building in sight.unguarded():
        if building.kind in MAKES:
            yield moves.Spiritus(other, place)


def _homunculus(sight: Sight) -> Iterator[NoctisMove]:
    for other, place, building in sight.unguarded():
        # What lies singly in a Labrium stays.
        if building.goods and building.goods[0].good == MAKES.get(building.kind):
            yield moves.Undo(other, place)
    # RULING alchemicus-banish (R24): on any own building, and on others' without a Golem.
    for place, building in enumerate(sight.players[sight.seat].buildings):
        if building.spiritus:
            yield moves.Banish(sight.seat, place)
    for other, place, building in sight.unguarded():
        if building.spiritus:
            yield moves.Banish(other, place)


def _pactum(sight: Sight) -> Iterator[NoctisMove]:
    if sight.is_noctis_left:
        yield moves.Pactum()


def _infamia(sight: Sight) -> Iterator[NoctisMove]:
    for other, player in enumerate(sight.players):
        # RULING alchemicus-infamia-fame (R25): a player without Fame has none to lose.
        can_suffer = player.infamia < INFAMIA_LIMIT if sight.race else player.fame > 0
        if other != sight.seat and can_suffer:
            yield moves.Infamia(Seat(other))


_TARGETS: Final = {
    Kind.GOLEM: _golem,
    Kind.MUTABILUS: _mutabilus,
    Kind.SPIRITUS: _spiritus,
    Kind.HOMUNCULUS: _homunculus,
    Kind.PACTUM: _pactum,
    Kind.INFAMIA: _infamia,
}
