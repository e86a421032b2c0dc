"""
The data that the rulebook leaves to the cards and the board: shipped, or anybody's own.

A deck is a TOML text in the form of `deck.toml`. Whatever is wrong with one is an error that names
the section and the field.
"""

from collections.abc import Mapping
from functools import cache, partial
from hashlib import sha256
from typing import Any, Final

from bessemer.engine.decks import FixedDeck, bad_deck, read_toml
from bessemer.engine.resources import shipped_text
from bessemer.games.alchemicus.cards import kinds
from bessemer.games.alchemicus.cards.kinds import (
    BUILDINGS,
    COPIES,
    KINDS,
    NOCTIS,
    NOCTIS_COSTS,
    Kind,
)
from bessemer.games.alchemicus.phases import FIELDS, Phase

CENTRE: Final = Kind.DOMO
"""The centre of the inner circle; every other place there is a field of the ring."""

_RING: Final = (Kind.HORTEN, Kind.ALEMBIC, Kind.LABRIUM, Kind.FORNAX, Kind.METALLE)
_OUTER: Final = 8
_GLORIA_COST: Final = 5
_MOST: Final = {"costs": 9, "noctis": 99}
_SECTIONS: Final = {
    "costs": tuple(map(str, BUILDINGS)),
    "circles": ("outer", "inner"),
    "noctis": tuple(map(str, NOCTIS)),
}


class Deck(FixedDeck):
    """Costs, circles and the Noctis deck. Two with the same facts are the same."""

    __slots__ = ("cheapest", "copies", "costs", "digest", "inner", "outer", "spirit_field", "text")

    text: str
    costs: tuple[int, ...]
    """By kind: of building it, or of playing it."""
    cheapest: int
    """The cost of the cheapest building."""
    outer: tuple[Phase, ...]
    """Clockwise; exactly one of the fields is the Spirit's."""
    spirit_field: int
    inner: tuple[Kind, ...]
    """Clockwise, without the centre."""
    copies: tuple[int, ...]
    """By kind, of both decks."""

    def __init__(
        self,
        text: str,
        costs: Mapping[Kind, int],
        outer: tuple[Phase, ...],
        inner: tuple[Kind, ...],
        noctis: Mapping[Kind, int],
    ) -> None:
        facts = repr(
            (
                sorted(costs.items()),
                [field.value for field in outer],
                list(inner),
                sorted(noctis.items()),
            )
        )
        everything = {**costs, kinds.GLORIA: _GLORIA_COST, **NOCTIS_COSTS}
        put = partial(object.__setattr__, self)
        put("text", text)
        put("costs", tuple(everything[kind] for kind in Kind))
        put("cheapest", min(costs.values()))
        put("outer", outer)
        put("spirit_field", outer.index(Phase.SPIRIT))
        put("inner", inner)
        put("copies", tuple({**COPIES, **noctis}[kind] for kind in Kind))
        put("digest", sha256(facts.encode()).hexdigest())

    def __reduce__(self) -> tuple[object, ...]:
        return parse_deck, (self.text,)


@cache
def standard_deck() -> Deck:
    """The data shipped with the game."""
    return parse_deck(shipped_text("alchemicus", "deck.toml"))


def parse_deck(text: str) -> Deck:
    """
    The deck written as `text`.

    Raises:
        BadOption: it is no TOML, or something in it is wrong; the error names section and field.
    """
    sections = read_toml(text)
    for section in sections:
        if section not in _SECTIONS:
            raise bad_deck(section, "", f"is unknown; a deck has {', '.join(_SECTIONS)}")
    for section, names in _SECTIONS.items():
        _check_fields(section, names, sections.get(section))
    circles = sections["circles"]
    return Deck(
        text,
        _numbers("costs", sections["costs"]),
        _outer(circles["outer"]),
        _inner(circles["inner"]),
        _numbers("noctis", sections["noctis"]),
    )


def _check_fields(section: str, names: tuple[str, ...], fields: object) -> None:
    """Every field is there and no other."""
    if not isinstance(fields, dict):
        raise bad_deck(section, "", f"must be a section [{section}] with {', '.join(names)}")
    for name in names:
        if name not in fields:
            raise bad_deck(section, name, "is missing")
    for name in fields:
        if name not in names:
            raise bad_deck(section, name, f"is unknown; there are {', '.join(names)}")


def _numbers(section: str, fields: Mapping[str, Any]) -> dict[Kind, int]:
    for name, value in fields.items():
        if type(value) is not int or not 0 <= value <= _MOST[section]:
            raise bad_deck(
                section, name, f"must be a whole number from 0 to {_MOST[section]}, not {value!r}"
            )
    return {KINDS[name]: value for name, value in fields.items()}


def _outer(given: object) -> tuple[Phase, ...]:
    known = [field.value for field in FIELDS]
    names = _names("outer", given, known)
    if len(names) != _OUTER:
        raise bad_deck("circles", "outer", f"has {len(names)} fields instead of {_OUTER}")
    for name in known:
        if name not in names:
            raise bad_deck("circles", "outer", f"lacks {name!r}: every action has a field")
    if names.count(Phase.SPIRIT) > 1:
        raise bad_deck(
            "circles", "outer", "has two fields of the Spirit, where one pawn alone stands"
        )
    return tuple(map(Phase, names))


def _inner(given: object) -> tuple[Kind, ...]:
    known = list(map(str, _RING))
    names = _names("inner", given, known)
    if sorted(names) != sorted(known):
        raise bad_deck("circles", "inner", f"must name each of {', '.join(known)} once")
    return tuple(KINDS[name] for name in names)


def _names(field: str, given: object, known: list[str]) -> list[str]:
    if not isinstance(given, list):
        raise bad_deck("circles", field, f"must be a list of names, not {given!r}")
    for name in given:
        if name not in known:
            raise bad_deck("circles", field, f"has {name!r}, which is none of {', '.join(known)}")
    return given
