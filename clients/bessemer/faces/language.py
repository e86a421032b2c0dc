"""
The texts that people read, in their own language.

The English text stands in the code and is the key: `tr("bids {value} on {card}", value=3, card="C07")`.
The other languages are gettext catalogues beside this module, in `locale`. The language is a
context variable: every text inside `with language("pl"):` is Polish, in this task alone.

Arguments are literals, because a test looks for them; `docs/languages.md` says how a sentence is added.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations
from importlib import import_module
from typing import Final, NewType

LANGUAGES: Final = {"en": "English", "pl": "Polski", "pt": "Português"}
"""The languages by their codes, each in its own words. Portuguese is Brazilian, as its rulebook is."""
ENGLISH: Final = "en"

Key = NewType("Key", str)
"""An English text that is translated when it is said: see `key`."""
_BETWEEN: Final = "\x04"
"""Between a context and its text, as in gettext's own files."""

_catalogue: ContextVar[GNUTranslations | None] = ContextVar("catalogue", default=None)
_code: ContextVar[str] = ContextVar("language", default=ENGLISH)


def tr(text: str, /, **values: object) -> str:
    """The sentence in the language of this context, with the values in their places."""
    catalogue = _catalogue.get()
    said = text if catalogue is None else catalogue.gettext(text)
    return said.format_map(values) if values else said


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """The sentence for a number, which is `{n}` in it: `trn("one disc", "{n} discs", 2)`."""
    catalogue = _catalogue.get()
    if catalogue is not None:
        return catalogue.ngettext(one, many, n).format_map({"n": n, **values})
    said = one if n == 1 else many
    return said.format_map({"n": n, **values})


def tr_in(context: str, text: str, /, **values: object) -> str:
    """The same where one English word has several meanings: `tr_in("industry", "coal")`."""
    catalogue = _catalogue.get()
    said = text if catalogue is None else catalogue.pgettext(context, text)
    return said.format_map(values) if values else said


def key(text: str, /) -> Key:
    """Mark a text for the catalogues where it is too early to say it: in tables of a module."""
    return Key(text)


def key_in(context: str, text: str, /) -> Key:
    """Mark a text of several meanings."""
    return Key(f"{context}{_BETWEEN}{text}")


def tr_key(text: Key, /, **values: object) -> str:
    """Say a text that `key` or `key_in` has marked."""
    said = tr(text).rpartition(_BETWEEN)[2]
    return said.format_map(values) if values else said


def said_lines(texts: Iterable[Key]) -> tuple[str, ...]:
    """The lines of texts that may have several, such as those of help."""
    return tuple(line for text in texts for line in tr_key(text).splitlines())


def tr_name(name: str, /) -> str:
    """Say a name that comes from a game's data, such as a card's."""
    return tr(name)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Say everything in this language meanwhile; in English if there is no such."""
    known = code if code in LANGUAGES else ENGLISH
    before = _catalogue.set(catalogue_of(known))
    before_code = _code.set(known)
    try:
        yield
    finally:
        _catalogue.reset(before)
        _code.reset(before_code)


def current_language() -> str:
    """The code of the language of this context."""
    return _code.get()


def catalogue_of(code: str) -> GNUTranslations | None:
    """All that is translated into a language; `None` for English, which needs nothing."""
    if code == ENGLISH:
        return None
    # English never pays for what reads catalogues.
    found: GNUTranslations = import_module("bessemer.faces.catalogues").catalogue(code)
    return found


def chosen_language(wish: str | None = None, environ: Mapping[str, str] | None = None) -> str:
    """
    The code of the language that a person wants.

    It is the wish, if there is one, or else what BESSEMER_LANG says, or else the system's as gettext
    finds it: LANGUAGE is a list and comes first, unless the system's language is none at all ("C");
    then the first of LC_ALL, LC_MESSAGES and LANG that is set. English if that is none of ours.
    """
    environ = os.environ if environ is None else environ
    asked = wish or environ.get("BESSEMER_LANG")
    if asked:
        return code_of(asked) or ENGLISH
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    system = next((environ[name] for name in variables if environ.get(name)), "C")
    if system.partition(".")[0] in {"C", "POSIX"}:
        return ENGLISH
    wanted = environ.get("LANGUAGE") or system
    return next((code for one in wanted.split(":") if (code := code_of(one))), ENGLISH)


def code_of(text: str) -> str:
    """Our code for `pl_PL.UTF-8`, `pt-BR` and the like; empty if it is none of ours."""
    code = text.replace("-", "_").partition(".")[0].partition("_")[0].casefold()
    return code if code in LANGUAGES else ""
