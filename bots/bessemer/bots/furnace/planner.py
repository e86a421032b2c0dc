"""
A bot for Furnace that bids like `greedy` and produces exactly.

Its plans are the best there are, at fixed prices for what is left over. Its compensations, and its
line in the chain variant, it chooses by the plans that they allow.
"""

from typing import Final

from bessemer.bots.furnace.greedy import GreedyBot
from bessemer.bots.furnace.planning.planner import best_plan, best_plan_of
from bessemer.bots.furnace.prices import leftovers, phases_left, price
from bessemer.bots.search.seconds import is_too_little, share_of_clock
from bessemer.games.furnace.moves import ChainPlacement, Compensation, ProductionPlan
from bessemer.games.furnace.phases.chain import new_cards
from bessemer.games.furnace.phases.compensation import winner
from bessemer.games.furnace.state import Player
from bessemer.sdk.furnace import FurnaceView

_ANSWERS_TRIED: Final = 8


class PlannerBot(GreedyBot):
    """Bids by fixed prices and plans exactly; with no time to plan it does as `greedy` does."""

    runs_inline = False

    def compensation(self, view: FurnaceView) -> Compensation:
        """Of the answers that look best by price, the one with the best plan after it."""
        if is_too_little(view.clock):
            return super().compensation(view)
        answers = view.legal_compensations()
        after = {answer: with_cards_won(view, view.after(answer).me) for answer in answers}
        tried = sorted(after, key=lambda answer: -price(enumerate(after[answer].stock)))
        del tried[_ANSWERS_TRIED:]
        seconds = share_of_clock(view.clock, among=len(tried))
        return max(tried, key=lambda answer: _plan_worth(view, after[answer], seconds))

    def placement(self, view: FurnaceView) -> ChainPlacement:
        """Each new card in turn goes where the line is worth most."""
        if is_too_little(view.clock):
            return super().placement(view)
        line, new = view.me.line, new_cards(view.me)
        most = len(new) * (len(line) + len(new)) * 2
        seconds = share_of_clock(view.clock, among=most)
        for card in new:
            lines = [(*line[:place], card, *line[place:]) for place in range(len(line) + 1)]
            line = max(lines, key=lambda line: _line_worth(view, line, seconds))
        return ChainPlacement(line)

    def plan(self, view: FurnaceView) -> ProductionPlan:
        """The best plan there is, at fixed prices for what is left over."""
        if is_too_little(view.clock):
            return super().plan(view)
        worth = leftovers(view.board.table.options.deck, phases_left(view.board) - 1)
        return best_plan(view.board, view.seat, worth, seconds=share_of_clock(view.clock)).plan


def with_cards_won(view: FurnaceView, player: Player) -> Player:
    """The player once the row is dealt out, when the auction is over and only answers are open."""
    row = zip(view.board.row.cards, view.board.row.stacks, strict=True)
    won = tuple(card for card, stack in row if stack and winner(stack).seat == view.seat)
    # Where a new card goes in a line is decided later: for now anywhere will do.
    line = player.line and player.line + won
    return player._replace(companies=player.companies + won, line=line)


def _line_worth(view: FurnaceView, line: tuple[str, ...], seconds: float | None) -> float:
    """The worth of a line now, and later with all its cards flipped."""
    cards = tuple(card for card in view.me.companies if card in line)
    flipped = tuple(card for card in view.me.upgraded if card in line)
    now = view.me._replace(line=line, companies=cards, upgraded=flipped)
    worth = _plan_worth(view, now, seconds)
    if later := phases_left(view.board) - 1:
        all_flipped = now._replace(upgraded=tuple(sorted(cards)))
        worth += later * _plan_worth(view, all_flipped, seconds)
    return worth


def _plan_worth(view: FurnaceView, player: Player, seconds: float | None) -> float:
    """The worth of the best plan for this hand."""
    table, after = view.board.table, phases_left(view.board) - 1
    deck = table.options.deck
    worth = leftovers(deck, after)
    return best_plan_of(player, table.startups[view.seat], deck, worth, seconds=seconds).worth
