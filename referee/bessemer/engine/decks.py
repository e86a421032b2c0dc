"""What the decks of all games have in common: they never change, and anybody may write one."""

import tomllib
from typing import Any, Final

from bessemer.engine.errors import BadOption

# What tomllib needs for a key with many dots grows with their square, and a key ends with its line.
_LONGEST_TEXT: Final = 65_536
_LONGEST_LINE: Final = 500


class FixedDeck:
    """A deck of a game. Two of one game with the same facts are the same deck."""

    __slots__ = ()

    digest: str
    """Over the facts: states are compared and hashed often, decks are long."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a deck is shared by many states: its {name} never changes")

    def __repr__(self) -> str:
        return f"Deck(digest={self.digest!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, type(self)) and self.digest == other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)


def read_toml(text: str) -> dict[str, Any]:
    """
    The sections of a deck written as `text`.

    Raises:
        BadOption: it is too long, or no TOML.
    """
    if len(text) > _LONGEST_TEXT or any(len(line) > _LONGEST_LINE for line in text.split("\n")):
        raise BadOption(
            f"the deck is too long: at most {_LONGEST_TEXT} letters, {_LONGEST_LINE} in a line",
            option="deck",
        )
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # tomllib gives up in either way
        raise BadOption(f"the deck is not TOML: {error}", option="deck") from None


def bad_deck(entry: str, field: str, why: str) -> BadOption:
    """What is wrong with a card or a section of a deck, in the named field or as a whole."""
    where = f"{entry}, field {field}" if field else entry
    return BadOption(f"bad deck: {where}: {why}", option="deck", card=entry, field=field)
