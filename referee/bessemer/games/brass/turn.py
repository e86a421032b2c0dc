"""A seat that chooses, with all that its choices depend on."""

from bessemer.engine.game import Below, Seat
from bessemer.games.brass.network.sites import openings
from bessemer.games.brass.state import Board, Hand


class Turn:
    """The table, a seat that chooses, and its cards; two that have the same are equal."""

    __slots__ = ("_openings", "board", "hand", "seat")

    def __init__(self, board: Board, seat: Seat, hand: Hand) -> None:
        self.board = board
        self.seat = seat
        self.hand = hand
        self._openings: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Turn) and (self.board, self.seat, self.hand) == (
            other.board,
            other.seat,
            other.hand,
        )

    def __hash__(self) -> int:
        return hash((self.board, self.seat, self.hand))

    def openings(self) -> list[int]:
        """By industry, the spaces where the seat can build; worked out once, since two kinds ask."""
        if self._openings is None:
            self._openings = openings(self.board, self.seat)
        return self._openings

    def any_card(self, below: Below) -> str:
        """One of the cards, where it does not matter which."""
        return self.hand[below(len(self.hand))]
