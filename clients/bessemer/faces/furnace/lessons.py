"""The guided matches of Furnace; see `Course`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep, Remark

_BID: Final = Lesson(
    key("A bid"),
    key(
        "Place a disc on a card of the row. The highest disc on a card wins it. Two discs of the same value, or two "
        "of yours, do not lie on one card."
    ),
    key(
        "A losing disc is not lost: its owner gains what stands at the top of the card, as often as the disc is "
        "high. So a 3 under somebody's 4 may be worth more than the card. Bid high on what your line needs, and low "
        "where the compensation feeds you."
    ),
    points=("card", "disc"),
)
_COMPENSATION: Final = Lesson(
    key("A compensation"),
    key(
        "You were outbid on a card whose compensation turns one good into another. You say how often, up to the value "
        "of your disc, and only with goods that you hold."
    ),
    key(
        "The cards of the row are settled from left to right: what one pays can be spent on one further right. Do it "
        "if the new good is worth more to you; 0 is allowed."
    ),
    points=("card", "stock"),
)
_PLACEMENT: Final = Lesson(
    key("Your line"),
    key(
        "In this variant your cards stand in a line, and production runs along it from left to right. You say where "
        "the cards that you won go; they never move again."
    ),
    key("Put what makes a good to the left of what uses it, or the good comes too late."),
    points=("own",),
)
_PLAN: Final = Lesson(
    key("The production"),
    key(
        "Every company of yours works once, in an order that you choose: you say how often each exchange is made, and whether an upgrade token and a coal "
        "flip a company to its better side."
    ),
    key(
        "A company that is flipped before it works uses both its lines already now, and in every later round. The "
        "totals show what you will hold: in the last round only money counts."
    ),
    points=("own",),
)

_FIRST: Final = Course(
    options={},
    replies=(
        (
            "bid 4 on C06",
            "bid 3 on C01",
            "bid 2 on C29",
            "bid 2 on C22",
            "bid 1 on C23",
            "plan C06; S1 2 flip C29; C29 1 3",
        ),
    ),
    seed=30,
    welcome=(
        Remark(
            key(
                "In Furnace you win companies in an auction, then all your companies make coal, iron, oil and money. "
                "After four such rounds the player with the most money wins."
            ),
            ("card",),
        ),
        Remark(
            key(
                "A company has three zones. Its middle is what it makes in every round. Below the dashed line is what it "
                "makes as well once you have upgraded it. The band at the top is the compensation of those who lose it."
            ),
            ("card",),
        ),
        Remark(
            key(
                "1C is a coal, 1I an iron, 1O an oil, 1U an upgrade token and 1$ a coin of money. An arrow is an "
                "exchange: left of it what you give, right of it what you get, and how often at most in a round."
            ),
            ("card",),
        ),
        Remark(
            key(
                "You have discs from 1 to 4, and place all of them in every round, one each time it is your turn. "
                "Between two players a third one, the Agent, bids by a die and takes what it wins out of the game."
            ),
            ("disc",),
        ),
    ),
    lessons={"bid": _BID, "compensation": _COMPENSATION, "plan": _PLAN},
    steps=tuple(
        map(
            LessonStep,
            (
                *("bid 4 on C22", "bid 3 on C23", "bid 2 on C20", "bid 1 on C01"),
                *("compensation 1", "plan C22; C23; S2 1 flip C22"),
            ),
        )
    ),
    left_out={
        "placement": key(
            "There is a variant, the chain, in which your companies work in a line: it has a lesson of its own."
        )
    },
)

_CHAIN: Final = Course(
    options={"rounds": "3", "chain": "on", "capitalists": "off"},
    replies=(
        (
            "bid 4 on C16",
            "bid 3 on C26",
            "bid 2 on C29",
            "bid 1 on C09",
            "line C26 S4 C29 C16",
            "plan C26; S4 1 flip C29; C29 0 0; C16 1",
        ),
        (
            "bid 2 on C09",
            "bid 3 on C11",
            "bid 1 on C16",
            "bid 4 on C02",
            "compensation 0",
            "line C11 S2 C02",
            "plan C11; S2 0 flip C11; C02 0",
        ),
    ),
    seed=3,
    welcome=(
        Remark(
            key(
                "This is the chain: Furnace as you know it, in three rounds and without capitalists, but your companies work "
                "in the order of a line that you build."
            ),
            ("own",),
        ),
    ),
    lessons={"placement": _PLACEMENT},
    steps=tuple(
        map(
            LessonStep,
            (
                *("bid 4 on C09", "bid 3 on C21", "bid 2 on C02", "bid 1 on C11"),
                *("compensation 1", "line C21 C09 S1", "plan C21; C09; S1 2 flip C09"),
            ),
        )
    ),
    left_out={},
    name="chain",
    variant=key("the chain"),
)

COURSES: Final = (_FIRST, _CHAIN)
