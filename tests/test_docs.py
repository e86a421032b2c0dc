"""The documents name what is there: files, modules, classes, functions, links, metrics."""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from bessemer.engine.catalogue import NAMES

ROOT: Final = Path(__file__).parents[1]
DOCUMENTS: Final = [*sorted((ROOT / "docs").rglob("*.md")), *sorted(ROOT.glob("*.md"))]
FOLDERS: Final = ("bench", "bots", "clients", "docs", "proto", "referee", "tests", "tools")
# The folders in which the rooms lie; a document may leave them out: `rpc/serving/server.py`.
PORTIONS: Final = [ROOT / part / "bessemer" for part in ("bench", "bots", "clients", "referee")]
ROOMS: Final = {path.name for portion in PORTIONS for path in portion.iterdir() if path.is_dir()}
SOURCE: Final = (".py", ".toml", ".proto", ".js", ".css", ".sh")
READERS_OWN: Final = {"bessemer.toml", "bot.toml", "my_bot.py"}
"""Files that the reader of a document writes."""
NOT_OURS: Final = {
    "ErrorInfo",
    "MyBot",
    "PgDn",
    "PgUp",
    "PostgreSQL",
    "RetryInfo",
    "breakpoint",
    "hash",
    "tie",
}
"""Names of gRPC's, of Python's, of the reader's, of keys and of a formula."""
MESSAGES: Final = [path.stem for path in (ROOT / "proto/gen/bessemer/v1").glob("*_pb2.py")]


def snippets(text: str) -> list[str]:
    """What stands in backticks within a sentence or a table."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return re.findall(r"`([^`]+)`", prose)


def named_paths(text: str) -> set[str]:
    """The paths that a document names: from the top anywhere, shortened ones in backticks."""
    unlinked = re.sub(r"\]\([^)]*\)", "]", text)
    words = (word.strip("`'\"()[],.;:") for word in unlinked.split())
    found = {
        word.partition("::")[0] for word in words if re.match(rf"({'|'.join(FOLDERS)})/\S", word)
    }
    for snippet in snippets(text):
        path = snippet.partition("::")[0].removesuffix(":")
        if " " in path or "\n" in path or path.startswith((".", "/", "-", "@")):
            continue
        if path.endswith(SOURCE) or ("/" in path and path.partition("/")[0] in ROOMS):
            found.add(path)
    return found - READERS_OWN


def exists(path: str) -> bool:
    """Whether a path or pattern leads to something, from the top or from within a portion."""
    if "/" not in path:  # a file of a folder that was named before
        folders = (ROOT / folder for folder in FOLDERS)
        return (ROOT / path).exists() or any(next(folder.rglob(path), None) for folder in folders)
    return any(next(base.glob(path.rstrip("/")), None) for base in (ROOT, *PORTIONS))


def of_each_game(name: str) -> Iterator[str]:
    """A name, or if it says `<game>` the name for each game."""
    if "<game>" in name:
        yield from (name.replace("<game>", game) for game in NAMES)
    else:
        yield name


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_path_leads_somewhere(document: Path) -> None:
    """A file or folder that a document names exists, for every game if it says `<game>`."""
    paths = named_paths(document.read_text(encoding="utf-8"))

    assert [] == sorted(path for name in paths for path in of_each_game(name) if not exists(path))


def resolves(name: str) -> bool:
    """Whether a dotted name is a module, something in one, or a name of the API."""
    if re.fullmatch(r"bessemer\.v1\.[A-Z][\w.]+", name):
        files = [import_module(f"bessemer.v1.{module}").DESCRIPTOR for module in MESSAGES]
        known = {n for file in files for n in file.message_types_by_name}
        for service in (s for file in files for s in file.services_by_name.values()):
            known |= {
                service.name,
                *(f"{service.name}.{method.name}" for method in service.methods),
            }
        return name.removeprefix("bessemer.v1.") in known
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        module, inside = ".".join(parts[:end]), parts[end:]
        try:
            found: object = import_module(module)
        except ModuleNotFoundError:
            continue
        for attribute in inside:
            if not hasattr(found, attribute):
                return False
            found = getattr(found, attribute)
        return True
    return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_dotted_name_can_be_imported(document: Path) -> None:
    """What is called `bessemer.x.y` in a document, program or prose, is there."""
    text = document.read_text(encoding="utf-8")
    text = re.sub(r"\bbessemer\.(sqlite3|toml)\b", "", text)  # files
    names = set(re.findall(r"(?<![\w/.@-])bessemer(?:\.(?:\w+|<game>))+", text))

    assert [] == sorted(n for name in names for n in of_each_game(name) if not resolves(n))


def defined() -> set[str]:
    """Every class, function, message and call that the sources define."""
    folders = [*PORTIONS, ROOT / "proto" / "bessemer", ROOT / "tools"]
    ends = ("py", "proto", "js")
    files = [file for folder in folders for end in ends for file in folder.rglob(f"*.{end}")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files)
    kinds = "class|def|enum|message|rpc|service|export function"
    return set(re.findall(rf"^\s*(?:async )?(?:{kinds}) (\w+)", text, re.MULTILINE))


def test_every_class_and_function_is_there() -> None:
    """What is called `LikeThis` or `like_this(...)` in a document is defined somewhere."""
    found = {
        f"{name} in {document.name}": name
        for document in DOCUMENTS
        if document.name != "CHANGELOG.md"  # which also names what is gone
        for snippet in snippets(document.read_text(encoding="utf-8"))
        for name in re.findall(r"\b([A-Z][a-z]+[A-Z]\w+|[A-Za-z_]\w+(?=\())", snippet)
    }
    known = defined() | NOT_OURS

    assert [] == sorted(place for place, name in found.items() if name not in known)


def anchors(document: Path) -> set[str]:
    """What a link can point at within a document, as GitHub names it."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_leads_somewhere(document: Path) -> None:
    """Links between our documents name files and headings that exist."""
    text = document.read_text(encoding="utf-8")
    broken = []
    for link in re.findall(r"\]\(([^):]+)\)", text):
        file, _, anchor = link.partition("#")
        target = document.parent / file if file else document
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)

    assert [] == broken


def test_the_metrics_on_the_operators_page_are_those_of_the_referee() -> None:
    """None is missing there, and none is made up."""
    source = (ROOT / "referee/bessemer/rpc/ops/collector.py").read_text(encoding="utf-8")
    page = (ROOT / "docs/operating.md").read_text(encoding="utf-8")

    named = {re.sub("_(info|total)$", "", name) for name in re.findall(r"`(bessemer_\w+)", page)}
    assert set(re.findall(r'"(bessemer(?:_\w+)?)"', source)) == named
