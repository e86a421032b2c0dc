"""Why a move of Alchemicus is refused: the stable codes, and what carries them to the surface."""

from enum import StrEnum

from bessemer.engine.errors import Sentence


class Code(StrEnum):
    """The reasons to refuse a move; programs may rely on these texts."""

    NOT_ASKED = "alchemicus.not-asked"
    WRONG_KIND = "alchemicus.wrong-kind"
    MUST_ACT = "alchemicus.must-act"
    NOT_IN_HAND = "alchemicus.not-in-hand"
    NOT_IN_BANK = "alchemicus.not-in-bank"
    NO_CARD_TO_DRAW = "alchemicus.no-card-to-draw"
    WRONG_PRICE = "alchemicus.wrong-price"
    NO_SUCH_SEAT = "alchemicus.no-such-seat"
    NO_SUCH_BUILDING = "alchemicus.no-such-building"
    NO_SUCH_FIELD = "alchemicus.no-such-field"
    NO_TARGET = "alchemicus.no-target"
    GUARDED = "alchemicus.guarded"
    FIELD_TAKEN = "alchemicus.field-taken"
    WRONG_DISTANCE = "alchemicus.wrong-distance"
    NO_FAME = "alchemicus.no-fame"
    NOT_A_BUILDING = "alchemicus.not-a-building"
    LIMIT_REACHED = "alchemicus.limit-reached"
    NOT_AT_LIMIT = "alchemicus.not-at-limit"
    SPIRIT_STAYS = "alchemicus.spirit-stays"
    NO_THEFT = "alchemicus.no-theft"
    WRONG_BUILDINGS = "alchemicus.wrong-buildings"
    NO_GOOD = "alchemicus.no-good"
    NO_ROUTE = "alchemicus.no-route"
    NO_ROOM = "alchemicus.no-room"
    NOT_AN_OUTLET = "alchemicus.not-an-outlet"
    OUTLET_FULL = "alchemicus.outlet-full"
    NOT_TRADED_THERE = "alchemicus.not-traded-there"
    INFAMOUS = "alchemicus.infamous"


class Refused(Exception):
    """A refusal inside the rules; `rules.py` adds what is legal and makes it an `IllegalMove`."""

    def __init__(
        self,
        code: Code,
        why: Sentence,
        *,
        part: str = "",
        card: str | None = None,
        missing: str = "",
    ) -> None:
        super().__init__(str(why))
        self.code = code
        self.why = why
        self.part = part
        self.card = card
        self.missing = missing
