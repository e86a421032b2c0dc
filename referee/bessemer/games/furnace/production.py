"""
Production: every player resolves all own cards, start-up included, in an order of their choice.

A plan says it all beforehand: the order, a count for each processing line that is active when its
card is reached, and what to flip when the start-up is reached. It is run step by step and accepted
or refused as a whole.
"""

from collections.abc import Iterator
from typing import Final

from bessemer.engine.game import Below, Seat
from bessemer.games.furnace import plan_refusals as refuse
from bessemer.games.furnace.effects import COAL, TOKENS, Effect, Stock, affordable, carry_out
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.options import SEATS
from bessemer.games.furnace.refusals import Code, bad_count
from bessemer.games.furnace.state import Board, Phase, Player, State, asking, make

_EVERYBODY: Final = tuple(map(Seat, range(SEATS[-1])))


def asked(board: Board) -> tuple[Seat, ...]:
    """Everybody: even the start-up alone must be resolved."""
    return _EVERYBODY[: len(board.players)]


def begin(state: State) -> State:
    """Ask everybody for a plan."""
    board, pile, sealed, chance = state
    return State(asking(board, Phase.PLAN, asked(board)), pile, sealed, chance)


def produced(board: Board, seat: Seat, plan: ProductionPlan) -> Player:
    """
    The player after carrying out `plan`.

    Raises:
        IllegalMove: naming the step, the card, what was missing and what would have been legal.
    """
    player, startup = board.players[seat], board.table.startups[seat]
    deck, steps = board.table.options.deck, plan.steps
    basic_lines, upgraded_lines = deck.basic_lines, deck.upgraded_lines
    if player.line and player.line != tuple([step.card for step in steps]):
        raise refuse.wrong_cards(player, startup, steps)
    unresolved = {startup, *player.companies}
    upgraded = player.upgraded
    stock = list(player.stock)
    for number, step in enumerate(steps, 1):
        card, counts, flips = step
        if card not in unresolved:
            raise refuse.wrong_cards(player, startup, steps)
        unresolved.remove(card)
        given = 0
        for effect in upgraded_lines[card] if card in upgraded else basic_lines[card]:
            takes, _, limit, net = effect
            times = 1
            if takes:
                times = counts[given] if given < len(counts) else 0
                if times and not 0 < times <= affordable(effect, stock, limit):
                    part = f"steps[{number - 1}].counts[{given}]"
                    raise bad_count(effect, times, stock, part=part, step=number, card=card)
                given += 1
            if times:
                for resource, change in net:  # `carry_out`, without the call
                    stock[resource] += change * times
        if given != len(counts):
            raise refuse.wrong_counts(number, step, given)
        if flips:
            upgraded = _flipped(player, startup, stock, step, number)
    if unresolved:
        raise refuse.wrong_cards(player, startup, steps)
    holding = make(Stock, stock)
    return make(Player, (holding, player.companies, upgraded, player.line))


def _flipped(
    player: Player, startup: str, stock: list[int], step: Step, number: int
) -> tuple[str, ...]:
    """The upgraded companies after the flips of `step`, each paid from `stock` with 1C + 1U."""
    flips = step.flips
    if step.card != startup:
        raise refuse.flip_elsewhere(number, step.card, startup)
    for place, company in enumerate(flips):
        if company in flips[:place]:
            code = Code.FLIP_TWICE
        elif company == startup:
            code = Code.FLIP_STARTUP
        elif company not in player.companies:
            code = Code.NOT_OWN_CARD
        elif company in player.upgraded:
            code = Code.ALREADY_UPGRADED
        elif stock[COAL] < 1 or stock[TOKENS] < 1:
            code = Code.OVERSPENT
        else:
            stock[COAL] -= 1
            stock[TOKENS] -= 1
            continue
        raise refuse.bad_flip(player, code, flips, place, stock, step=number)
    return tuple(sorted((*player.upgraded, *flips)))


