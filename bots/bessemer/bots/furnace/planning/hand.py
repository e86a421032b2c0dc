"""A player's cards as the planner looks at them, the ways to resolve each, and the turns of a plan."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import COAL, MONEY, TOKENS, Amounts, Effect, Stock
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.state import Player

KINDS: Final = MONEY
"""Coal, iron, oil and tokens: what can be spent. Money comes after them and never is."""

FLIP: Final[Amounts] = ((COAL, 1), (TOKENS, 1))
"""The cost of flipping one company."""

FLIP_COST: Final = tuple(dict(FLIP).get(kind, 0) for kind in range(KINDS))
"""The same, by resource."""


class Way(NamedTuple):
    """A card resolved with these counts."""

    counts: tuple[int, ...]
    need: tuple[int, ...]
    """The stock that must be there when the card's turn comes, by resource that can be spent."""
    net: tuple[int, ...]
    """The change of the stock, money included."""


@lru_cache(maxsize=4096)
def ways_of(lines: tuple[Effect, ...], limits: tuple[int, ...]) -> tuple[Way, ...]:
    """All ways to resolve a card with these lines, each processing at most `limits` times."""
    ways = []
    for times in product(
        *(
            range(limit + 1) if line.takes else (1,)
            for line, limit in zip(lines, limits, strict=True)
        )
    ):
        stock, lowest = [0] * len(Stock._fields), [0] * KINDS
        for line, count in zip(lines, times, strict=True):
            for resource, amount in line.takes:
                stock[resource] -= amount * count
                lowest[resource] = min(lowest[resource], stock[resource])
            for resource, amount in line.gives:
                stock[resource] += amount * count
        counts = tuple(count for line, count in zip(lines, times, strict=True) if line.takes)
        ways.append(Way(counts, tuple(-low for low in lowest), tuple(stock)))
    return tuple(ways)


def useful_limits(lines: tuple[Effect, ...], most: Sequence[int]) -> tuple[int, ...]:
    """How often each line can run at all if there are never more than `most` of each resource."""
    return tuple(
        min([line.limit, *(most[resource] // amount for resource, amount in line.takes)])
        for line in lines
    )


Lines = tuple[Effect, ...]


class Card(NamedTuple):
    """One card: what it runs as it lies, and what it would run if it were flipped before."""

    id: str
    lines: Lines
    flipped_lines: Lines | None
    """`None` for the start-up and for what shows its upgraded side already."""


class Hand(NamedTuple):
    """All cards of a player: in the order of their line, or else the start-up first."""

    player: Player
    cards: tuple[Card, ...]
    start: int
    """Which of the cards is the start-up."""
    most: tuple[int, ...]
    """No plan ever holds more than this of a resource that can be spent."""

    def ways(self, lines: Lines) -> tuple[Way, ...]:
        """All ways to resolve a card with these lines in this hand."""
        return ways_of(lines, useful_limits(lines, self.most))

    def reordered(self, names: Sequence[str]) -> "Hand":
        """The same hand with its cards in this order."""
        by_name = {card.id: card for card in self.cards}
        start = names.index(self.cards[self.start].id)
        return self._replace(cards=tuple(by_name[name] for name in names), start=start)


def hand_of(player: Player, startup: str, deck: Deck) -> Hand:
    """The hand of `player`."""
    cards = []
    most = list(player.stock)
    names = player.line or (startup, *player.companies)
    for name in names:
        basic, upgraded = deck.basic_lines[name], deck.upgraded_lines[name]
        is_flippable = name != startup and name not in player.upgraded
        lines = basic if is_flippable else upgraded
        cards.append(Card(name, lines, upgraded if is_flippable else None))
        for line in upgraded:
            for resource, amount in line.gives:
                most[resource] += amount * (line.limit or 1)
    return Hand(player, tuple(cards), names.index(startup), tuple(most[:KINDS]))


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
