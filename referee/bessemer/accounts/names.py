"""Names of players, and of authors."""

import re
from typing import Final

from bessemer.errors import BadRequest

_NAME: Final = re.compile(r"[A-Za-z0-9._-]{1,40}")


def check_name(name: str, field: str) -> None:
    """
    Refuse what is no name of a player.

    Raises:
        BadRequest: naming the field.
    """
    if not _NAME.fullmatch(name):
        raise BadRequest("a name has 1 to 40 letters, digits, '-', '_' or '.'", field=field)
