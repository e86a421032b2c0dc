"""
Every legal production plan of a small Furnace hand, found by trying everything.

This is a second reading of the production phase, kept apart from the engine: it imports nothing
from the project, parses the card texts itself and moves one token at a time. It is meant to be
obviously right, not fast. A few companies and small stocks are all it is good for.

Goods are always counted in the order coal, iron, oil, upgrade tokens, money.
"""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

Stock = tuple[int, int, int, int, int]

# A step: the card, the counts of its active processing lines top to bottom, and the companies
# flipped here (only ever at the start-up), sorted by id.
Step = tuple[str, tuple[int, ...], tuple[str, ...]]
Plan = tuple[Step, ...]

GOODS = "CIOU$"
MONEY = GOODS.index("$")

# Rule: the start-up's first line gains one upgrade token; its last line flips companies at one
# coal and one upgrade token each. Both are the same on every start-up, so the deck omits them.
STARTUP_GAIN = "1U"
FLIP_PRICE = "1C + 1U"


class Company(NamedTuple):
    """A company card in front of its owner, and which side is up before production."""

    id: str
    basic: str
    additional: str
    upgraded: bool


class Hand(NamedTuple):
    """All that one player's production phase depends on."""

    startup: str
    trade: str
    companies: tuple[Company, ...]
    stock: Stock


class Result(NamedTuple):
    """What a plan leaves: the goods, and all companies whose upgraded side is up afterwards."""

    stock: Stock
    upgraded: frozenset[str]


class Effect(NamedTuple):
    """One line of a card. Goods are listed singly: "2C" is two entries, both coal."""

    pays: tuple[int, ...]
    gains: tuple[int, ...]
    limit: int | None  # None: no limit is printed, as on an extraction, which is not counted


# --- The notation of the cards -------------------------------------------------------------------


def parse_goods(text: str) -> tuple[int, ...]:
    """The goods of "1I + 2C", one entry for each single token."""
    goods: list[int] = []
    for term in text.split("+"):
        match = re.fullmatch(r"([1-9][0-9]*)([CIOU$])", term.strip())
        if match is None:
            raise ValueError(f"not an amount of goods: {term!r} in {text!r}")
        goods += [GOODS.index(match[2])] * int(match[1])
    return tuple(goods)


@cache
def parse_effect(text: str) -> Effect:
    """Rule: an arrow makes a line processing, with a limit; without one it is extraction."""
    if "->" not in text:
        return Effect((), parse_goods(text), None)
    match = re.fullmatch(r"(.+) -> (.+) x([1-9][0-9]*)", text)
    if match is None:
        raise ValueError(f"not a processing line with a limit: {text!r}")
    pays = parse_goods(match[1])
    if MONEY in pays:
        raise ValueError(f"money is never spent: {text!r}")
    return Effect(pays, parse_goods(match[2]), int(match[3]))


# --- Moving goods, one token at a time -----------------------------------------------------------


def gain(stock: Stock, goods: Iterable[int]) -> Stock:
    """Rule: the supply is unlimited, so a gain always succeeds and is always whole."""
    held = list(stock)
    for good in goods:
        held[good] += 1
    return held[0], held[1], held[2], held[3], held[4]


def pay(stock: Stock, goods: Iterable[int]) -> Stock | None:
    """Rule: a price is paid from what is held at that moment; None if a token is missing."""
    held = list(stock)
    for good in goods:
        if held[good] == 0:
            return None
        held[good] -= 1
    return held[0], held[1], held[2], held[3], held[4]


def transact(stock: Stock, effect: Effect, times: int) -> Stock | None:
    """Rule: each transaction is paid in full before anything of it is gained."""
    for _ in range(times):
        paid = pay(stock, effect.pays)
        if paid is None:
            return None
        stock = gain(paid, effect.gains)
    return stock


# --- Resolving cards -----------------------------------------------------------------------------


