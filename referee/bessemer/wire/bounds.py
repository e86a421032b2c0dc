"""The bounds of a message's fields, and the error for a field beyond them."""

from typing import Any, Final, NamedTuple

MOST_ENTRIES: Final = 200
"""No move is longer, all of its lists together. The longest legal one, a plan of Furnace, has 131."""


class Wrong(Exception):
    """A field holds what it cannot hold: its path inside the message, and why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(path, why)
        self.path = path
        self.why = why


class FieldBounds(NamedTuple):
    """The bounds of numbers and lists."""

    lowest: int
    highest: int
    entries: int
    rule: str
    """The fault of a number beyond them."""


NINE_DIGITS: Final = FieldBounds(-(10**9) + 1, 10**9 - 1, MOST_ENTRIES, "has more than nine digits")
FROM_ZERO: Final = FieldBounds(0, 10**9 - 1, MOST_ENTRIES, f"is not from 0 to {10**9 - 1}")
"""The canonical text of a move holds numbers of up to nine digits."""
ANY: Final = FieldBounds(-(2**31), 2**31 - 1, 2**31, "")
"""For what a referee has written."""


def entries(name: str, bounds: FieldBounds, message: Any) -> list[Any]:  # noqa: ANN401 - any message
    """
    The entries of a list, made at once: going through the field itself takes thrice as long.

    Raises:
        Wrong: there are too many.
    """
    values = getattr(message, name)
    if len(values) > bounds.entries:
        raise Wrong(name, f"a list has at most {bounds.entries} entries, not {len(values)}")
    found: list[Any] = values[:]
    return found
