"""Finds English words in texts of another language."""

import re
from typing import Final

from bessemer.faces.players import Players
from bessemer.games.alchemicus.cards.kinds import KIND_NAMES
from bessemer.games.brass.board.geography import PLACES

PLAYERS: Final = Players(("Ada", "Bob", "Cleo", "Dot"), 0)


WORD: Final = re.compile(r"[^\W\d_]{3,}")


ALIKE: Final = {
    "pl": {"agent", "bank", "metal", "port", "transport"},
    "pt": {"canal", "era", "eras", "metal", "remove", "use"},
}
"""Words that happen to be the same as in English."""


NOTATION: Final = ("Noctis", "Golems", "flip")
"""A deck, the cards of a kind, and a word of Furnace's plans as they are typed."""


def words(text: str) -> set[str]:
    """The words of a text; capital letters alone are signs of a drawing."""
    return {word.casefold() for word in WORD.findall(text) if not word.isupper()}


NAMES: Final = {
    word
    for name in (*PLAYERS.names, *KIND_NAMES, *(place.name for place in PLACES), *NOTATION)
    for word in words(name)
}
"""What is called the same in every language."""
