"""Which program enlisted under a name last, so that one which was replaced does not come back by itself."""

from collections import deque
from typing import Final

from bessemer.errors import Superseded

LONGEST_ID: Final = 64
NEWER: Final = "a newer connection plays for this player"
_KEPT: Final = 16
"""So many programs that were replaced are known of each player."""

Place = tuple[str, int | None]
"""A player's name, and which of its instances."""


class ClientIds:
    """The programs by their own ids; those without one are not told apart."""

    def __init__(self) -> None:
        self._newest: dict[Place, str] = {}
        self._replaced: dict[Place, deque[str]] = {}

    def enter(self, place: Place, client_id: str, *, is_taken: bool) -> None:
        """
        A program comes, for the first time or again.

        A connection may fail just when its program would hear that it is replaced: then that program
        knows nothing of it, comes back, and would replace the newer one.

        Raises:
            Superseded: another one has replaced it, and is there.
        """
        replaced = self._replaced.setdefault(place, deque(maxlen=_KEPT))
        if client_id and is_taken and client_id in replaced:
            raise Superseded(NEWER)
        before = self._newest.get(place, "")
        if before and before != client_id:
            replaced.append(before)
        self._newest[place] = client_id
