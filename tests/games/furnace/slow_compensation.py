"""
The end of the auction a second time: who is paid what, and who takes which card.

Read from the rules and kept apart from the engine, like the auction in `slow_auction.py`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tests.games.furnace.brute_force import Stock, gain, parse_goods, pay
from tests.games.furnace.slow_auction import (
    BARGAIN_HUNTER,
    UNDERWRITER,
    Auction,
    Disc,
)


class Owed(NamedTuple):
    """A compensation: the goods paid and gained each time, and how many times."""

    pays: tuple[int, ...]
    gains: tuple[int, ...]
    times: int


def ranked(discs: Sequence[Disc]) -> list[Disc]:
    """The best first. Rule: of equal discs the one placed first ranks higher."""
    return sorted(discs, key=lambda disc: -disc.value)  # sorting keeps equal discs in order


def takers(auction: Auction) -> dict[str, int | None]:
    """Rule: the highest disc takes the card; what nobody or the Agent takes leaves the game."""
    taken: dict[str, int | None] = {}
    for card, discs in zip(auction.cards, auction.lying, strict=True):
        best = ranked(discs)[0].owner if discs else None
        taken[card] = best if best is not None and best < auction.players else None
    return taken


def owed(auction: Auction, seat: int, compensations: Mapping[str, str]) -> list[Owed]:
    """What the seat is owed, left to right; `compensations` are the texts on the cards."""
    found = []
    for card, discs in zip(auction.cards, auction.lying, strict=True):
        times = 0
        for place, disc in enumerate(ranked(discs)):
            if disc.owner != seat:
                continue
            if place > 0:
                times += disc.value + (auction.capitalists[seat] == UNDERWRITER)
            elif disc.value == 1 and auction.capitalists[seat] == BARGAIN_HUNTER:
                times += 1
        if times:
            *pays, gains = compensations[card].split("->")
            found.append(Owed(parse_goods(pays[0]) if pays else (), parse_goods(gains), times))
    return found


def answers(debts: list[Owed], stock: Stock) -> Iterator[tuple[tuple[int, ...], Stock]]:
    """
    Every legal answer with what it leaves.

    Rule: an extraction is paid as often as owed; a processing is done from 0 up to that often,
    with the goods held at that moment, and it alone has a count.
    """
    if not debts:
        yield (), stock
        return
    (pays, gains, times), *rest = debts
    if not pays:
        for _ in range(times):
            stock = gain(stock, gains)
        yield from answers(rest, stock)
        return
    held: Stock | None = stock
    for count in range(times + 1):
        if held is None:
            return
        for counts, left in answers(rest, held):
            yield (count, *counts), left
        paid = pay(held, pays)
        held = None if paid is None else gain(paid, gains)
