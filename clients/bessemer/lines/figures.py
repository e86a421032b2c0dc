"""The figures of a seat as words `NAME=VALUE`: what a plain bot is told of the table."""

from collections.abc import Iterator, Mapping
from typing import Any

from bessemer.sdk.view import AnyView
from bessemer.wire.plain_json import PlainJson


def figures(plain: PlainJson, view: AnyView) -> str:
    """The seat's entry in `players` of its view: numbers and words; of lists the sum, or the length."""
    shown: Any = plain.view(view.seen)
    return " ".join(f"{name}={value}" for name, value in _flat(shown["players"][view.seat]))


def _flat(entry: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    for name, value in entry.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{above}{name}.")
        elif isinstance(value, list):
            is_sum = all(isinstance(one, int) for one in value)
            yield f"{above}{name}", sum(value) if is_sum else len(value)
        elif isinstance(value, bool):
            yield f"{above}{name}", int(value)
        elif value != "":
            yield f"{above}{name}", value
