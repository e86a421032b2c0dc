#!/usr/bin/env python3
"""
Lay out a new game: a tiny complete one, in every room of the tree, to be replaced by the real one.

    tools/new_game.py chess --seats 2-4

Each seat has a hidden hand of numbered cards; in each round a die says what it is played for, and
everybody plays one card. It is copied from `tools/new_game/`, where `newgame` stands for the name.
Nothing but files is written: what to run next is printed.
"""

import argparse
import keyword
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
TEMPLATES: Final = Path(__file__).resolve().parent / "new_game"
PORTIONS: Final = ("bench", "bots", "clients", "referee")
FEWEST: Final = 2
MOST: Final = range(3, 11)
"""The tests that run for every game seat two and three; colours go as far as ten."""
RESERVED: Final = frozenset({"newgame", "setup"})
"""The word that stands for the name in the templates, and the one of every game in `move.proto`."""

NEXT: Final = """
Next, from the top of the checkout:
  make proto format                     generate the code of the messages, and sort the imports
  .venv/bin/python -m tests.record {game}  record matches, replays, perft counts and a view for the tests
  make test
  .venv/bin/bessemer match {game} --bots greedy,random,idle
  .venv/bin/bessemer play --game {game} --versus greedy,random

Then replace the tiny game by yours: docs/adding-a-game.md goes through it step by step. Still stubs are:
  the rules         referee/bessemer/games/{game}: one kind of decision, a data file of six numbers
  the view's bytes  referee/bessemer/wire/{game}.py writes the whole board for every move
  the drawing       clients/bessemer/terminal/{game}/drawing.py: sentences instead of a picture
  the bots          bots/bessemer/bots/{game}: greedy looks no further than the prize
  the tests         tests/games/{game}: no rulebook examples, no second reading of the rules, five planted bugs
"""


class Refused(Exception):
    """A game that cannot be laid out; the message says what to do instead."""


def read_seats(text: str) -> range:
    """
    The numbers of players that `2-4` stands for.

    Raises:
        Refused: it is none, or the tree cannot hold such a game.
    """
    found = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", text)
    if not found:
        raise Refused(f"--seats is the fewest and the most players, such as 2-4, not {text!r}")
    fewest, most = map(int, found.groups())
    if fewest != FEWEST or most not in MOST:
        raise Refused(
            f"--seats is from {FEWEST}-{MOST[0]} to {FEWEST}-{MOST[-1]}, because the tests of all "
            f"games seat two and three; not {text}"
        )
    return range(fewest, most + 1)


