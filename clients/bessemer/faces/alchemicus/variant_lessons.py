"""The guided matches of the variants of Alchemicus, for those who know the game; see `Course`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep, Remark

_NOCTIS_DRAW: Final = Lesson(
    key("Which deck?"),
    key(
        "At the beginning of your turn you draw from the usual deck, or give up a card of your hand and draw a Noctis card."
    ),
    key(
        "A Noctis card is a card like any other when you pay with it. Take one when your hand is full of what you do not need."
    ),
    points=("deck:base", "deck:noctis"),
)
_REWARD: Final = Lesson(
    key("Past the Spirit"),
    key(
        "Your walk went past the field of the Spirit: you draw one more card, here from the deck that you like."
    ),
    key("This one costs nothing, so it is the cheapest way to a Noctis card."),
    points=("deck:base", "deck:noctis"),
)

_BANK: Final = Course(
    name="bank",
    variant=key("the bank and the sale to others"),
    options={"bank": "on", "advanced_sale": "on"},
    replies=(
        (
            *("take Domo for Horten", "place 0", "build Domo paying Horten Gloria Alembic"),
            *("take Pergula for Pergula", "move 2", "acquire", "take Alembic for Taberna"),
            *("move 2", "take Metalle for Alembic", "move 2"),
            "sell herb from 0 at 1 for cards",
        ),
    ),
    seed=113,
    welcome=(
        Remark(
            key(
                "This is Alchemicus as you know it, with a bank of five open cards, and with goods that you can buy from others."
            ),
            ("bank",),
        ),
    ),
    lessons={
        "draw": Lesson(
            key("The bank"),
            key(
                "Instead of drawing you may take one of the open cards. Then you give up a card of your hand, so your hand does not grow."
            ),
            key(
                "Take the building that you need next, and give up what you would only pay with. If nothing there helps you, draw: a card more is a coin more."
            ),
            points=("bank",),
        ),
        "buy-back": Lesson(
            key("An offer"),
            key(
                "Another player sells a good for cards. Before it is gone you may buy it, for one card more than it brings, if a building of yours has room for it."
            ),
            key(
                "It saves you a visit to gather or to transmute, and feeds a workshop that waits for just this good. The seller gets your cards and loses nothing."
            ),
            points=("building", "card"),
        ),
    },
    steps=tuple(
        map(
            LessonStep,
            (
                *("take Metalle for Pergula", "place 5", "build Metalle paying Taberna", "pass"),
                *("draw", "move 3", "build Alembic paying Horten Taberna Labrium", "draw"),
                *("move 2", "acquire", "buy to 3 paying Pergula Labrium"),
            ),
        )
    ),
    left_out={},
)

_NOCTIS: Final = Course(
    name="noctis",
    variant=key("Noctis"),
    options={"noctis": "on"},
    replies=(
        (
            *("draw", "pass", "place 0", "build Metalle paying Alembic"),
            *("build Alembic paying Metalle Golem Fornax", "draw noctis for Donarium", "move 2"),
            *("reward base", "acquire"),
        ),
    ),
    seed=70,
    welcome=(
        Remark(
            key(
                "Noctis is a second deck. Its cards do something to a building or a player, and you play them before you walk."
            ),
            ("deck:noctis",),
        ),
        Remark(
            key(
                "A Mutabilus costs one other card, a Golem, a Spiritus or a Homunculus two, a Pactum three, an Infamia five. Then the card itself is gone too."
            ),
            ("card",),
        ),
    ),
    lessons={
        "draw": _NOCTIS_DRAW,
        "noctis": Lesson(
            key("A Noctis card"),
            key(
                "You may play one before you walk. A Golem guards a building of yours: others may play nothing on it, nor on the good in it."
            ),
            key(
                "Guard what your workshop cannot do without, before it is worth somebody's cards. Two cards are a building less, so do not guard everything."
            ),
            points=("card", "building"),
        ),
        "spiritus": Lesson(
            key("A Spiritus"),
            key(
                "A Spiritus lies on a processor of somebody else: the next transmutation there is foiled, and the Spiritus is gone."
            ),
            key(
                "Play it where a good is about to be refined. The owner loses a whole visit, and you two cards."
            ),
            points=("building",),
        ),
        "reward": _REWARD,
    },
    steps=(
        LessonStep("draw"),
        LessonStep("golem on 0 paying Pergula Fornax"),
        LessonStep("place 7"),
        LessonStep("draw noctis for Donarium"),
        LessonStep("spiritus on 1.3 paying Horten Labrium", "spiritus"),
        LessonStep("move 3"),
        LessonStep("reward noctis"),
        LessonStep("acquire"),
    ),
    left_out={
        "defence": key(
            "If somebody plays Infamia on you, you lose a Fame, or give up a Golem under a building of yours, or five cards."
        ),
    },
)

_RACE: Final = Course(
    name="race",
    variant=key("the Race for gold"),
    options={"noctis": "on", "race": "on"},
    replies=(
        (
            *("draw", "golem at 4 paying Pergula Gloria", "place 0"),
            *("build Metalle paying Pergula", "pass", "draw", "move 1", "spirit to Fornax"),
            *("draw", "pass", "move 1", "acquire", "draw"),
            *("infamia on 0 paying Metalle Alembic Fornax Taberna Gloria", "move 2"),
        ),
    ),
    seed=12,
    welcome=(
        Remark(
            key(
                "In the Race there is no Fame. Whoever first sells gold through a Donarium wins at once. It is played with the Noctis cards."
            ),
            ("building",),
        ),
        Remark(
            key(
                "So the way is always the same: garden and mine, Alembic and Fornax, Labrium, Donarium. The Noctis cards are there to be quicker, or to make the others slower."
            ),
            ("building", "deck:noctis"),
        ),
    ),
    lessons={
        "draw": _NOCTIS_DRAW,
        "noctis": Lesson(
            key("A Golem on a field"),
            key(
                "In the Race a Golem may lie on a field of the circle too: the first pawn that would go past it stops there."
            ),
            key(
                "Put it where the others do not want to stop, between them and the field that they need. Or guard a building with it, as in Noctis."
            ),
            points=("field", "card"),
        ),
        "reward": _REWARD,
        "defence": Lesson(
            key("Infamia"),
            key(
                "Somebody plays Infamia on you. Give up a Golem that guards a building, or five cards, or let it lie beside you."
            ),
            key(
                "While it lies there you may sell no gold. To clear it costs 4 cards on the field of gifts, 8 elsewhere. So a Golem is a cheap answer."
            ),
            points=("building", "card"),
        ),
    },
    steps=tuple(
        map(
            LessonStep,
            (
                *("draw noctis for Taberna", "golem at 1 paying Fornax Spiritus", "place 0"),
                *("build Metalle paying Horten", "draw", "move 2", "reward noctis", "acquire"),
                *("draw noctis for Domo", "golem on 1 paying Labrium Mutabilus", "move 2"),
                *("give golem 1", "move 1"),
            ),
        )
    ),
    left_out={
        "clearing": key(
            "Infamia beside you can be cleared after your walk: you are asked when you have the cards for it."
        ),
    },
)

VARIANTS: Final = (_BANK, _NOCTIS, _RACE)
