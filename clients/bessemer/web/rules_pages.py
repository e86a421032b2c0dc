"""The rules of each game as a page, in the language of whoever reads, with symbols of the game's board."""

import re
from collections.abc import Iterator
from typing import Final

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import tr_key
from bessemer.faces.rules import rules_of
from bessemer.web.pages import page

_SYMBOL: Final = re.compile(r"\[([a-z]+)\]")


def rules_page(name: str) -> str | None:
    """A page by its name, `furnace.html` or `index.html`; `None` if there is none."""
    if name == "index.html":
        return page("rules/index.html", "rules/index.html", games=NAMES)
    game = name.removesuffix(".html")
    if game not in NAMES or game == name:
        return None
    sections = [
        {
            "title": tr_key(section.title),
            # Texts and, between them, the names of symbols, which the page's script draws.
            "lines": [_SYMBOL.split(tr_key(line)) for line in section.lines],
            "is_variant": section.is_variant,
        }
        for section in rules_of(game)
    ]
    return page("rules/game.html", f"rules/{name}", game=game, sections=sections)


def rules_pages() -> Iterator[tuple[str, str]]:
    """Every page of rules, with its place in a site."""
    for name in ("index.html", *(f"{game}.html" for game in NAMES)):
        content = rules_page(name)
        assert content is not None, name
        yield f"rules/{name}", content
