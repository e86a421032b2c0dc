"""How far an answer has come that is made choice by choice: what is done, and what is held then."""

from collections.abc import Iterable
from typing import NamedTuple

from bessemer.engine.choices import Answered, Choice
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import Effect, Stock
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.phases import compensation
from bessemer.games.furnace.phases.production import active_lines, stocks_along
from bessemer.games.furnace.state import Board, Claim, View


def seat_of(view: View) -> Seat:
    """The seat that decides."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


class ClaimsProgress(NamedTuple):
    """The compensations of a row, settled from left to right."""

    board: Board
    seat: Seat
    counts: tuple[int, ...]

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All that the seat is owed, left to right."""
        return self.board.owed[self.seat]

    @property
    def stocks(self) -> tuple[Stock, ...]:
        """The stock after each claim that is settled; extractions settle themselves."""
        return compensation.stocks_along(self.board, self.seat, self.counts)

    @property
    def stock(self) -> Stock:
        stocks = self.stocks
        return stocks[-1] if stocks else self.board.players[self.seat].stock

    @property
    def asked(self) -> Claim | None:
        """The claim whose count comes next."""
        settled = len(self.stocks)
        return self.claims[settled] if settled < len(self.claims) else None


def claims_so_far(view: View, trail: Iterable[Answered]) -> ClaimsProgress:
    """The compensations after these choices."""
    counts = tuple(int(answer[0]) for choice, answer in trail if choice.name == "count")
    return ClaimsProgress(view.board, seat_of(view), counts)


class LineProgress(NamedTuple):
    """The chain variant's line, into which the new cards are put one after the other."""

    cards: tuple[str, ...]
    card: str
    """The card that is to be placed; empty when all are."""


def line_so_far(view: View, trail: Iterable[Answered], choice: Choice | None) -> LineProgress:
    """The line after these choices."""
    line = view.board.players[seat_of(view)].line
    for answered, (after,) in trail:
        assert answered.about is not None, "a placement is about a card"
        place = line.index(after) + 1 if after in line else 0
        line = (*line[:place], answered.about.id, *line[place:])
    asked = choice.about if choice else None
    return LineProgress(line, asked.id if asked else "")


class PlanProgress(NamedTuple):
    """The steps that are done, and the card that is being resolved."""

    board: Board
    seat: Seat
    steps: tuple[Step, ...] = ()
    card: str = ""
    counts: tuple[int, ...] = ()
    flips: tuple[str, ...] = ()

    @property
    def startup(self) -> str:
        return self.board.table.startups[self.seat]

    @property
    def cards_left(self) -> tuple[str, ...]:
        """The cards that have not been opened yet."""
        player, seen = self.board.players[self.seat], {step.card for step in self.steps}
        own = player.line or (self.startup, *player.companies)
        return tuple(card for card in own if card not in seen and card != self.card)

    def is_upgraded(self, card: str) -> bool:
        """Whether the card shows its upgraded side by now."""
        flipped = any(card in step.flips for step in (*self.steps, Step(self.card, (), self.flips)))
        return flipped or card in self.board.players[self.seat].upgraded

    @property
    def stocks(self) -> tuple[Stock, ...]:
        """The stock after each step that is done, and then in the open card."""
        begun = (Step(self.card, self.counts, self.flips),) if self.card else ()
        return stocks_along(self.board, self.seat, ProductionPlan((*self.steps, *begun)))

    @property
    def stock(self) -> Stock:
        stocks = self.stocks
        return stocks[-1] if stocks else self.board.players[self.seat].stock

    @property
    def asked(self) -> Effect | None:
        """The processing line of the open card that wants a count."""
        upgraded = (self.card,) if self.card and self.is_upgraded(self.card) else ()
        lines = active_lines(self.board, upgraded, self.card) if self.card else ()
        processing = [effect for effect in lines if effect.takes]
        return processing[len(self.counts)] if len(self.counts) < len(processing) else None


def plan_so_far(view: View, trail: Iterable[Answered], choice: Choice | None) -> PlanProgress:
    """The plan after these choices; `choice` is the next, if there is one."""
    plan = PlanProgress(view.board, seat_of(view))
    for answered, answer in trail:
        match answered.name:
            case "card":
                plan = _closed(plan)._replace(card=answer[0])
            case "count":
                plan = plan._replace(counts=(*plan.counts, int(answer[0])))
            case _:
                plan = plan._replace(flips=answer)
    return _closed(plan) if choice is None or choice.name == "card" else plan


def _closed(plan: PlanProgress) -> PlanProgress:
    """The plan with its open card done."""
    if not plan.card:
        return plan
    step = Step(plan.card, plan.counts, plan.flips)
    return PlanProgress(plan.board, plan.seat, (*plan.steps, step))
