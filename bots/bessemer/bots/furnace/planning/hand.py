"""A player's cards as the planner looks at them."""

from collections.abc import Sequence
from typing import NamedTuple

from bessemer.bots.furnace.planning.ways import KINDS, Way, useful_limits, ways_of
from bessemer.games.furnace.deck import Deck
from bessemer.games.furnace.effects import Effect
from bessemer.games.furnace.state import Player

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
