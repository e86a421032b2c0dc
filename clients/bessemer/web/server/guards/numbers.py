"""Numbers in addresses and queries: short, or they are none."""

import re
from typing import Final

from starlette.convertors import Convertor, register_url_convertor

_EVENT: Final = re.compile(r"-?[0-9]{1,9}")


class SeatConvertor(Convertor[int]):
    """A seat in an address, as `{seat:seat}`; an address with a longer number leads nowhere."""

    regex = "[0-9]{1,3}"

    def convert(self, value: str) -> int:
        """The number of the seat."""
        return int(value)

    def to_string(self, value: int) -> str:
        """As it is in an address."""
        return str(value)


register_url_convertor("seat", SeatConvertor())


def event_number(text: str) -> int | None:
    """The number of an event that a browser has seen, -1 for none; `None` for no number."""
    return max(-1, int(text)) if _EVENT.fullmatch(text) else None
