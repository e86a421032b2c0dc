"""Moves that are refused, each with all that the refusal says; `test_refusals` goes through them."""

from typing import NamedTuple

from bessemer.games.brass.refusals import Code
from bessemer.games.brass.state import State
from tests.games.brass.positions import idle, play, position

# Seat 0 has a mine in Bury and a canal to Manchester; seat 1 a mine in Rochdale.
CANAL = position(
    hands={0: "oldham cotton colne manchester coal"},
    tiles="0 coal2 bury.left, 1 coal2 rochdale.left",
    links="0 bury-manchester, 1 manchester-oldham oldham-rochdale",
    stacks="0 cotton2",
)
LANCASTER = position(
    hands={0: "lancaster"}, tiles="1 cotton2 preston.bottom-left", owns={0: {"money": 7}}
)
RAIL = position(
    era="rail",
    hands={0: "bury bolton"},
    tiles="0 coal2 bury.left, 1 coal2/1 wigan.left, 1 port2 liverpool.top-left",
    links="0 bolton-bury, 1 liverpool-wigan",
    stacks="0 cotton0",
)
MILLS = position(
    hands={0: "bury bolton"},
    tiles="0 cotton1 colne.left, 0 cotton2 burnley.left, 1 port1 preston.top",
    links="2 colne-yorkshire burnley-colne",
    distant="1 4 4",
)
SELLING = play(MILLS, "sell colne.left to distant with bury")
CLOSED = position(
    hands={0: "bury"},
    tiles="0 cotton1 preston.bottom-left, 1 port1 preston.top",
    cotton=8,
)
BROKE = idle(
    position(
        tiles="0 cotton1 bury.left, 0 port1 fleetwood.only",
        owns={0: {"income": 0, "money": 0}},
    )
)
NEED = position(
    hands={0: "wigan bury"},
    tiles="1 coal1! wigan.left, 1 cotton1 bury.left, 0 coal2! bury.right, "
    "1 coal1! bolton.top-left, 0 iron1 bolton.bottom",
    coal=1,
    stacks="0 coal2",
)
POOR = position(
    hands={0: "bury"}, tiles="0 coal2 bury.left", iron=0, owns={0: {"money": 2, "income": 1}}
)
POOR_RAIL = position(
    era="rail", hands={0: "bury"}, tiles="0 coal2 bury.left", owns={0: {"money": 4}}
)
NO_MARKER = position(
    hands={0: "bury"},
    tiles="0 cotton1 bury.left",
    links="0 lancaster-preston fleetwood-preston preston-wigan blackburn-wigan blackburn-burnley "
    "burnley-colne colne-yorkshire rochdale-yorkshire oldham-rochdale manchester-oldham "
    "bolton-bury bolton-manchester bury-manchester liverpool-wigan",
)
LATE = position(era="rail", hands={0: "bury"}, deck=0)
OVER = idle(
    position(
        era="rail",
        number=10,
        hands={0: "colne colne", 1: "wigan wigan", 2: "bolton bolton"},
        deck=0,
    )
)


class Case(NamedTuple):
    """A move that is refused, and what the refusal says."""

    state: State
    text: str
    code: Code
    part: str = ""
    card: str | None = None
    missing: str = ""
    allowed: tuple[str, ...] = ()
    seat: int = 0

    @property
    def told(self) -> tuple[str, str, str | None, str, tuple[str, ...]]:
        """The fields of the refusal."""
        return self.code, self.part, self.card, self.missing, self.allowed


HAND = ("coal", "colne", "cotton", "manchester", "oldham")
RAILS = (
    "bury-manchester",
    "bolton-manchester",
    "blackburn-bolton",
    "burnley-bury",
    "bury-rochdale",
    "bolton-wigan",
)

