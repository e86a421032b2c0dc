"""
The one canonical text of every move.

    draw                                  take Alembic for Horten           draw noctis for Gloria
    golem on 3 paying Horten Domo         golem at 5 paying Horten Domo
    mutabilus from 1.0 to 2 paying Domo   spiritus on 1.3 paying Horten Domo
    homunculus undoes 1.3 paying ...      homunculus banishes 0.3 paying ...
    pactum paying Horten Domo Gloria      infamia on 2 paying ...
    give golem 3                          give Horten Horten Domo Domo Gloria
    place 3                               move 3                            move 5 paying Horten Domo
    reward base                           clear 1 paying ...
    build Alembic paying Horten Domo Domo              build Horten paying Domo razing 3
    spirit to Alembic                     spirit to Domo robbing 2
    acquire                               acquire 0 3                       transmute
    transport 0 to 3                      sell tincture from 4 at 1 for fame
    buy to 3 paying ...                   gift ...                          gloria paying ...
    discard Horten Domo                   pass

`1.3` is the building at place 3 of seat 1; places count from 0.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from bessemer.engine.errors import MalformedMove
from bessemer.games.alchemicus.cards.kinds import GOODS, KINDS
from bessemer.games.alchemicus.moves import (
    Acquire,
    Banish,
    Build,
    BuyBack,
    ClearInfamia,
    DiscardDown,
    DrawBank,
    DrawBase,
    DrawNoctis,
    FieldGolem,
    Gift,
    GiveCards,
    GiveGolem,
    Golem,
    Infamia,
    Move,
    MoveSpirit,
    Mutabilus,
    Pactum,
    Pass,
    Place,
    PlayGloria,
    Reward,
    Sell,
    Spiritus,
    Transmute,
    Transport,
    Undo,
    Walk,
)

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
    "building": _A_NUMBER,
    "buildings": _Part(
        f"(?: {_NUMBER})*", _words, lambda text: tuple(int(word) for word in text.split())
    ),
    "card": _A_KIND,
    "cards": _Part(f"(?: (?:{_KIND}))*", _words, _read_kinds),
    "demolish": _optional("razing"),
    "distance": _A_NUMBER,
    "fame": _either("cards", "fame"),
    "fee": _A_KIND,
    "field": _A_NUMBER,
    "good": _Part("|".join(GOODS), str, GOODS.__getitem__),
    "into": _A_NUMBER,
    "noctis": _either("base", "noctis"),
    "number": _A_NUMBER,
    "outlet": _A_NUMBER,
    "pay": _Part(f"(?: paying(?: (?:{_KIND}))+)?", _paying, _read_kinds),
    "seat": _A_NUMBER,
    "to": _A_KIND,
    "victim": _optional("robbing"),
}

# The fields of a move stand in its text in their own order.
_TEXTS: Final[Mapping[type, str]] = {
    Pass: "pass",
    DrawBase: "draw",
    DrawBank: "take % for %",
    DrawNoctis: "draw noctis for %",
    Golem: "golem on %%",
    FieldGolem: "golem at %%",
    Mutabilus: "mutabilus from %.% to %%",
    Spiritus: "spiritus on %.%%",
    Undo: "homunculus undoes %.%%",
    Banish: "homunculus banishes %.%%",
    Pactum: "pactum%",
    Infamia: "infamia on %%",
    GiveGolem: "give golem %",
    GiveCards: "give%",
    Place: "place %",
    Walk: "move %%",
    Reward: "reward %",
    ClearInfamia: "clear %%",
    Build: "build %%%",
    MoveSpirit: "spirit to %%",
    Acquire: "acquire%",
    Transport: "transport % to %",
    Transmute: "transmute",
    Sell: "sell % from % at % for %",
    BuyBack: "buy to %%",
    Gift: "gift%",
    PlayGloria: "gloria%",
    DiscardDown: "discard%",
}
_BARE: Final = _PARTS["cards"]
"""Where cards are all that a move says, they follow its word without more ado."""


class _Form(NamedTuple):
    """One kind of move: its text with gaps, what fills them, and how it is recognised."""

    move: Callable[..., Move]
    text: str
    parts: tuple[_Part, ...]
    pattern: re.Pattern[str]


def _form(move: Any, text: str) -> _Form:  # noqa: ANN401 - any of the classes of moves
    bare = move in {GiveCards, Gift}
    parts = tuple(_BARE if bare and name == "pay" else _PARTS[name] for name in move._fields)
    pattern = re.escape(text).replace("%", "({})").format(*(part.pattern for part in parts))
    return _Form(move, text.replace("%", "%s"), parts, re.compile(pattern))


_FORMS: Final = {move: _form(move, text) for move, text in _TEXTS.items()}


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
