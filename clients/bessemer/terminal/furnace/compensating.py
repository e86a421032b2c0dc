"""An answer to the compensations in the making: one count after the other, left to right."""

from typing import NamedTuple

from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name, stock_text, times_text
from bessemer.games.furnace.effects import Stock, affordable, carry_out
from bessemer.games.furnace.moves import Compensation
from bessemer.games.furnace.state import Board, Claim
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible


class CompensationDraft(NamedTuple):
    """The counts so far."""

    board: Board
    seat: Seat
    counts: tuple[int, ...] = ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All that the seat is owed, left to right."""
        return self.board.owed[self.seat]

    @property
    def stocks(self) -> list[Stock]:
        """What is held after each claim that is settled; extractions settle themselves."""
        stock, given = list(self.board.players[self.seat].stock), iter(self.counts)
        held = []
        for _, effect, times in self.claims:
            count: int | None = next(given, None) if effect.takes else times
            if count is None:
                break
            carry_out(effect, stock, count)
            held.append(Stock(*stock))
        return held

    @property
    def asked(self) -> Claim | None:
        """The claim whose count comes next."""
        settled = len(self.stocks)
        return self.claims[settled] if settled < len(self.claims) else None

    @property
    def stock(self) -> Stock:
        """What is held now."""
        stocks = self.stocks
        return stocks[-1] if stocks else self.board.players[self.seat].stock

    @property
    def move(self) -> Compensation | None:
        return Compensation(self.counts) if self.asked is None else None

    @property
    def question(self) -> DraftQuestion | None:
        claim = self.asked
        if claim is None:
            return None
        most = affordable(claim.effect, self.stock, claim.times)
        name = company_name(self.board.table.options.deck, claim.card)
        return DraftQuestion(
            f"{claim.card} {name}: how often {claim.effect}, up to {times_text(claim.times)}? "
            f"You hold {stock_text(self.stock)}.",
            tuple(DraftChoice(str(count), str(count)) for count in range(min(most, 9) + 1)),
            default=str(most),
        )

    def chosen(self, word: str) -> "CompensationDraft":
        """See `Draft.chosen`."""
        claim = self.asked
        if claim is None:
            raise NotPossible("every count is there")
        most = affordable(claim.effect, self.stock, claim.times)
        if not word.isdecimal() or int(word) > most:
            raise NotPossible(
                f"{claim.card}: {word} is not possible with {stock_text(self.stock)} in store",
                tuple(map(str, range(most + 1))),
            )
        return self._replace(counts=(*self.counts, int(word))).settled()

    def settled(self) -> "CompensationDraft":
        """Go on to the next claim that can be paid for: of the others the count is 0."""
        draft = self
        while (claim := draft.asked) is not None and not affordable(claim.effect, draft.stock, 1):
            draft = draft._replace(counts=(*draft.counts, 0))
        return draft


def read_compensation(text: str) -> Compensation | None:
    """The answer that `2 0` stands for."""
    words = text.split()
    return Compensation(tuple(map(int, words))) if all(map(str.isdecimal, words)) else None
