"""
What a seat sees, and full states that look the same to it.

Hidden are the hands of others, the deck, the cards set aside and the distant tiles to come.
"""

from collections import Counter
from typing import TypeVar

from bessemer.engine.chance import Chance, Draws
from bessemer.engine.foresight import without
from bessemer.engine.game import Seat
from bessemer.games.brass.board.tables import SETTINGS
from bessemer.games.brass.state import Hand, State, View

T = TypeVar("T")


def view(state: State, seat: Seat | None) -> View:
    """The view of `seat`; `None` is a spectator."""
    return View(seat, state.board, () if seat is None else state.hands[seat])


def resample(view: View, chance: Chance) -> State:
    """A state that looks like `view`: every card and tile not seen lies anywhere it could."""
    board, draws = view.board, Draws(chance)
    setting = SETTINGS[len(board.players)]
    cards = draws.shuffled(_without(setting.cards, (*board.discards, *view.hand)))
    distant = draws.shuffled(_without(setting.distant, board.drawn))
    hands: list[Hand] = []
    for seat, size in enumerate(board.cards):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(cards[:size])))
            cards = cards[size:]
    return State(board, tuple(hands), cards[: board.deck], cards[board.deck :], distant, draws.rest)


def unseen(state: State, seat: Seat) -> tuple[object, ...]:
    """All that `seat` does not see: others' hands, the cards and tiles to come, and chance."""
    return (without(state.hands, seat), state.deck, state.aside, state.distant, state.chance)


def _without(items: tuple[T, ...], gone: tuple[T, ...]) -> list[T]:
    """`items` less `gone`, in the order of `items`."""
    return list((Counter(items) - Counter(gone)).elements())
