"""Moves that are refused, each with all that the refusal says; `test_refusals` goes through them."""

from typing import NamedTuple

from bessemer.games.furnace.refusals import Code
from bessemer.games.furnace.state import State
from tests.games.furnace import positions as at
from tests.games.furnace.plans import placing, producing
from tests.games.furnace.positions import bid, position

# --- Positions -----------------------------------------------------------------------------------

# Seat 0 holds 1, 2, 4 and has a disc on C02.
AUCTION = bid(position(3), "3 C02", "1 C05", "4 C05")
# Seat 0 is owed `1I -> 1O` once on C28 and `2C -> 1O` up to twice on C12.
OWED = bid(
    position(
        3, row=("C28", "C12", "C03"), discs=("12", "34", "1"), stocks={0: "2I + 3C", 2: "1I + 4C"}
    ),
    *("1 C28", "4 C28", "1 C03", "2 C12", "3 C12"),
)
# Owed the same, with less than one time needs: nobody has a choice but seat 0.
OWED_POOR = bid(
    position(3, row=("C28", "C12", "C03"), discs=("12", "34", "1"), stocks={0: "2I + 1C"}),
    *("1 C28", "4 C28", "1 C03", "2 C12", "3 C12"),
)
ALONE = producing("", "")
PLAN = producing("3C + 1I + 1U", "C06 C28 C15+")
POOR = producing("", "C06 C28 C29+")
RICH = producing("9C + 9I + 9U", "C06 C08+ C29+")
LINE = producing("3C + 1I", "C06 C28", line="C06 S1 C28")
PLACEMENT = placing(owned="C06 C07", line="C06 S1 C07", won="C01 C03")
OVER = at.over(position(2), [("", ""), ("", "")])


class Case(NamedTuple):
    """A move that is refused, and what the refusal says."""

    state: State
    text: str
    code: Code
    part: str = ""
    step: int | None = None
    card: str | None = None
    missing: str = ""
    allowed: tuple[str, ...] = ()
    seat: int = 0

    @property
    def told(self) -> tuple[str, str, int | None, str | None, str, tuple[str, ...]]:
        """The fields of the refusal."""
        return self.code, self.part, self.step, self.card, self.missing, self.allowed


BIDS = tuple(at.legal_bids(AUCTION, 0))
COUNTS = ("compensation 0 0",)
DEFAULT_LINE = ("line C06 S1 C07 C01 C03",)

