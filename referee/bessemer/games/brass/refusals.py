"""Why a move of Brass is refused: the stable codes, and the refusals that several actions share."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from bessemer.engine.errors import IllegalMove, Sentence, any_of, say
from bessemer.games.brass.network.supply import SOURCE, SOURCE_IDS
from bessemer.games.brass.state import Hand


class Code(StrEnum):
    """The reasons why a move is refused; programs may rely on these texts."""

    NOT_ASKED = "brass.not-asked"
    WRONG_KIND = "brass.wrong-kind"
    NO_SUCH_CARD = "brass.no-such-card"
    CARD_MISSING = "brass.card-missing"
    CARD_EXTRA = "brass.card-extra"
    TWO_ACTIONS = "brass.two-actions"
    WRONG_TOWN = "brass.wrong-town"
    WRONG_INDUSTRY = "brass.wrong-industry"
    OUT_OF_REACH = "brass.out-of-reach"
    NO_SUCH_INDUSTRY = "brass.no-such-industry"
    STACK_EMPTY = "brass.stack-empty"
    NEVER_BUILT = "brass.never-built"
    WRONG_ERA = "brass.wrong-era"
    NO_SUCH_SPACE = "brass.no-such-space"
    WRONG_SYMBOL = "brass.wrong-symbol"
    ONE_PER_TOWN = "brass.one-per-town"
    PORT_ORDER = "brass.port-order"
    SPACE_TAKEN = "brass.space-taken"
    LEVEL_TOO_LOW = "brass.level-too-low"
    CUBES_LEFT = "brass.cubes-left"
    NO_COAL = "brass.no-coal"
    WRONG_COAL = "brass.wrong-coal"
    WRONG_IRON = "brass.wrong-iron"
    OVERSPENT = "brass.overspent"
    NO_SUCH_LINK = "brass.no-such-link"
    LINK_TAKEN = "brass.link-taken"
    LINK_APART = "brass.link-apart"
    NO_MARKER = "brass.no-marker"
    WRONG_END = "brass.wrong-end"
    WRONG_MILL = "brass.wrong-mill"
    WRONG_BUYER = "brass.wrong-buyer"
    MARKET_CLOSED = "brass.market-closed"
    WRONG_AMOUNT = "brass.wrong-amount"
    TOO_DEEP = "brass.too-deep"
    TOO_LATE = "brass.too-late"
    WRONG_TILE = "brass.wrong-tile"


def check_card(hand: Hand, card: str, part: str = "card") -> None:
    """
    Refuse a card that is not in the hand.

    Raises:
        IllegalMove: it is not.
    """
    if card not in hand:
        if not card:
            code, why = Code.CARD_MISSING, say("every action takes a card")
        else:
            code = Code.NO_SUCH_CARD
            why = say("there is no card {thing} in the hand", thing=card)
        cards = tuple(dict.fromkeys(hand))
        raise IllegalMove(
            code, why, say("it has {things}", things=cards), part=part, card=card, words=cards
        )


class Rule(NamedTuple):
    """A rule that allows some links or spaces, and the refusal of the others."""

    code: Code
    sentence: Sentence
    """Without its values."""


def first_broken(rules: Sequence[Rule], allowed: Sequence[int], number: int) -> Rule:
    """The first of the rules that does not allow this member; `allowed` has a set for each rule."""
    pairs = zip(rules, allowed, strict=True)
    return next(rule for rule, members in pairs if not members >> number & 1)


def check_source(code: Code, cube: str, given: str, sources: Sequence[int], part: str) -> None:
    """
    Refuse a source that cannot give the cube, or a cube that is not needed.

    Raises:
        IllegalMove: the source is refused.
    """
    if SOURCE.get(given) in sources or not (given or sources):
        return
    names = source_names(sources)
    if not given:
        why = say("{cube} is needed, and the move does not say from where", cube=cube)
    elif not names:
        why = say("no {cube} is needed, from {source} or elsewhere", cube=cube, source=given)
    else:
        why = say("{cube} cannot come from {source}", cube=cube, source=given)
    right = [say("it comes from {sources}", sources=any_of(names))] if names else []
    raise IllegalMove(code, why, *right, part=part, card=given or None, words=names)


def no_coal(place: str, part: str) -> IllegalMove:
    """A place without a connection to a mine that has coal, or to a built port."""
    return IllegalMove(
        Code.NO_COAL,
        say(
            "no coal reaches {thing}: it is connected with no mine that has coal and no built port",
            thing=place,
        ),
        part=part,
        card=place,
    )


def overspent(needed: int, money: int, why: Sentence, part: str = "") -> IllegalMove:
    """Something that costs more than the seat has, as `why` says."""
    return IllegalMove(Code.OVERSPENT, why, part=part, missing=f"£{needed - money}")


def source_names(sources: Iterable[int]) -> tuple[str, ...]:
    """Sources as a move names them."""
    return tuple(SOURCE_IDS[source] for source in sources)
