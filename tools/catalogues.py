"""
Brings the catalogues of all languages up to date with the sentences in the code.

    .venv/bin/python -m tools.catalogues

New sentences are added with an empty `msgstr ""`, for you to translate. Sentences that no code says
are removed. `--check` changes nothing, and fails if there is anything left to do.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import polib
from jinja2 import Environment, nodes

from bessemer.engine.catalogue import GAMES, NAMES
from bessemer.faces.catalogues import DOMAINS, catalogue_file
from bessemer.faces.furnace.labels import named
from bessemer.faces.language import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parents[1]
SOURCES: Final = ROOT / "clients/bessemer"
RULES: Final = ROOT / "referee/bessemer"
"""Where refusals are said."""
LOCALE: Final = SOURCES / "faces/locale"
CODES: Final = tuple(code for code in LANGUAGES if code != ENGLISH)
PLURALS: Final = {
    "pl": ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"),
    "pt": "nplurals=2; plural=(n != 1);",
}
_FUNCTIONS: Final = {
    "tr": ("text",),
    "trn": ("text", "many"),
    "key": ("text",),
    "tr_in": ("context", "text"),
    "key_in": ("context", "text"),
    "trIn": ("context", "text"),
    "say": ("text",),
}
"""By name: the literals that each takes."""
_HOMES: Final = {"bessemer.faces.language", "bessemer.engine.errors"}
"""Where these are imported from."""
_SCRIPT: Final = re.compile(r"\b(trn?|trIn)\(\s*")
_SCRIPT_LITERAL: Final = re.compile(r'"((?:[^"\\\n]|\\.)*)"\s*(,\s*)?')


class Sentence(NamedTuple):
    """A text that the code says."""

    text: str
    many: str = ""
    """Its plural; empty if it has none."""
    context: str = ""
    """Its meaning, where one text has several."""
    file: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Its key in a catalogue."""
        return self.text, self.context


Said = dict[tuple[str, str], list[Sentence]]
"""Where each text is said, by the text and its context."""


class NotLiteral(Exception):
    """A call whose text no tool could find."""


def domain_of(path: Path) -> str:
    """The catalogue that a source file's sentences are in."""
    if path.suffix == ".js":
        return "scripts"
    if path.is_relative_to(RULES):
        room, *below = "faces", *path.relative_to(RULES).parts
    else:
        room, *below = path.relative_to(SOURCES).parts
    game = next((part for part in below if part in NAMES), "")
    if room in {"faces", "table", "terminal"} and game in DOMAINS:
        return game  # a new game's are among the shared ones, until it has a domain
    return {"terminal": "terminal", "web": "pages"}.get(room, "shared")


def sentences_in(path: Path) -> Iterator[Sentence]:
    """
    What a file says to people.

    Raises:
        NotLiteral: the text is not written where it is said.
    """
    text = path.read_text(encoding="utf-8")
    base = RULES if path.is_relative_to(RULES) else SOURCES
    file = path.relative_to(base).as_posix()
    found = _READERS[path.suffix](text)
    for line, texts in found:
        if texts is None:
            raise NotLiteral(f"{file}:{line}: the text must be a literal string")
        yield Sentence(**texts, file=file)


def _in_python(text: str) -> Iterator[tuple[int, dict[str, str] | None]]:
    if not re.search(r"\b(?:trn?|key|tr_in|key_in|say)\(", text):
        return
    tree = ast.parse(text)
    ours = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in _HOMES
        for name in node.names
    }
    ours |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} & {"say"}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        wanted = _FUNCTIONS.get(node.func.id, ())
        if wanted and node.func.id in ours:
            texts = {
                name: one.value
                for name, one in zip(wanted, node.args, strict=False)
                if isinstance(one, ast.Constant) and isinstance(one.value, str)
            }
            yield node.lineno, texts if len(texts) == len(wanted) else None


def _in_script(text: str) -> Iterator[tuple[int, dict[str, str] | None]]:
    for call in _SCRIPT.finditer(text):
        line_start = text.rfind("\n", 0, call.start()) + 1
        before = text[line_start : call.start()]
        if "function" in before or before.lstrip().startswith(("*", "//", "/*")):
            continue
        texts, place = {}, call.end()
        for name in _FUNCTIONS[call[1]]:
            literal = _SCRIPT_LITERAL.match(text, place)
            if literal is None:
                break
            texts[name] = ast.literal_eval(f'"{literal[1]}"')
            place = literal.end()
        line = text.count("\n", 0, call.start()) + 1
        yield line, texts if len(texts) == len(_FUNCTIONS[call[1]]) else None


