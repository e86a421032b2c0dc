"""
A production plan in the making, card by card, with what is held after every step.

A card is opened, its processing lines are counted from top to bottom, at the start-up companies are
flipped; then the card is done and stays done. Whatever needs no word of the player happens by itself.
"""

import re
from typing import Final, NamedTuple

from bessemer.engine.errors import IllegalMove
from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import company_name, stock_text
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, Stock, affordable, carry_out
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.production import produced
from bessemer.games.furnace.state import Board
from bessemer.terminal.drafts import DraftChoice, DraftQuestion, NotPossible, keys_for

DONE: Final = "done"
_STEP: Final = re.compile(r"(\w+)((?: \d+)*)(?: flip((?: \w+)+))?", re.IGNORECASE)


class PlanDraft(NamedTuple):
    """The steps that are done, and the card that is being resolved."""

    board: Board
    seat: Seat
    steps: tuple[Step, ...] = ()
    card: str = ""
    counts: tuple[int, ...] = ()
    flips: tuple[str, ...] = ()

    # --- What follows from the steps --------------------------------------------------------------

    @property
    def startup(self) -> str:
        """The seat's start-up."""
        return self.board.table.startups[self.seat]

    @property
    def cards_left(self) -> tuple[str, ...]:
        """The cards that have not been opened yet; in the chain variant the next one alone."""
        player, seen = self.board.players[self.seat], {step.card for step in self.steps}
        own = player.line or (self.startup, *player.companies)
        left = tuple(card for card in own if card not in seen and card != self.card)
        return left[:1] if player.line and not self.card else left

    def is_upgraded(self, card: str) -> bool:
        """Whether the card shows its upgraded side by now."""
        flipped = any(card in step.flips for step in (*self.steps, Step(self.card, (), self.flips)))
        return flipped or card in self.board.players[self.seat].upgraded

    def _lines(self, card: str, upgraded: set[str]) -> tuple[Effect, ...]:
        deck = self.board.table.options.deck
        return (deck.upgraded_lines if card in upgraded else deck.basic_lines)[card]

    @property
    def stocks(self) -> list[Stock]:
        """What is held after each step that is done; the last is what is held now."""
        player = self.board.players[self.seat]
        stock, upgraded, held = list(player.stock), set(player.upgraded), []
        for card, counts, flips in (*self.steps, Step(self.card, self.counts, self.flips)):
            given = iter(counts)
            for effect in self._lines(card, upgraded) if card else ():
                count: int | None = next(given, None) if effect.takes else 1
                if count is None:
                    break  # the line that is being asked for
                carry_out(effect, stock, count)
            upgraded |= set(flips)
            stock[COAL] -= len(flips)
            stock[TOKENS] -= len(flips)
            held.append(Stock(*stock))
        return held

    @property
    def stock(self) -> Stock:
        """What is held now."""
        return self.stocks[-1]

    @property
    def asked(self) -> Effect | None:
        """The processing line of the open card that wants a count."""
        deck = self.board.table.options.deck
        lines = (
            deck.upgraded_lines if self.card and self.is_upgraded(self.card) else deck.basic_lines
        )
        processing = [effect for effect in lines.get(self.card, ()) if effect.takes]
        return processing[len(self.counts)] if len(self.counts) < len(processing) else None

    @property
    def flippable(self) -> tuple[str, ...]:
        """What could still be flipped at the open start-up."""
        player, stock = self.board.players[self.seat], self.stock
        if self.card != self.startup or not (stock.coal and stock.tokens):
            return ()
        return tuple(
            card for card in player.companies if card not in (*player.upgraded, *self.flips)
        )

    @property
    def move(self) -> ProductionPlan | None:
        return None if self.card or self.cards_left else ProductionPlan(self.steps)

    # --- What is asked ------------------------------------------------------------------------------

    @property
    def question(self) -> DraftQuestion | None:
        if self.move is not None:
            return None
        deck = self.board.table.options.deck
        if not self.card:
            left = self.cards_left
            number = len(self.steps) + 1
            return DraftQuestion(
                f"Step {number}: which card do you run {'next' if number > 1 else 'first'}?",
                tuple(
                    DraftChoice(key, card)
                    for key, card in zip(keys_for(len(left)), left, strict=True)
                ),
                default=left[0] if len(left) == 1 else "",
                is_pictured=True,
            )
        held = stock_text(self.stock)
        if self.asked is not None:
            most = affordable(self.asked, self.stock, self.asked.limit)
            return DraftQuestion(
                f"{self.card} {company_name(deck, self.card)}: how often {self.asked}? "
                f"You hold {held}.",
                tuple(DraftChoice(str(count), str(count)) for count in range(min(most, 9) + 1)),
                default=str(most),
            )
        able = self.flippable
        flips = zip(keys_for(len(able)), able, strict=True)
        return DraftQuestion(
            f"{self.card}: flip companies for 1C + 1U each? You hold {held}.",
            (
                *(
                    DraftChoice(key, card, f"{card} {company_name(deck, card)}")
                    for key, card in flips
                ),
                DraftChoice("0", DONE, "no more" if self.flips else "none"),
            ),
            default=DONE,
        )

    def chosen(self, word: str) -> "PlanDraft":
        """See `Draft.chosen`; between two cards a whole step, `S1 1 flip C28`, may be said at once."""
        word = word.upper()
        if not self.card and " " in word:
            return self._with_step(word)
        if self.asked is not None:
            return self._counted(word)
        if self.card:
            if word in (DONE.upper(), "0"):
                return self.closed()
            if word not in self.flippable:
                raise NotPossible(
                    f"{word} cannot be flipped; you hold {stock_text(self.stock)}",
                    (*self.flippable, DONE),
                )
            return self._replace(flips=(*self.flips, word)).settled()
        if word not in self.cards_left:
            what = (
                "is done already" if word in {step.card for step in self.steps} else "is not next"
            )
            raise NotPossible(f"{word} {what}", self.cards_left)
        return self._replace(card=word).settled()

    def _with_step(self, text: str) -> "PlanDraft":
        step = read_step(text)
        if step is None or step.card not in self.cards_left:
            raise NotPossible(f"{text!r} is no step of your plan now", self.cards_left)
        steps = (*self.steps, step)
        try:
            produced(self.board, self.seat, self._with_rest(steps))
        except IllegalMove as refused:
            raise NotPossible(str(refused), refused.allowed) from None
        return self._replace(steps=steps).next_of_line()

    def _with_rest(self, steps: tuple[Step, ...]) -> ProductionPlan:
        """These steps, and as little as may be with the cards that are left."""
        after = PlanDraft(self.board, self.seat, steps)
        player, seen = self.board.players[self.seat], {step.card for step in steps}
        own = player.line or (self.startup, *player.companies)
        upgraded = {card for card in own if after.is_upgraded(card)}
        rest = tuple(
            Step(card, tuple(0 for effect in self._lines(card, upgraded) if effect.takes))
            for card in own
            if card not in seen
        )
        return ProductionPlan((*steps, *rest))

    def _counted(self, word: str) -> "PlanDraft":
        effect = self.asked
        most = affordable(effect, self.stock, effect.limit) if effect else 0
        if not word.isdecimal() or int(word) > most:
            raise NotPossible(
                f"{self.card}: '{effect}' cannot be done {word} times; at most {most} with "
                f"{stock_text(self.stock)} in store",
                tuple(map(str, range(most + 1))),
            )
        return self._replace(counts=(*self.counts, int(word))).settled()

    def settled(self) -> "PlanDraft":
        """Go on as long as there is nothing to decide."""
        draft = self
        while draft.card:
            if draft.asked is not None:
                if affordable(draft.asked, draft.stock, 1):
                    return draft
                draft = draft._replace(counts=(*draft.counts, 0))
            elif draft.flippable:
                return draft
            else:
                draft = draft.closed()
        return draft

    def closed(self) -> "PlanDraft":
        """The open card is done."""
        step = Step(self.card, self.counts, self.flips)
        return PlanDraft(self.board, self.seat, (*self.steps, step)).next_of_line()

    def next_of_line(self) -> "PlanDraft":
        """In the chain variant the next card is opened at once."""
        if self.board.players[self.seat].line and self.cards_left:
            return self._replace(card=self.cards_left[0]).settled()
        return self


def begin_plan(board: Board, seat: Seat) -> PlanDraft:
    """No step done; the chain variant begins with the first card of the line."""
    return PlanDraft(board, seat).next_of_line()


def read_step(text: str) -> Step | None:
    """One step of a plan, `C12 2` or `S1 1 flip C28 C06`."""
    if not (found := _STEP.fullmatch(text)):
        return None
    counts = tuple(map(int, found[2].split()))
    return Step(found[1].upper(), counts, tuple((found[3] or "").upper().split()))


def read_plan(text: str) -> ProductionPlan | None:
    """The plan that `C06; C28 2; S1 1 flip C28` stands for."""
    if ";" not in text:
        return None
    steps = [read_step(part.strip()) for part in text.split(";")]
    return ProductionPlan(tuple(step for step in steps if step)) if all(steps) else None
