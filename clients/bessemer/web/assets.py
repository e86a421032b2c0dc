"""
The files that browsers are given, and one script made of all modules for pages that open from disk.

A page on disk may load no ES modules, so these are put one after the other, each in a function of its
own. Our modules are written for that: every import is `import { a, b } from "./file.js";` or
`import * as a from "./file.js";`, every export stands before its declaration.
"""

import re
from functools import cache
from importlib.resources import files
from typing import Final

from bessemer.engine.catalogue import NAMES

STYLES: Final = ("style.css", "viewer.css", "boards.css", "seat.css", "site.css")
MATCH_STYLES: Final = STYLES[:3]
_IMPORT: Final = re.compile(
    r"^import\s+(\{[^}]*\}|\* as \w+)\s+from\s+\"\./([\w-]+\.js)\";[^\n]*\n", re.MULTILINE
)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE
)
_COMMENT: Final = re.compile(
    r"^\s*(?://[^\n]*|/\*\*?(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL
)


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
    name = f"board-{game}.js"
    return name if has_asset(name) else "board-plain.js"


def boards_script(games: tuple[str, ...] = NAMES) -> str:
    """What says which board draws which game, as a module."""
    used = {"plain": "board-plain.js"} | {game: board_file(game) for game in games}
    imports = [
        f'import * as board{number} from "./{name}";\n'
        for number, name in enumerate(dict.fromkeys(used.values()))
    ]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(used.values()))}
    entries = ", ".join(f'"{game}": board{numbers[name]}' for game, name in used.items())
    return f"{''.join(imports)}export const BOARDS = {{ {entries} }};\n"


@cache
def bundle(entry: str, games: tuple[str, ...] = NAMES) -> str:
    """
    One script without modules that does what the module `entry` does.

    In the place of `boards.js` come the boards of the games that are asked for.
    """
    parts: dict[str, str] = {}
    _gather(entry, boards_script(games), parts)
    return '"use strict";\nconst modules = {};\n' + "".join(parts.values())


def _gather(name: str, boards: str, parts: dict[str, str]) -> None:
    if name in parts:
        return
    source = boards if name == "boards.js" else asset(name)
    for _, needed in _IMPORT.findall(source):
        _gather(needed, boards, parts)
    exported = _EXPORT.findall(source)
    body = _IMPORT.sub(_as_constant, source).replace("export {};\n", "")
    body = _COMMENT.sub("", _EXPORT.sub("", body))
    assert not re.search(r"^(?:import|export)\b", body, re.MULTILINE), f"{name}: an unusual import"
    names = ", ".join(exported)
    parts[name] = f'modules["{name}"] = (() => {{\n{body}return {{ {names} }};\n}})();\n'


def _as_constant(found: re.Match[str]) -> str:
    what = re.sub(r"\bas\b", ":", found[1]) if found[1].startswith("{") else found[1].split()[-1]
    return f'const {what} = modules["{found[2]}"];\n'


ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" '
    'fill="#1d2731"/><path d="M9 25h14l2-9-4-9h-7l-6 6z" fill="#d55e00"/><path d="M20 7l6-3-2 6z" '
    'fill="#f2b705"/></svg>\n'
)