def _in_template(text: str) -> Iterator[tuple[int, dict[str, str] | None]]:
    for call in Environment(autoescape=True).parse(text).find_all(nodes.Call):
        wanted = _FUNCTIONS.get(call.node.name, ()) if isinstance(call.node, nodes.Name) else ()
        if wanted:
            texts = {
                name: one.value
                for name, one in zip(wanted, call.args, strict=False)
                if isinstance(one, nodes.Const) and isinstance(one.value, str)
            }
            yield call.lineno, texts if len(texts) == len(wanted) else None


_READERS: Final = {".py": _in_python, ".js": _in_script, ".html": _in_template}


def said() -> dict[str, Said]:
    """By domain: the sentences of the code, and the names in data that `tr_name` translates."""
    found: dict[str, Said] = {domain: {} for domain in DOMAINS}
    rules = [*RULES.glob("engine/*.py"), *RULES.glob("games/**/*.py")]
    pages = [*SOURCES.rglob("web/static/**/*.js"), *SOURCES.rglob("web/templates/**/*.html")]
    for path in sorted([*SOURCES.rglob("*.py"), *pages, *rules]):
        for sentence in sentences_in(path):
            found[domain_of(path)].setdefault(sentence.key, []).append(sentence)
    for game in GAMES.values():
        for option in game.option_list:
            for text in (option.name.replace("_", " "), option.meaning):
                sentence = Sentence(text, file=f"games/{game.name}")
                found["pages"].setdefault(sentence.key, []).append(sentence)
    for company in GAMES["furnace"].options({}).deck.companies.values():
        sentence = Sentence(named(company.name)[0], file="games/furnace")
        found["furnace"].setdefault(sentence.key, []).append(sentence)
    return found


def _known(code: str, first: str) -> dict[tuple[str, str, str], polib.POEntry]:
    """All that is translated, of a domain or, what that has not, of the others."""
    known: dict[tuple[str, str, str], polib.POEntry] = {}
    for domain in sorted(DOMAINS, key=first.__eq__):  # the first comes last, and wins
        path = catalogue_file(LOCALE, code, domain)
        if path.exists():
            for entry in polib.pofile(str(path), encoding="utf-8"):
                if entry.translated() or domain == first:
                    key = (entry.msgid, entry.msgid_plural, entry.msgctxt or "")
                    known[key] = entry if entry.translated() else known.get(key, entry)
    return known


def updated(code: str, domain: str, sentences: Said) -> polib.POFile:
    """
    The catalogue with exactly these sentences, in the order of their texts.

    A sentence that another domain has is translated in the same way here.
    """
    known = _known(code, domain)
    new = polib.POFile(wrapwidth=100)
    new.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": code,
        "MIME-Version": "1.0",
        "Plural-Forms": PLURALS[code],
        "Project-Id-Version": f"bessemer {domain}",
    }
    for (text, context), places in sorted(sentences.items()):
        many = next((place.many for place in places if place.many), "")
        forms = int(PLURALS[code][len("nplurals=")])
        entry = known.get((text, many, context)) or polib.POEntry(
            msgid=text,
            msgctxt=context or None,
            msgid_plural=many,
            msgstr_plural=dict.fromkeys(range(forms), "") if many else {},
        )
        entry.occurrences = [(file, "") for file in sorted({place.file for place in places})]
        new.append(entry)
    return new


def written(file: polib.POFile) -> str:
    """The text of a catalogue's file."""
    return f"{str(file).rstrip()}\n"


def main() -> int:
    """Write what is new; the exit status is 1 if sentences are left to translate."""
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("--check", action="store_true", help="change nothing, only tell")
    is_check = parser.parse_args().check
    left = 0
    for domain, sentences in said().items():
        for code in CODES:
            path = catalogue_file(LOCALE, code, domain)
            new = updated(code, domain, sentences)
            if written(new) != (path.read_text(encoding="utf-8") if path.exists() else ""):
                print(f"{path.relative_to(ROOT)} {'is out of date' if is_check else 'is renewed'}")
                left += is_check
                if not is_check:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(written(new), encoding="utf-8")
            for entry in new:
                if not entry.translated():
                    print(f"{path.relative_to(ROOT)}: to translate: {entry.msgid!r}")
                    left += 1
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
