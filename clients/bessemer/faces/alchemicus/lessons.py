"""The guided matches of Alchemicus; see `Course`."""

from typing import Final

from bessemer.faces.alchemicus.variant_lessons import VARIANTS
from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep, Remark

_TURNS: Final = (
    *("place 0", "build Metalle paying Metalle", "build Fornax paying Metalle Taberna Pergula"),
    *("move 2", "acquire"),
    *("move 1", "transport 2 to 3"),
    *("move 3", "sell herb from 0 at 1 for cards"),
    *("move 1", "gift Horten Horten Metalle Pergula Fornax"),
    *("move 2", "spirit to Alembic"),
    *("move 3", "transmute"),
)
"""A line for each turn of the learner."""

_FIRST: Final = Course(
    options={},
    replies=(
        (
            *("place 0", "build Metalle paying Pergula", "pass", "move 2", "acquire", "pass"),
            *("move 3", "build Labrium paying Metalle Taberna Gloria Taberna Pergula"),
            *("move 1", "sell herb from 0 at 1 for cards"),
            *("move 2", "build Alembic paying Taberna Labrium Alembic", "move 3"),
        ),
    ),
    seed=9,
    welcome=(
        Remark(
            key(
                "In Alchemicus you build a workshop that turns herbs into tincture, ore into metal, and both into gold. What you "
                "sell brings cards or Fame; the most Fame when somebody reaches 20 wins."
            ),
            ("building",),
        ),
        Remark(
            key(
                "A turn is: draw a card, walk clockwise round the outer circle, do what your field says. Cards are everything here: "
                "buildings, money (each pays 1, whatever it shows) and, face down, goods."
            ),
            ("card", "field"),
        ),
    ),
    lessons={
        "move": Lesson(
            key("The walk"),
            key(
                "The first time you begin on any field; later you walk 1, 2 or 3 fields, always forward. 4 or 5 cost one Fame. "
                "You must walk."
            ),
            key(
                "Think of the round: build, gather, carry, transmute, sell. Two fields ahead is often better than one."
            ),
            points=("field",),
        ),
        "build": Lesson(
            key("Building"),
            key(
                "You put a card from your hand on the table and pay its cost with other cards; as many as you can pay. Then "
                "stop."
            ),
            key(
                "Begin with what gathers (Horten, Metalle, 1 card) and what refines (Alembic, Fornax, 3): without them nothing "
                "flows. Twelve buildings stand at most."
            ),
            points=("card",),
        ),
        "acquire": Lesson(
            key("Gathering"),
            key("Every empty garden of yours gains a herb, every empty mine an ore."),
            key(
                "More sources fill in the same visit. What is full gains nothing, so carry or sell first."
            ),
            points=("building",),
        ),
        "transport": Lesson(
            key("Carrying"),
            key(
                "You carry goods on: a herb from a garden to an Alembic, ore from a mine to a Fornax, tincture and metal to a "
                "Labrium. As many as there is room for."
            ),
            key(
                "Goods are worked on only where they lie, and a source that is emptied can gather again."
            ),
            points=("good", "building"),
        ),
        "transmute": Lesson(
            key("Transmuting"),
            key(
                "All your processors work at once: herb becomes tincture, ore metal, and in a Labrium tincture and metal become "
                "gold."
            ),
            key(
                "Tincture and metal bring 3 cards instead of 1, gold 5 cards or Fame. One step a visit."
            ),
            points=("building",),
        ),
        "sale": Lesson(
            key("Selling"),
            key(
                "A good leaves through an outlet: a Pergula takes one good a visit, a Taberna three, a Donarium one gold. You take "
                "cards, or Fame where it is offered."
            ),
            key(
                "Early on take cards: they build the workshop. Later Fame: a Taberna gives 1 for tincture or metal and 3 for "
                "gold, a Donarium 5 for gold."
            ),
            points=("building",),
        ),
        "gifts": Lesson(
            key("Gifts"),
            key("Here five cards of your hand become one Fame, once a visit."),
            key("Dear, but sure: for hands that would be cut anyway, and for the last point."),
            points=("card",),
        ),
        "spirit": Lesson(
            key("The Spirit"),
            key(
                "On this field you must move the Spirit. Where it stands nothing works, for all players: no herbs, no ore, no "
                "tincture, no metal, no gold, or no cards from Domos."
            ),
            key(
                "Put it on what the others need and you do not. To the far side it costs your whole hand."
            ),
            points=("place",),
        ),
    },
    steps=tuple(map(LessonStep, _TURNS)),
    left_out={
        "gloria": key(
            "At the end of a turn a Gloria of your hand and five other cards make one Fame, once a turn."
        ),
        "hand-limit": key("At the end of a turn you keep ten cards; you choose what goes."),
        **dict.fromkeys(
            ("draw", "noctis", "reward", "defence", "buy-back", "clearing"),
            key(
                "There are variants: the bank, the sale to others, the expansion Noctis and the Race for gold. Play without "
                "them first; they have lessons of their own."
            ),
        ),
    },
)

COURSES: Final = (_FIRST, *VARIANTS)
