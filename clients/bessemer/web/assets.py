"""
The files that browsers are given, and one script made of all modules for pages that open from disk.

A page on disk may load no ES modules, so these are put one after the other, each in a function of its
own. Our modules are written for that: every import is `import { a, b } from "./file.js";`,
`import * as a from "../folder/file.js";` or `import "./file.js";`, every export stands before its declaration.

A server gives them under names that change with what is in them, so that browsers keep them for good.
"""

import gzip
import posixpath
import re
from collections.abc import Callable
from functools import cache, partial
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

from bessemer.engine.catalogue import NAMES
from bessemer.web.sample_boards import sample_board

STYLES: Final = (
    "style.css",
    "viewer/viewer.css",
    "boards/boards.css",
    "seat/seat.css",
    "pages/site.css",
)
MATCH_STYLES: Final = STYLES[:3]
PLAIN_BOARD: Final = "boards/plain.js"
_IMPORT: Final = re.compile(
    r"^import\s+(?:(\{[^}]*\}|\* as \w+)\s+from\s+)?\"(\.[\w./-]+\.js)\";[^\n]*\n",
    re.MULTILINE,
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE
)
_NEEDLESS: Final = re.compile(r"/\*\*.*?\*/|^[ \t]*//[^\n]*\n|^\s+", re.MULTILINE | re.DOTALL)
"""Comments and indents: no text of ours is on several lines, or has the beginning of a comment in it."""


@cache
def asset(name: str) -> str:
    """
    A file of the pages.

    Raises:
        FileNotFoundError: there is none.
    """
    return (files("bessemer.web") / "static" / name).read_text(encoding="utf-8")


def has_asset(name: str) -> bool:
    """Whether there is such a file of the pages."""
    return (files("bessemer.web") / "static" / name).is_file()


@cache
def styles(names: tuple[str, ...] = STYLES) -> str:
    """All styles in one."""
    return "".join(asset(name) for name in names if has_asset(name))


def board_file(game: str) -> str:
    """The module that draws a game; a game without one is shown as a list."""
    name = f"boards/{game}/board.js"
    return name if has_asset(name) else PLAIN_BOARD


def boards_script(games: tuple[str, ...] = NAMES) -> str:
    """What says which board draws which game, as a module."""
    used = {"plain": PLAIN_BOARD} | {game: board_file(game) for game in games}
    imports = [
        f'import * as board{number} from "./{posixpath.relpath(name, "boards")}";\n'
        for number, name in enumerate(dict.fromkeys(used.values()))
    ]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(used.values()))}
    entries = ", ".join(f'"{game}": board{numbers[name]}' for game, name in used.items())
    return f"{''.join(imports)}export const BOARDS = {{ {entries} }};\n"


@cache
def bundle(entry: str, games: tuple[str, ...] = NAMES) -> str:
    """
    One script without modules that does what the module `entry` does.

    In the place of `boards/boards.js` come the boards of the games that are asked for.
    """
    parts: dict[str, str] = {}
    _gather(entry, boards_script(games), parts)
    return '"use strict";\nconst modules = {};\n' + "".join(parts.values())


def _gather(name: str, boards: str, parts: dict[str, str]) -> None:
    if name in parts:
        return
    source = boards if name == "boards/boards.js" else asset(name)
    folder = posixpath.dirname(name)
    for _, needed in _IMPORT.findall(source):
        _gather(posixpath.normpath(posixpath.join(folder, needed)), boards, parts)
    exported = _EXPORT.findall(source)
    body = _IMPORT.sub(lambda found: _as_constant(found, folder), source)
    body = _NEEDLESS.sub("", _EXPORT.sub("", body.replace("export {};\n", "")))
    assert not re.search(r"^(?:import|export)\b", body, re.MULTILINE), f"{name}: an unusual import"
    names = ", ".join(exported)
    parts[name] = f'modules["{name}"] = (() => {{\n{body}return {{ {names} }};\n}})();\n'


def _as_constant(found: re.Match[str], folder: str) -> str:
    if not found[1]:
        return ""
    what = re.sub(r"\bas\b", ":", found[1]) if found[1].startswith("{") else found[1].split()[-1]
    return f'const {what} = modules["{posixpath.normpath(posixpath.join(folder, found[2]))}"];\n'


ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" '
    'fill="#1d2731"/><path d="M9 25h14l2-9-4-9h-7l-6 6z" fill="#d55e00"/><path d="M20 7l6-3-2 6z" '
    'fill="#f2b705"/></svg>\n'
)


SITE: Final[dict[str, Callable[[], str]]] = {
    # Two scripts of one page share their names, unless one keeps them to itself.
    "look.js": lambda: f"{{\n{bundle('pages/look.js', ())}}}\n",
    "site.js": lambda: bundle("pages/site.js", NAMES),
    "site.css": styles,
    "icon.svg": lambda: ICON,
}
"""What the pages of a site load, by its name on disk."""
_FILES: Final[dict[str, Callable[[], str]]] = {
    **SITE,
    "site-text.js": lambda: bundle("pages/site.js", ()),
    **{f"site-{game}.js": partial(bundle, "pages/site.js", (game,)) for game in NAMES},
    **{f"{game}.json": partial(sample_board, game) for game in NAMES},
}
"""What the pages of a server load: a script with the board that is needed, or with none."""


class Served(NamedTuple):
    """A file as a server gives it."""

    media_type: str
    content: bytes
    compressed: bytes
    is_lasting: bool = False
    """Whether it is the same for ever under its name."""


@cache
def served_name(name: str) -> str:
    """The name of a file on a server: another for every content."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}-{sha256(_FILES[name]().encode()).hexdigest()[:12]}.{ending}"


@cache
def served_files() -> dict[str, Served]:
    """What the pages of a server load, by names that change with the content, and by those that do not."""
    made = {name: _served(name) for name in _FILES}
    return made | {served_name(name): file._replace(is_lasting=True) for name, file in made.items()}


def _served(name: str) -> Served:
    content = _FILES[name]().encode()
    kind = {
        "js": "text/javascript",
        "css": "text/css",
        "svg": "image/svg+xml",
        "json": "application/json",
    }
    return Served(kind[name.rpartition(".")[2]], content, gzip.compress(content, 9, mtime=0))
