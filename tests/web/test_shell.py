"""What all pages have, and that nothing gets into one unescaped."""

import re
from pathlib import Path
from typing import Final

import pytest
from jinja2 import UndefinedError

from bessemer.faces.language import LANGUAGES, language, tr_key
from bessemer.web.pages import ALONE, ON_DISK, PLAYED, WATCHED, Site, made_for, page

WEB: Final = Path(__file__).parents[2] / "clients/bessemer/web"
TEMPLATES: Final = WEB / "templates"
MATCH_ON_DISK: Final = {"match_page.py", "assets.py"}
"""The page of one match is made where nothing is installed that makes templates, and has an icon of its own."""
HOSTILE: Final = '<img src=x onerror="alert(1)">\u202e\x1b[31m'


def error(site: Site, path: str = "a/b.html") -> str:
    """A page with little on it."""
    with made_for(site):
        return page("error.html", path, message=HOSTILE, code=404)


@pytest.mark.parametrize("site", [ON_DISK, WATCHED, PLAYED, ALONE])
def test_words_are_never_markup(site: Site) -> None:
    """Nor do they turn the text around, or colour a terminal."""
    text = error(site)

    assert "&lt;img src=x onerror=&#34;alert(1)&#34;&gt;" in text
    assert not re.search("<img|\u202e|\x1b", text)


def test_every_page_of_a_server_has_one_menu_the_languages_and_a_look() -> None:
    """And says which of them is chosen."""
    with language("pl"):
        text = error(PLAYED)

        names = [tr_key(link.title) for link in PLAYED.menu]

    assert names == re.findall(r'<a href="/[\w./-]+">([^<]+)</a>', text)[: len(names)]
    assert [code for code in LANGUAGES if f'href="?lang={code}"' in text] == list(LANGUAGES)
    assert re.search(r'href="\?lang=pl"[^>]*aria-current="true"', text)
    assert ["", "light", "dark"] == re.findall(r'data-wear="(\w*)"', text)
    assert '<script id="words"' in text


def test_a_page_on_disk_has_one_language_and_finds_its_files() -> None:
    """By steps up from where it lies."""
    text = error(ON_DISK)

    assert "?lang=" not in text
    assert 'href="../assets/site.css"' in text
    assert 'data-wear="dark"' in text


def test_a_page_that_stands_alone_loads_nothing() -> None:
    """It brings its styles and its script."""
    text = error(ALONE)

    assert not re.search(r'<(?:link|img)\b|\bsrc="', text)
    assert "color-scheme" in text


def test_what_a_page_is_not_told_is_an_error() -> None:
    """And no empty place."""
    with pytest.raises(UndefinedError):
        page("error.html", "error.html", message="")


def test_markup_stands_in_templates_alone() -> None:
    """No module of the pages writes any."""
    found = [
        path.relative_to(WEB).as_posix()
        for path in WEB.rglob("*.py")
        if "</" in path.read_text("utf-8") and path.name not in MATCH_ON_DISK
    ]
    assert [] == found


def test_templates_have_neither_scripts_nor_styles_inside() -> None:
    """The policy of the server allows none; only a page that stands alone brings its own."""
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"\sstyle=|\son\w+=", text), path
        if path.name != "shell.html":
            assert "<script" not in text, path
            assert "<style" not in text, path
