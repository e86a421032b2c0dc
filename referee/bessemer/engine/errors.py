"""
What a game may refuse.

    GameError
    ├── MalformedMove    a text or a message that is no move at all
    ├── IllegalMove      a move that the rules do not allow now
    ├── NotOffered       an answer that a choice on the way to a move does not offer
    └── BadOption        an option, or a deck, that cannot be played

Each error says what would have been right; a program reads the fields, a person the message.
"""


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
        allowed: what would have been legal: whole moves in canonical text, or, where `part` is one
            entry of a composite move, what could stand in its place.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        part: str = "",
        step: int | None = None,
        card: str | None = None,
        missing: str = "",
        allowed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.part = part
        self.step = step
        self.card = card
        self.missing = missing
        self.allowed = allowed


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
