"""The turns of which a plan is made, and what they lead to."""

from collections.abc import Sequence
from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP, Hand, Way
from bessemer.games.furnace.effects import Stock
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.state import Player


class Turn(NamedTuple):
    """One card's turn in a plan that is being made."""

    card: str
    way: Way
    is_flipped: bool
    """Whether the start-up flips it, before this turn or after it."""


class Found(NamedTuple):
    """The result of a search for plans worth more than a floor."""

    turns: Sequence[Turn] | None
    """Of the best plan known; `None` if none above the floor is."""
    worth: float
    """Its worth, or else the floor."""
    bound: float
    """No plan is worth more than this."""


def default_turns(hand: Hand) -> list[Turn]:
    """The cards as they are in the hand, nothing processed and nothing flipped."""
    return [Turn(card.id, hand.ways(card.lines)[0], is_flipped=False) for card in hand.cards]


def plan_of(hand: Hand, turns: Sequence[Turn]) -> ProductionPlan:
    """The plan that takes these turns in this order."""
    flipped = {turn.card for turn in turns if turn.is_flipped}
    flips = tuple(card for card in hand.player.companies if card in flipped)
    startup = hand.cards[hand.start].id
    return ProductionPlan(
        tuple(Step(card, way.counts, flips if card == startup else ()) for card, way, _ in turns)
    )


def player_after(hand: Hand, turns: Sequence[Turn]) -> Player:
    """The player after these turns, which can be paid for in some order."""
    stock, upgraded = list(hand.player.stock), hand.player.upgraded
    for turn in turns:
        stock = [held + change for held, change in zip(stock, turn.way.net, strict=True)]
    if flips := [turn.card for turn in turns if turn.is_flipped]:
        upgraded = tuple(sorted((*upgraded, *flips)))
        for resource, amount in FLIP:
            stock[resource] -= amount * len(flips)
    return hand.player._replace(stock=Stock(*stock), upgraded=upgraded)
