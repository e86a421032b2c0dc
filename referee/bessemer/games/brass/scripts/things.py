"""The things on the board that words stand for, and the choices that several actions share."""

from collections import Counter
from collections.abc import Callable, Generator, Sequence
from functools import lru_cache
from typing import Any, Final

from bessemer.engine.choices import Answer, Thing, Word
from bessemer.engine.scripts import Ask, one, words
from bessemer.games.brass.board.geography import INDUSTRY, SPACE_IDS, bits
from bessemer.games.brass.moves import MARKET as BOUGHT
from bessemer.games.brass.state import Board, Hand
from bessemer.games.brass.turn import Turn

CARD: Final = "card"
"""A card of the own hand, by its name: a town's or an industry's."""
STACK: Final = "stack"
"""An own stack of industry tiles, by the industry; its top tile is meant."""
SPACE: Final = "space"
"""A space of the map, by its id, and with it the tile that lies there."""
LINK: Final = "link"
"""A place for a canal or a rail, by its id."""
MARKET: Final = "market"
"""A market: `coal` and `iron`, where cubes are bought, or `distant`, where cotton is sold."""
NONE: Final = "none"
"""The word for no second rail."""
STOP: Final = "stop"
"""The word for selling no more."""


@lru_cache(maxsize=1 << 10)
def spaces(mask: int) -> tuple[Word, ...]:
    """A word for each of these spaces."""
    return words([SPACE_IDS[space] for space in bits(mask)], SPACE)


def sources(names: Sequence[str], cube: str) -> list[Word]:
    """A word for each place where a cube comes from; as many copies as it is named."""
    return [
        Word(name, Thing(MARKET, cube) if name == BOUGHT else Thing(SPACE, name), copies)
        for name, copies in Counter(names).items()
    ]


@lru_cache(maxsize=1 << 10)
def cards(hand: Hand) -> tuple[Word, ...]:
    """A word for each card of the hand, with as many copies as there are."""
    return tuple([Word(card, Thing(CARD, card), copies) for card, copies in Counter(hand).items()])


def card_choice(turn: Turn) -> Generator[Ask, Answer, str]:
    """The card that an action takes, where it does not matter which."""
    offered = words(dict.fromkeys(turn.hand), CARD)
    return (yield from one("card", offered, lambda move: move.card))


def source_choice(
    name: str,
    board: Board,
    possible: Sequence[str],
    read: Callable[[Any], str],
    with_source: Callable[[str], Any],
) -> Generator[Ask, Answer, str]:
    """Where a cube comes from; `with_source` is the move that takes it from elsewhere."""
    cube = "iron" if name == "iron" else "coal"
    there = board.land.kinds[INDUSTRY[cube]] & board.land.face_up
    everywhere = [*(SPACE_IDS[space] for space in bits(there)), BOUGHT]
    return (
        yield from one(
            name,
            sources(possible, cube),
            read,
            others=lambda: ((word, with_source(word.text)) for word in sources(everywhere, cube)),
        )
    )
