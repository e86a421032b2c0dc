"""
What can be done with each card where the order is free: its uses, judged by shadow prices.

A use says how often a card's lines run and whether the card is flipped, and if so whether its
turn comes before the start-up's or after it. It changes two balances that a plan must keep: what is
left at the end, and what there can be for the start-up to spend. For the latter a card that is free
to come before the start-up or after it counts with what it gives and not with what it takes; only
where its processing makes what the start-up may need must it come before it to count at all.
"""

from collections.abc import Iterator
from typing import NamedTuple

from bessemer.bots.furnace.planning.hand import FLIP, FLIP_COST, KINDS, Hand, Lines, Turn, Way
from bessemer.bots.furnace.planning.packed import Ledger
from bessemer.bots.furnace.planning.schedule import CardRole, Job
from bessemer.bots.furnace.planning.shadow import amounts_value, prices_around_startup
from bessemer.bots.furnace.planning.worth import Prices
from bessemer.games.furnace.effects import COAL, TOKENS


class CardUse(NamedTuple):
    """One thing to do with a card."""

    loss: float
    """How far it falls behind the best use for this card, at shadow prices."""
    entry: list[int]
    """The amounts that it adds to the balances."""
    job: Job


class Menu(NamedTuple):
    """The uses of all cards, each card's by loss."""

    ledger: Ledger
    hope: float
    """The worth of the best uses of all cards, whether they go together or not."""
    opening: list[int]
    """The balances before any use."""
    weights: list[float]
    """The part of the hope that is lost with one of each balance that is left over."""
    cards: list[list[CardUse]]


class _Side(NamedTuple):
    """The lines that a card can run, and the worth of its being flipped."""

    lines: Lines
    role: CardRole
    is_flipped: bool = False
    bonus: float = 0.0


def menu_of(hand: Hand, prices: Prices) -> Menu:
    """The uses of a hand, judged by these prices."""
    kinds, stock = _startup_kinds(hand), hand.player.stock
    shadow, ledger = prices_around_startup(hand, prices), Ledger(hand, len(kinds))
    after = shadow.after
    premium = tuple(shadow.before[kind] - after[kind] for kind in kinds)
    hope = sum(prices.upgraded.get(card, 0.0) for card in hand.player.upgraded)
    hope += sum(price * amount for price, amount in zip(after, stock, strict=True))
    hope += sum(price * stock[kind] for price, kind in zip(premium, kinds, strict=True))
    cards = []
    for place, card in enumerate(hand.cards):
        drafts = []
        for side in _sides(hand, place, prices):
            for way, role in _turns(hand, side, kinds):
                early, end = _changes(role, way, is_flipped=side.is_flipped)
                early = [early[kind] for kind in kinds]
                worth = side.bonus + way.net[KINDS] * after[KINDS]
                worth += sum([price * amount for price, amount in zip(after, end, strict=False)])
                worth += sum([price * amount for price, amount in zip(premium, early, strict=True)])
                entry = [*end, *early]
                turn = Turn(card.id, way, side.is_flipped)
                drafts.append((worth, entry, Job(role, turn, way.need, way.net[:KINDS])))
        most = max(worth for worth, _, _ in drafts)
        hope += most
        uses = [CardUse(most - worth, entry, job) for worth, entry, job in drafts]
        uses.sort(key=lambda use: use.loss)
        cards.append(uses)
    opening = ledger.opening.copy()
    opening[KINDS : KINDS + len(kinds)] = [stock[kind] for kind in kinds]
    weights = [after[kind] - prices.stock[kind] for kind in range(KINDS)]
    weights += premium
    return Menu(ledger, hope, opening, weights, cards)


def _startup_kinds(hand: Hand) -> tuple[int, ...]:
    """The kinds that the start-up can spend or that these can be made of, if a card may have to wait."""
    if all(card.flipped_lines is None for card in hand.cards):
        return ()
    kinds = {COAL, TOKENS} | {
        kind for line in hand.cards[hand.start].lines for kind, _ in line.takes
    }
    lines = [line for card in hand.cards for line in card.lines if line.takes]
    for _ in range(KINDS):
        for line in lines:
            if any(kind in kinds for kind, _ in line.gives):
                kinds.update(kind for kind, _ in line.takes)
    return tuple(sorted(kinds))


def _sides(hand: Hand, place: int, prices: Prices) -> list[_Side]:
    card = hand.cards[place]
    if place == hand.start:
        return [_Side(card.lines, CardRole.STARTUP)]
    sides = [_Side(card.lines, CardRole.FREE)]
    if card.flipped_lines is not None:
        bonus = prices.upgraded.get(card.id, 0.0)
        sides.append(_Side(card.flipped_lines, CardRole.AFTER, is_flipped=True, bonus=bonus))
        # A flip after the card's turn only costs and earns: one that does not earn is left out.
        if bonus > amounts_value(FLIP, prices.stock):
            sides.append(_Side(card.lines, CardRole.BEFORE, is_flipped=True, bonus=bonus))
    return sides


def _turns(hand: Hand, side: _Side, kinds: tuple[int, ...]) -> Iterator[tuple[Way, CardRole]]:
    """The ways to resolve a side, each with every role that makes a difference."""
    processing = [line for line in side.lines if line.takes]
    for way in hand.ways(side.lines):
        if side.role is CardRole.FREE and any(
            count and any(kind in kinds for kind, _ in line.gives)
            for line, count in zip(processing, way.counts, strict=True)
        ):
            yield way, CardRole.BEFORE
            yield way, CardRole.AFTER
        else:
            yield way, side.role


def _changes(role: CardRole, way: Way, *, is_flipped: bool) -> tuple[list[int], list[int]]:
    """The changes by a card resolved in this way: before the start-up is done, and in the end."""
    end = list(way.net[:KINDS])
    if role is CardRole.FREE:
        early = [max(0, amount) for amount in end]
    else:
        early = [0] * KINDS if role is CardRole.AFTER else end
    if is_flipped:
        early = [amount - cost for amount, cost in zip(early, FLIP_COST, strict=True)]
        end = [amount - cost for amount, cost in zip(end, FLIP_COST, strict=True)]
    return early, end