def check_name(name: str) -> None:
    """
    Refuse what no game can be called.

    Raises:
        Refused: it is no identifier, a word of Python's or of the tree's own, or taken.
    """
    if not re.fullmatch(r"[a-z]{3,20}", name):
        raise Refused(
            f"a game's name is 3 to 20 small letters and nothing else, such as chess, not {name!r}"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or name in RESERVED:
        raise Refused(f"{name} is a reserved word: choose another name")
    for path in taken_by(name):
        if path.exists():
            raise Refused(f"{name} is taken by {path.relative_to(ROOT)}: choose another name")


def taken_by(name: str) -> Iterator[Path]:
    """Whatever would be in the way of a game of this name."""
    rooms = [ROOT / part / "bessemer" for part in PORTIONS]
    rooms += [ROOT / "tests" / "games", ROOT / "proto" / "gen" / "bessemer"]
    for target in (written for _, written in layout(name)):
        yield target
        if target.name == "__init__.py":  # a package: a module of its name would hide it
            yield target.parent.with_suffix(".py")
    for room in rooms:
        yield room / name
        yield room / f"{name}.py"


def layout(name: str) -> Iterator[tuple[Path, Path]]:
    """Every template, and the file that it becomes."""
    for template in sorted(TEMPLATES.rglob("*.txt")):
        path = template.relative_to(TEMPLATES).as_posix().removesuffix(".txt")
        yield template, ROOT / path.replace("newgame", name)


def filled(template: str, name: str, seats: range) -> str:
    """The text of a template for this game."""
    for word, meant in (
        ("newgame", name),
        ("Newgame", name.capitalize()),
        ("NEWGAME", name.upper()),
        ("FEWEST", str(seats[0])),
        ("MOST", str(seats[-1])),
        ("BEYOND", str(seats[-1] + 1)),
    ):
        template = template.replace(word, meant)
    return template


# --- The shared places ---------------------------------------------------------------------------


def in_catalogue(text: str, name: str, _seats: range) -> str:
    """The name among the `NAMES`."""
    return re.sub(
        r"^(NAMES: Final = \(.*?),?\)$", rf'\1, "{name}")', text, flags=re.MULTILINE | re.DOTALL
    )


def in_moves(text: str, name: str, _seats: range) -> str:
    """An import, and a field in each of the three oneofs."""
    title = name.capitalize()
    imports = re.findall(r"^import .*;$", text, re.MULTILINE)
    more = sorted([*imports, f'import "bessemer/v1/{name}.proto";'])
    text = text.replace("\n".join(imports), "\n".join(more))
    for kind in ("Move", "View", "Setup"):
        oneof = re.search(rf"oneof {kind.lower()} {{\n.*?\n  }}", text, re.DOTALL)
        if oneof is None:
            return ""
        number = 1 + max(map(int, re.findall(r" = (\d+);", oneof[0])))
        entry = f"    // {title}.\n    {title}{kind} {name} = {number};\n  }}"
        text = text.replace(oneof[0], oneof[0].removesuffix("  }") + entry)
    return text


def in_layers(text: str, name: str, _seats: range) -> str:
    """The facade for bot authors in the layers of import-linter."""
    return text.replace(
        'furnace | brass | alchemicus",', f'furnace | brass | alchemicus | {name}",'
    )


def in_readme(text: str, name: str, _seats: range) -> str:
    """Among the games that are played."""
    return re.sub(
        r"(Bots and people play [\w, \n]*?) and\s+(\w+)(\s+on\s+it)",
        rf"\1, \2 and {name.capitalize()}\3",
        text,
    )


def in_changelog(text: str, name: str, seats: range) -> str:
    """An entry under Unreleased."""
    entry = (
        f"- A new game: {name.capitalize()}, for {seats[0]} to {seats[-1]} players "
        f"([docs/games/{name}.md](docs/games/{name}.md)).\n"
    )
    head, heading, rest = text.partition("## [Unreleased]\n\n")
    added = "### Added\n\n"
    unreleased, release, older = rest.partition("\n## [")
    if added in unreleased:
        unreleased = unreleased.replace(added, f"{added}{entry}", 1)
    else:
        unreleased = f"{added}{entry}\n{unreleased}"
    return f"{head}{heading}{unreleased}{release}{older}"


SHARED: Final[dict[str, Callable[[str, str, range], str]]] = {
    "referee/bessemer/engine/catalogue.py": in_catalogue,
    "proto/bessemer/v1/move.proto": in_moves,
    "pyproject.toml": in_layers,
    "README.md": in_readme,
    "CHANGELOG.md": in_changelog,
}
"""All that is not the game's own: how each is edited. There may be five of them, and no more."""
KNOWN: Final = {
    "referee/bessemer/engine/catalogue.py": r'^NAMES: .*"{name}"',
    "proto/bessemer/v1/move.proto": r"bessemer/v1/{name}\.proto",
    "pyproject.toml": r"furnace \| brass .*\| {name}\b",
    "README.md": r"Bots and people play [\w, \n]*\b{title}\b[\w, \n]* on\s+it",
    "CHANGELOG.md": r"docs/games/{name}\.md",
}
"""How one sees that a shared place knows the game already."""


def edited(path: str, name: str, seats: range) -> str:
    """
    A shared place that knows the game; one that knew it already is as it was.

    Raises:
        Refused: the place where the game belongs is not found.
    """
    text = (ROOT / path).read_text(encoding="utf-8")
    known = KNOWN[path].format(name=name, title=name.capitalize())
    if re.search(known, text, re.MULTILINE):
        return text
    after = SHARED[path](text, name, seats)
    if after in ("", text):
        raise Refused(f"{path} has changed: {SHARED[path].__name__} of tools/new_game.py must too")
    return after


def lay_out(name: str, seats: range) -> list[Path]:
    """
    Write all files of the game and edit the shared places; which files are its own.

    Raises:
        Refused: it cannot be done; nothing is written.
    """
    check_name(name)
    shared = {ROOT / path: edited(path, name, seats) for path in SHARED}
    own = {
        target: filled(template.read_text(encoding="utf-8"), name, seats)
        for template, target in layout(name)
    }
    for path, text in (own | shared).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(own)


def main() -> int:
    """Lay out the game that the command line names: 0 done, 2 refused."""
    parser = argparse.ArgumentParser(
        description="Lay out a new game: a tiny complete one, to be replaced by the real one.",
        epilog="example: tools/new_game.py chess --seats 2-4",
    )
    parser.add_argument("name", help="3 to 20 small letters; the game has it in every room")
    parser.add_argument(
        "--seats",
        default="2-4",
        metavar="2-4",
        help="the fewest and the most players (default 2-4)",
    )
    words = parser.parse_args()
    try:
        own = lay_out(words.name, read_seats(words.seats))
    except Refused as refusal:
        print(f"new_game: {refusal}", file=sys.stderr)
        return 2
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in own)
    print(f"{len(own)} files of {words.name}'s own, {lines} lines:")
    for path in own:
        print(f"  {path.relative_to(ROOT)}")
    print("and its name in:", *SHARED, sep="\n  ")
    print(NEXT.format(game=words.name))
    return 0


if __name__ == "__main__":
    sys.exit(main())
