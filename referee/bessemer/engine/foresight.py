"""
What a seat will see when it is asked next, where that follows from what it sees now.

Whoever has several decisions one after the other can so decide all of them before the first is sent,
as long as nothing hidden comes to light in between and nobody else decides anything.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from bessemer.engine.catalogue import AnyGame
from bessemer.engine.chance import Chance
from bessemer.engine.game import Seat

T = TypeVar("T")


def foreseen(game: AnyGame, view: Any, move: Any) -> Any:  # noqa: ANN401 - any game's
    """
    The view at the next decision of the view's seat; `None` if it cannot be known before `move` is made.

    It can if the seat alone is asked next, and what it does not see stays as it is.

    Raises:
        IllegalMove: the rules do not allow the move.
    """
    # Whatever is hidden: if the move leaves it alone, it has no part in what comes of it.
    state, seat = game.resample(view, Chance(b"")), Seat(view.seat)
    after = game.apply(state, seat, move)
    asked = [decision.seat for decision in game.decisions(after)]
    if asked != [seat] or game.unseen(after, seat) != game.unseen(state, seat):
        return None
    return game.view(after, seat)


def without(items: Sequence[T], seat: Seat) -> tuple[T, ...]:
    """By seat, those of all others."""
    return tuple(item for other, item in enumerate(items) if other != seat)
