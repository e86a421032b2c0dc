"""
The one canonical text of every move: `moves.py` has it with gaps, here they are filled and read.

    draw noctis for Gloria
    homunculus undoes 1.3 paying Horten Domo
    build Horten paying Domo razing 3
    sell tincture from 4 at 1 for fame

`1.3` is the building at place 3 of seat 1; places count from 0.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bessemer.engine.errors import MalformedMove
from bessemer.games.alchemicus.cards.kinds import GOODS, KINDS
from bessemer.games.alchemicus.moves import TEXTS, Gift, GiveCards, Move

_NUMBER: Final = r"-?\d{1,9}"
_KIND: Final = "|".join(KINDS)


class _Part(NamedTuple):
    """How the fields of one name are written and read."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _words(given: tuple[object, ...]) -> str:
    return "".join(f" {item}" for item in given)


def _paying(given: tuple[object, ...]) -> str:
    return f" paying{_words(given)}" if given else ""


def _read_kinds(text: str) -> tuple[object, ...]:
    return tuple(KINDS[word] for word in text.split() if word != "paying")


def _optional(word: str) -> _Part:
    """A number that may be missing, after its word."""
    return _Part(
        rf"(?: {word} {_NUMBER})?",
        lambda given: "" if given is None else f" {word} {given}",
        lambda text: int(text.split()[1]) if text else None,
    )


def _either(no: str, yes: str) -> _Part:
    return _Part(f"{no}|{yes}", lambda given: yes if given else no, lambda text: text == yes)


_A_NUMBER: Final = _Part(_NUMBER, str, int)
_A_KIND: Final = _Part(_KIND, str, KINDS.__getitem__)
_PARTS: Final[Mapping[str, _Part]] = {
    "buildings": _Part(
        f"(?: {_NUMBER})*", _words, lambda text: tuple(int(word) for word in text.split())
    ),
    "card": _A_KIND,
    "cards": _Part(f"(?: (?:{_KIND}))*", _words, _read_kinds),
    "demolish": _optional("razing"),
    "fame": _either("cards", "fame"),
    "fee": _A_KIND,
    "good": _Part("|".join(GOODS), str, GOODS.__getitem__),
    "noctis": _either("base", "noctis"),
    "pay": _Part(f"(?: paying(?: (?:{_KIND}))+)?", _paying, _read_kinds),
    "to": _A_KIND,
    "victim": _optional("robbing"),
}
"""By field; those that are missing hold a number."""


class _Form(NamedTuple):
    """One kind of move: its text with gaps, what fills them, and how it is recognised."""

    move: Callable[..., Move]
    text: str
    parts: tuple[_Part, ...]
    pattern: re.Pattern[str]


def _form(move: Any, text: str) -> _Form:  # noqa: ANN401 - any of the classes of moves
    # Cards that are all a move says follow its word without "paying".
    bare = {"pay": _PARTS["cards"]} if move in {GiveCards, Gift} else {}
    parts = tuple(bare.get(name) or _PARTS.get(name, _A_NUMBER) for name in move._fields)
    pattern = re.escape(text).replace("%", "({})").format(*(part.pattern for part in parts))
    return _Form(move, text.replace("%", "%s"), parts, re.compile(pattern))


_FORMS: Final = {move: _form(move, text) for move, text in TEXTS.items()}


def write_move(move: Move) -> str:
    """The canonical text of `move`."""
    form = _FORMS[type(move)]
    return form.text % tuple(
        [part.write(value) for part, value in zip(form.parts, move, strict=True)]
    )


def parse_move(text: str) -> Move:
    """
    The move that `text` is the canonical text of.

    Raises:
        MalformedMove: no move is written so.
    """
    for form in _FORMS.values():
        if found := form.pattern.fullmatch(text):
            read = zip(form.parts, found.groups(), strict=True)
            move = form.move(*[part.read(group) for part, group in read])
            # Almost canonical ("move 03") is refused like any other: a program that compares texts
            # compares moves.
            if write_move(move) == text:
                return move
    raise MalformedMove(
        f"not a move of alchemicus: {text[:80]!r}; write for instance 'move 3', 'pass', "
        "'build Alembic paying Horten Domo Domo' or 'sell herb from 0 at 1 for cards'"
    )
