"""What all pages of a site have: the head, the bar at the top, and how they name one another."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from typing import Final, NamedTuple

from bessemer.charts.html import text
from bessemer.faces.catalogues import script_words
from bessemer.faces.language import ENGLISH, LANGUAGES, current_language, tr, tr_name
from bessemer.web.assets import served_name

_UNUSUAL: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST: Final = 40
_CURRENT: Final = ' aria-current="true"'
_offers_languages: ContextVar[bool] = ContextVar("offers_languages", default=False)
_is_served: ContextVar[bool] = ContextVar("is_served", default=False)


class Link(NamedTuple):
    """A link in the bar, from the top of the site."""

    title: str
    path: str


@contextmanager
def offering_languages(*, is_offered: bool = True) -> Iterator[None]:
    """Let pages offer the other languages meanwhile: a server can make them, a disk cannot."""
    before = _offers_languages.set(is_offered)
    try:
        yield
    finally:
        _offers_languages.reset(before)


@contextmanager
def served() -> Iterator[None]:
    """Pages made meanwhile are a server's: they load what they need under names of their own."""
    before = _is_served.set(True)
    try:
        yield
    finally:
        _is_served.reset(before)


def slug(name: str) -> str:
    """A name as part of a file's name: readable, safe everywhere, and another for every name."""
    readable = _UNUSUAL.sub("-", name).strip("-.")[:_LONGEST]
    return f"{readable}-{sha256(name.encode(errors='replace')).hexdigest()[:8]}"


def page(
    title: str,
    path: str,
    links: Iterable[Link],
    parts: Iterable[str],
    *,
    about: str = "",
    main: str = "text",
    root: str | None = None,
) -> str:
    """
    A whole page.

    Args:
        title: of the page.
        path: where it lies, from the top of the site.
        links: those of the bar.
        parts: what stands in it.
        about: what stands at the right of the bar.
        main: the class of its main part: `text`, or `wide` for one that fills the window.
        root: how it names the top of the site, if not by steps up from its path.
    """
    root = "../" * path.count("/") if root is None else root
    entries = "".join(
        f'<a href="{text(root + link.path)}"{current(link.path, path)}>{text(tr_name(link.title))}</a>'
        for link in links
    )
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="{current_language()}"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{text(title)} · Bessemer</title>",
            f'<link rel="icon" href="{root}assets/{asset_name("icon.svg")}" type="image/svg+xml">',
            f'<link rel="stylesheet" href="{root}assets/{asset_name("site.css")}">',
            f'<script src="{root}assets/{asset_name("site.js")}" defer></script></head>',
            f'<body data-root="{root}"><a class="skip" href="#main">{text(tr("To the page"))}</a>',
            f'<header class="bar"><a class="brand" href="{root}index.html">BESSEMER</a>',
            f'<nav aria-label="{text(tr("Pages"))}">{entries}</nav><span class="about">{text(about)}</span></header>',
            f'<main id="main" class="{main}">',
            *parts,
            f"</main>{_languages() if main == 'text' else ''}{words_script()}</body></html>\n",
        ]
    )


def asset_name(name: str) -> str:
    """What a page that is made now calls a file of `SITE`."""
    return served_name(name) if _is_served.get() else name


def words_script() -> str:
    """What the page's script says, for other languages than English."""
    code = current_language()
    if code == ENGLISH:
        return ""
    # No text may end the element that it stands in.
    words = json.dumps(script_words(code), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script id="words" type="application/json">{words}</script>'


def _languages() -> str:
    if not _offers_languages.get():
        return ""
    here = current_language()
    links = " · ".join(
        f'<a href="?lang={code}" lang="{code}" hreflang="{code}"'
        f"{_CURRENT if code == here else ''}>{text(name)}</a>"
        for code, name in LANGUAGES.items()
    )
    return (
        f'<footer class="languages"><nav aria-label="{text(tr("Language"))}">{links}</nav></footer>'
    )


def current(path: str, here: str) -> str:
    """The attribute that tells the link to this page from the others."""
    return ' aria-current="page"' if path == here else ""
