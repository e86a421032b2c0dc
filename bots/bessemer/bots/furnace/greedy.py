"""
A simple bot for Furnace: it prices resources, and looks at one card at a time.

It bids where a disc gains most by itself, never looking at what the other players want, and
resolves its cards one after the other as if each were the last. That is enough to beat chance by
far.
"""

from typing import Final

from bessemer.bots.furnace.prices import PRICES, card_worth, gain, gain_of_line, phases_left, price
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import COAL, MONEY, TOKENS, Effect, affordable, carry_out
from bessemer.games.furnace.moves import Bid, ChainPlacement, Compensation, ProductionPlan, Step
from bessemer.games.furnace.phases.chain import new_cards
from bessemer.games.furnace.state import Board
from bessemer.sdk.furnace import FurnaceBot, FurnaceView

_WINS: Final = (0.0, 0.25, 0.45, 0.75, 1.0)
"""How likely a disc is to win its card, by its value, if no higher one lies there."""
_DISC_COST: Final = 0.1
"""Of two bids that gain the same, the one with the lower disc."""

_FLIP_COST: Final = PRICES[COAL] + PRICES[TOKENS]


class GreedyBot(FurnaceBot):
    """Takes what gains most by fixed prices, one card at a time."""

    runs_inline = True

    def bid(self, view: FurnaceView) -> Bid:
        """The disc that gains most where it lies, whatever the others do."""
        return max(view.legal_bids(), key=lambda bid: bid_worth(view.board, bid))

    def compensation(self, view: FurnaceView) -> Compensation:
        """Whatever gains, as often as can be paid, from left to right."""
        stock, counts = list(view.me.stock), []
        for _, effect, times in view.board.owed[view.seat]:
            count = times
            if effect.takes:
                count = affordable(effect, stock, times) if gain(effect) else 0
                counts.append(count)
            carry_out(effect, stock, count)
        return Compensation(tuple(counts))

    def placement(self, view: FurnaceView) -> ChainPlacement:
        """Before the first card that belongs later in a line."""
        deck, line = view.board.table.options.deck, list(view.me.line)
        for card in new_cards(view.me):
            later = [
                at for at, other in enumerate(line) if _stage(deck, other) > _stage(deck, card)
            ]
            line.insert(later[0] if later else len(line), card)
        return ChainPlacement(tuple(line))

    def plan(self, view: FurnaceView) -> ProductionPlan:
        """First what extracts, then flips, then what processes, then what sells; all it can."""
        deck, startup = view.board.table.options.deck, view.board.table.startups[view.seat]
        cards = view.me.line or sorted(
            (*view.me.companies, startup), key=lambda card: _stage(deck, card)
        )
        stock, upgraded, steps = list(view.me.stock), set(view.me.upgraded), []
        for place, card in enumerate(cards):
            lines = deck.upgraded_lines[card] if card in upgraded else deck.basic_lines[card]
            counts = tuple(_run(effect, stock) for effect in lines)
            flips: tuple[str, ...] = ()
            if card == startup:
                flips = _flips(view, upgraded, stock, set(cards[place + 1 :]))
                upgraded.update(flips)
            chosen = zip(lines, counts, strict=True)
            steps.append(Step(card, tuple(n for line, n in chosen if line.takes), flips))
        return ProductionPlan(tuple(steps))


def bid_worth(board: Board, bid: Bid) -> float:
    """The worth of a disc on a card: the card if it wins, the compensation if it does not."""
    company = board.table.options.deck.companies[bid.card]
    stack = board.row.stacks[board.row.cards.index(bid.card)]
    outbid = any(disc.value >= bid.value for disc in stack)
    wins = 0.0 if outbid else _WINS[bid.value]
    consolation = gain(company.compensation, bid.value)
    card = card_worth(company, phases_left(board))
    return wins * card + (1 - wins) * consolation - _DISC_COST * bid.value


def _stage(deck: Deck, card: str) -> int:
    """Where a card belongs: 0 extracts, 1 flips, 2 processes, 3 sells."""
    if card in deck.startups:
        return 1
    basic = deck.companies[card].basic
    if not basic.takes:
        return 0
    return 3 if any(resource == MONEY for resource, _ in basic.gives) else 2


def _run(effect: Effect, stock: list[int]) -> int:
    """Do `effect` as often as it can be paid, if it gains; how often that was."""
    times = 1
    if effect.takes:
        times = affordable(effect, stock, effect.limit) if price(effect.net) > 0 else 0
    carry_out(effect, stock, times)
    return times


def _flips(
    view: FurnaceView, upgraded: set[str], stock: list[int], still_to_run: set[str]
) -> tuple[str, ...]:
    """The flips that gain most, as many as can be paid from `stock`, which pays for them."""
    deck, after = view.board.table.options.deck, phases_left(view.board) - 1
    worth = {
        card: gain_of_line(deck.companies[card].additional) * (after + (card in still_to_run))
        for card in view.me.companies
        if card not in upgraded
    }
    worthwhile = [card for card in worth if worth[card] > _FLIP_COST]
    wanted = sorted(worthwhile, key=lambda card: -worth[card])
    flips = tuple(wanted[: min(stock[COAL], stock[TOKENS])])
    stock[COAL] -= len(flips)
    stock[TOKENS] -= len(flips)
    return flips
