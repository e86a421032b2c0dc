"""
The rules of a game for somebody who has never played it, in sections; in our own words.

A word in brackets, `[coal]`, is the name of a symbol, which pages draw there.
"""

from importlib import import_module
from typing import NamedTuple

from bessemer.faces.language import Key


class Section(NamedTuple):
    """A part of the rules."""

    title: Key
    lines: tuple[Key, ...]
    is_variant: bool = False
    """Whether it is about an option that is off unless you choose it."""


def rules_of(game: str) -> tuple[Section, ...]:
    """The rules of a game: `RULES` in `bessemer.faces.<game>.rules_text`."""
    rules: tuple[Section, ...] = import_module(f"bessemer.faces.{game}.rules_text").RULES
    return rules
