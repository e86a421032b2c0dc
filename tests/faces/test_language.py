"""The language in which things are said."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

from bessemer.faces import catalogues
from bessemer.faces.catalogues import DOMAINS, catalogue_file
from bessemer.faces.language import (
    chosen_language,
    current_language,
    key,
    key_in,
    language,
    tr,
    tr_in,
    tr_key,
    trn,
)
from tools.catalogues import PLURALS


@pytest.fixture
def discs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Polish catalogue with two sentences."""
    for domain in DOMAINS:
        file = polib.POFile()
        file.metadata = {
            "Content-Type": "text/plain; charset=utf-8",
            "Plural-Forms": PLURALS["pl"],
        }
        if domain == "furnace":
            forms = {0: "{n} dysk", 1: "{n} dyski", 2: "{n} dysków"}
            file.append(
                polib.POEntry(msgid="{n} disc", msgid_plural="{n} discs", msgstr_plural=forms)
            )
        if domain == "brass":
            mine = polib.POEntry(msgctxt="industry", msgid="coal", msgstr="kopalnia")
            file += [mine, polib.POEntry(msgid="coal", msgstr="węgiel")]
        if domain == "shared":
            file.append(polib.POEntry(msgid="on {card}: {bid}", msgstr="{bid} na kartę {card}"))
        path = catalogue_file(tmp_path / "locale", "pl", domain)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(str(file), encoding="utf-8")
    monkeypatch.setattr(catalogues, "files", lambda _: tmp_path)
    catalogues.catalogue.cache_clear()
    yield
    catalogues.catalogue.cache_clear()


@pytest.mark.usefixtures("discs")
def test_a_sentence_is_said_in_the_language_of_its_context() -> None:
    """And in English before, after, where there is no such language, and where nobody translated it."""
    card = {"card": "C07", "bid": 3}
    assert "on C07: 3" == tr("on {card}: {bid}", **card)
    with language("pl"):
        assert ("pl", "3 na kartę C07") == (current_language(), tr("on {card}: {bid}", **card))
        assert "3 na kartę C07" == tr_key(key("on {card}: {bid}"), **card)
        assert "not there" == tr("not there")
        with language("xx"):
            assert ("en", "on C07: 3") == (current_language(), tr("on {card}: {bid}", **card))
    assert ("en", "on C07: 3") == (current_language(), tr("on {card}: {bid}", **card))


@pytest.mark.usefixtures("discs")
def test_one_word_may_have_several_meanings() -> None:
    """The context tells which is meant; it is never shown."""
    assert ("coal", "coal") == (tr_in("industry", "coal"), tr_key(key_in("industry", "coal")))
    with language("pl"):
        assert ("węgiel", "kopalnia") == (tr("coal"), tr_in("industry", "coal"))
        assert "kopalnia" == tr_key(key_in("industry", "coal"))
        assert "iron" == tr_key(key_in("industry", "iron"))


@pytest.mark.usefixtures("discs")
def test_numbers_have_the_forms_of_the_language() -> None:
    """English has two, Polish three."""
    counts = (0, 1, 2, 5, 12, 22)
    assert ["0 discs", "1 disc", "2 discs"] == [trn("{n} disc", "{n} discs", n) for n in counts[:3]]
    with language("pl"):
        assert ["0 dysków", "1 dysk", "2 dyski", "5 dysków", "12 dysków", "22 dyski"] == [
            trn("{n} disc", "{n} discs", n) for n in counts
        ]


@pytest.mark.parametrize(
    ("wish", "environ", "expected"),
    [
        pytest.param(None, {}, "en", id="nothing"),
        pytest.param(None, {"LANG": "pl_PL.UTF-8"}, "pl", id="the system's"),
        pytest.param(None, {"LANG": "de_DE.UTF-8"}, "en", id="none of ours"),
        pytest.param(None, {"LANG": "pl_PL", "LC_MESSAGES": "pt_BR"}, "pt", id="for messages"),
        pytest.param(None, {"LANG": "pl_PL", "LC_ALL": "en_GB"}, "en", id="for everything"),
        pytest.param(None, {"LANG": "en_GB", "LC_ALL": ""}, "en", id="empty is not set"),
        pytest.param(None, {"LANG": "en_GB", "LANGUAGE": "de:pt_PT:pl"}, "pt", id="a list"),
        pytest.param(
            None, {"LANG": "C.UTF-8", "LANGUAGE": "pl"}, "en", id="a list, but no language"
        ),
        pytest.param(None, {"LANGUAGE": "pl"}, "en", id="a list alone"),
        pytest.param(None, {"LANG": "pl_PL", "BESSEMER_LANG": "pt"}, "pt", id="ours before theirs"),
        pytest.param("en", {"BESSEMER_LANG": "pt"}, "en", id="the wish before all"),
        pytest.param("pt-BR", {}, "pt", id="as browsers write it"),
        pytest.param("de", {"LANG": "pl_PL"}, "en", id="a wish that cannot be"),
    ],
)
def test_the_language_is_chosen(wish: str | None, environ: dict[str, str], expected: str) -> None:
    """By the wish, by BESSEMER_LANG, by the system as gettext does; English otherwise."""
    assert expected == chosen_language(wish, environ)


def test_english_reads_no_catalogue() -> None:
    """Who plays in English does not even import what would."""
    program = (
        "import sys; from bessemer.faces.language import language, tr, trn\n"
        "with language('en'): tr('a {b}', b=1), trn('a', 'b', 2)\n"
        "print([name for name in sys.modules if 'polib' in name or 'catalogues' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=100
    )

    assert "[]\n" == done.stdout
