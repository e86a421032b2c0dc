"""
Any legal move, for random play, which asks for little else.

Bids, answers and plans are drawn by what is quicker than their scripts; the tests hold both to the
same moves.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bessemer.engine import choices
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace import scripts
from bessemer.games.furnace.auction import sample_bid
from bessemer.games.furnace.effects import COAL, TOKENS, affordable, carry_out
from bessemer.games.furnace.moves import Compensation, Move, ProductionPlan, Step
from bessemer.games.furnace.state import Board, Phase, Player, View, make


def sample_move(board: Board, seat: Seat, below: Below) -> Move:
    """See `Game.sample_move`."""
    return SAMPLERS[board.phase](board, seat, below)


def _by_script(board: Board, seat: Seat, below: Below) -> Move:
    script = scripts.script(View(seat, board, None))
    return choices.walk(script, lambda choice: choices.sample_answer(choice, below))


def sample_answer(board: Board, seat: Seat, below: Below) -> Compensation:
    """A legal answer, each count drawn from those possible when its card comes."""
    stock, counts = list(board.players[seat].stock), []
    for _, effect, times in board.owed[seat]:
        count = times
        if effect.takes:
            count = below(affordable(effect, stock, times) + 1)
            counts.append(count)
        carry_out(effect, stock, count)
    return Compensation(tuple(counts))


def sample_plan(board: Board, seat: Seat, below: Below) -> ProductionPlan:
    """A legal plan: at each step a card, counts and flips are drawn from those possible there."""
    player, startup = board.players[seat], board.table.startups[seat]
    deck = board.table.options.deck
    basic_lines, upgraded_lines = deck.basic_lines, deck.upgraded_lines
    left = list(player.line or (startup, *player.companies))
    in_order = bool(player.line)
    stock, upgraded = list(player.stock), player.upgraded
    steps = []
    while left:
        card = left.pop(0 if in_order else below(len(left)))
        counts: tuple[int, ...] = ()
        for takes, _, limit, net in upgraded_lines[card] if card in upgraded else basic_lines[card]:
            times = 1
            if takes:
                for resource, amount in takes:  # `affordable`, without the call
                    if stock[resource] < amount * limit:
                        limit = stock[resource] // amount  # noqa: PLW2901
                times = below(limit + 1) if limit else 0
                counts = (*counts, times)
            if times:
                for resource, change in net:  # `carry_out`, without the call
                    stock[resource] += change * times
        flips = _sample_flips(player, stock, below) if card == startup else ()
        if flips:
            upgraded = (*upgraded, *flips)
        steps.append(make(Step, (card, counts, flips)))
    return ProductionPlan(tuple(steps))


def _sample_flips(player: Player, stock: list[int], below: Below) -> tuple[str, ...]:
    flips: list[str] = []
    for card in player.companies:
        if not (stock[COAL] and stock[TOKENS]):
            break
        if card not in player.upgraded and below(2):
            stock[COAL] -= 1
            stock[TOKENS] -= 1
            flips.append(card)
    return tuple(flips)


# A table and not a `match`: in Python 3.11 naming an enum member costs as much as a call.
SAMPLERS: Final[Mapping[Phase, Callable[[Board, Seat, Below], Move]]] = {
    Phase.BID: sample_bid,
    Phase.COMPENSATION: sample_answer,
    Phase.PLACEMENT: _by_script,
    Phase.PLAN: sample_plan,
}
"""How a move of each phase is drawn."""