def stocks_along(board: Board, seat: Seat, plan: ProductionPlan) -> tuple[Stock, ...]:
    """What the player holds after each step of a legal plan, for those who look on."""
    player = board.players[seat]
    stock, upgraded = list(player.stock), player.upgraded
    along = []
    for card, counts, flips in plan.steps:
        left = list(counts)
        for effect in active_lines(board, upgraded, card):
            carry_out(effect, stock, left.pop(0) if effect.takes else 1)
        stock[COAL] -= len(flips)
        stock[TOKENS] -= len(flips)
        upgraded = (*upgraded, *flips)
        along.append(Stock(*stock))
    return tuple(along)


def default_plan(board: Board, seat: Seat) -> ProductionPlan:
    """Start-up first, then the companies in the order won (or the line); all counts 0, no flips."""
    player, startup = board.players[seat], board.table.startups[seat]
    return ProductionPlan(
        tuple(
            idle_step(board, player.upgraded, card)
            for card in player.line or (startup, *player.companies)
        )
    )


def legal_plans(board: Board, seat: Seat) -> Iterator[ProductionPlan]:
    """
    Every legal plan: orders, then counts, then flips, the least first.

    The first is the default plan. They are as many as the rules make them: never exhaust this for
    more than a handful of cards.
    """

    def plans(
        steps: tuple[Step, ...], left: tuple[str, ...], stock: list[int], upgraded: tuple[str, ...]
    ) -> Iterator[ProductionPlan]:
        if not left:
            yield ProductionPlan(steps)
        for place, card in enumerate(left[:1] if player.line else left):
            rest = left[:place] + left[place + 1 :]
            for counts, after in _ways(active_lines(board, upgraded, card), stock):
                yield from plans((*steps, Step(card, counts)), rest, after, upgraded)
                if card == startup:
                    for flips in _flip_sets(player, after):
                        paid = after.copy()
                        paid[COAL] -= len(flips)
                        paid[TOKENS] -= len(flips)
                        flipped = (*upgraded, *flips)
                        yield from plans((*steps, Step(card, counts, flips)), rest, paid, flipped)

    player, startup = board.players[seat], board.table.startups[seat]
    cards = player.line or (startup, *player.companies)
    return plans((), cards, list(player.stock), player.upgraded)


def _ways(
    lines: tuple[Effect, ...], stock: list[int]
) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """All counts with which these lines can be resolved, each with the stock that it leaves."""
    if not lines:
        yield (), stock
        return
    effect, *others = lines
    possible = range(affordable(effect, stock, effect.limit) + 1) if effect.takes else (1,)
    for count in possible:
        after = stock.copy()
        carry_out(effect, after, count)
        for counts, left in _ways(tuple(others), after):
            yield ((count, *counts) if effect.takes else counts), left


def _flip_sets(player: Player, stock: list[int]) -> Iterator[tuple[str, ...]]:
    """All non-empty sets of companies that `stock` can flip, in the order won."""

    def sets(begun: tuple[str, ...], left: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
        for place, card in enumerate(left if most else ()):
            yield (*begun, card)
            yield from sets((*begun, card), left[place + 1 :], most - 1)

    unflipped = tuple(card for card in player.companies if card not in player.upgraded)
    return sets((), unflipped, min(stock[COAL], stock[TOKENS]))


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
    flips = []
    for card in player.companies:
        if not (stock[COAL] and stock[TOKENS]):
            break
        if card not in player.upgraded and below(2):
            stock[COAL] -= 1
            stock[TOKENS] -= 1
            flips.append(card)
    return tuple(flips)


def active_lines(board: Board, upgraded: tuple[str, ...], card: str) -> tuple[Effect, ...]:
    """The lines that a card runs while these companies are upgraded, top to bottom."""
    deck = board.table.options.deck
    return (deck.upgraded_lines if card in upgraded else deck.basic_lines)[card]


def idle_step(board: Board, upgraded: tuple[str, ...], card: str) -> Step:
    """The step of a card that processes nothing."""
    lines = active_lines(board, upgraded, card)
    return Step(card, (0,) * sum(1 for effect in lines if effect.takes))
