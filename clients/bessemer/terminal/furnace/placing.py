"""The chain variant's line in the making: each new card in turn gets its place."""

from typing import NamedTuple

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name
from bessemer.games.furnace.chain import new_cards
from bessemer.games.furnace.moves import ChainPlacement
from bessemer.games.furnace.state import Board
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible, keys_for

FIRST = "first"


class PlacementDraft(NamedTuple):
    """The line so far, and how many of the new cards stand in it."""

    board: Board
    seat: Seat
    line: tuple[str, ...]
    placed: int = 0

    @property
    def card(self) -> str:
        """The card that is to be placed; empty when all are."""
        new = new_cards(self.board.players[self.seat])
        return new[self.placed] if self.placed < len(new) else ""

    @property
    def move(self) -> ChainPlacement | None:
        return None if self.card else ChainPlacement(self.line)

    @property
    def question(self) -> DraftQuestion | None:
        if not self.card:
            return None
        name = company_name(self.board.table.options.deck, self.card)
        words = (FIRST, *self.line)
        labels = ("before all", *(f"after {card}" for card in self.line))
        choices = zip(keys_for(len(words)), words, labels, strict=True)
        return DraftQuestion(
            f"Where in your line does {self.card} {name} go?",
            tuple(DraftChoice(key, word, label) for key, word, label in choices),
            default=self.line[-1] if self.line else FIRST,
        )

    def chosen(self, word: str) -> "PlacementDraft":
        """See `Draft.chosen`: `first`, or the card after which the new one stands."""
        if not self.card:
            raise NotPossible("every card has its place")
        after = word.upper().removeprefix("AFTER ").strip()
        if after == FIRST.upper():
            place = 0
        elif after in self.line:
            place = self.line.index(after) + 1
        else:
            raise NotPossible(f"{word!r} is no card of your line", (FIRST, *self.line))
        line = (*self.line[:place], self.card, *self.line[place:])
        return self._replace(line=line, placed=self.placed + 1)


def begin_placement(board: Board, seat: Seat) -> PlacementDraft:
    """The old line, nothing placed yet."""
    return PlacementDraft(board, seat, board.players[seat].line)


def read_line(text: str) -> ChainPlacement | None:
    """The line that `C07 S1 C12` stands for."""
    words = text.upper().split()
    return ChainPlacement(tuple(words)) if len(words) > 1 else None