CASES = {
    # Whoever is not asked, or for something else.
    "not-asked": Case(CANAL, "pass with coal", Code.NOT_ASKED, seat=1),
    "not-asked-nobody-there": Case(CANAL, "pass with coal", Code.NOT_ASKED, seat=3),
    "not-asked-over": Case(OVER, "stop", Code.NOT_ASKED),
    "wrong-kind-action": Case(CANAL, "stop", Code.WRONG_KIND, allowed=("pass with coal",)),
    "wrong-kind-sale": Case(SELLING, "loan 10 with bolton", Code.WRONG_KIND, allowed=("stop",)),
    "wrong-kind-debt": Case(BROKE, "stop", Code.WRONG_KIND, allowed=("remove fleetwood.only",)),
    # Cards.
    "no-such-card": Case(CANAL, "pass with bury", Code.NO_SUCH_CARD, "card", "bury", allowed=HAND),
    "no-such-card-build": Case(
        CANAL,
        "build cotton at bury.left with bury",
        Code.NO_SUCH_CARD,
        "card",
        "bury",
        allowed=HAND,
    ),
    "card-missing": Case(
        MILLS,
        "sell colne.left to distant",
        Code.CARD_MISSING,
        "card",
        "",
        allowed=("bolton", "bury"),
    ),
    "card-extra": Case(
        SELLING, "sell burnley.left to distant with bolton", Code.CARD_EXTRA, "card", "bolton"
    ),
    "two-actions": Case(
        play(CANAL, "pass with oldham"),
        "build cotton at oldham.left with coal and cotton",
        Code.TWO_ACTIONS,
        "second_card",
        "cotton",
    ),
    "second-card": Case(
        CANAL,
        "build cotton at oldham.left with coal and coal",
        Code.NO_SUCH_CARD,
        "second_card",
        "coal",
        allowed=("colne", "cotton", "manchester", "oldham"),
    ),
    "wrong-town": Case(
        CANAL,
        "build cotton at oldham.left with manchester, coal from rochdale.left",
        Code.WRONG_TOWN,
        "card",
        "manchester",
        allowed=("oldham",),
    ),
    "wrong-industry": Case(
        CANAL,
        "build cotton at oldham.left with coal, coal from rochdale.left",
        Code.WRONG_INDUSTRY,
        "card",
        "coal",
        allowed=("oldham",),
    ),
    "out-of-reach": Case(
        CANAL,
        "build cotton at oldham.left with cotton, coal from rochdale.left",
        Code.OUT_OF_REACH,
        "card",
        "cotton",
        allowed=("oldham",),
    ),
    # Tiles.
    "no-such-industry": Case(
        CANAL,
        "build brewery at oldham.left with oldham",
        Code.NO_SUCH_INDUSTRY,
        "industry",
        "brewery",
        allowed=("cotton", "coal", "iron", "port"),
    ),
    "stack-empty": Case(
        RAIL, "build cotton at bury.right with bury", Code.STACK_EMPTY, "industry", "cotton"
    ),
    "never-built": Case(
        CANAL,
        "build shipyard at liverpool.bottom-left with oldham",
        Code.NEVER_BUILT,
        "industry",
        "shipyard",
        allowed=("cotton", "coal", "iron", "port"),
    ),
    "wrong-era": Case(
        RAIL, "build port at fleetwood.only with bury", Code.WRONG_ERA, "industry", "port"
    ),
    "wrong-era-canal": Case(RAIL, "canal bolton-bury with bury", Code.WRONG_ERA),
    "wrong-era-rail": Case(
        CANAL, "rail bolton-bury coal to bury from bury.left with oldham", Code.WRONG_ERA
    ),
    # Spaces.
    "no-such-space": Case(
        CANAL,
        "build cotton at oldham.top with oldham",
        Code.NO_SUCH_SPACE,
        "space",
        "oldham.top",
        allowed=("oldham.left", "oldham.right"),
    ),
    "wrong-symbol": Case(
        CANAL,
        "build cotton at wigan.left with oldham",
        Code.WRONG_SYMBOL,
        "space",
        "wigan.left",
        allowed=("oldham.left", "oldham.right"),
    ),
    "one-per-town": Case(
        CANAL,
        "build cotton at bury.right with oldham",
        Code.ONE_PER_TOWN,
        "space",
        "bury.right",
        allowed=("oldham.left", "oldham.right"),
    ),
    "one-per-town-overbuild": Case(
        NEED._replace(board=NEED.board._replace(coal=0)),
        "build coal at bolton.top-left with bury",
        Code.ONE_PER_TOWN,
        "space",
        "bolton.top-left",
    ),
    "port-order": Case(
        LANCASTER,
        "build port at lancaster.right with lancaster",
        Code.PORT_ORDER,
        "space",
        "lancaster.right",
        allowed=("lancaster.left",),
    ),
    "space-taken": Case(
        NEED, "build cotton at bury.left with bury", Code.SPACE_TAKEN, "space", "bury.left"
    ),
    "level-too-low": Case(
        CANAL,
        "build coal at bury.left with coal",
        Code.LEVEL_TOO_LOW,
        "space",
        "bury.left",
        allowed=("manchester.top", "manchester.middle-left", "manchester.middle-right"),
    ),
    "cubes-left": Case(
        NEED,
        "build coal at wigan.left with wigan",
        Code.CUBES_LEFT,
        "space",
        "wigan.left",
        allowed=("wigan.right",),
    ),
    # Cubes and money.
    "no-coal": Case(
        CANAL,
        "build cotton at colne.left with colne, coal from bury.left",
        Code.NO_COAL,
        "space",
        "colne",
    ),
    "wrong-coal": Case(
        CANAL,
        "build cotton at oldham.left with oldham, coal from bury.left",
        Code.WRONG_COAL,
        "coal",
        "bury.left",
        allowed=("rochdale.left",),
    ),
    "coal-not-said": Case(
        CANAL,
        "build cotton at oldham.left with oldham",
        Code.WRONG_COAL,
        "coal",
        allowed=("rochdale.left",),
    ),
    "coal-not-needed": Case(
        LANCASTER,
        "build port at lancaster.left with lancaster, coal from market",
        Code.WRONG_COAL,
        "coal",
        "market",
    ),
    "iron-not-needed": Case(
        CANAL,
        "build cotton at oldham.left with oldham, coal from rochdale.left, iron from market",
        Code.WRONG_IRON,
        "iron",
        "market",
    ),
    "wrong-iron": Case(
        CANAL,
        "develop cotton iron from bolton.bottom with oldham",
        Code.WRONG_IRON,
        "first.iron",
        "bolton.bottom",
        allowed=("market",),
    ),
    "overspent": Case(
        LANCASTER._replace(
            board=LANCASTER.board._replace(
                players=(
                    LANCASTER.board.players[0]._replace(money=4),
                    *LANCASTER.board.players[1:],
                )
            )
        ),
        "build port at lancaster.left with lancaster",
        Code.OVERSPENT,
        missing="£2",
    ),
    "overspent-iron": Case(
        POOR, "develop cotton iron from market with bury", Code.OVERSPENT, "first", missing="£3"
    ),
    "overspent-canal": Case(POOR, "canal bolton-bury with bury", Code.OVERSPENT, missing="£1"),
    "overspent-rail": Case(
        POOR_RAIL,
        "rail bolton-bury coal to bury from bury.left with bury",
        Code.OVERSPENT,
        "first",
        missing="£1",
    ),
    "develop-nothing": Case(
        RAIL,
        "develop cotton iron from market with bury",
        Code.STACK_EMPTY,
        "first.industry",
        "cotton",
        allowed=("coal", "iron", "port", "shipyard"),
    ),
    # Links.
    "no-such-link": Case(
        CANAL,
        "canal bury-leeds with oldham",
        Code.NO_SUCH_LINK,
        "link",
        "bury-leeds",
        allowed=(
            "bolton-bury",
            "bolton-manchester",
            "manchester-warrington_runcorn",
            "manchester-stockport",
        ),
    ),
    "link-taken": Case(
        RAIL,
        "rail bolton-bury coal to bury from bury.left with bury",
        Code.LINK_TAKEN,
        "first.link",
        "bolton-bury",
        allowed=("bolton-manchester", "bury-manchester", *RAILS[2:]),
    ),
    "link-apart": Case(
        RAIL,
        "rail preston-wigan coal to wigan from wigan.left with bury",
        Code.LINK_APART,
        "first.link",
        "preston-wigan",
        allowed=("bolton-manchester", "bury-manchester", *RAILS[2:]),
    ),
    "no-marker": Case(
        NO_MARKER,
        "canal manchester-stockport with bury",
        Code.NO_MARKER,
        "link",
        "manchester-stockport",
    ),
    "wrong-end": Case(
        RAIL,
        "rail bolton-wigan coal to bury from bury.left with bury",
        Code.WRONG_END,
        "first.end",
        "bury",
        allowed=("bolton", "wigan"),
    ),
    "rail-coal": Case(
        RAIL,
        "rail bolton-wigan coal to wigan from wigan.left and bury-manchester coal to manchester "
        "from market with bury",
        Code.NO_COAL,
        "second.end",
        "manchester",
    ),
    "rail-wrong-coal": Case(
        RAIL,
        "rail bolton-wigan coal to wigan from market with bury",
        Code.WRONG_COAL,
        "first.coal",
        "market",
        allowed=("wigan.left",),
    ),
    # Sales, loans, debts.
    "wrong-mill": Case(
        MILLS,
        "sell preston.top to distant with bury",
        Code.WRONG_MILL,
        "mill",
        "preston.top",
        allowed=("burnley.left", "colne.left"),
    ),
    "wrong-buyer": Case(
        MILLS,
        "sell colne.left to preston.top with bury",
        Code.WRONG_BUYER,
        "buyer",
        "preston.top",
        allowed=("distant",),
    ),
    "market-closed": Case(
        CLOSED,
        "sell preston.bottom-left to distant with bury",
        Code.MARKET_CLOSED,
        "buyer",
        "distant",
        allowed=("preston.top",),
    ),
    "wrong-buyer-while-closed": Case(
        CLOSED,
        "sell preston.bottom-left to fleetwood.only with bury",
        Code.WRONG_BUYER,
        "buyer",
        "fleetwood.only",
        allowed=("preston.top",),
    ),
    "wrong-amount": Case(
        CANAL, "loan 25 with oldham", Code.WRONG_AMOUNT, "amount", allowed=("10", "20", "30")
    ),
    "too-deep": Case(POOR, "loan 20 with bury", Code.TOO_DEEP, "amount", allowed=("10",)),
    "too-late": Case(LATE, "loan 10 with bury", Code.TOO_LATE, "amount"),
    "wrong-tile": Case(
        BROKE,
        "remove colne.left",
        Code.WRONG_TILE,
        "space",
        "colne.left",
        allowed=("bury.left", "fleetwood.only"),
    ),
}
