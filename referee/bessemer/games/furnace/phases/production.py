"""
Production: every player resolves all own cards, start-up included, in an order of their choice.

A plan says it all beforehand: the order, a count for each processing line that is active when its
card is reached, and what to flip when the start-up is reached. It is run step by step and accepted
or refused as a whole.
"""

from bessemer.engine.errors import IllegalMove, say
from bessemer.engine.game import Below, Seat
from bessemer.games.furnace import effects
from bessemer.games.furnace.effects import (
    COAL,
    TOKENS,
    Effect,
    Stock,
    affordable,
    carry_out,
)
from bessemer.games.furnace.moves import ProductionPlan, Step
from bessemer.games.furnace.refusals import Code, bad_count
from bessemer.games.furnace.state import Board, Player, make


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
        raise _wrong_cards(player, startup, steps)
    unresolved = {startup, *player.companies}
    upgraded = player.upgraded
    stock = list(player.stock)
    for number, step in enumerate(steps, 1):
        card, counts, flips = step
        if card not in unresolved:
            raise _wrong_cards(player, startup, steps)
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
            raise _wrong_counts(number, step, given)
        if flips:
            upgraded = _flipped(player, startup, stock, step, number)
    if unresolved:
        raise _wrong_cards(player, startup, steps)
    holding = make(Stock, stock)
    return make(Player, (holding, player.companies, upgraded, player.line))


def _flipped(
    player: Player, startup: str, stock: list[int], step: Step, number: int
) -> tuple[str, ...]:
    """The upgraded companies after the flips of `step`, each paid from `stock` with 1C + 1U."""
    card, _, flips = step
    if card != startup:
        raise IllegalMove(
            Code.FLIP_ELSEWHERE,
            say(
                "step {number}, {card}: companies are flipped at the start-up {startup} only",
                number=number,
                card=card,
                startup=startup,
            ),
            part=f"steps[{number - 1}].flips",
            step=number,
            card=card,
        )
    for place, company in enumerate(flips):
        lacking, about = "", {"number": number, "card": company}
        if company in flips[:place]:
            code = Code.FLIP_TWICE
            why = say("step {number}, flip {card}: it is named twice", **about)
        elif company == startup:
            code = Code.FLIP_STARTUP
            why = say("step {number}, flip {card}: it is a start-up and has one side", **about)
        elif company not in player.companies:
            code = Code.NOT_OWN_CARD
            why = say("step {number}, flip {card}: it is not a card of this player", **about)
        elif company in player.upgraded:
            code = Code.ALREADY_UPGRADED
            why = say("step {number}, flip {card}: it shows its upgraded side already", **about)
        elif stock[COAL] < 1 or stock[TOKENS] < 1:
            lacking = effects.amounts_text((each, 1) for each in (COAL, TOKENS) if not stock[each])
            code = Code.OVERSPENT
            why = say(
                "step {number}, flip {card}: it costs 1C + 1U and {missing} is missing",
                **about,
                missing=lacking,
            )
        else:
            stock[COAL] -= 1
            stock[TOKENS] -= 1
            continue
        flipped = (*player.upgraded, *flips[:place])
        possible = tuple(
            other
            for other in player.companies
            if stock[COAL] and stock[TOKENS] and other not in flipped
        )
        raise IllegalMove(
            code,
            why,
            say("possible: {cards}", cards=possible),
            part=f"steps[{number - 1}].flips[{place}]",
            step=number,
            card=company,
            missing=lacking,
            words=possible,
        )
    return tuple(sorted((*player.upgraded, *flips)))


def _wrong_cards(player: Player, startup: str, steps: tuple[Step, ...]) -> IllegalMove:
    """Not every card exactly once, or not in the order that the chain variant fixes."""
    own = player.line or (startup, *player.companies)
    left = list(own)
    for number, step in enumerate(steps, 1):
        card = step.card
        if card not in own:
            code = Code.NOT_OWN_CARD
            why = say("step {number}, {card}: not a card of this player", number=number, card=card)
        elif card not in left:
            code = Code.CARD_TWICE
            why = say("step {number}, {card}: resolved before", number=number, card=card)
        elif player.line and card != left[0]:
            code = Code.ORDER_CHANGED
            line = " ".join(own)
            why = say(
                "step {number}, {card}: the line is {line}", number=number, card=card, line=line
            )
            left = left[:1]
        else:
            left.remove(card)
            continue
        return IllegalMove(
            code,
            why,
            say("next may be {cards}", cards=left),
            part=f"steps[{number - 1}].card",
            step=number,
            card=card,
            words=tuple(left[:1] if player.line else left),
        )
    return IllegalMove(
        Code.CARD_MISSING,
        say(
            "after {count} steps {cards} is still to resolve: every card, once",
            count=len(steps),
            cards=left,
        ),
        part="steps",
        step=len(steps) + 1,
        card=left[0],
        words=tuple(left[:1] if player.line else left),
    )


def _wrong_counts(number: int, step: Step, active: int) -> IllegalMove:
    """Not exactly one count for each processing line that is active when the card is reached."""
    return IllegalMove(
        Code.COUNTS_EXTRA if len(step.counts) > active else Code.COUNTS_MISSING,
        say(
            "step {number}, {card}: {given} counts, but {active} processing lines are "
            "active when it is reached",
            number=number,
            card=step.card,
            given=len(step.counts),
            active=active,
        ),
        part=f"steps[{number - 1}].counts",
        step=number,
        card=step.card,
        words=(" ".join(("0",) * active),),
    )


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


def stocks_along(board: Board, seat: Seat, plan: ProductionPlan) -> tuple[Stock, ...]:
    """
    What the player holds after each step of a legal plan, for those who look on.

    The last step may be in the making: it ends before the line whose count is not said yet.
    """
    player = board.players[seat]
    stock, upgraded = list(player.stock), player.upgraded
    along = []
    for card, counts, flips in plan.steps:
        given = iter(counts)
        for effect in active_lines(board, upgraded, card):
            count = next(given, None) if effect.takes else 1
            if count is None:
                break
            carry_out(effect, stock, count)
        stock[COAL] -= len(flips)
        stock[TOKENS] -= len(flips)
        upgraded = (*upgraded, *flips)
        along.append(Stock(*stock))
    return tuple(along)


def active_lines(board: Board, upgraded: tuple[str, ...], card: str) -> tuple[Effect, ...]:
    """The lines that a card runs while these companies are upgraded, top to bottom."""
    deck = board.table.options.deck
    return (deck.upgraded_lines if card in upgraded else deck.basic_lines)[card]


def idle_step(board: Board, upgraded: tuple[str, ...], card: str) -> Step:
    """The step of a card that processes nothing."""
    lines = active_lines(board, upgraded, card)
    return Step(card, (0,) * sum(1 for effect in lines if effect.takes))
