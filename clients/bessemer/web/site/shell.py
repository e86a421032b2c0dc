"""What all pages of a site have: the head, the bar at the top, and how they name one another."""

import re
from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from bessemer.charts.html import text

_UNUSUAL: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST: Final = 40


class Link(NamedTuple):
    """A link in the bar, from the top of the site."""

    title: str
    path: str


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
        f'<a href="{text(root + link.path)}"{current(link.path, path)}>{text(link.title)}</a>'
        for link in links
    )
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{text(title)} · Bessemer</title>",
            f'<link rel="icon" href="{root}assets/icon.svg" type="image/svg+xml">',
            f'<link rel="stylesheet" href="{root}assets/site.css">',
            f'<script src="{root}assets/site.js" defer></script></head>',
            f'<body data-root="{root}"><a class="skip" href="#main">To the page</a>',
            f'<header class="bar"><a class="brand" href="{root}index.html">BESSEMER</a>',
            f'<nav aria-label="Pages">{entries}</nav><span class="about">{text(about)}</span></header>',
            f'<main id="main" class="{main}">',
            *parts,
            "</main></body></html>\n",
        ]
    )


def current(path: str, here: str) -> str:
    """The attribute that tells the link to this page from the others."""
    return ' aria-current="page"' if path == here else ""
