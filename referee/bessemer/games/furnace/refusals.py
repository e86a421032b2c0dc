"""Why a move of Furnace is refused: the stable codes, and the sentences around them."""

from enum import StrEnum

from bessemer.engine.errors import IllegalMove, say
from bessemer.games.furnace.effects import Effect, affordable, amounts_text, shortfall


class Code(StrEnum):
    """What is wrong with a move; programs may rely on these texts."""

    NOT_ASKED = "furnace.not-asked"
    WRONG_KIND = "furnace.wrong-kind"
    NO_SUCH_DISC = "furnace.no-such-disc"
    NOT_IN_ROW = "furnace.not-in-row"
    OWN_DISC_THERE = "furnace.own-disc-there"
    VALUE_TAKEN = "furnace.value-taken"
    COUNTS_MISSING = "furnace.counts-missing"
    COUNTS_EXTRA = "furnace.counts-extra"
    OVER_LIMIT = "furnace.over-limit"
    OVERSPENT = "furnace.overspent"
    NOT_OWN_CARD = "furnace.not-own-card"
    CARD_TWICE = "furnace.card-twice"
    CARD_MISSING = "furnace.card-missing"
    ORDER_CHANGED = "furnace.order-changed"
    FLIP_ELSEWHERE = "furnace.flip-elsewhere"
    FLIP_STARTUP = "furnace.flip-startup"
    FLIP_TWICE = "furnace.flip-twice"
    ALREADY_UPGRADED = "furnace.already-upgraded"


def bad_count(
    effect: Effect, count: int, stock: list[int], *, part: str, card: str, step: int | None = None
) -> IllegalMove:
    """A processing that is asked for a negative number of times, too often, or without means."""
    possible = affordable(effect, stock, effect.limit)
    held = amounts_text((resource, stock[resource]) for resource, _ in effect.takes)
    about: dict[str, object] = {"card": card, "effect": effect, "count": count}
    about |= {"number": step} if step else {}
    if 0 <= count <= effect.limit:
        code, lacking = Code.OVERSPENT, amounts_text(shortfall(effect, stock, count))
        about |= {"missing": lacking, "held": held}
        if step:
            why = say(
                "step {number}, {card}: '{effect}' done {count} times lacks {missing}: "
                "{held} is held there",
                **about,
            )
        else:
            why = say(
                "{card}: '{effect}' done {count} times lacks {missing}: {held} is held there",
                **about,
            )
    else:
        code, lacking = Code.OVER_LIMIT, ""
        about["limit"] = effect.limit
        if step:
            why = say(
                "step {number}, {card}: '{effect}' done {count} times is not 0 to {limit}", **about
            )
        else:
            why = say("{card}: '{effect}' done {count} times is not 0 to {limit}", **about)
    return IllegalMove(
        code,
        why,
        say("at most {possible}", possible=possible),
        part=part,
        step=step,
        card=card,
        missing=lacking,
        words=tuple(map(str, range(possible + 1))),
    )
