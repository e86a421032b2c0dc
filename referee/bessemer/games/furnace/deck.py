"""
Decks: the shipped cards, and anybody's own in the same form.

A deck is a TOML text with `[[startup]]`, `[[company]]` and `[[capitalist]]` entries; `cards.toml`
is the model. Whatever is wrong with one is an error that names the card and the field.
"""

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache, partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from bessemer.engine.decks import FixedDeck, bad_deck, read_toml
from bessemer.engine.resources import shipped_text
from bessemer.games.furnace import effects
from bessemer.games.furnace.effects import TOKENS, Amounts, Effect

_ID: Final = re.compile(r"[A-Z][A-Z0-9_-]{0,15}")
_FIELDS: Final = {
    "startup": ({"id", "starts_with", "trade"}, {"name"}),
    "company": ({"id", "compensation", "basic", "additional"}, {"name", "source", "was"}),
    "capitalist": ({"id"}, {"name", "rule", "source"}),
}

GAIN_TOKEN: Final = effects.effect_of(takes=(), gives=((TOKENS, 1),))
"""The first line of every start-up."""


class Capitalist(Enum):
    """The five capitalists; each changes one rule for its owner, where that rule is coded."""

    FINANCIER = "K1"
    SPECULATOR = "K2"
    UNDERWRITER = "K3"
    MONOPOLIST = "K4"
    BARGAIN_HUNTER = "K5"

    def __repr__(self) -> str:
        return self.value


class Startup(NamedTuple):
    """A start-up card: its owner starts with `starts_with`; each round 1U, a trade, flips."""

    id: str
    starts_with: Amounts
    trade: Effect


class Company(NamedTuple):
    """A company card; `additional` runs only on the upgraded side."""

    id: str
    name: str
    compensation: Effect
    basic: Effect
    additional: Effect


class Deck(FixedDeck):
    """The cards of a match. Two decks with the same facts are the same deck."""

    __slots__ = (
        "basic_lines",
        "capitalists",
        "companies",
        "digest",
        "startups",
        "text",
        "upgraded_lines",
    )

    text: str
    startups: Mapping[str, Startup]
    companies: Mapping[str, Company]
    capitalists: tuple[Capitalist, ...]
    basic_lines: Mapping[str, tuple[Effect, ...]]
    """What a card with its basic side up runs in production, top to bottom; start-ups too."""
    upgraded_lines: Mapping[str, tuple[Effect, ...]]

    def __init__(
        self,
        text: str,
        startups: Sequence[Startup],
        companies: Sequence[Company],
        capitalists: Sequence[Capitalist],
    ) -> None:
        starting = {card.id: (GAIN_TOKEN, card.trade) for card in startups}
        facts = repr((list(startups), list(companies), list(capitalists)))
        put = partial(object.__setattr__, self)
        put("text", text)
        put("startups", {card.id: card for card in startups})
        put("companies", {card.id: card for card in companies})
        put("capitalists", tuple(capitalists))
        put("basic_lines", starting | {card.id: (card.basic,) for card in companies})
        put(
            "upgraded_lines",
            starting | {card.id: (card.basic, card.additional) for card in companies},
        )
        put("digest", sha256(facts.encode()).hexdigest())

    def __reduce__(self) -> tuple[object, ...]:
        return parse_deck, (self.text,)


@cache
def standard_deck() -> Deck:
    """The deck shipped with the game."""
    return parse_deck(shipped_text("furnace", "cards.toml"))


def parse_deck(text: str) -> Deck:
    """
    The deck written as `text`.

    Raises:
        BadOption: it is no TOML, or a card in it is wrong; the error names the card and the field.
    """
    entries = read_toml(text)
    for section, cards in entries.items():
        if section not in _FIELDS:
            raise bad_deck(section, "", f"is unknown; a deck has {', '.join(_FIELDS)} entries")
        if not (isinstance(cards, list) and all(isinstance(card, dict) for card in cards)):
            raise bad_deck(section, "", f"must be written as [[{section}]] entries")
    seen: set[str] = set()
    startups = [_startup(card, seen) for card in entries.get("startup", [])]
    companies = [_company(card, seen) for card in entries.get("company", [])]
    capitalists = [_capitalist(card, seen) for card in entries.get("capitalist", [])]
    return Deck(text, startups, companies, capitalists)


def _startup(card: Mapping[str, Any], seen: set[str]) -> Startup:
    card_id = _checked_id("startup", card, seen)
    try:
        starts_with = effects.parse_amounts(card["starts_with"])
    except ValueError as error:
        raise bad_deck(card_id, "starts_with", str(error)) from None
    trade = _line(card_id, "trade", card)
    if not trade.takes:
        raise bad_deck(card_id, "trade", "must be a processing such as '2C -> 2$ x2'")
    return Startup(card_id, starts_with, trade)


def _company(card: Mapping[str, Any], seen: set[str]) -> Company:
    card_id = _checked_id("company", card, seen)
    compensation = _effect(card_id, "compensation", card)
    if compensation.limit:
        raise bad_deck(card_id, "compensation", "has a limit; the disc's value is its only limit")
    return Company(
        card_id,
        card.get("name", card_id),
        compensation,
        _line(card_id, "basic", card),
        _line(card_id, "additional", card),
    )


def _capitalist(card: Mapping[str, Any], seen: set[str]) -> Capitalist:
    card_id = _checked_id("capitalist", card, seen)
    try:
        return Capitalist(card_id)
    except ValueError:
        known = ", ".join(capitalist.value for capitalist in Capitalist)
        raise bad_deck(card_id, "id", f"is no capitalist; there are {known}") from None


def _checked_id(section: str, card: Mapping[str, Any], seen: set[str]) -> str:
    """The card's id, after its fields and its id were found to be in order."""
    required, optional = _FIELDS[section]
    card_id = card.get("id")
    if not (isinstance(card_id, str) and _ID.fullmatch(card_id)):
        raise bad_deck(
            f"{section} {card_id!r}" if "id" in card else f"a {section} without an id",
            "id",
            "must be a capital letter, then up to 15 of A-Z, 0-9, _ and -",
        )
    for name in sorted(required - card.keys()):
        raise bad_deck(card_id, name, "is missing")
    for name, value in card.items():
        if name not in required | optional:
            raise bad_deck(
                card_id, name, f"is unknown; a {section} has {', '.join(sorted(required))}"
            )
        if not isinstance(value, str):
            raise bad_deck(card_id, name, f"must be a text in quotes, not {value!r}")
    if card_id in seen:
        raise bad_deck(card_id, "id", "is used twice")
    seen.add(card_id)
    return card_id


def _line(card_id: str, name: str, card: Mapping[str, Any]) -> Effect:
    """A line that runs in production: a processing there has a limit, an extraction has none."""
    effect = _effect(card_id, name, card)
    if effect.takes and not effect.limit:
        raise bad_deck(card_id, name, f"is a processing without a limit: '{effect} x1'?")
    if effect.limit and not effect.takes:
        raise bad_deck(card_id, name, "is an extraction and can have no limit")
    return effect


def _effect(card_id: str, name: str, card: Mapping[str, Any]) -> Effect:
    try:
        return effects.parse_effect(card[name])
    except ValueError as error:
        raise bad_deck(card_id, name, str(error)) from None
