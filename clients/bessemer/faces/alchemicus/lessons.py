"""The guided first match of Alchemicus; see `Course`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep

_TURNS: Final = (
    *("take Fornax for Pergula", "pass", "place 0", "build Metalle paying Taberna"),
    *("build Alembic paying Golem Domo Fornax",),
    *("draw", "move 2", "reward base", "acquire"),
    *("take Taberna for Alembic", "move 1", "transport 0 to 3"),
    *("take Labrium for Gloria", "move 1", "transmute"),
    *("draw", "move 2", "sell ore from 2 at 1 for cards"),
    *("draw", "move 1", "pass"),
    *("draw", "move 1", "build Domo paying Metalle Metalle Taberna", "pass"),
    *("draw", "move 3", "reward base"),
    *("draw", "move 1", "transmute", "pass"),
    *("draw", "move 1", "build Donarium paying Horten Horten Labrium Labrium Pergula", "pass"),
    *("draw", "move 3", "pass", "pass"),
    *("draw", "move 1", "spirit to Metalle"),
    *("draw", "pass", "move 2", "pass"),
    *("draw", "pass", "move 3", "sell tincture from 3 at 1 for cards", "pass", "discard Domo"),
)
"""A line for each turn of the learner."""

COURSE: Final = Course(
    options={"bank": "on", "advanced_sale": "on", "noctis": "on"},
    replies=(
        (
            "draw",
            "pass",
            "place 0",
            "build Metalle paying Pergula",
            "build Pergula paying Alembic",
            "pass",
            "draw",
            "pass",
            "move 3",
            "reward noctis",
            "draw noctis for Fornax",
            "spiritus on 0.3 paying Taberna Domo",
            "pass",
            "move 2",
            "take Pergula for Golem",
            "pass",
            "move 1",
            "draw noctis for Pergula",
            "pass",
            "move 1",
            "pass",
            "draw noctis for Homunculus",
            "pass",
            "move 2",
            "spirit to Horten",
            "draw",
            "move 3",
            "take Horten for Horten",
            "move 3",
            "take Domo for Labrium",
            "move 3",
            "reward noctis",
            "acquire",
            "draw noctis for Domo",
            "move 1",
            "draw",
            "pass",
            "move 2",
            "build Metalle paying Spiritus",
            "draw",
            "move 1",
            "sell ore from 2 at 1 for cards",
            "draw noctis for Pactum",
            "pass",
            "move 1",
            "draw",
            "spiritus on 0.3 paying Taberna Domo",
            "move 3",
            "reward base",
            "pass",
            "draw",
            "move 3",
            "build Metalle paying Alembic",
        ),
    ),
    seed=7,
    welcome=(
        key(
            "In Alchemicus you build a workshop that turns herbs into tincture, ore into metal, and both into gold. What you "
            "sell brings cards or Fame; the most Fame when somebody reaches 20 wins."
        ),
        key(
            "A turn is: draw a card, walk clockwise round the outer circle, do what your field says. Cards are everything here: "
            "buildings, money (each pays 1, whatever it shows) and, face down, goods."
        ),
    ),
    lessons={
        "draw": Lesson(
            key("A card"),
            key(
                "You draw a card from the pile, or take one of the five open ones of the bank, or a Noctis card. The last two "
                "cost a card of your hand."
            ),
            key(
                "The bank gives what you need instead of what comes; here a Fornax, a smelter for the ore of a mine."
            ),
        ),
        "noctis": Lesson(
            key("Noctis cards"),
            key(
                "Before you walk you may play Noctis cards, with other cards as their price: a Golem guards a building of "
                "yours, others disturb or steal."
            ),
            key(
                "They win no game alone. Play them when they save or cost somebody more than the cards that they need."
            ),
        ),
        "move": Lesson(
            key("The walk"),
            key(
                "The first time you begin on any field; later you walk 1, 2 or 3 fields, always forward. 4 or 5 cost one Fame. "
                "You must walk."
            ),
            key(
                "Think of the round: build, gather, carry, transmute, sell. Two fields ahead is often better than one."
            ),
        ),
        "reward": Lesson(
            key("Past the Spirit's field"),
            key(
                "If you pass the Spirit's field without stopping, you take a card, from the pile or a Noctis card."
            ),
            key("A base card is the sure choice: it builds and it pays."),
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
        ),
        "acquire": Lesson(
            key("Gathering"),
            key("Every empty garden of yours gains a herb, every empty mine an ore."),
            key(
                "More sources fill in the same visit. What is full gains nothing, so carry or sell first."
            ),
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
        ),
        "gifts": Lesson(
            key("Gifts"),
            key("Here five cards of your hand become one Fame, once a visit."),
            key("Dear, but sure: for hands that would be cut anyway, and for the last point."),
        ),
        "gloria": Lesson(
            key("Gloria"),
            key("At the end of a turn a Gloria card and five others become one Fame; once a turn."),
            key("Like a gift that you carry with you: worth it with a full hand."),
        ),
        "buy-back": Lesson(
            key("Somebody sells"),
            key(
                "What another player sells for cards is offered to you for one card more than it brought, if you have room "
                "for it."
            ),
            key("It saves a walk to gather or to transmute. Decline if you need the cards."),
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
        ),
        "hand-limit": Lesson(
            key("Too many cards"),
            key("At the end of a turn you keep ten cards; you choose what goes."),
            key(
                "It is better to have spent them: build, or give them for Fame, before it comes to this."
            ),
        ),
    },
    steps=tuple(map(LessonStep, _TURNS)),
    left_out={
        "defence": key(
            "One thing did not come up: if Infamia is played on you, you give up a Golem, or five cards, or a Fame."
        ),
        "clearing": key(
            "And in the Race for gold, a variant, Infamia that lies beside you is cleared with cards when you stop."
        ),
    },
)
