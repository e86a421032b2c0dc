"""
The auction of Furnace a second time, read from the rules and kept apart from the engine.

Discs lie in lists and every question looks through all of them. Only the die comes from the
project: it is the next draw of the match's chance, as `docs/chance.md` specifies it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bessemer.engine.chance import Chance

FINANCIER, SPECULATOR, UNDERWRITER, MONOPOLIST, BARGAIN_HUNTER = "K1", "K2", "K3", "K4", "K5"


class Disc(NamedTuple):
    """A capital disc; in a match of two the owner 2 is the Agent."""

    owner: int
    value: int


@dataclass
class Auction:
    """A row, what lies on it, and what everybody still has in hand."""

    cards: tuple[str, ...]
    capitalists: tuple[str | None, ...]
    first: int
    chance: Chance
    lying: list[list[Disc]]
    hands: list[list[int]]
    bidder: int | None

    @property
    def players(self) -> int:
        """How many people bid."""
        return len(self.capitalists)

    def copy(self) -> "Auction":
        """The same auction, to be continued in another way."""
        return Auction(
            self.cards,
            self.capitalists,
            self.first,
            self.chance,
            [list(discs) for discs in self.lying],
            [list(hand) for hand in self.hands],
            self.bidder,
        )

    def fits(self, owner: int, value: int, card: int) -> bool:
        """
        Whether this disc may go there.

        Rule: no card holds two discs of one player (the Monopolist may), and no card holds two
        discs of one value (the Speculator may). The Agent uses nobody's exceptions.
        """
        capitalist = self.capitalists[owner] if owner < self.players else None
        for disc in self.lying[card]:
            if disc.owner == owner and capitalist != MONOPOLIST:
                return False
            if disc.value == value and capitalist != SPECULATOR:
                return False
        return True

    def choices(self, owner: int) -> set[tuple[int, str]]:
        """Every different disc in hand on every card where it fits."""
        return {
            (value, self.cards[card])
            for value in self.hands[owner]
            for card in range(len(self.cards))
            if self.fits(owner, value, card)
        }

    def bid(self, value: int, card: str) -> None:
        """
        Whose turn it is places a disc, the Agent answers, and the turn passes on.

        Rule: after each bid of the second player of this round's order the Agent places a disc.
        """
        assert self.bidder is not None
        assert (value, card) in self.choices(self.bidder)
        self._place(self.bidder, value, self.cards.index(card))
        if self.players == 2 and self.bidder == (self.first + 1) % 2:
            self._agent()
        self.bidder = self._next(self.bidder)

    def _place(self, owner: int, value: int, card: int) -> None:
        self.hands[owner].remove(value)
        self.lying[card].append(Disc(owner, value))

    def _agent(self) -> None:
        """Rule: its lowest disc that fits on the card of the die, or else further to the right."""
        if not self.hands[2]:
            return
        number, self.chance = self.chance.below(6)
        for card in [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5][number : number + 6]:
            for value in sorted(self.hands[2]):
                if self.fits(2, value, card):
                    self._place(2, value, card)
                    return
        raise AssertionError("some card always takes a disc of the Agent's")

    def _next(self, bidder: int) -> int | None:
        """Rule: clockwise; whose discs fit nowhere passes; it ends when all pass, one by one."""
        for _ in range(self.players):
            bidder = (bidder + 1) % self.players
            if self.choices(bidder):
                return bidder
        return None


def begin(
    cards: Sequence[str], capitalists: Sequence[str | None], first: int, chance: Chance
) -> Auction:
    """Nothing lies anywhere; everybody has 1 to 4, the Financier also the neutral 2."""
    hands = [[1, 2, 3, 4] + [2] * (capitalist == FINANCIER) for capitalist in capitalists]
    if len(capitalists) == 2:
        hands.append([1, 2, 3, 4])
    nothing: list[list[Disc]] = [[] for _ in cards]
    return Auction(tuple(cards), tuple(capitalists), first, chance, nothing, hands, first)


def count(auction: Auction, depth: int) -> int:
    """How many ways there are to go on for `depth` bids; a line also ends with the auction."""
    if depth == 0 or auction.bidder is None:
        return 1
    if depth == 1:
        return len(auction.choices(auction.bidder))
    return sum(count(after, depth - 1) for after in continuations(auction))


def continuations(auction: Auction) -> Iterator[Auction]:
    """The auction after each possible bid."""
    assert auction.bidder is not None
    for value, card in auction.choices(auction.bidder):
        after = auction.copy()
        after.bid(value, card)
        yield after