CASES = {
    # Whoever is not asked, or for something else.
    "not-asked": Case(AUCTION, "bid 1 on C01", Code.NOT_ASKED, seat=1),
    "not-asked-nobody-there": Case(AUCTION, "bid 1 on C01", Code.NOT_ASKED, seat=3),
    "not-asked-the-agent": Case(position(2), "bid 1 on C01", Code.NOT_ASKED, seat=2),
    "not-asked-no-choice": Case(OWED, "compensation", Code.NOT_ASKED, seat=1),
    "not-asked-no-new-card": Case(PLACEMENT, "line S3", Code.NOT_ASKED, seat=2),
    "not-asked-answered": Case(
        at.answer(PLAN, 0, "plan S1 0; C06; C28 0; C15 0 0"), "plan", Code.NOT_ASKED
    ),
    "not-asked-over": Case(OVER, "bid 1 on C01", Code.NOT_ASKED),
    "wrong-kind-bid": Case(AUCTION, "compensation", Code.WRONG_KIND, allowed=("bid 1 on C01",)),
    "wrong-kind-counts": Case(OWED, "bid 1 on C28", Code.WRONG_KIND, allowed=COUNTS),
    "wrong-kind-line": Case(PLACEMENT, "plan", Code.WRONG_KIND, allowed=DEFAULT_LINE),
    "wrong-kind-plan": Case(ALONE, "line S1", Code.WRONG_KIND, allowed=("plan S1 0",)),
    # Bids.
    "no-such-disc": Case(
        AUCTION, "bid 3 on C01", Code.NO_SUCH_DISC, "value", card="C01", allowed=BIDS
    ),
    "not-in-row": Case(AUCTION, "bid 1 on C09", Code.NOT_IN_ROW, "card", card="C09", allowed=BIDS),
    "own-disc-there": Case(
        AUCTION, "bid 1 on C02", Code.OWN_DISC_THERE, "card", card="C02", allowed=BIDS
    ),
    "value-taken": Case(
        AUCTION, "bid 1 on C05", Code.VALUE_TAKEN, "card", card="C05", allowed=BIDS
    ),
    # Compensation.
    "counts-missing": Case(OWED, "compensation 1", Code.COUNTS_MISSING, "counts", allowed=COUNTS),
    "counts-none": Case(OWED, "compensation", Code.COUNTS_MISSING, "counts", allowed=COUNTS),
    "counts-extra": Case(OWED, "compensation 0 0 0", Code.COUNTS_EXTRA, "counts", allowed=COUNTS),
    "counts-over-disc": Case(
        OWED, "compensation 2 0", Code.OVER_LIMIT, "counts[0]", card="C28", allowed=("0", "1")
    ),
    "counts-over-second-disc": Case(
        OWED, "compensation 1 3", Code.OVER_LIMIT, "counts[1]", card="C12", allowed=("0", "1")
    ),
    "counts-negative": Case(
        OWED, "compensation -1 0", Code.OVER_LIMIT, "counts[0]", card="C28", allowed=("0", "1")
    ),
    "counts-overspent": Case(
        OWED,
        "compensation 1 2",
        Code.OVERSPENT,
        "counts[1]",
        card="C12",
        missing="1C",
        allowed=("0", "1"),
    ),
    "counts-unaffordable": Case(
        OWED_POOR,
        "compensation 0 2",
        Code.OVERSPENT,
        "counts[1]",
        card="C12",
        missing="3C",
        allowed=("0",),
    ),
    # The cards of a plan.
    "plan-empty": Case(
        PLAN, "plan", Code.CARD_MISSING, "steps", 1, "S1", allowed=("S1", "C06", "C28", "C15")
    ),
    "plan-leaves-one-out": Case(
        PLAN, "plan S1 0; C15 0 0; C06", Code.CARD_MISSING, "steps", 4, "C28", allowed=("C28",)
    ),
    "plan-leaves-two-out": Case(
        PLAN, "plan C15 0 0; C06", Code.CARD_MISSING, "steps", 3, "S1", allowed=("S1", "C28")
    ),
    "plan-card-twice": Case(
        PLAN,
        "plan C06; S1 0; C06; C28 0; C15 0 0",
        Code.CARD_TWICE,
        "steps[2].card",
        3,
        "C06",
        allowed=("C28", "C15"),
    ),
    "plan-card-twice-at-the-end": Case(
        ALONE, "plan S1 0; S1 0", Code.CARD_TWICE, "steps[1].card", 2, "S1"
    ),
    "plan-not-own-company": Case(
        PLAN,
        "plan C06; C30 0; S1 0; C28 0; C15 0 0",
        Code.NOT_OWN_CARD,
        "steps[1].card",
        2,
        "C30",
        allowed=("S1", "C28", "C15"),
    ),
    "plan-not-own-startup": Case(
        PLAN,
        "plan S3 0; C06; C28 0; C15 0 0",
        Code.NOT_OWN_CARD,
        "steps[0].card",
        1,
        "S3",
        allowed=("S1", "C06", "C28", "C15"),
    ),
    "plan-not-the-line": Case(
        LINE, "plan C06; C28 0; S1 0", Code.ORDER_CHANGED, "steps[1].card", 2, "C28", "", ("S1",)
    ),
    "plan-not-the-line-at-once": Case(
        LINE, "plan S1 0; C06; C28 0", Code.ORDER_CHANGED, "steps[0].card", 1, "S1", "", ("C06",)
    ),
    # The counts of a plan.
    "plan-count-missing": Case(
        PLAN,
        "plan S1; C06; C28 0; C15 0 0",
        Code.COUNTS_MISSING,
        "steps[0].counts",
        1,
        "S1",
        "",
        ("0",),
    ),
    "plan-second-count-missing": Case(
        PLAN,
        "plan C06; C15 1; S1 0; C28 0",
        Code.COUNTS_MISSING,
        "steps[1].counts",
        2,
        "C15",
        allowed=("0 0",),
    ),
    "plan-count-extra": Case(
        PLAN,
        "plan S1 0; C06; C28 1 0; C15 0 0",
        Code.COUNTS_EXTRA,
        "steps[2].counts",
        3,
        "C28",
        "",
        ("0",),
    ),
    "plan-count-on-extraction": Case(
        PLAN,
        "plan S1 0; C06 1; C28 0; C15 0 0",
        Code.COUNTS_EXTRA,
        "steps[1].counts",
        2,
        "C06",
        "",
        ("",),
    ),
    "plan-over-limit": Case(
        RICH,
        "plan S1 3; C06; C08 0; C29 0 0",
        Code.OVER_LIMIT,
        "steps[0].counts[0]",
        1,
        "S1",
        allowed=("0", "1", "2"),
    ),
    "plan-over-limit-below": Case(
        RICH,
        "plan S1 0; C06; C29 0 5; C08 0",
        Code.OVER_LIMIT,
        "steps[2].counts[1]",
        3,
        "C29",
        allowed=("0", "1", "2", "3", "4"),
    ),
    "plan-negative": Case(
        PLAN,
        "plan S1 0; C06; C15 0 -1; C28 0",
        Code.OVER_LIMIT,
        "steps[2].counts[1]",
        3,
        "C15",
        allowed=("0", "1"),
    ),
    "plan-overspent": Case(
        PLAN,
        "plan S1 0; C28 2; C06; C15 0 0",
        Code.OVERSPENT,
        "steps[1].counts[0]",
        2,
        "C28",
        "1I",
        ("0", "1"),
    ),
    "plan-overspent-two-goods": Case(
        PLAN,
        "plan C28 1; C15 1 2; S1 0; C06",
        Code.OVERSPENT,
        "steps[1].counts[1]",
        2,
        "C15",
        "1C + 2I",
        ("0",),
    ),
    "plan-overspent-over-limit-too": Case(
        POOR,
        "plan S1 3; C06; C28 0; C29 0 0",
        Code.OVER_LIMIT,
        "steps[0].counts[0]",
        1,
        "S1",
        "",
        ("0",),
    ),
    # The flips of a plan.
    "flip-elsewhere": Case(
        RICH,
        "plan C06 flip C06; S1 0; C08 0; C29 0 0",
        Code.FLIP_ELSEWHERE,
        "steps[0].flips",
        1,
        "C06",
    ),
    "flip-startup": Case(
        RICH,
        "plan C06; S1 0 flip S1; C08 0; C29 0 0",
        Code.FLIP_STARTUP,
        "steps[1].flips[0]",
        2,
        "S1",
        allowed=("C06",),
    ),
    "flip-twice": Case(
        RICH,
        "plan S1 0 flip C06 C06; C06; C08 0; C29 0 0",
        Code.FLIP_TWICE,
        "steps[0].flips[1]",
        1,
        "C06",
    ),
    "flip-twice-while-another-is-possible": Case(
        PLAN,
        "plan S1 0 flip C28 C28; C06; C28 0; C15 0 0",
        Code.FLIP_TWICE,
        "steps[0].flips[1]",
        1,
        "C28",
        allowed=("C06",),
    ),
    "flip-upgraded": Case(
        PLAN,
        "plan S1 0 flip C15; C06; C28 0; C15 0 0",
        Code.ALREADY_UPGRADED,
        "steps[0].flips[0]",
        1,
        "C15",
        allowed=("C06", "C28"),
    ),
    "flip-not-own-company": Case(
        PLAN,
        "plan C06; S1 0 flip C28 C30; C28 0; C15 0 0",
        Code.NOT_OWN_CARD,
        "steps[1].flips[1]",
        2,
        "C30",
        allowed=("C06",),
    ),
    "flip-not-own-startup": Case(
        PLAN,
        "plan S1 0 flip S3; C06; C28 0; C15 0 0",
        Code.NOT_OWN_CARD,
        "steps[0].flips[0]",
        1,
        "S3",
        allowed=("C06", "C28"),
    ),
    "flip-without-coal": Case(
        POOR,
        "plan S1 0 flip C06; C06; C28 0; C29 0 0",
        Code.OVERSPENT,
        "steps[0].flips[0]",
        1,
        "C06",
        "1C",
    ),
    "flip-without-token": Case(
        LINE,
        "plan C06; S1 0 flip C06 C28; C28 0",
        Code.OVERSPENT,
        "steps[1].flips[1]",
        2,
        "C28",
        "1U",
    ),
    "flip-without-both": Case(
        producing("1C", "C06 C28"),
        "plan S1 0 flip C06 C28; C06; C28 0",
        Code.OVERSPENT,
        "steps[0].flips[1]",
        1,
        "C28",
        "1C + 1U",
    ),
    "flip-startup-without-coal": Case(
        POOR,
        "plan S1 0 flip S1; C06; C28 0; C29 0 0",
        Code.FLIP_STARTUP,
        "steps[0].flips[0]",
        1,
        "S1",
    ),
    # The line of the chain variant.
    "line-not-own": Case(
        PLACEMENT,
        "line C06 C02 S1 C07 C01 C03",
        Code.NOT_OWN_CARD,
        "line[1]",
        card="C02",
        allowed=DEFAULT_LINE,
    ),
    "line-twice": Case(
        PLACEMENT,
        "line C01 C06 C01 S1 C07 C03",
        Code.CARD_TWICE,
        "line[2]",
        card="C01",
        allowed=DEFAULT_LINE,
    ),
    "line-misses-old": Case(
        PLACEMENT,
        "line C06 C07 C01 C03",
        Code.CARD_MISSING,
        "line",
        card="S1",
        allowed=DEFAULT_LINE,
    ),
    "line-misses-new": Case(
        PLACEMENT,
        "line C06 S1 C07 C01",
        Code.CARD_MISSING,
        "line",
        card="C03",
        allowed=DEFAULT_LINE,
    ),
    "line-order": Case(
        PLACEMENT,
        "line C01 C06 C07 C03 S1",
        Code.ORDER_CHANGED,
        "line[2]",
        card="C07",
        allowed=DEFAULT_LINE,
    ),
}
