"""What people at a table wish about taking moves back, as far as their clients are told."""

from typing import Any, NamedTuple

from bessemer.faces.language import tr
from bessemer.table.model import TableModel


class TakeBackWish(NamedTuple):
    """A wish that is open."""

    number: int
    """By which it is agreed to or declined."""
    seat: int
    """Whose wish it was first."""
    turn: int
    """The turn to go back to."""
    agreed: frozenset[int]


def open_wish(model: TableModel) -> TakeBackWish | None:
    """What is wished while the open decision has no answer."""
    found: TakeBackWish | None = None
    for event in model.happened if model.match is not None and not model.is_over else ():
        assert model.match is not None
        if event.turn != model.match.turn:
            continue
        if event.HasField("take_back_declined"):
            found = None
        elif event.HasField("take_back_wish"):
            if found is None:
                to, seats = event.take_back_wish.to_turn, frozenset[int]()
                found = TakeBackWish(event.number, event.seat, to, seats)
            found = found._replace(agreed=found.agreed | {event.seat})
    return found


def wish_number(model: TableModel) -> int:
    """The number of the open wish; 0 for none."""
    wish = open_wish(model)
    return 0 if wish is None else wish.number


def may_take_back(model: TableModel) -> bool:
    """Whether it makes sense to ask: the referee alone knows whether it can be."""
    match = model.match
    return model.may_resign and match is not None and not match.ladder and match.turn > 1


def told_wish(model: TableModel) -> dict[str, Any] | None:
    """The open wish for a page."""
    wish = open_wish(model)
    if wish is None:
        return None
    return {
        "number": wish.number,
        "seat": wish.seat,
        "turn": wish.turn,
        "agreed": model.players.own in wish.agreed,
    }


class WishNews:
    """Says once of each wish, and of each refusal, what a person at the table should read."""

    def __init__(self) -> None:
        self._told = 0
        """The number of the last event that was told."""

    def told(self, model: TableModel) -> str:
        """What is new; "" if nothing is."""
        newest = model.happened[-1] if model.happened else None
        if newest is None or newest.number <= self._told or newest.seat == model.players.own:
            return ""
        self._told = newest.number
        wish, name = open_wish(model), model.players.name(newest.seat)
        if newest.HasField("take_back_declined"):
            return tr("{name} does not want to go back.", name=name)
        if wish is None or model.players.own in wish.agreed:
            return ""
        return tr(
            "{name} wishes to take a move back, and to go on from turn {turn} again.",
            name=model.players.name(wish.seat),
            turn=wish.turn,
        )
