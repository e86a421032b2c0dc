"""The rules of Alchemicus for a new player; see `Section`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.rules import Section

RULES: Final = (
    Section(
        key("The aim"),
        (
            key(
                "You build a workshop that makes gold [gold], and sell it for Fame [fame]. When somebody has 20 Fame, the round is finished, and the player with the most Fame wins."
            ),
        ),
    ),
    Section(
        key("Cards are everything"),
        (
            key(
                "A card [card] is a building, if you build it; a coin, if you pay with it, whatever it shows; and, face down, a good. At the end of a turn you keep ten cards."
            ),
        ),
    ),
    Section(
        key("A turn"),
        (
            key(
                "Draw a card. Then walk clockwise round the outer circle with your pawn [pawn]: one to three fields, or four or five for one Fame. In your first turn you begin on any field. Then you do what your field says. If you pass the field of the Spirit, you draw one more card."
            ),
        ),
    ),
    Section(
        key("The fields"),
        (
            key(
                "Build [house]: put cards of your hand on the table and pay their cost with other cards. Twelve buildings stand at most."
            ),
            key("Acquire [herb] [ore]: each empty Horten gains a herb, each empty Metalle an ore."),
            key(
                "Transport [cart]: carry herbs to an Alembic, ore to a Fornax, tincture and metal to a Labrium, as many as there is room for."
            ),
            key(
                "Transmute [tincture] [metal]: an Alembic makes tincture of its herb, a Fornax metal of its ore, a Labrium gold of tincture and metal together."
            ),
            key(
                "Sale [outlet]: sell goods through a Pergula, a Taberna or a Donarium. A herb or ore brings one card, tincture or metal three, gold five or more; better outlets offer Fame instead."
            ),
            key("Gifts [fame]: give five cards for one Fame."),
            key(
                "Spirit [spirit]: move the Spirit to another kind of building. That kind works for nobody while it stands there."
            ),
        ),
    ),
    Section(
        key("Two cards apart"),
        (
            key(
                "A Domo brings you a card when you acquire, transport or transmute. A Gloria in your hand, with five other cards, is one Fame at the end of a turn."
            ),
        ),
    ),
    Section(
        key("Bank and sale to others"),
        (
            key(
                "With the bank you may take one of five open cards instead of a draw, for a card of your hand. With the sale to others, what is sold for cards is offered to the other players for one card more."
            ),
        ),
        is_variant=True,
    ),
    Section(
        key("Noctis"),
        (
            key(
                "A second deck of cards [noctis]: a Golem [golem] guards a building, a Spiritus [spiritus] foils the next transmutation of somebody's building, others take or undo goods, draw cards, or cost somebody Fame. They are played before you walk, with other cards as their price."
            ),
        ),
        is_variant=True,
    ),
    Section(
        key("The Race for gold"),
        (
            key(
                "Played with Noctis: whoever first sells gold through a Donarium wins at once. Infamia [infamia] that lies beside you must be cleared before you may."
            ),
        ),
        is_variant=True,
    ),
)
