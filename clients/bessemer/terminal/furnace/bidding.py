"""A bid in the making: a card of the row, then a disc."""

import re
from typing import Final, NamedTuple

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name
from bessemer.games.furnace.auction import legal_bids, refusal
from bessemer.games.furnace.moves import Bid
from bessemer.games.furnace.state import Board
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible, keys_for

_SHORT: Final = re.compile(
    r"(?:(?P<first>\d) *(?:on )? *(?P<card>\w+)|(?P<other>\w+) +(?P<then>\d))"
)


class BidDraft(NamedTuple):
    """A card, perhaps, and a disc, perhaps."""

    board: Board
    seat: Seat
    card: str = ""
    value: int = 0

    @property
    def move(self) -> Bid | None:
        return Bid(self.value, self.card) if self.card and self.value else None

    @property
    def question(self) -> DraftQuestion | None:
        if self.move is not None:
            return None
        legal = list(legal_bids(self.board, self.seat))
        if not self.card:
            open_cards = {bid.card for bid in legal}
            return DraftQuestion(
                "Which company do you bid on?",
                tuple(
                    DraftChoice(
                        key,
                        card,
                        why_not="" if card in open_cards else f"no disc of yours fits on {card}",
                    )
                    for key, card in zip(
                        keys_for(len(self.board.row.cards)), self.board.row.cards, strict=True
                    )
                ),
            )
        possible = {bid.value for bid in legal if bid.card == self.card}
        name = company_name(self.board.table.options.deck, self.card)
        return DraftQuestion(
            f"Which disc on {self.card} {name}?",
            tuple(
                DraftChoice(str(value), str(value), why_not=self._why_not(value, possible))
                for value in sorted(set(self.board.hands[self.seat]))
            ),
            default=str(min(possible)) if len(possible) == 1 else "",
        )

    def _why_not(self, value: int, possible: set[int]) -> str:
        if value in possible:
            return ""
        return str(refusal(self.board, self.seat, Bid(value, self.card)))

    def chosen(self, word: str) -> "BidDraft":
        """See `Draft.chosen`; a card may be chosen anew while the disc is asked for."""
        word = word.upper()
        bids = list(legal_bids(self.board, self.seat))
        if word in self.board.row.cards:
            if all(bid.card != word for bid in bids):
                raise NotPossible(f"no disc of yours fits on {word}", open_cards(bids))
            return self._replace(card=word, value=0)
        if self.card and word.isdigit():
            value = int(word)
            if Bid(value, self.card) not in bids:
                raise NotPossible(str(refusal(self.board, self.seat, Bid(value, self.card))))
            return self._replace(value=value)
        if self.card:
            here = [str(bid.value) for bid in bids if bid.card == self.card]
            raise NotPossible(f"{word!r} is no disc of yours", here)
        raise NotPossible(f"{word!r} is no company of the row", open_cards(bids))


def open_cards(bids: list[Bid]) -> list[str]:
    """The cards that take a disc, from left to right as the bids are."""
    return list(dict.fromkeys(bid.card for bid in bids))


def read_bid(text: str) -> Bid | None:
    """The bid that `3 C07`, `3 on C07` or `C07 3` stands for."""
    if not (found := _SHORT.fullmatch(text)):
        return None
    card, value = found["card"] or found["other"], found["first"] or found["then"]
    return None if card.isdigit() else Bid(int(value), card.upper())
