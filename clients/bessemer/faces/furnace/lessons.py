"""The guided first match of Furnace; see `Course`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep

COURSE: Final = Course(
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
        key(
            "In Furnace you win companies in an auction, let them make coal, iron, oil and money, and do so again: "
            "three rounds here. The player with the most money at the end wins."
        ),
        key(
            "You have four discs, 1 to 4, and place all of them in every round, one each time it is your turn. Your two "
            "opponents are bots."
        ),
    ),
    lessons={
        "bid": Lesson(
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
        ),
        "compensation": Lesson(
            key("A compensation"),
            key(
                "You were outbid on a card whose compensation turns one good into another. You say how often, up to the value "
                "of your disc, and only with goods that you hold."
            ),
            key(
                "The cards of the row are settled from left to right: what one pays can be spent on one further right. Do it "
                "if the new good is worth more to you; 0 is allowed."
            ),
        ),
        "placement": Lesson(
            key("Your line"),
            key(
                "In this variant your cards stand in a line, and production runs along it from left to right. You say where "
                "the cards that you won go; they never move again."
            ),
            key("Put what makes a good to the left of what uses it, or the good comes too late."),
        ),
        "plan": Lesson(
            key("The production"),
            key(
                "Every card of your line works once: you say how often each exchange is made, and whether an upgrade token and a coal "
                "flip a company to its better side."
            ),
            key(
                "A company that is flipped before it works uses both its lines already now, and in every later round. The "
                "totals show what you will hold: in the last round only money counts."
            ),
        ),
    },
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
)
