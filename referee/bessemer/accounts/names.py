"""
Names of players, and of authors.

Anyone who creates a match says for whom its seats are. A registered name is proven by its player's own
token. A name that is not registered is only a word: it is shown with a mark that no registered name
can have, for ever, even if somebody registers it later.
"""

import re
from typing import Final

from bessemer.errors import BadRequest

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
_MARK: Final = "guest "
"""Names of players have no space."""


def check_name(name: str, field: str) -> None:
    """
    Refuse what is no name of a player.

    Raises:
        BadRequest: naming the field.
    """
    if not _NAME.fullmatch(name):
        raise BadRequest(
            "a name has 1 to 40 letters, digits, '-', '_' or '.', and begins with a letter or a digit",
            field=field,
        )


def guest(name: str) -> str:
    """How a name is shown that is not registered."""
    return _MARK + name


def is_reserved(player: str) -> bool:
    """Whether a seat, by its player in the match's spec, is that of a registered player alone."""
    return bool(player) and not player.startswith(_MARK)
