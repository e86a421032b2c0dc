"""
Refusals of the rules in a person's language.

The rules are pure and speak English. Each game's face lists the clauses that its refusals are made of,
`REFUSALS` in `bessemer.faces.<game>.refusals`, as texts with placeholders: what a refusal has in their
places is put into the translation, called as `VALUES` of the same module says. A clause that nobody
listed stays English.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import ENGLISH, Key, current_language, key, tr, tr_key
from bessemer.faces.players import Players

Namer = Callable[[str], str]
"""What a word of the rules is called in a person's language."""

SHARED: Final = (
    key("seat {seat} is not asked now"),
    key("asked is nobody: the match is over"),
    key("asked is {seats}"),
    key("every action takes a card"),
)
"""What several games say."""
_BETWEEN: Final = "; "
"""Between the clauses of a refusal."""
_LIST: Final = re.compile(r"(, | or | and )")
_PLACE: Final = re.compile(r"\\\{(\w+)\\\}")


def refusal_text(game: str, message: str, players: Players) -> str:
    """What a refusal says, with names instead of the seats' numbers."""
    if current_language() == ENGLISH:
        return players.in_names(message)
    return _translated(game, message, players)


def reason_text(game: str, message: str, own: int | None) -> str:
    """The same where nobody's name is known: English is what the rules say."""
    if current_language() == ENGLISH:
        return message
    return _translated(game, message, Players((), own))


def _translated(game: str, message: str, players: Players) -> str:
    whole = _clause(game, message, players)
    if whole is not None:
        return whole
    clauses = message.split(_BETWEEN)
    said = (_clause(game, one, players) or players.in_names(one) for one in clauses)
    return _BETWEEN.join(said)


def clause_of(game: str, text: str) -> Key | None:
    """The listed clause that a text is an example of; `None` if there is none."""
    return next(
        (text_of for text_of, form in _patterns(game).items() if form.fullmatch(text)), None
    )


@cache
def _patterns(game: str) -> Mapping[Key, re.Pattern[str]]:
    own: Iterable[Key] = ()
    name = f"bessemer.faces.{game}.refusals"
    if game in NAMES and find_spec(name) is not None:  # a new game may have none yet
        own = import_module(name).REFUSALS
    return {text: _pattern(text) for text in (*own, *SHARED)}


def _pattern(text: Key) -> re.Pattern[str]:
    def place(found: re.Match[str]) -> str:
        # A move of several steps has semicolons of its own; nothing else has.
        return f"(?P<{found[1]}>{'.' if found[1] == 'move' else '[^;]'}+?)"

    return re.compile(_PLACE.sub(place, re.escape(text)), re.DOTALL)


@cache
def _namers(game: str) -> Mapping[str, Namer]:
    if game not in NAMES:
        return {}
    module = import_module(f"bessemer.faces.{game}.refusals")
    namers: Mapping[str, Namer] = getattr(module, "VALUES", {})
    return namers


def _clause(game: str, text: str, players: Players) -> str | None:
    namers = _namers(game)
    for wanted, pattern in _patterns(game).items():
        if found := pattern.fullmatch(text):
            values = {
                name: _value(name, value, players, namers.get(name, str))
                for name, value in found.groupdict().items()
            }
            return tr_key(wanted, **values)
    return None


def _value(name: str, text: str, players: Players, named: Namer) -> str:
    """What stands in a place, in words: seats by their names, and `2 or 3`."""
    if name in {"seat", "seats"}:
        seats = [int(part) for part in re.findall(r"\d+", text)]
        return ", ".join(tr("you") if seat == players.own else players.name(seat) for seat in seats)
    if text in {"nothing", "none"}:
        return tr("nothing")
    # One thing, or a list: between any two of them is what joins them.
    things = _LIST.split(text)
    things[::2] = map(named, things[::2])
    return "".join(things).replace(" or ", f" {tr('or')} ").replace(" and ", f" {tr('and')} ")
