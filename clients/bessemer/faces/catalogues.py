"""
The catalogues of other languages than English: files of gettext in `locale`, one a domain.

They are read as they are written, without a step that compiles them: some thousand sentences take a
tenth of a second, once in a process.
"""

from functools import cache
from gettext import GNUTranslations
from importlib.resources import as_file, files
from io import BytesIO
from pathlib import Path
from typing import Final

import polib

DOMAINS: Final = ("shared", "furnace", "brass", "alchemicus", "terminal", "pages", "scripts")
"""One file each: what all say, each game, the terminal, the pages, and the pages' JavaScript."""


def catalogue_file(folder: Path, code: str, domain: str) -> Path:
    """The file with the sentences of a domain."""
    return folder / code / "LC_MESSAGES" / f"{domain}.po"


@cache
def catalogue(code: str) -> GNUTranslations:
    """All domains of a language in one."""
    entries: dict[tuple[str | None, str], polib.POEntry] = {}
    whole = polib.POFile()
    for domain in DOMAINS:
        one = _read(code, domain)
        whole.metadata = one.metadata
        entries |= {(entry.msgctxt, entry.msgid): entry for entry in one}
    whole.extend(entries.values())
    return GNUTranslations(BytesIO(whole.to_binary()))


@cache
def script_words(code: str) -> dict[str, str | list[str]]:
    """The texts of a page's JavaScript by the English text; a list where it depends on a number."""
    return {
        _script_key(entry): [text for _, text in sorted(entry.msgstr_plural.items())]
        or entry.msgstr
        for entry in _read(code, "scripts")
    }


def _script_key(entry: polib.POEntry) -> str:
    """As gettext's own files have it: the context, if there is one, and the text."""
    return f"{entry.msgctxt}\x04{entry.msgid}" if entry.msgctxt else entry.msgid


def _read(code: str, domain: str) -> polib.POFile:
    with as_file(files("bessemer.faces").joinpath("locale")) as folder:
        return polib.pofile(str(catalogue_file(folder, code, domain)), encoding="utf-8")
