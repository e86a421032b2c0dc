"""Typed moves of Furnace; see `Typing` for what each method promises."""

import re
from typing import Final

from bessemer.bots.furnace.planning.planner import best_plan
from bessemer.bots.furnace.planning.worth import MONEY_ALONE, Prices
from bessemer.engine import drafts
from bessemer.engine.choices import only_answer
from bessemer.engine.drafts import Draft
from bessemer.engine.game import Seat
from bessemer.faces.furnace.labels import gain_text
from bessemer.faces.furnace.progress import plan_so_far, seat_of
from bessemer.faces.language import key, tr
from bessemer.games.furnace.moves import (
    Bid,
    ChainPlacement,
    Compensation,
    Move,
    ProductionPlan,
    Step,
)
from bessemer.games.furnace.phases.production import idle_step
from bessemer.games.furnace.state import Board, Phase, View
from bessemer.table.typing import Suggestion, Typing

_BID: Final = re.compile(r"(?:(?P<first>\d) *(?:on )? *(?P<card>\w+)|(?P<other>\w+) +(?P<then>\d))")
_STEP: Final = re.compile(r"(\w+)((?: \d+)*)(?: flip((?: \w+)+))?", re.IGNORECASE)
# Before the last round what is left over has a use: about what the cards sell it for.
_PRICES: Final = (0.8, 1.4, 2.8, 2.2, 1.0)
_UPGRADE: Final = 3.0


class FurnaceTyping(Typing):
    """Bids, compensations, the line and production plans, whole or a step at a time."""

    help_texts = (
        key(
            "Type a move: bid 3 on C07, or 3 C07; compensation 2 0, or 2 0; line C07 S1 C12;\n"
            "  plan C06; S1 1 flip C28; C28 2. A step of a plan may be typed at once: S1 1 flip C28."
        ),
    )

    def parse(self, view: View, text: str) -> Move | None:
        move: Move | None = super().parse(view, text)
        if move is not None:
            return move
        match view.board.phase:
            case Phase.BID:
                return _read_bid(text)
            case Phase.COMPENSATION:
                return _read_compensation(text)
            case Phase.PLACEMENT:
                return _read_line(text)
            case _:
                return _read_plan(text)

    def extend(self, made: Draft[Move], text: str) -> Draft[Move] | None:
        """A whole step of a plan, `S1 1 flip C28`, between two cards."""
        step = _read_step(text)
        if step is None or " " not in text or made.view.board.phase is not Phase.PLAN:
            return None
        plan = plan_so_far(made.view, made.trail, made.choice)
        may_open = (*plan.cards_left,) if not plan.card else (plan.card,) * _is_forced(made)
        if step.card not in may_open:
            return None
        steps = (*plan.steps, step)
        flipped = tuple(flip for done in steps for flip in done.flips)
        upgraded = (*made.view.board.players[seat_of(made.view)].upgraded, *flipped)
        # As little as may be with the cards that are left; the rules see whether the step is legal.
        idle = [
            idle_step(made.view.board, upgraded, card)
            for card in plan.cards_left
            if card != step.card
        ]
        path = drafts.path_of(made.game, made.view, ProductionPlan((*steps, *idle)))
        for length in range(len(made.path) + 1, len(path) + 1):
            draft = drafts.follow(made.game, made.view, path[:length])
            if len(plan_so_far(made.view, draft.trail, draft.choice).steps) >= len(steps):
                return draft
        return drafts.follow(made.game, made.view, path)

    def suggest(self, view: View, seconds: float) -> Suggestion:
        """By the exact planner for production, by a shipped bot otherwise."""
        if view.board.phase is not Phase.PLAN:
            return super().suggest(view, seconds)
        return _best_plan(view.board, seat_of(view), seconds)


TYPING: Final = FurnaceTyping("furnace")


def _is_forced(made: Draft[Move]) -> bool:
    """Whether the open card was the only one left, and nothing of it has been decided."""
    asked = [only_answer(choice) is None for choice, _ in made.trail]
    opened = max(place for place, (choice, _) in enumerate(made.trail) if choice.name == "card")
    return not any(asked[opened:])


def _read_bid(text: str) -> Bid | None:
    """The bid that `3 C07`, `3 on C07` or `C07 3` stands for."""
    if not (found := _BID.fullmatch(text)):
        return None
    card, value = found["card"] or found["other"], found["first"] or found["then"]
    return None if card.isdigit() else Bid(int(value), card.upper())


def _read_compensation(text: str) -> Compensation | None:
    """The answer that `2 0` stands for."""
    words = text.split()
    return Compensation(tuple(map(int, words))) if all(map(str.isdecimal, words)) else None


def _read_line(text: str) -> ChainPlacement | None:
    """The line that `C07 S1 C12` stands for."""
    words = text.upper().split()
    return ChainPlacement(tuple(words)) if len(words) > 1 else None


def _read_step(text: str) -> Step | None:
    """One step of a plan, `C12 2` or `S1 1 flip C28 C06`."""
    if not (found := _STEP.fullmatch(text)):
        return None
    counts = tuple(map(int, found[2].split()))
    return Step(found[1].upper(), counts, tuple((found[3] or "").upper().split()))


def _read_plan(text: str) -> ProductionPlan | None:
    """The plan that `C06; C28 2; S1 1 flip C28` stands for."""
    if ";" not in text:
        return None
    steps = [_read_step(part.strip()) for part in text.split(";")]
    return ProductionPlan(tuple(step for step in steps if step)) if all(steps) else None


def _best_plan(board: Board, seat: Seat, seconds: float) -> Suggestion:
    """A good plan, and how sure it is that no other is better."""
    options = board.table.options
    prices, aim = MONEY_ALONE, tr("money alone counts now")
    if board.round < options.rounds:
        upgrades = dict.fromkeys(options.deck.companies, _UPGRADE)
        prices, aim = Prices(_PRICES, upgrades), tr("leftovers valued for later rounds")
    found = best_plan(board, seat, prices, seconds=seconds)
    gain = gain_text(board.players[seat].stock, found.player.stock) or tr("no change")
    sure = tr("no plan is better") if found.is_best else tr("the best found in the time")
    return Suggestion(found.plan, f"{gain}; {sure}, {aim}")
