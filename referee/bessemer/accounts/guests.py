"""
Names that nobody has proven.

Whoever creates a match says for whom its seats are. A registered name is proven by its player's own
token. A name that is not registered is only a word: it is shown with a mark that no registered name
can have, for ever, also if somebody registers it later.
"""

from typing import Final

_MARK: Final = "guest "
"""Names of players have no space."""


def guest(name: str) -> str:
    """How a name is shown that is not registered."""
    return _MARK + name


def is_reserved(player: str) -> bool:
    """Whether a seat, by its player in the match's spec, is that of a registered player alone."""
    return bool(player) and not player.startswith(_MARK)
