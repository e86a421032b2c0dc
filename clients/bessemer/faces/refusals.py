"""
Refusals of the rules in a person's language.

The rules are pure and speak English, in sentences with places (`bessemer.engine.errors`). The text of a
sentence is the key of its translations; what stands in its places is called as `VALUES` in
`bessemer.faces.<game>.refusals` says.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from bessemer.engine.catalogue import NAMES
from bessemer.engine.errors import Sentence, Words
from bessemer.faces.language import ENGLISH, Key, current_language, tr, tr_key
from bessemer.faces.players import Players

Namer = Callable[[str], str]
"""Gives a word of the rules in a person's language."""

_BETWEEN: Final = "; "
"""Between the sentences of a refusal."""


def refusal_text(game: str, sentences: Sequence[Sentence], players: Players) -> str:
    """The text of a refusal, with names instead of the seats' numbers."""
    if current_language() == ENGLISH:
        return players.in_names(_joined(sentences))
    namers = _namers(game)
    return _BETWEEN.join(_said(sentence, namers, players) for sentence in sentences)


def reason_text(game: str, sentences: Sequence[Sentence], own: int | None) -> str:
    """The same where nobody's name is known: English is what the rules say."""
    if current_language() == ENGLISH:
        return _joined(sentences)
    return refusal_text(game, sentences, Players((), own))


def _joined(sentences: Sequence[Sentence]) -> str:
    return _BETWEEN.join(map(str, sentences))


def _said(sentence: Sentence, namers: Mapping[str, Namer], players: Players) -> str:
    if not sentence.values:
        return players.in_names(tr_key(Key(sentence.text)))
    values = {
        name: _value(name, words, players, namers.get(name, str))
        for name, words in sentence.values.items()
    }
    return tr_key(Key(sentence.text), **values)


def _value(name: str, words: Words, players: Players, named: Namer) -> str:
    """The text in a place: seats by their names, and `2 or 3`."""
    if name in {"seat", "seats"}:
        named = _seat_namer(players)
    between = f" {tr('or')} " if words.are_alternatives else ", "
    return between.join(map(named, words.words)) or tr("nothing")


def _seat_namer(players: Players) -> Namer:
    def named(text: str) -> str:
        seat = int(text)
        return tr("you") if seat == players.own else players.name(seat)

    return named


@cache
def _namers(game: str) -> Mapping[str, Namer]:
    name = f"bessemer.faces.{game}.refusals"
    if game not in NAMES or find_spec(name) is None:  # it calls everything as the rules do
        return {}
    namers: Mapping[str, Namer] = import_module(name).VALUES
    return namers
