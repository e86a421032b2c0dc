"""Matches of every game and option, and what each face must say of them."""

import re
from typing import Final

import pytest

from tests.games.walks import SETTINGS, Way

LEAK: Final = re.compile(r"\w\(\w+=|<\w+[ .:]|\bNone\b|\bobject at\b|\bSeat\(|\{|\}|_")
"""How a value looks that was written by `repr`, and an id that has a name."""


CASES: Final = [
    pytest.param(setting, list(Way)[(number + number // 3) % 3], id=name)
    for number, (name, setting) in enumerate(SETTINGS.items())
]
"""Every setting with one way of playing; the ways take turns, not in step with the seats."""


def check(text: str) -> None:
    """A sentence, and not a value that was printed as it is."""
    assert text.strip() == text != ""
    assert not LEAK.search(text), text
