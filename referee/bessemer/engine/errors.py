"""
What a game may refuse.

    GameError
    ├── MalformedMove    a text or a message that is no move at all
    ├── IllegalMove      a move that the rules do not allow now
    ├── NotOffered       an answer that a choice on the way to a move does not offer
    └── BadOption        an option, or a deck, that cannot be played

Each error says what would have been right; a program reads the fields, a person the message. The message
of an illegal move is made of sentences: texts with places, and the words that stand there. So it can be
said in another language, which has a text of its own for each of them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple


class Words(NamedTuple):
    """What stands in a place of a sentence; nothing at all is called "nothing"."""

    words: tuple[str, ...]
    are_alternatives: bool = False
    """Whether any one of them would do, otherwise all are meant."""

    def __str__(self) -> str:
        return (" or " if self.are_alternatives else ", ").join(self.words) or "nothing"


class Sentence(NamedTuple):
    """A part of a message, such as "{card} already holds a disc worth {value}"."""

    text: str
    """In English, with the names of its places in braces: the key of its translations."""
    values: Mapping[str, Words]
    """What stands there, by name."""

    def __str__(self) -> str:
        return self.text.format_map(self.values) if self.values else self.text

    def about(self, **values: object) -> "Sentence":
        """The sentence with those of these values that have places in it."""
        found = {name: _words(one) for name, one in values.items() if f"{{{name}}}" in self.text}
        return Sentence(self.text, found)


def say(text: str, /, **values: object) -> Sentence:
    """The sentence with these values in its places: a list stands there as one."""
    return Sentence(text, {name: _words(value) for name, value in values.items()})


def any_of(words: Iterable[object]) -> Words:
    """A list of alternatives: "1, 2 or 3" of them is one."""
    return Words(tuple(map(str, words)), are_alternatives=True)


def asked_are(seat: int, waiting: Iterable[int]) -> tuple[Sentence, Sentence]:
    """What a seat that is not asked is told, in every game."""
    seats = tuple(waiting)
    others = (
        say("asked is {seats}", seats=seats) if seats else say("asked is nobody: the match is over")
    )
    return say("seat {seat} is not asked now", seat=seat), others


def _words(value: object) -> Words:
    if isinstance(value, Words):
        return value
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return Words(tuple(map(str, value)))
    return Words((str(value),))


class GameError(Exception):
    """The root: whatever a game refuses, it refuses with one of these."""


class MalformedMove(GameError):
    """
    A text or a message that no move is written as.

    Attributes:
        field: the path of what is wrong in a message ("move.brass.build.space"), "move" for all of it.
    """

    def __init__(self, message: str, *, field: str = "move") -> None:
        super().__init__(message)
        self.field = field


class IllegalMove(GameError):
    """
    A well-formed move that the rules do not allow; the state is as it was.

    Attributes:
        code: which rule was broken; stable, made for programs ("furnace.overspent").
        part: the offending field of the move as a path ("steps[2].counts[0]"), "" for the whole.
        step: the number, from 1, of the offending step of a composite move.
        card: the card, town or other piece concerned.
        missing: what the seat would have needed and has not ("1I + 2C").
        moves: whole moves that would have been legal, or some of them.
        words: where `part` is one entry of a composite move, what could stand in its place.
        sentences: what the message is made of.

    `write` gives the canonical text of a move, if `str` does not.
    """

    def __init__(
        self,
        code: str,
        *sentences: Sentence,
        part: str = "",
        step: int | None = None,
        card: str | None = None,
        missing: str = "",
        moves: tuple[Any, ...] = (),
        words: tuple[str, ...] = (),
        write: Callable[[Any], str] = str,
    ) -> None:
        super().__init__("; ".join(map(str, sentences)))
        self.code = code
        self.sentences = sentences
        self.part = part
        self.step = step
        self.card = card
        self.missing = missing
        self.moves = moves
        self.words = words
        self._write = write

    @property
    def allowed(self) -> tuple[str, ...]:
        """What would have been legal, as text."""
        return (*map(self._write, self.moves), *self.words)


class NotOffered(GameError):
    """
    An answer that a choice does not offer.

    Attributes:
        choice: the choice's name; "" if the move was complete before.
        place: which answer of the path it was, from 0.
        allowed: the words that are offered there.
    """

    def __init__(
        self, message: str, *, choice: str = "", place: int = 0, allowed: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message)
        self.choice = choice
        self.place = place
        self.allowed = allowed


class BadOption(GameError):
    """
    An option that does not exist or cannot have this value.

    Attributes:
        option: the option's name.
        card: the card at fault, if a deck is.
        field: the card's field at fault.
    """

    def __init__(self, message: str, *, option: str, card: str = "", field: str = "") -> None:
        super().__init__(message)
        self.option = option
        self.card = card
        self.field = field
