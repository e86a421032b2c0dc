"""The catalogues have every sentence of the code, in each language, and nothing else."""

import re
from pathlib import Path
from string import Formatter

import polib
import pytest

from bessemer.faces.catalogues import DOMAINS, catalogue_file
from tools import catalogues
from tools.catalogues import CODES, LOCALE, NotLiteral, Said, Sentence

ALL = [pytest.param(code, domain, id=f"{code}-{domain}") for code in CODES for domain in DOMAINS]


@pytest.fixture(scope="module")
def said() -> dict[str, Said]:
    """What the code says, by domain."""
    return catalogues.said()


def read(code: str, domain: str) -> polib.POFile:
    """A catalogue as it is in the tree."""
    return polib.pofile(str(catalogue_file(LOCALE, code, domain)), encoding="utf-8")


def translations(entry: polib.POEntry) -> list[str]:
    """All that an entry may be said as."""
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def placeholders(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize(("code", "domain"), ALL)
def test_every_sentence_is_there(code: str, domain: str, said: dict[str, Said]) -> None:
    """All that the code says, with its plural, and no leftovers: see `python -m tools.catalogues`."""
    entries = {
        Sentence(entry.msgid, entry.msgid_plural, entry.msgctxt or "")
        for entry in read(code, domain)
    }

    assert {
        Sentence(text, next((place.many for place in places if place.many), ""), context)
        for (text, context), places in said[domain].items()
    } == entries


@pytest.mark.parametrize(("code", "domain"), ALL)
def test_every_sentence_is_translated(code: str, domain: str) -> None:
    """Completely, and by somebody who meant it: nothing is empty or fuzzy."""
    forms = int(catalogues.PLURALS[code][len("nplurals=")])
    for entry in read(code, domain):
        texts = translations(entry)
        assert all(texts), f"{entry.msgid!r} is not translated"
        assert not entry.fuzzy, f"{entry.msgid!r} is fuzzy"
        assert len(texts) == (forms if entry.msgid_plural else 1), f"{entry.msgid!r} lacks a plural"


@pytest.mark.parametrize(("code", "domain"), ALL)
def test_values_are_in_their_places(code: str, domain: str) -> None:
    """A translation has the placeholders of its sentence; the form for one may leave out the number."""
    for entry in read(code, domain):
        wanted = placeholders(entry.msgid) | placeholders(entry.msgid_plural)
        for number, text in enumerate(translations(entry)):
            may_lack = {"n"} if entry.msgid_plural and number == 0 else set()
            assert wanted - may_lack <= placeholders(text) <= wanted, entry.msgid
            for edge in (r"^\s*", r"\s*$"):
                assert re.findall(edge, entry.msgid)[0] == re.findall(edge, text)[0], entry.msgid


@pytest.mark.parametrize("code", CODES)
def test_a_text_means_the_same_everywhere(code: str) -> None:
    """All domains are one catalogue, so what two of them have is translated alike."""
    known: dict[tuple[str | None, str], list[str]] = {}
    for domain in DOMAINS:
        if domain != "scripts":
            for entry in read(code, domain):
                texts = translations(entry)
                key = (entry.msgctxt, entry.msgid)
                assert known.setdefault(key, texts) == texts, f"{domain}: {entry.msgid!r}"


@pytest.mark.parametrize(("code", "domain"), ALL)
def test_the_tool_has_nothing_to_do(code: str, domain: str, said: dict[str, Said]) -> None:
    """The files are as `python -m tools.catalogues` writes them, so that a change is a small one."""
    path = catalogue_file(LOCALE, code, domain)

    assert path.read_text(encoding="utf-8") == catalogues.written(
        catalogues.updated(code, domain, said[domain])
    )


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("variable.py", "from bessemer.faces.language import tr\ntr(word)\n"),
        ("joined.py", 'from bessemer.faces.language import tr\ntr(f"{word} it")\n'),
        ("half.py", 'from bessemer.faces.language import trn\ntrn("one", word, 2)\n'),
        ("variable.js", "tr(word);\n"),
        ("template.js", "tr(`two ${word}`);\n"),
        ("half.js", 'trn("one", word, 2);\n'),
    ],
)
def test_a_text_that_nobody_can_find_is_refused(
    name: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of a sentence is written where it is said."""
    monkeypatch.setattr(catalogues, "SOURCES", tmp_path)
    (tmp_path / name).write_text(code, encoding="utf-8")

    with pytest.raises(NotLiteral, match="must be a literal"):
        list(catalogues.sentences_in(tmp_path / name))


def test_sentences_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of Python and of JavaScript, over several lines, with quotes and plurals."""
    monkeypatch.setattr(catalogues, "SOURCES", tmp_path)
    (tmp_path / "a.py").write_text(
        "from bessemer.faces.language import key, tr, tr_in, trn\ntr(\"one \" 'two', n=1)\n"
        'trn("{n} disc", "{n} discs", 3)\nkey("later")\ntr_in("industry", "coal")\n'
    )
    (tmp_path / "b.js").write_text(
        'a = tr("say \\"so\\"", {a}) + trn(\n  "{n} day",\n  "{n} days",\n  n);\n// tr(x)\n'
    )

    assert [
        ("one two", "", ""),
        ("{n} disc", "{n} discs", ""),
        ("later", "", ""),
        ("coal", "", "industry"),
    ] == [found[:3] for found in catalogues.sentences_in(tmp_path / "a.py")]
    assert [('say "so"', ""), ("{n} day", "{n} days")] == [
        found[:2] for found in catalogues.sentences_in(tmp_path / "b.js")
    ]