def resolve_lines(lines: Sequence[Effect], stock: Stock) -> Iterator[tuple[tuple[int, ...], Stock]]:
    """
    Rule: the lines of one card run top to bottom, with nothing in between.

    Extraction is mandatory and whole, and has no count. Processing is done any number of times
    from 0 to its limit, as far as the goods reach. Yields the counts with what is then held.
    """
    if not lines:
        yield (), stock
        return
    first, rest = lines[0], lines[1:]
    if first.limit is None:
        yield from resolve_lines(rest, gain(stock, first.gains))
        return
    for count in range(first.limit + 1):
        held = transact(stock, first, count)
        if held is None:
            continue
        for counts, left in resolve_lines(rest, held):
            yield (count, *counts), left


def subsets(ids: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every subset, each sorted by id."""
    ordered = sorted(ids)
    for size in range(len(ordered) + 1):
        yield from combinations(ordered, size)


def resolve_startup(
    hand: Hand, stock: Stock, upgraded: frozenset[str]
) -> Iterator[tuple[Step, Stock, frozenset[str]]]:
    """
    Rule: gain 1U; the trade; then flip any own companies with the basic side up, 1C + 1U each.

    Companies already resolved may be flipped too: they just do not run again.
    """
    basic_side_up = [company.id for company in hand.companies if company.id not in upgraded]
    lines = [parse_effect(STARTUP_GAIN), parse_effect(hand.trade)]
    # A flip is paid like any transaction, but gains no goods and has no limit of its own.
    flip = Effect(parse_goods(FLIP_PRICE), (), None)
    for counts, held in resolve_lines(lines, stock):
        for flips in subsets(basic_side_up):
            left = transact(held, flip, len(flips))
            if left is not None:
                yield (hand.startup, counts, flips), left, upgraded | frozenset(flips)


def resolve_company(
    company: Company, stock: Stock, upgraded: frozenset[str]
) -> Iterator[tuple[Step, Stock, frozenset[str]]]:
    """Rule: the basic line; below it the additional line if the upgraded side is up *by now*."""
    lines = [parse_effect(company.basic)]
    if company.id in upgraded:
        lines.append(parse_effect(company.additional))
    for counts, left in resolve_lines(lines, stock):
        yield (company.id, counts, ()), left, upgraded


def resolve_order(
    hand: Hand, order: tuple[str, ...], stock: Stock, upgraded: frozenset[str]
) -> Iterator[tuple[Plan, Result]]:
    """Rule: each card is resolved wholly before the next one."""
    if not order:
        yield (), Result(stock, upgraded)
        return
    if order[0] == hand.startup:
        outcomes = resolve_startup(hand, stock, upgraded)
    else:
        (company,) = (company for company in hand.companies if company.id == order[0])
        outcomes = resolve_company(company, stock, upgraded)
    for step, held, now_upgraded in outcomes:
        for later_steps, result in resolve_order(hand, order[1:], held, now_upgraded):
            yield (step, *later_steps), result


def legal_plans(hand: Hand, line: tuple[str, ...] | None = None) -> dict[Plan, Result]:
    """
    Every legal production plan of the hand with what it leaves.

    Rule: all cards, start-up included, in any order, each once. `line` is the chain variant's
    fixed order: production then runs the line left to right and no other order is legal.
    """
    cards = own_ids(hand)
    if len(set(cards)) != len(cards):
        raise ValueError(f"a card is in the hand twice: {cards}")
    if line is not None and sorted(line) != sorted(cards):
        raise ValueError(f"the line {line} is not made of the cards {cards}")
    orders = permutations(cards) if line is None else [line]
    upgraded = frozenset(company.id for company in hand.companies if company.upgraded)
    plans: dict[Plan, Result] = {}
    for order in orders:
        for plan, result in resolve_order(hand, order, hand.stock, upgraded):
            # A plan says everything that was decided, so no two lines of play can share one.
            assert plan not in plans
            plans[plan] = result
    return plans


def own_ids(hand: Hand) -> tuple[str, ...]:
    """The ids of all cards of the hand, the start-up first."""
    return (hand.startup, *(company.id for company in hand.companies))


# --- Plans that are nearly the same --------------------------------------------------------------


def foreign_ids(hand: Hand) -> tuple[str, ...]:
    """Ids that are not in the hand: a start-up and a company of the shipped deck, and nonsense."""
    own = own_ids(hand)
    startup = next(name for name in (f"S{n}" for n in range(1, 6)) if name not in own)
    company = next(name for name in (f"C{n:02}" for n in range(1, 37)) if name not in own)
    return startup, company, "nonsense"


def neighbours(plan: Plan, hand: Hand) -> Iterator[Plan]:
    """
    Every plan one small change away, each once and never the plan itself.

    Most are illegal and some are legal; `legal_plans` says which. Flips stay sorted by id, so that
    a plan is never refused or missed merely for its spelling.
    """
    seen = {plan}
    changes = (
        count_changes(plan),
        step_changes(plan),
        card_changes(plan, hand),
        flip_changes(plan, hand),
    )
    for change in changes:
        for changed in change:
            if changed not in seen:
                seen.add(changed)
                yield changed


def replaced(plan: Plan, at: int, step: Step) -> Plan:
    """The plan with another step in one place."""
    return (*plan[:at], step, *plan[at + 1 :])


def count_changes(plan: Plan) -> Iterator[Plan]:
    """A count one more, one less or -1; a count dropped; a count added."""
    for at, (card, counts, flips) in enumerate(plan):
        for i, count in enumerate(counts):
            for other in (count + 1, count - 1, -1):
                changed = (*counts[:i], other, *counts[i + 1 :])
                yield replaced(plan, at, (card, changed, flips))
            yield replaced(plan, at, (card, (*counts[:i], *counts[i + 1 :]), flips))
        for i in range(len(counts) + 1):
            for added in (0, 1):
                yield replaced(plan, at, (card, (*counts[:i], added, *counts[i:]), flips))


def step_changes(plan: Plan) -> Iterator[Plan]:
    """Any two steps swapped; a step dropped; a step repeated, at any place."""
    for first, second in combinations(range(len(plan)), 2):
        yield replaced(replaced(plan, first, plan[second]), second, plan[first])
    for at, step in enumerate(plan):
        yield (*plan[:at], *plan[at + 1 :])
        for place in range(len(plan) + 1):
            yield (*plan[:place], step, *plan[place:])


def card_changes(plan: Plan, hand: Hand) -> Iterator[Plan]:
    """A card replaced by another own card or by a foreign one; a foreign card added at the end."""
    foreign = foreign_ids(hand)
    for at, (card, counts, flips) in enumerate(plan):
        for other in (*own_ids(hand), *foreign):
            if other != card:
                yield replaced(plan, at, (other, counts, flips))
    for other in foreign:
        yield (*plan, (other, (), ()))


def flip_changes(plan: Plan, hand: Hand) -> Iterator[Plan]:
    """
    A flip added, dropped, doubled or moved to another step; no step may flip a start-up.

    The flips added include the start-up itself, companies already upgraded, foreign cards, and
    flips at a company's step, where nothing can be flipped.
    """
    for at, (card, counts, flips) in enumerate(plan):
        # A company already flipped here is added once more: the doubled flip.
        for added in (*own_ids(hand), *foreign_ids(hand)):
            yield replaced(plan, at, (card, counts, tuple(sorted((*flips, added)))))
        for i, dropped in enumerate(flips):
            without = replaced(plan, at, (card, counts, (*flips[:i], *flips[i + 1 :])))
            yield without
            for place, (there, its_counts, its_flips) in enumerate(plan):
                if place != at:
                    moved = (there, its_counts, tuple(sorted((*its_flips, dropped))))
                    yield replaced(without, place, moved)


# --- Hands to try --------------------------------------------------------------------------------


def random_hand(rng: random.Random, companies: int, data: Mapping[str, Any], most: int = 3) -> Hand:
    """A hand from the loaded deck: random cards, sides and a stock of 0 to `most` of each good."""
    startup = rng.choice(data["startup"])
    drawn = tuple(
        Company(card["id"], card["basic"], card["additional"], rng.random() < 0.5)
        for card in rng.sample(data["company"], companies)
    )
    coal, iron, oil, tokens, money = (rng.randint(0, most) for _ in GOODS)
    return Hand(startup["id"], startup["trade"], drawn, (coal, iron, oil, tokens, money))
