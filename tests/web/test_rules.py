"""The rules of each game as a page: with symbols that there are, in every language, on a server and on disk."""

import re

import pytest

from bessemer.engine.catalogue import NAMES
from bessemer.faces.language import LANGUAGES, language
from bessemer.web.assets import asset
from bessemer.web.rules_pages import rules_page, rules_pages


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_rules_of_a_game(game: str, code: str) -> None:
    """Sections with sentences; every symbol that they name is one that boards draw."""
    with language(code):
        content = rules_page(f"{game}.html") or ""
    symbols = set(re.findall(r'data-symbol="(\w+)"', content))
    drawn = set(re.findall(r"^  (\w+): \{", asset("boards/symbols.js"), re.MULTILINE))

    assert content.count('<section class="rule">') >= 5
    assert symbols
    assert symbols <= drawn
    assert "[" not in re.sub(r"<script.*?</script>", "", content, flags=re.DOTALL)


def test_there_is_a_page_for_each_game_and_no_other() -> None:
    """Whoever asks for another one is told so."""
    assert [name for name, _ in rules_pages()] == [
        "rules/index.html",
        *(f"rules/{game}.html" for game in NAMES),
    ]
    assert rules_page("chess.html") is None
    assert rules_page("furnace") is None
