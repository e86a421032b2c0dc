"""The sentences of a refused production plan; `production` finds the fault, this explains it."""

from bessemer.engine.errors import IllegalMove
from bessemer.games.furnace.effects import COAL, TOKENS
from bessemer.games.furnace.moves import Step
from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import Player


def wrong_cards(player: Player, startup: str, steps: tuple[Step, ...]) -> IllegalMove:
    """Not every card exactly once, or not in the order that the chain variant fixes."""
    own = player.line or (startup, *player.companies)
    left = list(own)
    for number, step in enumerate(steps, 1):
        card = step.card
        if card not in own:
            code, why = Code.NOT_OWN_CARD, "not a card of this player"
        elif card not in left:
            code, why = Code.CARD_TWICE, "resolved before"
        elif player.line and card != left[0]:
            code, why = Code.ORDER_CHANGED, f"the line is {' '.join(own)}"
            left = left[:1]
        else:
            left.remove(card)
            continue
        return IllegalMove(
            code,
            f"step {number}, {card}: {why}; next may be {', '.join(left) or 'nothing'}",
            part=f"steps[{number - 1}].card",
            step=number,
            card=card,
            allowed=tuple(left[:1] if player.line else left),
        )
    return IllegalMove(
        Code.CARD_MISSING,
        f"after {len(steps)} steps {', '.join(left)} is still to resolve: every card, once",
        part="steps",
        step=len(steps) + 1,
        card=left[0],
        allowed=tuple(left[:1] if player.line else left),
    )


def wrong_counts(number: int, step: Step, active: int) -> IllegalMove:
    """Not exactly one count for each processing line that is active when the card is reached."""
    return IllegalMove(
        Code.COUNTS_EXTRA if len(step.counts) > active else Code.COUNTS_MISSING,
        f"step {number}, {step.card}: {len(step.counts)} counts, but {active} processing lines are "
        f"active when it is reached",
        part=f"steps[{number - 1}].counts",
        step=number,
        card=step.card,
        allowed=(" ".join(("0",) * active),),
    )


def flip_elsewhere(number: int, card: str, startup: str) -> IllegalMove:
    """A flip at a company's step."""
    return IllegalMove(
        Code.FLIP_ELSEWHERE,
        f"step {number}, {card}: companies are flipped at the start-up {startup} only",
        part=f"steps[{number - 1}].flips",
        step=number,
        card=card,
    )


def bad_flip(
    player: Player, code: Code, flips: tuple[str, ...], place: int, stock: list[int], *, step: int
) -> IllegalMove:
    """A flip that is not possible: what, why, and which would be."""
    company = flips[place]
    lacking = [
        f"1{symbol}" for symbol, resource in (("C", COAL), ("U", TOKENS)) if not stock[resource]
    ]
    why = {
        Code.FLIP_TWICE: "is named twice",
        Code.FLIP_STARTUP: "is a start-up and has one side",
        Code.NOT_OWN_CARD: "is not a card of this player",
        Code.ALREADY_UPGRADED: "shows its upgraded side already",
    }.get(code, f"costs 1C + 1U and {' + '.join(lacking)} is missing")
    possible = tuple(
        card
        for card in player.companies
        if not lacking and card not in player.upgraded and card not in flips[:place]
    )
    return IllegalMove(
        code,
        f"step {step}, flip {company}: it {why}; possible: {', '.join(possible) or 'none'}",
        part=f"steps[{step - 1}].flips[{place}]",
        step=step,
        card=company,
        missing=" + ".join(lacking) if code is Code.OVERSPENT else "",
        allowed=possible,
    )
