"""Every game has the same files for the same things: the table in docs/architecture.md is true."""

import re
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

import pytest

import bessemer.games
from bessemer.engine.catalogue import NAMES

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = Path(bessemer.games.__path__[0])
FEWEST_ROWS: Final = 11


class Row(NamedTuple):
    """A line of the table."""

    file: str
    holds: tuple[str, ...]


def table() -> list[Row]:
    """The rows of the table."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("\n## A game\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` *\|[^|]*\|([^|]*)\|$", section, flags=re.MULTILINE)
    return [Row(file, tuple(re.findall(r"`([^`]+)`", holds))) for file, holds in rows]


def test_the_table_is_there() -> None:
    """A test of no rows would find nothing."""
    assert len(table()) >= FEWEST_ROWS


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("row", table(), ids=lambda row: row.file)
def test_every_game_has_the_file_and_what_it_holds(game: str, row: Row) -> None:
    """A module has the names, a folder has modules, and data is in a file that is there."""
    folder = GAMES / game
    if row.file.endswith(".py"):
        module = import_module(f"bessemer.games.{game}.{row.file.removesuffix('.py')}")
        for name in row.holds:
            assert hasattr(module, name.replace("<GAME>", game.upper()))
    elif row.file.endswith("/"):
        assert any((folder / row.file).glob("*.py"))
    else:
        assert any(folder.glob(row.file))


@pytest.mark.parametrize("game", NAMES)
def test_choices_are_the_small_steps_alone(game: str) -> None:
    """No module of a game takes the word for anything else."""
    assert not [path for path in (GAMES / game).rglob("*.py") if "choices" in path.stem]
