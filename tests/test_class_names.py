"""
One name, one thing: no two public classes of the product have the same name.

A name that each game's room has, such as `State`, stands for one thing: every game has its own.
"""

import ast
from collections import defaultdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TOPS: Final = ("referee", "clients", "bots", "bench")
GAMES: Final = frozenset({"furnace", "brass", "alchemicus"})
SEVERAL: Final = {
    "Kind": 2,
    "Link": 2,
    "Offer": 3,
    "Option": 2,
    "Player": 2,
    "Refused": 2,
    "Result": 2,
    "Step": 2,
    "Table": 2,
    "Tile": 2,
    "Turn": 2,
}
"""What still stands for so many things. This list may only shrink."""


def homes() -> dict[str, set[str]]:
    """The modules that define each public class; for the rooms of games the room, and a second module of one game."""
    found: dict[str, set[str]] = defaultdict(set)
    seen: set[tuple[str, str, str]] = set()
    for path in sorted(path for top in TOPS for path in (ROOT / top).rglob("*.py")):
        within = path.relative_to(ROOT).parts[2:]
        place = next((place for place, part in enumerate(within) if part in GAMES), None)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
                continue
            room, game = ("", "") if place is None else ("/".join(within[:place]), within[place])
            is_first = place is not None and (node.name, room, game) not in seen
            seen.add((node.name, room, game))
            found[node.name].add(f"{room}/<game>" if is_first else "/".join(within))
    return found


def test_a_class_name_stands_for_one_thing() -> None:
    """A new class takes a name that nothing else has."""
    several = {name: where for name, where in homes().items() if len(where) > SEVERAL.get(name, 1)}

    assert several == {}
