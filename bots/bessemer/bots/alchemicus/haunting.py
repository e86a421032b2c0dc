"""Where to send the Spirit: to where it hurts others and not us."""

from collections.abc import Mapping
from typing import Final

from bessemer.games.alchemicus.actions.spirit import free_places, victims
from bessemer.games.alchemicus.cards.deck import CENTRE
from bessemer.games.alchemicus.cards.kinds import Kind
from bessemer.games.alchemicus.moves import MoveSpirit
from bessemer.games.alchemicus.state import Player
from bessemer.sdk.alchemicus import AlchemicusView

_HURT: Final[Mapping[Kind, float]] = {
    Kind.HORTEN: 0.6,
    Kind.METALLE: 0.6,
    Kind.ALEMBIC: 1.0,
    Kind.FORNAX: 1.0,
    Kind.LABRIUM: 3.0,
    Kind.DOMO: 2.0,
}
"""The cost to a player of the Spirit on a kind, for each such building."""
_THEFT: Final = 1.0


def best_spirit(view: AlchemicusView) -> MoveSpirit:
    """The best place that costs nothing; in the centre it robs the player who is ahead."""
    robbed = max(
        victims(view.players, view.seat),
        key=lambda seat: (view.players[seat].fame, view.players[seat].cards),
        default=None,
    )

    def worth(place: Kind) -> float:
        others = sum(_harm(view.players[seat], place) for seat in view.others)
        theft = _THEFT if place == CENTRE and robbed is not None else 0.0
        return others / len(view.others) - _harm(view.me, place) + theft

    place = max(free_places(view.options.deck, view.board.spirit), key=worth)
    return MoveSpirit(place, robbed if place == CENTRE else None)


def _harm(player: Player, place: Kind) -> float:
    return _HURT[place] * sum(building.kind == place for building in player.buildings)
