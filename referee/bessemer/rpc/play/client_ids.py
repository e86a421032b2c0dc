"""Which program came to a place last, so that one which was replaced does not come back by itself."""

from collections import deque
from collections.abc import Hashable
from typing import Final

from bessemer.errors import BadRequest, Superseded

_LONGEST_ID: Final = 64
_KEPT: Final = 16
"""So many programs that were replaced are known of each place."""


def check_client_id(client_id: str, field: str) -> None:
    """
    Refuse what is too long for the id of a program.

    Raises:
        BadRequest: naming the field.
    """
    if len(client_id) > _LONGEST_ID:
        raise BadRequest(f"a client's id has at most {_LONGEST_ID} characters", field=field)


class ClientIds:
    """
    The programs by their own ids; those without one are not told apart.

    A place is that of a player in a lobby, or a seat of a match.
    """

    def __init__(self, newer: str) -> None:
        """`newer` is the sentence for a program that another one has replaced."""
        self.newer = newer
        self._newest: dict[Hashable, str] = {}
        self._replaced: dict[Hashable, deque[str]] = {}

    def enter(self, place: Hashable, client_id: str, *, is_taken: bool) -> None:
        """
        A program comes, for the first time or again.

        A connection may fail just when its program would hear that it is replaced: then that program
        knows nothing of it, comes back, and would replace the newer one.

        Raises:
            Superseded: another one has replaced it, and is there.
        """
        replaced = self._replaced.setdefault(place, deque(maxlen=_KEPT))
        if client_id and is_taken and client_id in replaced:
            raise Superseded(self.newer)
        before = self._newest.get(place, "")
        if before and before != client_id:
            replaced.append(before)
        self._newest[place] = client_id
