"""
Pages, made of the templates in `templates`: all markup is written there, and everything put into it is escaped.

A template extends `shell.html`, which has the head, the menu, and the choice of language and look.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from bessemer.faces.language import LANGUAGES, Key, current_language, key, tr, tr_key, tr_name, trn
from bessemer.printable import printable
from bessemer.runner.report import phrases
from bessemer.web.assets import bundle, served_name, styles
from bessemer.web.page_words import page_words

_UNUSUAL: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST: Final = 40
_ALONE_STYLES: Final = ("style.css", "pages/site.css")


class Link(NamedTuple):
    """A link of a menu, from the top of the site."""

    title: Key
    path: str


HOME: Final = Link(key("Home"), "index.html")
PLAY: Final = Link(key("Play"), "play")
TABLES: Final = Link(key("Tables"), "tables")
RULES: Final = Link(key("Rules"), "rules/index.html")
YOU: Final = Link(key("You"), "sign-in")
COMPETE: Final = Link(key("Compete"), "compete")


class Site(NamedTuple):
    """Where pages stand."""

    is_served: bool = False
    """By a server: it knows every language, and keeps files under names that change with them."""
    menu: tuple[Link, ...] = (HOME, RULES)
    """What every page leads to."""
    settings: Mapping[str, str] = {}
    """What the visitor has set, apart from the usual; see `server/accounts/settings.py`."""
    is_alone: bool = False
    """As one file, which brings all that it needs."""


ON_DISK: Final = Site()
ALONE: Final = Site(menu=(), is_alone=True)
WATCHED: Final = Site(is_served=True)
PLAYED: Final = Site(is_served=True, menu=(HOME, PLAY, TABLES, RULES, YOU))
COMPETED: Final = Site(is_served=True, menu=(HOME, PLAY, COMPETE, TABLES, RULES, YOU))
_site: ContextVar[Site] = ContextVar("site", default=ON_DISK)


@contextmanager
def made_for(site: Site) -> Iterator[None]:
    """Pages made meanwhile stand there."""
    before = _site.set(site)
    try:
        yield
    finally:
        _site.reset(before)


def page(template: str, path: str, **facts: Any) -> str:  # noqa: ANN401 - a template takes anything
    """
    A page.

    Args:
        template: its name.
        path: where it lies, from the top of the site.
        facts: what stands in it.
    """
    site = _site.get()
    root = "/" if site.is_served else "../" * path.count("/")
    return _templates().get_template(template).render(site=site, path=path, root=root, **facts)


def slug(name: str) -> str:
    """A name as part of a file's name: readable, safe everywhere, and another for every name."""
    readable = _UNUSUAL.sub("-", name).strip("-.")[:_LONGEST]
    return f"{readable}-{sha256(name.encode(errors='replace')).hexdigest()[:8]}"


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("bessemer.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["short"] = phrases.short
    made.globals |= {
        "LANGUAGES": LANGUAGES,
        "alone_script": lambda: Markup(bundle("pages/alone.js", ())),  # noqa: S704 - our own
        "alone_style": lambda: Markup(styles(_ALONE_STYLES)),  # noqa: S704 - our own
        "asset": lambda name: served_name(name) if _site.get().is_served else name,
        "script_with": _script_with,
        "current_language": current_language,
        "say": phrases,
        "slug": slug,
        "tr": tr,
        "tr_key": tr_key,
        "tr_name": tr_name,
        "trn": trn,
        "words": _words,
    }
    return made


def _script_with(board: str) -> str:
    """The page's script with the board of one game, of "all", or of none ("text"); on disk there is one for all."""
    if board == "all" or not _site.get().is_served:
        return "site.js"
    return f"site-{board}.js"


def _shown(value: object) -> object:
    """Words may come from anybody: nothing in them may turn the text around or hide a part of it."""
    is_markup = isinstance(value, Markup)
    return printable(value) if isinstance(value, str) and not is_markup else value


def _words() -> Markup:
    """What the page's script says, for other languages than English; as JSON."""
    return Markup(page_words())  # noqa: S704 - made safe there
