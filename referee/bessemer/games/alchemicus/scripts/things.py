"""
The things that words stand for in all phases, and the choices that many phases share.

A word that stands for something on the board is its name in moves: a kind of card, the number of a
seat or field, the place of a building in its owner's row.
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache
from typing import Any, Final

from bessemer.engine.choices import Answer, Thing, Word
from bessemer.engine.game import Seat
from bessemer.engine.scripts import Ask, Others, one, some, words
from bessemer.games.alchemicus.cards.hands import runs
from bessemer.games.alchemicus.cards.kinds import KINDS, Good, Kind
from bessemer.games.alchemicus.moves import Cards, Move, Pass
from bessemer.games.alchemicus.state import Building, Hand

CARD: Final = "card"
"""A card of the own hand, by its kind."""
BANK: Final = "bank"
"""An open card of the bank, by its kind."""
DECK: Final = "deck"
"""A face-down pile: `base` or `noctis`."""
BUILDING: Final = "building"
"""A building, as `seat.place`."""
GOOD: Final = "good"
"""A good on a building, as `seat.place.good`."""
FIELD: Final = "field"
"""A field of the outer circle, by its number."""
PLACE: Final = "place"
"""A place of the Spirit in the inner circle, by the kind that it blocks."""
SEAT: Final = "seat"
"""A player."""

PASS: Final = "pass"  # noqa: S105 - a word of the game
"""The word for doing nothing, or no more; always the first."""


def optional(
    name: str, offered: Iterable[Word], read: Callable[[Any], object], others: Others = tuple
) -> Generator[Ask, Answer, str]:
    """Ask for a pass or one of the words; `read` need know no `Pass`."""

    def read_any(move: Move) -> object:
        return PASS if isinstance(move, Pass) else read(move)

    return (yield from one(name, (Word(PASS), *offered), read_any, others=others))


def whether(name: str, word: str) -> Generator[Ask, Answer, bool]:
    """Ask whether to do the only thing that can be done."""
    return (yield from optional(name, words([word]), lambda _move: word)) != PASS


def payment(
    hand: Hand,
    price: int,
    name: str = "pay",
    read: Callable[[Any], Iterable[object]] = lambda move: move.pay,
) -> Generator[Ask, Answer, Cards]:
    """Ask for so many cards of `hand`, which has them; their order means nothing."""
    return (yield from cards_of(runs(hand), price, name, read))


def cards_of(
    held: Iterable[tuple[Kind, int]],
    number: int,
    name: str,
    read: Callable[[Any], Iterable[object]],
) -> Generator[Ask, Answer, Cards]:
    """Ask for so many of these cards, of which each kind is there so often."""
    taken = yield from some(name, card_words(held), read, least=number, most=number)
    return tuple(sorted(KINDS[text] for text in taken))


def card_words(held: Iterable[tuple[Kind, int]]) -> tuple[Word, ...]:
    """Cards of the own hand: their kinds."""
    return tuple([_card_word(kind, copies) for kind, copies in held])


@cache
def _card_word(kind: Kind, copies: int) -> Word:
    return Word(str(kind), Thing(CARD, str(kind)), copies)


def building_words(seat: Seat, places: Iterable[int]) -> tuple[Word, ...]:
    """Buildings of `seat`: their places."""
    return tuple([_building_word(seat, place) for place in places])


@cache
def _building_word(seat: Seat, place: int) -> Word:
    return Word(str(place), Thing(BUILDING, f"{seat}.{place}"))


@cache
def good_word(seat: Seat, place: int, good: Good) -> Word:
    """`herb.3`: a good on a building of `seat`; only on a Labrium there can be two."""
    return Word(f"{good}.{place}", Thing(GOOD, f"{seat}.{place}.{good}"))


def lying_goods(buildings: Sequence[Building]) -> list[tuple[int, Good]]:
    """All goods on the buildings of one player."""
    return [(place, good) for place, building in enumerate(buildings) for good, _ in building.goods]
