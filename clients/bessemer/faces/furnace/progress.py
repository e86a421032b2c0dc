"""How far an answer has come that is made choice by choice: what is done, and what is held then."""

from collections.abc import Iterable
from typing import NamedTuple

from bessemer.engine.choices import Answered, Choice
from bessemer.engine.game import Seat
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, Stock, carry_out
from bessemer.games.furnace.moves import Step
from bessemer.games.furnace.state import Board, Claim, View


def seat_of(view: View) -> Seat:
    """Who decides."""
    if view.seat is None:
        raise ValueError("a spectator decides nothing")
    return view.seat


class Claims(NamedTuple):
    """The compensations of a row, settled from left to right."""

    board: Board
    seat: Seat
    counts: tuple[int, ...]

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
    def stock(self) -> Stock:
        """What is held now."""
        stocks = self.stocks
        return stocks[-1] if stocks else self.board.players[self.seat].stock

    @property
    def asked(self) -> Claim | None:
        """The claim whose count comes next."""
        settled = len(self.stocks)
        return self.claims[settled] if settled < len(self.claims) else None


def claims_so_far(view: View, trail: Iterable[Answered]) -> Claims:
    """The compensations after these choices."""
    counts = tuple(int(answer[0]) for choice, answer in trail if choice.name == "count")
    return Claims(view.board, seat_of(view), counts)


class Line(NamedTuple):
    """The chain variant's line, into which the new cards are put one after the other."""

    cards: tuple[str, ...]
    card: str
    """The card that is to be placed; empty when all are."""


def line_so_far(view: View, trail: Iterable[Answered], choice: Choice | None) -> Line:
    """The line after these choices."""
    line = view.board.players[seat_of(view)].line
    for answered, (after,) in trail:
        assert answered.about is not None, "a placement is about a card"
        place = line.index(after) + 1 if after in line else 0
        line = (*line[:place], answered.about.id, *line[place:])
    asked = choice.about if choice else None
    return Line(line, asked.id if asked else "")


class Plan(NamedTuple):
    """The steps that are done, and the card that is being resolved."""

    board: Board
    seat: Seat
    steps: tuple[Step, ...] = ()
    card: str = ""
    counts: tuple[int, ...] = ()
    flips: tuple[str, ...] = ()

    @property
    def startup(self) -> str:
        """The seat's start-up."""
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
        upgraded = {self.card} if self.card and self.is_upgraded(self.card) else set()
        lines = self._lines(self.card, upgraded) if self.card else ()
        processing = [effect for effect in lines if effect.takes]
        return processing[len(self.counts)] if len(self.counts) < len(processing) else None


def plan_so_far(view: View, trail: Iterable[Answered], choice: Choice | None) -> Plan:
    """The plan after these choices; `choice` is the next, if there is one."""
    plan = Plan(view.board, seat_of(view))
    for answered, answer in trail:
        match answered.name:
            case "card":
                plan = _closed(plan)._replace(card=answer[0])
            case "count":
                plan = plan._replace(counts=(*plan.counts, int(answer[0])))
            case _:
                plan = plan._replace(flips=answer)
    return _closed(plan) if choice is None or choice.name == "card" else plan


def _closed(plan: Plan) -> Plan:
    """The plan with its open card done."""
    if not plan.card:
        return plan
    step = Step(plan.card, plan.counts, plan.flips)
    return Plan(plan.board, plan.seat, (*plan.steps, step))
